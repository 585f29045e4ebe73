// A side on lead, as quick_tricks.hpp counts it: its winners, and the trump tricks it has whoever leads.
#pragma once

#include "trump_tricks.hpp"

namespace backalley {

// All cards of each suit below its highest card, and that one too.
constexpr CardSet fill_down(CardSet cards) {
  cards |= cards >> 1 & 0x7FFF'7FFF'7FFF'7FFF;
  cards |= cards >> 2 & 0x3FFF'3FFF'3FFF'3FFF;
  cards |= cards >> 4 & 0x0FFF'0FFF'0FFF'0FFF;
  return cards | (cards >> 8 & 0x00FF'00FF'00FF'00FF);
}

// All cards of the suits in which there are some (natural cards only).
constexpr CardSet whole_suits(CardSet cards) {
  const CardSet some = (cards + kNatural) & ~kNatural;
  return some - (some >> kLittle);
}

// How many cards each hand has in a suit.
struct Lengths {
  int me, lho, partner, rho;
  int opponents() const { return std::max(lho, rho); }
  int ours() const { return std::max(me, partner); }
};

// What the top ranks tell about the side of a leader; enough to see that it cannot get the tricks wanted, which is the
// answer to most questions.
template <TrumpMode M>
struct LeadingSide {
  LeadingSide(const Node& node, int leader, CardSet trump, int wanted);

  Lengths lengths_in(int suit) const {
    const std::uint64_t x = lengths >> (4 * suit);
    const auto at = [x](int seat) { return static_cast<int>(x >> (16 * seat) & 15); };
    return {at(0), at(1), at(2), at(3)};
  }
  bool ruffs() const { return M != TrumpMode::kNoTrump && (lho_free & rho_free) == 0; }
  // Rounds of a plain suit that no opponent can ruff.
  int safe_rounds(const Lengths& len) const { return std::min(len.lho | lho_free, len.rho | rho_free); }

  void count_trumps();
  // Too few tricks even if each winner in a plain suit takes one?  `first`: as in QuickTricks.
  bool hopeless(int first) const;
  CardSet trump_ranks() const;

  int tricks;
  int enough;
  std::uint64_t lengths;  // seat-major from the leader on
  CardSet me;
  CardSet partner;
  CardSet theirs;
  CardSet above;       // all that is above theirs
  CardSet my_winners;  // plain cards above theirs, where no opponent ruffs at once
  CardSet partner_winners;
  CardSet ruff_suits = 0;  // my cards of plain suits that the partner can ruff
  int my_trumps = 0;
  int partner_trumps = 0;
  int lho_free = 15;  // 0 if that opponent can ruff
  int rho_free = 15;
  int draw = 0;            // rounds in which my top trumps draw all of theirs
  int undrawn = 0;         // the same if trumps are not drawn
  int trumps = 0;          // tricks
  CardSet sure_ranks = 0;  // with bloopers or a lead limit only; else see trump_ranks
  int spare;               // side cards of the partner: a ruff of my winner would take the lead away
};

template <TrumpMode M>
inline LeadingSide<M>::LeadingSide(const Node& node, int leader, CardSet trump, int wanted)
    : tricks(node.tricks), enough(wanted), lengths(std::rotr(node.lengths, 16 * leader)), spare(node.tricks) {
  const CardSet lho = node.hand[next_seat(leader)];
  const CardSet rho = node.hand[next_seat(leader) ^ 2];
  me = node.hand[leader];
  partner = node.hand[leader ^ 2];
  theirs = lho | rho;
  // Trumps count in trump tricks; bloopers must not outrank the natural cards of their suit.
  const CardSet plain = M == TrumpMode::kTrump     ? ~suit_cards(0)
                        : M == TrumpMode::kGeneral ? kNatural & ~trump
                                                   : ~CardSet{0};
  above = ~fill_down(M == TrumpMode::kGeneral ? theirs & plain : theirs);
  CardSet cashable = plain & above;
  if constexpr (M == TrumpMode::kTrump) count_trumps();
  if constexpr (M == TrumpMode::kGeneral) {
    const SureTricks sure = trump_tricks<M>(node, side_of(leader), trump, enough);
    trumps = sure.tricks;
    sure_ranks = sure.rank_winners;
    my_trumps = count(me & trump);
    partner_trumps = count(partner & trump);
    spare -= partner_trumps;
    if ((lho & trump) != 0) lho_free = 0;
    if ((rho & trump) != 0) rho_free = 0;
  }
  if constexpr (M != TrumpMode::kNoTrump) {
    // What an opponent would ruff at once is out of the count.
    if (lho_free == 0) cashable &= whole_suits(lho & plain);
    if (rho_free == 0) cashable &= whole_suits(rho & plain);
  }
  my_winners = me & cashable;
  partner_winners = partner & cashable;
}

template <TrumpMode M>
inline void LeadingSide<M>::count_trumps() {
  const Lengths len = lengths_in(0);
  my_trumps = len.me;
  partner_trumps = len.partner;
  trumps = undrawn = unbeaten_naturals((me | partner) & suit_cards(0), len.ours());
  spare -= len.partner;
  if (len.opponents() != 0 && (me & bit(kTopBit)) != 0) {
    // My own top trumps draw theirs: then nothing of ours is ruffed, and the longer hand's trumps all count.
    const CardSet tops = me & suit_cards(0) & ~fill_down((theirs | partner) & suit_cards(0));
    if (count(tops) >= len.opponents()) {
      draw = len.opponents();
      trumps = len.ours();
      spare = tricks - std::max(len.partner, draw);
    }
  }
  if (draw == 0) {
    if (len.lho != 0) lho_free = 0;
    if (len.rho != 0) rho_free = 0;
    if (len.partner != 0) ruff_suits = me & ~suit_cards(0) & ~whole_suits(partner);
  }
}

// Too few tricks even if each winner of ours in a plain suit takes one, or all our cards where they draw all of theirs?
template <TrumpMode M>
inline bool LeadingSide<M>::hopeless(int first) const {
  const int in_trumps = ruff_suits != 0 ? std::max(trumps, my_trumps + 1) : trumps;
  const CardSet all = my_winners | partner_winners;
  int most = first >= 0 ? 1 : 0;
  // The longer of two hands, if that much is drawn.
  if (ruffs() && in_trumps + most + count(all) < enough) return true;
  for (CardSet rest = all; rest != 0;) {
    const int suit = suit_of(low(rest));
    const CardSet winners = rest & suit_cards(suit);
    rest ^= winners;
    const Lengths len = lengths_in(suit);
    const int longer = std::max(len.me, len.partner);
    const int top_cards = count(winners);
    if (suit == first) {
      most += longer - 1;
    } else if (!ruffs() && top_cards >= len.opponents()) {
      most += longer;
    } else {
      most += std::min(std::min(top_cards, longer), safe_rounds(len));
    }
  }
  return in_trumps + std::min(most, spare) < enough;
}

// The ranks that the trump tricks rest on.
template <TrumpMode M>
inline CardSet LeadingSide<M>::trump_ranks() const {
  if constexpr (M != TrumpMode::kTrump) return sure_ranks;
  if (draw != 0) return ranks_of(highest(me & suit_cards(0) & above, draw));
  return unbeaten((me | partner) & suit_cards(0), theirs & suit_cards(0), std::max(my_trumps, partner_trumps), enough)
      .rank_winners;
}

}  // namespace backalley
