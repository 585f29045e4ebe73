// The class of positions that share one list of patterns in the table.
#pragma once

#include <cstdint>

namespace backalley {

// Which cards are trumps.
enum class Trumps : std::uint8_t {
  kNone,
  kSuit,      // suit 0, and the bloopers if there are any
  kBloopers,  // live bloopers in no-trump
};

// The suit lengths with, in the place of three of them, all else that a shape has: they follow from the other
// lengths, since hands are equally long.
struct Shape {
  std::uint64_t key = 0;

  // `lengths`: 4 bits a seat and suit; `big`, `little`: the owner's seat + 1 of each blooper, or 0.
  Shape(std::uint64_t lengths, unsigned leader, Trumps trumps, unsigned big = 0, unsigned little = 0)
      : key((lengths & 0x0FFF'0FFF'0FFF'FFFF) |
            static_cast<std::uint64_t>(leader | static_cast<unsigned>(trumps) << 2) << 28 |
            static_cast<std::uint64_t>(little) << 44 | static_cast<std::uint64_t>(big) << 60) {}

  std::uint64_t hash() const { return hash(key); }
  static std::uint64_t hash(std::uint64_t key) {
    std::uint64_t h = key * 0x9E37'79B9'7F4A'7C15;
    h ^= h >> 32;
    h *= 0xD6E8'FEB8'6659'FD93;
    return h ^ (h >> 32);
  }
};

}  // namespace backalley
