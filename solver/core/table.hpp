// Partition-search table (Ginsberg 1996): what is known of a whole class of positions.
//
// A class shares a Shape: the 16 suit lengths, the leader, who holds the bloopers.  Each of its patterns
// tells who owns the top ranks that decided the play; every position of that shape whose owners agree has
// the pattern's bounds on the tricks of North-South.  Patterns hold for any deal under the same rules, so a
// table may be kept over many deals and never needs clearing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "owners.hpp"
#include "pattern_match.hpp"
#include "proof.hpp"
#include "shape.hpp"
#include "threads.hpp"

#if BACKALLEY_THREADS
#include <mutex>
#include <thread>
#endif

namespace backalley {

// One part of a table, by hash of the shape; each part has its own memory and, when threads share it, its own lock.
class alignas(64) TablePart {
 public:
  static constexpr std::size_t kLeastBytes = std::size_t{1} << 16;

  TablePart();

  void set_max(std::size_t bytes) { max_bytes_ = std::max(bytes, kLeastBytes); }

  std::optional<bool> probe(std::uint64_t hash, const Shape& shape, const Owners& owners, int need, Proof& proof) const;
  void store(std::uint64_t hash, const Shape& shape, const Owners& owners, const Proof& proof, int lower, int upper);
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }

  std::size_t bytes() const { return (mask_ + 1) * sizeof(Slot) + reserved_ * sizeof(Unit); }
  void clear();

#if BACKALLEY_THREADS
  void lock() {
    // Who holds the lock may have lost its processor: then waiting on ours would be in vain.
    for (int tries = 1; busy_.test_and_set(std::memory_order_acquire); ++tries) {
      if (tries % 64 == 0) std::this_thread::yield();
    }
  }
  void unlock() { busy_.clear(std::memory_order_release); }
#endif

 private:
  // What a pattern holds beside its columns: the owners of the four highest ranks of each suit, and its bounds.
  struct Pattern {
    std::uint32_t middle = 0;          // owners of the fifth to eighth rank
    std::uint32_t deep = 0;            // of the ninth to twelfth; the thirteenth's follows from the lengths
    std::uint16_t depths = 0;          // how many ranks of each suit mattered, 4 bits a suit
    std::uint8_t lead_freedom = 0;     // low half: seats that mattered, high half: their freedom
    std::uint8_t best_lead = kNoCard;  // the lead that worked, if one did
  };
  // A block lies at a multiple of its unit, so the address has room for the logarithm of its capacity.
  struct alignas(32) Unit {
    std::uint8_t bytes[32];
  };
  struct Slot {
    std::uint64_t key = 0;
    std::uintptr_t block = 0;  // 0: a free slot
  };

  // A block of 2^k patterns, by columns; k is at least 2, so that sixteen of any column lie within the block.
  // Places not in use ask for what nobody has.
  struct Block {
    std::uint32_t* mask;
    std::uint32_t* owner;
    std::uint8_t* lower;
    std::uint8_t* upper;
    std::uint16_t* size;  // patterns in use
    Pattern* pattern;
    int capacity;
    Columns columns(int from) const { return {mask + from, owner + from, lower + from, upper + from}; }
    void copy(int from, const Block& to, int at) const;
    void drop(int first, int last) const;
  };
  static constexpr std::size_t columns_bytes(std::size_t capacity) { return 10 * capacity + 8; }
  static Block block_at(std::uintptr_t block) {
    auto* at = reinterpret_cast<std::uint8_t*>(block & ~std::uintptr_t{31});
    const std::size_t n = std::size_t{1} << (block & 31);
    return {reinterpret_cast<std::uint32_t*>(at),
            reinterpret_cast<std::uint32_t*>(at + 4 * n),
            at + 8 * n,
            at + 9 * n,
            reinterpret_cast<std::uint16_t*>(at + 10 * n),
            reinterpret_cast<Pattern*>(at + columns_bytes(n)),
            static_cast<int>(n)};
  }
  static std::size_t units(int log_cap) {
    const std::size_t n = std::size_t{1} << log_cap;
    return (columns_bytes(n) + n * sizeof(Pattern) + sizeof(Unit) - 1) / sizeof(Unit);
  }

