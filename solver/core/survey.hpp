// What the top ranks tell about a side on lead: its winners, and the trump tricks it has whoever leads.
#pragma once

#include "bounds.hpp"

namespace backalley {

// All cards of each lane below its highest card, and that one too.
constexpr CardSet fill_down(CardSet cards) {
  cards |= cards >> 1 & 0x7FFF'7FFF'7FFF'7FFF;
  cards |= cards >> 2 & 0x3FFF'3FFF'3FFF'3FFF;
  cards |= cards >> 4 & 0x0FFF'0FFF'0FFF'0FFF;
  return cards | (cards >> 8 & 0x00FF'00FF'00FF'00FF);
}

// All cards of the lanes in which there are some (natural cards only).
constexpr CardSet lanes_of(CardSet cards) {
  const CardSet some = (cards + kNatural) & ~kNatural;
  return some - (some >> kLittle);
}

// How many cards each hand has in a lane.
struct Lengths {
  int me, lho, pd, rho;
  int foes() const { return std::max(lho, rho); }
  int ours() const { return std::max(me, pd); }
};

// What the top ranks tell about the side of a leader; enough to see that it cannot get the tricks wanted, which is the
// answer to most questions.
template <Kind K>
struct Survey {
  Survey(const Node& node, int leader, CardSet trump, int wanted);

  Lengths lengths_in(int l) const {
    const std::uint64_t x = lengths >> (4 * l);
    const auto at = [x](int seat) { return static_cast<int>(x >> (16 * seat) & 15); };
    return {at(0), at(1), at(2), at(3)};
  }
  bool ruffs() const { return K != Kind::kNoTrump && (lho_free & rho_free) == 0; }
  // Rounds of a plain lane that no foe can ruff.
  int safe_rounds(const Lengths& len) const { return std::min(len.lho | lho_free, len.rho | rho_free); }

  void count_trumps();
  // Too few tricks even if each winner in a plain lane takes one?  `first`: as in Leaders.
  bool hopeless(int first) const;
  CardSet trump_ranks() const;

  int tricks;
  int enough;
  std::uint64_t lengths;  // seat-major from the leader on
  CardSet me;
  CardSet pd;
  CardSet theirs;
  CardSet above;       // all that is above theirs
  CardSet my_winners;  // plain cards above theirs, where no foe ruffs at once
  CardSet pd_winners;
  CardSet ruff_lanes = 0;  // my cards of plain lanes that the partner can ruff
  int my_trumps = 0;
  int pd_trumps = 0;
  int lho_free = 15;  // 0 if that foe can ruff
  int rho_free = 15;
  int draw = 0;            // rounds in which my top trumps draw all of theirs
  int undrawn = 0;         // the same if trumps are not drawn
  int trumps = 0;          // tricks
  CardSet sure_ranks = 0;  // with bloopers or a lead limit only; else see trump_ranks
  int spare;               // side cards of the partner: a ruff of my winner would take the lead away
};

template <Kind K>
inline Survey<K>::Survey(const Node& node, int leader, CardSet trump, int wanted)
    : tricks(node.tricks), enough(wanted), lengths(std::rotr(node.lengths, 16 * leader)), spare(node.tricks) {
  const CardSet lho = node.hand[next_seat(leader)];
  const CardSet rho = node.hand[next_seat(leader) ^ 2];
  me = node.hand[leader];
  pd = node.hand[leader ^ 2];
  theirs = lho | rho;
  // Trumps count in trump tricks; bloopers must not outrank the natural cards of their lane.
  const CardSet plain = K == Kind::kTrump ? ~lane(0) : K == Kind::kGeneral ? kNatural & ~trump : ~CardSet{0};
  above = ~fill_down(K == Kind::kGeneral ? theirs & plain : theirs);
  CardSet cashable = plain & above;
  if constexpr (K == Kind::kTrump) count_trumps();
  if constexpr (K == Kind::kGeneral) {
    const Sure sure = trump_tricks<K>(node, side_of(leader), trump, enough);
    trumps = sure.tricks;
    sure_ranks = sure.tops;
    my_trumps = count(me & trump);
    pd_trumps = count(pd & trump);
    spare -= pd_trumps;
    if ((lho & trump) != 0) lho_free = 0;
    if ((rho & trump) != 0) rho_free = 0;
  }
  if constexpr (K != Kind::kNoTrump) {
    // What a foe would ruff at once is out of the count.
    if (lho_free == 0) cashable &= lanes_of(lho & plain);
    if (rho_free == 0) cashable &= lanes_of(rho & plain);
  }
  my_winners = me & cashable;
  pd_winners = pd & cashable;
}

template <Kind K>
inline void Survey<K>::count_trumps() {
  const Lengths len = lengths_in(0);
  my_trumps = len.me;
  pd_trumps = len.pd;
  trumps = undrawn = unbeaten_naturals((me | pd) & lane(0), len.ours());
  spare -= len.pd;
  if (len.foes() != 0 && (me & bit(kTopBit)) != 0) {
    // My own top trumps draw theirs: then nothing of ours is ruffed, and the longer hand's trumps all count.
    const CardSet tops = me & lane(0) & ~fill_down((theirs | pd) & lane(0));
    if (count(tops) >= len.foes()) {
      draw = len.foes();
      trumps = len.ours();
      spare = tricks - std::max(len.pd, draw);
    }
  }
  if (draw == 0) {
    if (len.lho != 0) lho_free = 0;
    if (len.rho != 0) rho_free = 0;
    if (len.pd != 0) ruff_lanes = me & ~lane(0) & ~lanes_of(pd);
  }
}

// Too few tricks even if each winner of ours in a plain lane takes one, or all our cards where they draw all of theirs?
template <Kind K>
inline bool Survey<K>::hopeless(int first) const {
  const int in_trumps = ruff_lanes != 0 ? std::max(trumps, my_trumps + 1) : trumps;
  const CardSet all = my_winners | pd_winners;
  int most = first >= 0 ? 1 : 0;
  // The longer of two hands, if that much is drawn.
  if (ruffs() && in_trumps + most + count(all) < enough) return true;
  for (CardSet rest = all; rest != 0;) {
    const int l = lane_of(low(rest));
    const CardSet winners = rest & lane(l);
    rest ^= winners;
    const Lengths len = lengths_in(l);
    const int longer = std::max(len.me, len.pd);
    const int top_cards = count(winners);
    if (l == first) {
      most += longer - 1;
    } else if (!ruffs() && top_cards >= len.foes()) {
      most += longer;
    } else {
      most += std::min(std::min(top_cards, longer), safe_rounds(len));
    }
  }
  return in_trumps + std::min(most, spare) < enough;
}

// The ranks that the trump tricks rest on.
template <Kind K>
inline CardSet Survey<K>::trump_ranks() const {
  if constexpr (K != Kind::kTrump) return sure_ranks;
  if (draw != 0) return ranks_of(highest(me & lane(0) & above, draw));
  return unbeaten((me | pd) & lane(0), theirs & lane(0), std::max(my_trumps, pd_trumps), enough).tops;
}

}  // namespace backalley
