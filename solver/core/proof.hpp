// What the answer to "do North-South take so many tricks?" rests on.
#pragma once

#include <cstdint>

#include "cards.hpp"

namespace backalley {

// In short: the ranks that won where rank mattered, all above them included, and the seats whose freedom to lead trumps
// did.  Every position of the same shape that agrees on these has the same answer.
struct Proof {
  CardSet rank_winners = 0;
  unsigned lead_freedom = 0;
  std::uint8_t best_lead = kNoCard;  // the lead that worked, if one did
};

}  // namespace backalley
