#include "table.hpp"

#include <algorithm>
#include <bit>

namespace backalley {

namespace {

constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kFirstChunk = std::size_t{1} << 7;     // 4 KB
constexpr std::size_t kLargestChunk = std::size_t{1} << 15;  // 1 MB

// Four ranks of each suit, the lowest of them at bit `from`, as bits of two planes: a byte a suit.
template <int from>
std::uint32_t four_ranks(CardSet low, CardSet high) {
  constexpr CardSet kLow = 0x000F'000F'000F'000F;
  const CardSet pairs = (low >> from & kLow) | ((high >> from & kLow) << 4);
  return static_cast<std::uint32_t>(pairs | pairs >> 24);
}
std::uint32_t high_ranks(CardSet low, CardSet high) { return four_ranks<9>(low, high); }
std::uint32_t middle_ranks(CardSet low, CardSet high) { return four_ranks<5>(low, high); }
std::uint32_t deep_ranks(CardSet low, CardSet high) { return four_ranks<1>(low, high); }

// How many of the highest ranks of each suit hold all of `ranks`.
std::uint16_t depths_of(CardSet ranks) {
  unsigned depths = 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    const auto in_suit = static_cast<unsigned>(ranks >> (16 * suit)) & kSuitRanks;
    if (in_suit != 0) depths |= static_cast<unsigned>(kTopBit + 1 - std::countr_zero(in_suit)) << (4 * suit);
  }
  return static_cast<std::uint16_t>(depths);
}

// The highest ranks of a suit, by their number.
constexpr auto kHighest = [] {
  std::array<std::uint16_t, 16> highest{};
  for (unsigned depth = 0; depth < 16; ++depth)
    highest[depth] = static_cast<std::uint16_t>(kSuitRanks & ~(kSuitRanks >> depth));
  return highest;
}();

CardSet ranks_of_depths(std::uint16_t depths) {
  return static_cast<CardSet>(kHighest[depths & 15]) | static_cast<CardSet>(kHighest[depths >> 4 & 15]) << 16 |
         static_cast<CardSet>(kHighest[depths >> 8 & 15]) << 32 | static_cast<CardSet>(kHighest[depths >> 12]) << 48;
}

bool below_fourth(std::uint16_t depths) { return (((depths & 0x7777) + 0x3333) | depths) & 0x8888; }

// The patterns of sixteen that lie within a block of `capacity`.
unsigned within(int capacity) { return capacity >= 16 ? 0xFFFF : (1U << capacity) - 1; }

}  // namespace

void TablePart::Block::copy(int from, const Block& to, int at) const {
  to.mask[at] = mask[from];
  to.owner[at] = owner[from];
  to.lower[at] = lower[from];
  to.upper[at] = upper[from];
  to.pattern[at] = pattern[from];
}

void TablePart::Block::drop(int first, int last) const {
  std::fill(mask + first, mask + last, 0U);
  std::fill(owner + first, owner + last, 1U);
}

TablePart::TablePart() { clear(); }

std::size_t TablePart::index(std::uint64_t hash, std::uint64_t key) const {
  std::size_t i = hash & mask_;
  while (slots_[i].block != 0 && slots_[i].key != key) i = (i + 1) & mask_;
  return i;
}

std::optional<bool> TablePart::probe(std::uint64_t hash, const Shape& shape, const Owners& owners, int need,
                                     Proof& proof) const {
  const Slot& slot = slots_[index(hash, shape.key)];
  if (slot.block == 0) return std::nullopt;
  const Block v = block_at(slot.block);
  const std::uint32_t mine = high_ranks(owners.low, owners.high);
  const auto fits = [&](const Pattern& p, CardSet ranks) {
    if (((owners.free ^ (p.lead_freedom >> 4)) & p.lead_freedom & 0xF) != 0) return false;
    return !below_fourth(p.depths) ||
           (((p.middle ^ middle_ranks(owners.low, owners.high)) & middle_ranks(ranks, ranks)) == 0 &&
            ((p.deep ^ deep_ranks(owners.low, owners.high)) & deep_ranks(ranks, ranks)) == 0);
  };
  unsigned open = 0;
  int open_from = 0;
  // The newest patterns come first: they are the likeliest to fit.
  const unsigned valid = within(v.capacity);
  for (int from = v.capacity <= 16 ? 0 : (*v.size - 1) & ~15; from >= 0; from -= 16) {
    const Fit fit = fitting(v.columns(from), mine, need);
    int chosen = -1;
    int fewest = 99;
    for (unsigned rest = fit.settled & valid; rest != 0;) {
      const int at = std::bit_width(rest) - 1;
      rest ^= 1U << at;
      const Pattern& p = v.pattern[from + at];
      const CardSet ranks = ranks_of_depths(p.depths);
      const int number = count(ranks);
      if (number >= fewest || !fits(p, ranks)) continue;
      fewest = number;
      chosen = from + at;
      proof = {ranks, p.lead_freedom & 0xFU, p.best_lead};
    }
    if (chosen >= 0) return v.lower[chosen] >= need;
    if (const unsigned rest = fit.any & ~fit.settled & valid; rest != 0) {
      open = rest;
      open_from = from;
    }
  }
  // A pattern that settles another number may still know a good lead.
  for (; open != 0; open &= open - 1) {
    const Pattern& p = v.pattern[open_from + std::countr_zero(open)];
    if (p.best_lead != kNoCard && fits(p, ranks_of_depths(p.depths))) {
      proof.best_lead = p.best_lead;
      break;
    }
  }
  return std::nullopt;
}

void TablePart::clear() {
  slots_ = std::make_unique<Slot[]>(kFirstSlots);
  mask_ = kFirstSlots - 1;
  used_ = 0;
  chunks_.clear();
  chunk_size_ = chunk_used_ = reserved_ = 0;
  std::fill(std::begin(free_), std::end(free_), 0);
}

