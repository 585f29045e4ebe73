// Which ranks a full trick adds to a proof: as few as can be, so that the pattern fits many hands.
//
// A proof is a way to play for the side that gets its way.  It holds for any hands of these lengths that agree on the
// ranks named: where it plays a card whose rank is not named, it may play any such card of that hand and suit.
#pragma once

#include "proof.hpp"
#include "trick.hpp"

namespace backalley {

// Where that side plays the least of equal cards, the others need not be named.  It does so by a rule that asks for
// nothing played later: if the card is beaten already, or if the other side may still beat it.
inline bool plays_least(const Trick& trick, int i) {
  const int card = trick.card[i];
  if (card != trick.best_card[i]) return true;
  if (i == 3) return false;
  CardSet later = trick.node->hand[trick.seat(i + 1)];
  if (i == 0) later |= trick.node->hand[trick.seat(3)];
  return (later & kAbove[card]) != 0;
}

// A blooper led forces cards: then no other can be played in their place.
inline bool forced(const Trick& trick) { return (bit(trick.card[0]) & kBloopers) != 0; }

// The ranks as they were played: the card that took the trick, where it beat another of its suit, and all above it.
inline void ranks_as_played(const Trick& trick, CardSet gone, Proof& proof) {
  proof.rank_winners = reopen_gaps(proof.rank_winners, gone);
  const CardSet best = bit(trick.best_card[3]);
  if ((best & kNatural) == 0) return;
  if ((gone & suit_cards(suit_of(trick.best_card[3])) & ~best) != 0)
    proof.rank_winners |= at_or_above(trick.best_card[3]);
}

// The trick itself decided: it is enough which side took it, and the last to play could have done so with its highest.
inline void ranks_of_deciding_trick(const Trick& trick, Proof& proof) {
  const Node& node = *trick.node;
  const int winner = (trick.best_seat[3] - node.leader) & 3;
  int card = trick.best_card[3];
  if ((bit(card) & kNatural) == 0) return;
  const CardSet in_suit = suit_cards(suit_of(card));
  if (((bit(trick.card[winner ^ 1]) | bit(trick.card[winner ^ 3])) & in_suit) == 0) return;
  if (!forced(trick)) {
    if (winner == 3) {
      card = top(node.hand[trick.seat(3)] & in_suit);
    } else if (plays_least(trick, winner)) {
      card = lowest_touching(node.hand[trick.seat(winner)], card);
    }
  }
  proof.rank_winners = at_or_above(card);
}

// From the ranks that matter after a trick, which `need` is for, to those that matter before it.  `settled` tells what
// is known without search: settled(node, need, proof), whether North-South take `need` from there as `ns` says, and
// why.
template <TrumpMode M, typename Settled>
inline void ranks_before_trick(const Trick& trick, CardSet gone, Node& child, bool ns, int need, Proof& proof,
                               const Settled& settled) {
  const Node& node = *trick.node;
  const int winner = trick.best_seat[3];
  const int side = ns ? 0 : 1;
  CardSet spent = gone;
  int best = trick.best_card[3];
  if (M != TrumpMode::kGeneral || !forced(trick)) {
    for (int i = side_of(node.leader) ^ side; i < 4; i += 2) {
      const int card = trick.card[i];
      const int least = lowest_touching(node.hand[trick.seat(i)], card);
      if (least == card || !plays_least(trick, i)) continue;
      spent ^= bit(card) ^ bit(least);
      if (card == best) best = least;
    }
  }
  proof.rank_winners = reopen_gaps(proof.rank_winners, spent);
  if ((bit(best) & kNatural) == 0) return;
  const CardSet with_winner = proof.rank_winners | at_or_above(best);
  if (proof.rank_winners == with_winner) return;
  // Where the other side took the trick, somebody else might have, with other low cards: if it is known that this would
  // have done too, the rank of the card that won need not be named.
  const bool lost = side_of(winner) != side;
  CardSet rank_winners = proof.rank_winners;
  unsigned lead_freedom = proof.lead_freedom;
  for (int i = 0; i < 4; ++i) {
    const int seat = trick.seat(i);
    if (seat == winner || suit_of(trick.card[i]) != suit_of(best)) continue;
    child.leader = seat;
    Proof other;
    if (!lost || !settled(child, need + (side_of(winner) == 0 ? 1 : 0) - (side_of(seat) == 0 ? 1 : 0), other)) {
      proof.rank_winners = with_winner;
      return;
    }
    rank_winners |= reopen_gaps(other.rank_winners, spent);
    lead_freedom |= other.lead_freedom;
  }
  proof.rank_winners = rank_winners;
  proof.lead_freedom = lead_freedom;
}

}  // namespace backalley
