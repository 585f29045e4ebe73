// Tricks that a side takes whatever the other does, as the bounds assert them without search: quick_tricks.hpp,
// trump_tricks.hpp, later_tricks.hpp.
#pragma once

#include "cards.hpp"

namespace backalley {

struct SureTricks {
  int tricks = 0;
  CardSet rank_winners = 0;  // the ranks it rests on
};

// The `n` highest of some cards of one suit.
constexpr CardSet highest(CardSet cards, int n) {
  for (int more = count(cards) - n; more > 0; --more) cards &= cards - 1;
  return cards;
}

// The ranks from the lowest of some cards of one suit upward; none if they are bloopers or no cards.
constexpr CardSet ranks_of(CardSet cards) {
  const CardSet natural = cards & kNatural;
  return natural == 0 ? 0 : at_or_above(low(natural));
}

}  // namespace backalley