std::size_t TablePart::next_chunk() const { return std::clamp(reserved_, kFirstChunk, kLargestChunk); }

std::uintptr_t TablePart::take(int log_cap) {
  if (const std::uintptr_t block = free_[log_cap]; block != 0) {
    free_[log_cap] = link(block);
    return block;
  }
  const std::size_t need = units(log_cap);
  if (chunk_used_ + need > chunk_size_) {
    chunk_size_ = std::max(need, next_chunk());
    chunks_.push_back(std::make_unique_for_overwrite<Unit[]>(chunk_size_));
    reserved_ += chunk_size_;
    chunk_used_ = 0;
  }
  const auto block = reinterpret_cast<std::uintptr_t>(chunks_.back().get() + chunk_used_);
  chunk_used_ += need;
  return block | static_cast<std::uintptr_t>(log_cap);
}

void TablePart::give_back(std::uintptr_t block) {
  std::uintptr_t& head = free_[block & 31];
  link(block) = head;
  head = block;
}

void TablePart::grow_slots() {
  const std::size_t count = mask_ + 1;
  const std::unique_ptr<Slot[]> old = std::move(slots_);
  slots_ = std::make_unique<Slot[]>(2 * count);
  mask_ = 2 * count - 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (old[i].block != 0) slots_[index(Shape::hash(old[i].key), old[i].key)] = old[i];
  }
}

// When memory is spent the whole table starts afresh: it only ever saved work.
bool TablePart::make_room(int log_cap) {
  std::size_t after = bytes();
  if (free_[log_cap] == 0 && chunk_used_ + units(log_cap) > chunk_size_) {
    after += sizeof(Unit) * std::max(units(log_cap), next_chunk());
  }
  if (used_ * 2 > mask_) after += (mask_ + 1) * sizeof(Slot);
  if (after <= max_bytes_) return true;
  clear();
  return false;
}

void TablePart::store(std::uint64_t hash, const Shape& shape, const Owners& owners, const Proof& proof, int lower,
                      int upper) {
  Pattern p;
  p.depths = depths_of(proof.rank_winners);
  const CardSet ranks = ranks_of_depths(p.depths);
  const std::uint32_t mask = high_ranks(ranks, ranks);
  const std::uint32_t owner = high_ranks(owners.low, owners.high) & mask;
  const std::uint32_t middle = middle_ranks(ranks, ranks);
  const std::uint32_t deep = deep_ranks(ranks, ranks);
  p.middle = middle_ranks(owners.low, owners.high) & middle;
  p.deep = deep_ranks(owners.low, owners.high) & deep;
  p.best_lead = proof.best_lead;
  p.lead_freedom = static_cast<std::uint8_t>(proof.lead_freedom | (owners.free & proof.lead_freedom) << 4);

  Slot* slot = &slots_[index(hash, shape.key)];
  if (slot->block == 0) {
    make_room(kFirstLog);
    if (used_ * 2 > mask_) grow_slots();
    slot = &slots_[index(hash, shape.key)];
    ++used_;
    *slot = {shape.key, take(kFirstLog)};
    const Block v = block_at(slot->block);
    v.drop(0, v.capacity);
    *v.size = 0;
  }
  Block v = block_at(slot->block);
  int size = *v.size;
  // A pattern that asks less and says more makes another one idle.
  for (int from = (size - 1) & ~15; from >= 0; from -= 16) {
    for (unsigned near = narrower(v.columns(from), mask, owner) & within(v.capacity); near != 0;) {
      const int i = from + std::bit_width(near) - 1;
      near ^= 1U << (i & 15);
      if (i >= size) continue;
      Pattern& old = v.pattern[i];
      if ((ranks & ~ranks_of_depths(old.depths)) != 0 || ((p.middle ^ old.middle) & middle) != 0 ||
          ((p.deep ^ old.deep) & deep) != 0) {
        continue;
      }
      if (lower >= v.lower[i] && upper <= v.upper[i] && (p.lead_freedom & ~old.lead_freedom & 0xF) == 0 &&
          ((p.lead_freedom ^ old.lead_freedom) >> 4 & p.lead_freedom) == 0) {
        --size;
        v.copy(size, v, i);
        v.drop(size, size + 1);
      } else if (old.depths == p.depths && old.lead_freedom == p.lead_freedom) {
        v.lower[i] = std::max(v.lower[i], static_cast<std::uint8_t>(lower));
        v.upper[i] = std::min(v.upper[i], static_cast<std::uint8_t>(upper));
        if (p.best_lead != kNoCard) old.best_lead = p.best_lead;
        *v.size = static_cast<std::uint16_t>(size);
        return;
      }
    }
  }
  int at = size;
  if (size == v.capacity) {
    const int log_cap = static_cast<int>(slot->block & 31);
    if (log_cap == kMaxLog) {
      at = static_cast<int>(turn_++ % static_cast<std::uint32_t>(size));
      --size;
    } else {
      if (!make_room(log_cap + 1)) return store(hash, shape, owners, proof, lower, upper);
      const std::uintptr_t block = take(log_cap + 1);
      const Block to = block_at(block);
      for (int i = 0; i < size; ++i) v.copy(i, to, i);
      to.drop(size, to.capacity);
      give_back(slot->block);
      slot->block = block;
      v = to;
    }
  }
  v.mask[at] = mask;
  v.owner[at] = owner;
  v.lower[at] = static_cast<std::uint8_t>(lower);
  v.upper[at] = static_cast<std::uint8_t>(upper);
  v.pattern[at] = p;
  *v.size = static_cast<std::uint16_t>(size + 1);
}

}  // namespace backalley