  static constexpr int kFirstLog = 2;
  static constexpr int kMaxLog = 9;  // at most 512 patterns a shape, then the oldest give way

  std::size_t index(std::uint64_t hash, std::uint64_t key) const;
  std::uintptr_t take(int log_cap);
  void give_back(std::uintptr_t block);
  std::size_t next_chunk() const;
  void grow_slots();
  bool make_room(int log_cap);

  // A free block's first word is the address of the next.
  static std::uintptr_t& link(std::uintptr_t block) {
    return *reinterpret_cast<std::uintptr_t*>(block & ~std::uintptr_t{31});
  }

  // What a look-up needs stands in one line of the cache, and no other part's lock with it.
  std::atomic_flag busy_;
  std::unique_ptr<Slot[]> slots_;
  std::size_t mask_ = 0;  // slots, less one
  std::size_t used_ = 0;
  std::size_t max_bytes_ = kLeastBytes;
  std::vector<std::unique_ptr<Unit[]>> chunks_;
  std::size_t chunk_size_ = 0;  // units in the last chunk
  std::size_t chunk_used_ = 0;
  std::size_t reserved_ = 0;               // units in all chunks
  std::uintptr_t free_[kMaxLog + 1] = {};  // blocks given back
  std::uint32_t turn_ = 0;
};

class Table {
 public:
  // `shared`: several threads may search with it at once.
  Table(std::size_t max_bytes, bool shared) : max_bytes_(max_bytes), shared_(shared) {
    while (shared && log_parts_ < kMostLogParts && max_bytes >> (log_parts_ + 1) >= TablePart::kLeastBytes)
      ++log_parts_;
    const std::size_t parts = std::size_t{1} << log_parts_;
    parts_ = std::make_unique<TablePart[]>(parts);
    for (std::size_t i = 0; i < parts; ++i) parts_[i].set_max(max_bytes / parts);
  }

  // Starts to fetch the shape's place, while the caller does something else.
  void prefetch(std::uint64_t hash) const {
    if (!shared_) parts_[0].prefetch(hash);
  }

  // What the patterns say of "North-South take `need` tricks", if they settle it, with the ranks of the proof.
  std::optional<bool> probe(std::uint64_t hash, const Shape& shape, const Owners& owners, int need,
                            Proof& proof) const {
#if BACKALLEY_THREADS
    if (shared_) {
      TablePart& part = part_of(hash);
      const std::lock_guard stopper(part);
      return part.probe(hash, shape, owners, need, proof);
    }
#endif
    return parts_[0].probe(hash, shape, owners, need, proof);
  }

  // Notes lower <= tricks <= upper for every position that agrees with `owners` where `proof` cares.
  void store(std::uint64_t hash, const Shape& shape, const Owners& owners, const Proof& proof, int lower, int upper) {
#if BACKALLEY_THREADS
    if (shared_) {
      TablePart& part = part_of(hash);
      const std::lock_guard stopper(part);
      return part.store(hash, shape, owners, proof, lower, upper);
    }
#endif
    parts_[0].store(hash, shape, owners, proof, lower, upper);
  }

  // Empties a table of more than `most` bytes, or of more than a quarter of what it may take.
  void forget(std::size_t most) {
    if (bytes() <= std::min(most, max_bytes_ / 4)) return;
    for (std::size_t i = 0; i < std::size_t{1} << log_parts_; ++i) parts_[i].clear();
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < std::size_t{1} << log_parts_; ++i) sum += parts_[i].bytes();
    return sum;
  }

 private:
  static constexpr int kMostLogParts = 6;

  TablePart& part_of(std::uint64_t hash) const { return parts_[log_parts_ == 0 ? 0 : hash >> (64 - log_parts_)]; }

  std::size_t max_bytes_;
  bool shared_;
  int log_parts_ = 0;
  std::unique_ptr<TablePart[]> parts_;
};

}  // namespace backalley
