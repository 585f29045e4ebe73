// Which ranks a full trick adds to a proof: as few as can be, so that the pattern fits many hands.
//
// A proof is a way to play for the side that gets its way.  It holds for any hands of these lengths that agree on the
// ranks named: where it plays a card whose rank is not named, it may play any such card of that hand and suit.
#pragma once

#include "search.hpp"

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
  proof.tops = reopen_gaps(proof.tops, gone);
  const CardSet best = bit(trick.best_card[3]);
  if ((best & kNatural) == 0) return;
  if ((gone & lane(lane_of(trick.best_card[3])) & ~best) != 0) proof.tops |= at_or_above(trick.best_card[3]);
}

// The trick itself decided: it is enough which side took it, and the last to play could have done so with its highest.
inline void Search::ranks_of_last(const Trick& trick, Proof& proof) const {
  const Node& node = *trick.node;
  const int winner = (trick.best_seat[3] - node.leader) & 3;
  int card = trick.best_card[3];
  if ((bit(card) & kNatural) == 0) return;
  const CardSet suit = lane(lane_of(card));
  if (((bit(trick.card[winner ^ 1]) | bit(trick.card[winner ^ 3])) & suit) == 0) return;
  if (!forced(trick)) {
    if (winner == 3) {
      card = top(node.hand[trick.seat(3)] & suit);
    } else if (plays_least(trick, winner)) {
      card = run_end(node.hand[trick.seat(winner)], card);
    }
  }
  proof.tops = at_or_above(card);
}

// Is it known that North-South take `need` from here, or that they do not, as `ns` tells?
template <Kind K>
bool Search::settled(const Node& child, bool ns, int need, Proof& proof) const {
  const int side = ns ? 0 : 1;
  const int enough = child.wanted(side, need);
  if (enough <= 0) return true;
  if (enough > child.tricks) return false;
  if constexpr (K != Kind::kGeneral) {
    if (const Sure sure = sure_tricks<K>(child, side, enough); sure.tricks != 0) {
      proof = {sure.tops, 0, 0xFF};
      return true;
    }
  }
  if (!use.table) return false;
  const Shape shape = child.shape<K>(trump_kind_);
  return table_.probe(shape.hash(), shape, child.owners(), need, proof) == ns;
}

// From the ranks that matter after a trick, which `need` is for, to those that matter before it.
template <Kind K>
void Search::ranks_before(const Trick& trick, CardSet gone, Node& child, bool ns, int need, Proof& proof) const {
  const Node& node = *trick.node;
  const int winner = trick.best_seat[3];
  const int side = ns ? 0 : 1;
  CardSet spent = gone;
  int best = trick.best_card[3];
  if (K != Kind::kGeneral || !forced(trick)) {
    for (int i = side_of(node.leader) ^ side; i < 4; i += 2) {
      const int card = trick.card[i];
      const int least = run_end(node.hand[trick.seat(i)], card);
      if (least == card || !plays_least(trick, i)) continue;
      spent ^= bit(card) ^ bit(least);
      if (card == best) best = least;
    }
  }
  proof.tops = reopen_gaps(proof.tops, spent);
  if ((bit(best) & kNatural) == 0) return;
  const CardSet with_winner = proof.tops | at_or_above(best);
  if (proof.tops == with_winner) return;
  // Where the other side took the trick, somebody else might have, with other low cards: if it is known that this would
  // have done too, the rank of the card that won need not be named.
  const bool lost = side_of(winner) != side;
  CardSet tops = proof.tops;
  unsigned care = proof.care;
  for (int i = 0; i < 4; ++i) {
    const int seat = trick.seat(i);
    if (seat == winner || lane_of(trick.card[i]) != lane_of(best)) continue;
    child.leader = seat;
    Proof other;
    if (!lost || !settled<K>(child, ns, need + (side_of(winner) == 0 ? 1 : 0) - (side_of(seat) == 0 ? 1 : 0), other)) {
      proof.tops = with_winner;
      return;
    }
    tops |= reopen_gaps(other.tops, spent);
    care |= other.care;
  }
  proof.tops = tops;
  proof.care = care;
}

}  // namespace backalley
