// A question about one deal, in plain cards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace backalley {

// Cards are numbered as in Python: 13 * suit + rank - 2 with suits S H D C, LB 52, BB 53; sets are bit masks.
inline constexpr int kPack = 54;
inline constexpr int kPlainLittle = 52;

struct Position {
  std::array<std::uint64_t, kSeats> hands{};  // cards still held
  int trump = -1;                             // suit, or -1 for no-trump
  int leader = 0;                             // of the current trick
  std::vector<int> trick;                     // cards of the current trick, at most three
  bool broken = false;
  unsigned exempt = 0;  // seats free of the lead limit (R12 a)
};

}  // namespace backalley
