#include "table.hpp"

#include <algorithm>
#include <cstring>

namespace backalley {

namespace {

constexpr std::size_t kFirstSlots = 128;
constexpr std::size_t kFirstChunk = std::size_t{1} << 9;
constexpr std::size_t kLargestChunk = std::size_t{1} << 17;
constexpr CardSet kEven = 0x00FF'00FF'00FF'00FF;
constexpr CardSet kDeep = 0x001F'001F'001F'001F;

std::uint64_t wide(CardSet low, CardSet high) { return (low >> 5 & kEven) | (high << 3 & ~kEven); }

// The five lowest places of each lane side by side: 20 bits.
std::uint64_t narrow(CardSet set) {
  return (set & 0x1F) | (set >> 11 & 0x3E0) | (set >> 22 & 0x7C00) | (set >> 33 & 0xF8000);
}

std::uint64_t deep_owner(const Owners& owners) { return narrow(owners.low) << 20 | narrow(owners.high) << 40; }

}  // namespace

TablePart::TablePart(std::size_t max_bytes) : max_bytes_(std::max(max_bytes, kLeastBytes)), slots_(kFirstSlots) {}

std::size_t TablePart::index(std::uint64_t hash, const Shape& shape) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  while (slots_[i].size != 0 && (slots_[i].lengths != shape.lengths || slots_[i].rest != shape.rest))
    i = (i + 1) & mask;
  return i;
}

int TablePart::probe(std::uint64_t hash, const Shape& shape, const Owners& owners, int need, Proof& proof) const {
  const Slot& slot = slots_[index(hash, shape)];
  if (slot.size == 0) return -1;
  const View v = view(slot.block, slot.log_cap);
  const std::uint64_t mine = wide(owners.low, owners.high);
  const int size = slot.size;
  for (int i = 0; i < size; ++i) {
    if (((v.key[i].owner ^ mine) & v.key[i].mask) != 0) continue;
    const Meta m = v.meta[i];
    if (((owners.free ^ (m.care >> 4)) & m.care & 0xF) != 0) continue;
    CardSet tops = ((v.key[i].mask & kEven) << 5);
    if (const std::uint64_t deep = v.deep[i]; deep != 0) {
      const std::uint64_t mask = deep & 0xFFFFF;
      if (((deep ^ deep_owner(owners)) & (mask << 20 | mask << 40)) != 0) continue;
      tops |= (mask & 0x1F) | (mask & 0x3E0) << 11 | (mask & 0x7C00) << 22 | (mask & 0xF8000) << 33;
    }
    if (m.lower < need && m.upper >= need) {
      if (m.best != 0xFF) proof.best = m.best;
      continue;
    }
    proof = {tops, m.care & 0xFU, m.best};
    // What helped is likely to help again: it moves halfway to the front.
    return m.lower >= need ? 1 : 0;
  }
  return -1;
}

void TablePart::clear() {
  slots_.assign(kFirstSlots, Slot{});
  used_ = 0;
  chunks_.clear();
  chunk_size_ = chunk_used_ = reserved_ = 0;
  for (auto& list : free_) list.clear();
}

std::uint64_t* TablePart::take(int log_cap) {
  auto& list = free_[log_cap];
  if (!list.empty()) {
    std::uint64_t* block = list.back();
    list.pop_back();
    return block;
  }
  const std::size_t need = words(log_cap);
  if (chunk_used_ + need > chunk_size_) {
    chunk_size_ = std::max(need, std::clamp(reserved_, kFirstChunk, kLargestChunk));
    chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(chunk_size_));
    reserved_ += chunk_size_;
    chunk_used_ = 0;
  }
  std::uint64_t* block = chunks_.back().get() + chunk_used_;
  chunk_used_ += need;
  return block;
}

void TablePart::grow_slots() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& s : old) {
    if (s.size != 0) slots_[index(s.hash, {s.lengths, s.rest})] = s;
  }
}

