// Trump tricks that a side takes whoever leads, read off the top ranks without search.
#pragma once

#include <algorithm>

#include "node.hpp"
#include "sure_tricks.hpp"

namespace backalley {

// Trump tops of a side: k highest trumps in two hands take at least min(k, the longer hand) tricks, whoever leads.
template <TrumpMode M>
inline SureTricks top_trumps(const Node& node, int side, CardSet trump) {
  if constexpr (M == TrumpMode::kNoTrump) return {};
  const CardSet a = node.hand[side] & trump;
  const CardSet b = node.hand[side + 2] & trump;
  const CardSet ours = a | b;
  if (ours == 0) return {};
  const CardSet theirs = (node.hand[side ^ 1] | node.hand[(side ^ 1) + 2]) & trump;
  const int longer = std::max(count(a), count(b));
  if (theirs == 0) return {longer, 0};
  const CardSet winners = highest(ours & ~((bit(top(theirs)) << 1) - 1), longer);
  return {count(winners), ranks_of(winners)};
}

// How many of the `m` highest of `ours` no opponent can take, if each of `theirs` takes at most one lower card; at most
// `enough`.  Of the i highest, those that outnumber the opponents above them are safe.
inline SureTricks unbeaten(CardSet ours, CardSet theirs, int m, int enough) {
  SureTricks best{std::max(0, m - count(theirs)), 0};
  CardSet rest = ours;
  for (int i = 1; i <= m && best.tricks < enough; ++i) {
    const int card = top(rest);
    rest ^= bit(card);
    const int tricks = i - count(theirs >> card);
    if (tricks > best.tricks) best = {tricks, (bit(card) & kNatural) == 0 ? 0 : at_or_above(card)};
  }
  return best;
}

// Of cards from the highest down, a set bit ours: by how many ours outnumber theirs at most, and in the end.
struct Surplus {
  std::int8_t most = 0;
  std::int8_t last = 0;
};
inline constexpr std::array<Surplus, 128> kSurplus = [] {
  std::array<Surplus, 128> table{};
  for (int cards = 0; cards < 128; ++cards) {
    int most = 0;
    int last = 0;
    for (int b = 6; b >= 0; --b) {
      last += (cards >> b & 1) != 0 ? 1 : -1;
      most = std::max(most, last);
    }
    table[cards] = {static_cast<std::int8_t>(most), static_cast<std::int8_t>(last)};
  }
  return table;
}();

// The count of `unbeaten` for natural trumps of which all that are not ours are theirs: what lies below the last card
// counts as theirs, which takes nothing away.
inline int unbeaten_naturals(CardSet ours, int m) {
  const CardSet cards = highest(ours, m);
  const Surplus upper = kSurplus[cards >> 6];
  const Surplus lower = kSurplus[cards << 1 & 127];
  return std::max<int>(upper.most, upper.last + lower.most);
}

// Trump tricks of a side whoever leads.  A hand plays each of its trumps, and an opponent's trump takes at most one of
// them. Without bloopers the higher trumps of both hands can be kept apart, as many as the longer hand has.
template <TrumpMode M>
inline SureTricks trump_tricks(const Node& node, int side, CardSet trump, int enough) {
  if constexpr (M == TrumpMode::kNoTrump) return {};
  const CardSet a = node.hand[side] & trump;
  const CardSet b = node.hand[side + 2] & trump;
  const CardSet theirs = (node.hand[side ^ 1] | node.hand[(side ^ 1) + 2]) & trump;
  if constexpr (M == TrumpMode::kTrump) {
    const int longer = std::max(node.length(side, 0), node.length(side + 2, 0));
    if (longer < enough || unbeaten_naturals(a | b, longer) < enough) return {};
    return unbeaten(a | b, theirs, longer, enough);
  }
  SureTricks best = top_trumps<M>(node, side, trump);
  if (best.tricks >= enough) return best;
  for (const CardSet hand : {a, b}) {
    if (const SureTricks one = unbeaten(hand, theirs, count(hand), enough); one.tricks > best.tricks) best = one;
  }
  return best;
}

}  // namespace backalley
