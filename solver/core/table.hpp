// Partition-search table (Ginsberg 1996): what is known of a whole class of positions.
//
// A class shares a Shape: the 16 suit lengths, the leader, who holds the bloopers.  Each of its patterns
// tells who owns the top ranks that decided the play; every position of that shape whose owners agree has
// the pattern's bounds on the tricks of North-South.  Patterns hold for any deal under the same rules, so a
// table may be kept over many deals and never needs clearing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cards.hpp"

namespace backalley {

struct Shape {
  std::uint64_t lengths = 0;  // 4 bits a seat and lane
  std::uint32_t rest = 0;     // leader, blooper owners, trump kind

  bool operator==(const Shape&) const = default;
};

// Who owns each rank, as two bit planes of the seat number; nobody counts as seat 0, shapes tell that apart.
struct Owners {
  CardSet low = 0;
  CardSet high = 0;
  unsigned free = 0;  // seats that may lead trumps (R12)
};

// A proof in short: the ranks that mattered, and the seats whose freedom to lead trumps did.
struct Proof {
  CardSet tops = 0;
  unsigned care = 0;
  std::uint8_t best = 0xFF;  // the lead that worked, if one did
};

// One part of a table, by hash of the shape; each part has its own memory and, when threads share it, its own lock.
class TablePart {
 public:
  static constexpr std::size_t kLeastBytes = std::size_t{1} << 16;

  explicit TablePart(std::size_t max_bytes);
  TablePart(const TablePart&) = delete;
  TablePart& operator=(const TablePart&) = delete;

  int probe(std::uint64_t hash, const Shape& shape, const Owners& owners, int need, Proof& proof) const;
  void store(std::uint64_t hash, const Shape& shape, const Owners& owners, const Proof& proof, int lower, int upper);
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }

  std::size_t bytes() const { return slots_.size() * sizeof(Slot) + reserved_ * 8; }
  void clear();

  void lock() {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { busy_.clear(std::memory_order_release); }

 private:
  // The eight highest ranks of each lane in one word, low plane in the even bytes, high plane in the odd ones.
  struct Key {
    std::uint64_t mask = 0;
    std::uint64_t owner = 0;
  };
  struct Meta {
    std::uint8_t lower = 0;
    std::uint8_t upper = 0;
    std::uint8_t care = 0;     // low half: seats that mattered, high half: their freedom
    std::uint8_t best = 0xFF;  // the lead that worked, 0xFF if none did
  };
  struct Slot {
    std::uint64_t lengths = 0;
    std::uint64_t hash = 0;
    std::uint64_t* block = nullptr;
    std::uint16_t rest = 0;
    std::uint16_t size = 0;  // patterns in use; 0 marks a free slot
    std::uint8_t log_cap = 0;
  };

  // A block of 2^k patterns: all keys, then what lies below the eighth rank, then the bounds.
  struct View {
    Key* key;
    std::uint64_t* deep;
    Meta* meta;
  };
  static View view(std::uint64_t* block, int log_cap) {
    const std::size_t cap = std::size_t{1} << log_cap;
    return {reinterpret_cast<Key*>(block), block + 2 * cap, reinterpret_cast<Meta*>(block + 3 * cap)};
  }
  static std::size_t words(int log_cap) { return (std::size_t{7} << log_cap) / 2; }

  static constexpr int kFirstLog = 1;
  static constexpr int kMaxLog = 9;  // at most 512 patterns a shape, then the oldest give way

  std::size_t index(std::uint64_t hash, const Shape& shape) const;
  std::uint64_t* take(int log_cap);
  void grow_slots();
  bool make_room(int log_cap);

  std::atomic_flag busy_;
  std::size_t max_bytes_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<std::unique_ptr<std::uint64_t[]>> chunks_;
  std::size_t chunk_size_ = 0;  // words in the last chunk
  std::size_t chunk_used_ = 0;
  std::size_t reserved_ = 0;  // words in all chunks
  std::vector<std::uint64_t*> free_[kMaxLog + 1];
  std::uint32_t turn_ = 0;
};

class Table {
 public:
  // `shared`: several threads may search with it at once.
  Table(std::size_t max_bytes, bool shared) : shared_(shared) {
    while (shared && log_parts_ < kMostLogParts && max_bytes >> (log_parts_ + 1) >= TablePart::kLeastBytes)
      ++log_parts_;
    const std::size_t parts = std::size_t{1} << log_parts_;
    for (std::size_t i = 0; i < parts; ++i) parts_.push_back(std::make_unique<TablePart>(max_bytes / parts));
  }

  static std::uint64_t hash(const Shape& shape) {
    std::uint64_t h = (shape.lengths ^ (static_cast<std::uint64_t>(shape.rest) << 52)) * 0x9E37'79B9'7F4A'7C15;
    h ^= h >> 32;
    h *= 0xD6E8'FEB8'6659'FD93;
    return h ^ (h >> 32);
  }

  // Starts to fetch the shape's place, while the caller does something else.
  void prefetch(std::uint64_t hash) const {
    if (!shared_) parts_[0]->prefetch(hash);
  }

  // What the patterns say of "North-South take `need` tricks": 1 yes, 0 no, -1 unknown, with the proof's ranks.
  int probe(std::uint64_t hash, const Shape& shape, const Owners& owners, int need, Proof& proof) const {
    TablePart& part = part_of(hash);
    if (!shared_) return part.probe(hash, shape, owners, need, proof);
    const std::lock_guard guard(part);
    return part.probe(hash, shape, owners, need, proof);
  }

  // Notes lower <= tricks <= upper for every position that agrees with `owners` where `proof` cares.
  void store(std::uint64_t hash, const Shape& shape, const Owners& owners, const Proof& proof, int lower, int upper) {
    TablePart& part = part_of(hash);
    if (!shared_) return part.store(hash, shape, owners, proof, lower, upper);
    const std::lock_guard guard(part);
    part.store(hash, shape, owners, proof, lower, upper);
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& part : parts_) sum += part->bytes();
    return sum;
  }

 private:
  static constexpr int kMostLogParts = 6;

  TablePart& part_of(std::uint64_t hash) const { return *parts_[log_parts_ == 0 ? 0 : hash >> (64 - log_parts_)]; }

  bool shared_;
  int log_parts_ = 0;
  std::vector<std::unique_ptr<TablePart>> parts_;
};

}  // namespace backalley