// When memory is spent the whole table starts afresh: it only ever saved work.
bool TablePart::make_room(int log_cap) {
  std::size_t after = bytes();
  if (free_[log_cap].empty() && chunk_used_ + words(log_cap) > chunk_size_) {
    after += 8 * std::max(words(log_cap), std::clamp(reserved_, kFirstChunk, kLargestChunk));
  }
  if (used_ * 2 >= slots_.size()) after += slots_.size() * sizeof(Slot);
  if (after <= max_bytes_) return true;
  clear();
  return false;
}

void TablePart::store(std::uint64_t hash, const Shape& shape, const Owners& owners, const Proof& proof, int lower,
                      int upper) {
  Key key;
  key.mask = wide(proof.tops, proof.tops);
  key.owner = wide(owners.low, owners.high) & key.mask;
  const std::uint64_t deep_mask = (proof.tops & kDeep) == 0 ? 0 : narrow(proof.tops);
  const std::uint64_t deep =
      deep_mask == 0 ? 0 : deep_mask | (deep_owner(owners) & (deep_mask << 20 | deep_mask << 40));
  Meta meta;
  meta.lower = static_cast<std::uint8_t>(lower);
  meta.upper = static_cast<std::uint8_t>(upper);
  meta.best = proof.best;
  meta.care = static_cast<std::uint8_t>(proof.care | (owners.free & proof.care) << 4);

  Slot* slot = &slots_[index(hash, shape)];
  if (slot->size == 0) {
    if (!make_room(kFirstLog)) slot = &slots_[index(hash, shape)];
    if (used_ * 2 >= slots_.size()) {
      grow_slots();
      slot = &slots_[index(hash, shape)];
    }
    ++used_;
    *slot = Slot{shape.lengths, hash, take(kFirstLog), static_cast<std::uint16_t>(shape.rest), 1, kFirstLog};
    const View v = view(slot->block, kFirstLog);
    v.key[0] = key;
    v.deep[0] = deep;
    v.meta[0] = meta;
    return;
  }
  View v = view(slot->block, slot->log_cap);
  int size = slot->size;
  // A pattern that asks less and says more makes another one idle.
  for (int i = 0; i < size;) {
    const Key& k = v.key[i];
    if ((key.mask & ~k.mask) == 0 && ((key.owner ^ k.owner) & key.mask) == 0 && deep_mask == 0 &&
        meta.lower >= v.meta[i].lower && meta.upper <= v.meta[i].upper && (meta.care & ~v.meta[i].care & 0xF) == 0 &&
        ((meta.care ^ v.meta[i].care) >> 4 & meta.care) == 0) {
      --size;
      v.key[i] = v.key[size];
      v.deep[i] = v.deep[size];
      v.meta[i] = v.meta[size];
      continue;
    }
    if (k.mask == key.mask && k.owner == key.owner && v.deep[i] == deep && v.meta[i].care == meta.care) {
      v.meta[i].lower = std::max(v.meta[i].lower, meta.lower);
      v.meta[i].upper = std::min(v.meta[i].upper, meta.upper);
      if (meta.best != 0xFF) v.meta[i].best = meta.best;
      slot->size = static_cast<std::uint16_t>(size);
      return;
    }
    ++i;
  }
  int at = size;
  if (size == 1 << slot->log_cap) {
    if (slot->log_cap == kMaxLog) {
      at = static_cast<int>(turn_++ % static_cast<std::uint32_t>(size));
      --size;
    } else {
      slot->size = static_cast<std::uint16_t>(size);
      if (!make_room(slot->log_cap + 1)) return store(hash, shape, owners, proof, lower, upper);
      std::uint64_t* block = take(slot->log_cap + 1);
      const View to = view(block, slot->log_cap + 1);
      std::copy_n(v.key, size, to.key);
      std::copy_n(v.deep, size, to.deep);
      std::copy_n(v.meta, size, to.meta);
      free_[slot->log_cap].push_back(slot->block);
      slot->block = block;
      ++slot->log_cap;
      v = to;
    }
  }
  v.key[at] = key;
  v.deep[at] = deep;
  v.meta[at] = meta;
  slot->size = static_cast<std::uint16_t>(size + 1);
}

}  // namespace backalley
