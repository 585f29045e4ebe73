#include "table.hpp"

#include <algorithm>

namespace backalley {

namespace {
constexpr std::size_t kFirstSlots = 256;
}

Table::Table(std::size_t max_bytes)
    : max_bytes_(std::max<std::size_t>(max_bytes, std::size_t{1} << 16)), slots_(kFirstSlots) {}

std::uint64_t Table::hash(const Shape& shape) {
  std::uint64_t h = (shape.lengths ^ (static_cast<std::uint64_t>(shape.rest) << 52)) * 0x9E37'79B9'7F4A'7C15;
  h ^= h >> 32;
  h *= 0xD6E8'FEB8'6659'FD93;
  return h ^ (h >> 32);
}

Table::Slot* Table::slot(const Shape& shape) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash(shape) & mask;
  while (slots_[i].size != 0 && (slots_[i].lengths != shape.lengths || slots_[i].rest != shape.rest)) i = (i + 1) & mask;
  return &slots_[i];
}

Table::Range Table::find(const Shape& shape) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash(shape) & mask;
  while (slots_[i].size != 0) {
    const Slot& s = slots_[i];
    if (s.lengths == shape.lengths && s.rest == shape.rest) {
      const Pattern* first = at(s.block);
      return {first, first + s.size};
    }
    i = (i + 1) & mask;
  }
  return {};
}

std::size_t Table::bytes() const {
  return slots_.size() * sizeof(Slot) + pool_.capacity() * sizeof(Pattern);
}

void Table::clear() {
  slots_.assign(kFirstSlots, Slot{});
  used_ = 0;
  pool_.clear();
  for (auto& list : free_) list.clear();
}

std::uint32_t Table::take(int log_cap) {
  auto& list = free_[log_cap];
  if (!list.empty()) {
    const std::uint32_t block = list.back();
    list.pop_back();
    return block;
  }
  const auto block = static_cast<std::uint32_t>(pool_.size());
  pool_.resize(pool_.size() + (std::size_t{1} << log_cap));
  return block;
}

void Table::grow_slots() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& s : old) {
    if (s.size != 0) *slot({s.lengths, s.rest}) = s;
  }
}

// When memory is spent the whole table starts afresh: every value found so far stands in the caller's hands.
bool Table::make_room() {
  const std::size_t pool = pool_.size() < pool_.capacity() ? pool_.capacity() : pool_.capacity() * 2;
  const std::size_t slots = used_ * 2 < slots_.size() ? slots_.size() : slots_.size() * 2;
  if (pool * sizeof(Pattern) + slots * sizeof(Slot) <= max_bytes_) return true;
  clear();
  return false;
}

void Table::store(const Shape& shape, const Pattern& pattern) {
  Slot* s = slot(shape);
  if (s->size != 0) {
    Pattern* first = at(s->block);
    for (Pattern* p = first; p != first + s->size; ++p) {
      if (p->tops == pattern.tops && p->owner_low == pattern.owner_low && p->owner_high == pattern.owner_high &&
          p->free_care == pattern.free_care && p->free_value == pattern.free_value) {
        p->lower = std::max(p->lower, pattern.lower);
        p->upper = std::min(p->upper, pattern.upper);
        p->best = pattern.best;
        return;
      }
    }
    if (s->size < (1 << s->log_cap)) {
      first[s->size++] = pattern;
      return;
    }
    if (s->log_cap == kMaxLog) {
      first[turn_++ % s->size] = pattern;
      return;
    }
    if (!make_room()) return store(shape, pattern);
    const std::uint32_t block = take(s->log_cap + 1);
    std::copy_n(at(s->block), s->size, at(block));
    free_[s->log_cap].push_back(s->block);
    s->block = block;
    ++s->log_cap;
    at(block)[s->size++] = pattern;
    return;
  }
  if (!make_room()) return store(shape, pattern);
  if (used_ * 2 >= slots_.size()) {
    grow_slots();
    s = slot(shape);
  }
  ++used_;
  const std::uint32_t block = take(0);
  at(block)[0] = pattern;
  *s = Slot{shape.lengths, block, static_cast<std::uint16_t>(shape.rest), 1, 0};
}

}  // namespace backalley
