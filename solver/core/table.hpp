// Partition-search table (Ginsberg 1996): what is known of a whole class of positions.
//
// A class shares a Shape: the 16 suit lengths, the leader, who holds the bloopers.  Each of its Patterns
// tells who owns the top ranks that decided the play; every position of that shape whose owners agree has
// the pattern's bounds on the tricks of North-South.  Patterns hold for any deal under the same rules, so a
// table may be kept over many deals and never needs clearing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace backalley {

struct Shape {
  std::uint64_t lengths = 0;  // 4 bits a seat and lane
  std::uint32_t rest = 0;     // leader, blooper owners, trump kind

  bool operator==(const Shape&) const = default;
};

// Which seats may lead trumps (R12) is part of a pattern only where it mattered.
struct Pattern {
  CardSet tops = 0;      // the ranks that count
  CardSet owner_low = 0;   // bit 0 of the owner's seat, for each rank in tops
  CardSet owner_high = 0;  // bit 1
  std::uint8_t lower = 0;
  std::uint8_t upper = 0;
  std::uint8_t free_care = 0;  // seats whose freedom to lead trumps mattered …
  std::uint8_t free_value = 0;  // … and what it was
  std::uint8_t best = 0xFF;      // the card that cut, or 0xFF
};
static_assert(sizeof(Pattern) == 32);

// What a position shows to the patterns of its shape.
struct Owners {
  CardSet low = 0;
  CardSet high = 0;
  std::uint8_t free = 0;

  bool fits(const Pattern& p) const {
    return ((((low ^ p.owner_low) | (high ^ p.owner_high)) & p.tops) |
            static_cast<CardSet>((free ^ p.free_value) & p.free_care)) == 0;
  }
};

class Table {
 public:
  explicit Table(std::size_t max_bytes);

  // The patterns known for a shape; empty when there are none.  Valid until the next store.
  struct Range {
    const Pattern* begin_ = nullptr;
    const Pattern* end_ = nullptr;
    const Pattern* begin() const { return begin_; }
    const Pattern* end() const { return end_; }
  };
  Range find(const Shape& shape) const;
  void store(const Shape& shape, const Pattern& pattern);

  std::size_t bytes() const;
  void clear();

 private:
  struct Slot {
    std::uint64_t lengths = 0;
    std::uint32_t block = 0;
    std::uint16_t rest = 0;
    std::uint8_t size = 0;  // patterns in use; 0 marks a free slot
    std::uint8_t log_cap = 0;
  };
  static_assert(sizeof(Slot) == 16);

  static constexpr int kMaxLog = 6;  // at most 64 patterns a shape, then the oldest give way
  static constexpr std::size_t kChunk = std::size_t{1} << 12;

  static std::uint64_t hash(const Shape& shape);
  Slot* slot(const Shape& shape);
  Pattern* at(std::uint32_t block) { return &pool_[block]; }
  const Pattern* at(std::uint32_t block) const { return &pool_[block]; }
  std::uint32_t take(int log_cap);
  void grow_slots();
  bool make_room();

  std::size_t max_bytes_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<Pattern> pool_;
  std::vector<std::uint32_t> free_[kMaxLog + 1];
  std::uint32_t turn_ = 0;
};

}  // namespace backalley
