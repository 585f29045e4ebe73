// The card that last cut in a like place: a hint for the move ordering, never part of a proof.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "trick.hpp"

namespace backalley {

// Like places: on lead the same hand, need, and even or odd lengths of the partner; in a suit the same owners of it and
// the same card to beat; else the same hand and card to beat.
inline std::uint64_t cutoff_key(const Trick& trick, int index, int wanted) {
  const Node& node = *trick.node;
  const int seat = trick.seat(index);
  const CardSet hand = node.hand[seat];
  const auto mix = [](std::uint64_t h, std::uint64_t v) {
    h = (h ^ v) * 0x9E37'79B9'7F4A'7C15;
    return h ^ (h >> 29);
  };
  std::uint64_t h = static_cast<std::uint64_t>(seat * 4 + index + 1);
  if (index == 0) {
    const std::uint64_t odd = node.lengths >> (16 * (seat ^ 2)) & 0x1111;
    h = mix(mix(h, hand), odd << 8 | static_cast<std::uint64_t>(wanted));
  } else if ((hand & trick.led) != 0) {
    const Owners o = node.owners();
    h = mix(mix(h, o.low & trick.led), o.high & trick.led);
    h = mix(mix(h, node.all() & trick.led), trick.led + static_cast<std::uint64_t>(trick.best_card[index - 1]));
  } else {
    h = mix(mix(h, hand), trick.led + static_cast<std::uint64_t>(trick.best_card[index - 1]));
    h = mix(h, static_cast<std::uint64_t>(wanted));
  }
  return h * 0xBF58'476D'1CE4'E5B9;
}

// Buckets of four entries, each a tag and a card; a wrong card only costs time, yet collisions cost much of the gain.
class CutoffCache {
 public:
  // The card, or kNoCard.
  int find(std::uint64_t hash) const {
    const Bucket& bucket = buckets_[hash >> (64 - bits_)];
    for (const std::uint32_t entry : bucket) {
      if (entry >> 8 == tag(hash)) return static_cast<int>(entry & 0xFF);
    }
    return kNoCard;
  }

  void note(std::uint64_t hash, int card) {
    Bucket& bucket = buckets_[hash >> (64 - bits_)];
    const std::uint32_t fresh = tag(hash) << 8 | static_cast<std::uint32_t>(card);
    // The newest stands first; what it replaces is its older self, or else the oldest.
    std::uint32_t moved = fresh;
    for (std::uint32_t& entry : bucket) {
      std::swap(entry, moved);
      if (moved >> 8 == tag(hash)) return;
    }
    if (++noted_ > buckets_.size() * 3 && bits_ < kMostBits) grow();
  }

 private:
  using Bucket = std::array<std::uint32_t, 4>;
  static constexpr int kFirstBits = 8;
  static constexpr int kMostBits = 16;

  // The bits that follow the first index, so that a larger one can be had from them.
  static std::uint32_t tag(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> (64 - kFirstBits - 24)) & 0xFF'FFFF;
  }

  void grow() {
    std::vector<Bucket> old(buckets_.size() * 2);
    old.swap(buckets_);
    ++bits_;
    noted_ = 0;
    const int at = 24 - (bits_ - kFirstBits);
    for (std::size_t i = 0; i < old.size(); ++i) {
      std::array<std::size_t, 2> size{};
      for (const std::uint32_t entry : old[i]) {
        const std::uint32_t half = entry >> (8 + at) & 1;
        buckets_[2 * i + half][size[half]++] = entry;
      }
    }
  }

  int bits_ = kFirstBits;
  std::size_t noted_ = 0;
  std::vector<Bucket> buckets_ = std::vector<Bucket>(std::size_t{1} << kFirstBits);
};

}  // namespace backalley
