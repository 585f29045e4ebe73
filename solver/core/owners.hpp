// Who owns each rank, as two bit planes of the seat number.
#pragma once

#include "cards.hpp"

namespace backalley {

// A rank that nobody owns counts as seat 0; shapes tell that apart.
struct Owners {
  CardSet low = 0;
  CardSet high = 0;
  unsigned free = 0;  // seats that may lead trumps (R12)
};

}  // namespace backalley
