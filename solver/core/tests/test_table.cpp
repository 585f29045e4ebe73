#include <optional>
#include <vector>

#include "check.hpp"
#include "random_positions.hpp"
#include "table.hpp"

using namespace backalley;

namespace {

struct Known {
  Owners owners;
  Proof proof;
  int lower;
  int upper;

  bool fits(const Owners& other) const {
    const CardSet ranks = proof.rank_winners;
    return ((owners.low ^ other.low) & ranks) == 0 && ((owners.high ^ other.high) & ranks) == 0 &&
           ((owners.free ^ other.free) & proof.lead_freedom) == 0;
  }
  bool settles(int need) const { return lower >= need || upper < need; }
};

Owners random_owners(Random& random) {
  // Few cards differ, so that patterns meet owners they fit.
  const CardSet few = bit(12) | bit(11) | bit(7) | bit(3) | bit(16 + 12) | bit(32 + 9) | bit(48 + 5);
  return {random.bits() & few, random.bits() & few, static_cast<unsigned>(random.below(16))};
}

// A suit's ranks from the top down to anywhere but the lowest, whose owner the lengths tell.
Proof random_proof(Random& random) {
  Proof proof;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (random.once_in(2)) proof.rank_winners |= at_or_above(16 * suit + 1 + random.below(kTopBit));
  }
  proof.lead_freedom = random.once_in(2) ? 0 : static_cast<unsigned>(random.below(16));
  return proof;
}

}  // namespace

TEST(table, answers_what_was_stored_and_nothing_else) {
  Table table(std::size_t{1} << 20, false);
  const Shape shape(0x1111'1111'1111'1111, 2, Trumps::kSuit);
  const Owners owners{bit(12), bit(11), 0b0101};
  table.store(shape.hash(), shape, owners, {at_or_above(11), 0b0001, 28}, 2, 3);
  Proof proof;
  CHECK(table.probe(shape.hash(), shape, owners, 2, proof) == std::optional(true));
  CHECK_EQUAL(proof.rank_winners, at_or_above(11));
  CHECK_EQUAL(static_cast<int>(proof.best_lead), 28);
  CHECK(table.probe(shape.hash(), shape, owners, 4, proof) == std::optional(false));
  proof = {};
  CHECK(table.probe(shape.hash(), shape, owners, 3, proof) == std::nullopt);
  CHECK_EQUAL(static_cast<int>(proof.best_lead), 28);  // still a hint
  CHECK(table.probe(shape.hash(), shape, {bit(12), bit(11) | bit(10), 0b0001}, 2, proof) == std::optional(true));
  CHECK(table.probe(shape.hash(), shape, {bit(12), bit(12), 0b0101}, 2, proof) == std::nullopt);
  CHECK(table.probe(shape.hash(), shape, {bit(12), bit(11), 0b0100}, 2, proof) == std::nullopt);
  const Shape other(0x1111'1111'1111'1111, 3, Trumps::kSuit);
  CHECK(table.probe(other.hash(), other, owners, 2, proof) == std::nullopt);
}

TEST(table, agrees_with_a_plain_list) {
  Random random(4);
  int settled = 0;
  for (int round = 0; round < 200; ++round) {
    Table table(std::size_t{1} << 24, round % 2 == 1);
    const Shape shape(random.bits(), 1, Trumps::kNone);
    std::vector<Known> list;
    for (int i = 0; i < 100; ++i) {
      // All bounds hold for any owners, as bounds of one truth do.
      const int lower = random.below(4);
      list.push_back({random_owners(random), random_proof(random), lower, 4 + random.below(3)});
      table.store(shape.hash(), shape, list.back().owners, list.back().proof, list.back().lower, list.back().upper);
      const Owners asked = random_owners(random);
      const int need = 1 + random.below(7);
      bool known = false;
      bool yes = false;
      for (const Known& each : list) {
        if (!each.fits(asked) || !each.settles(need)) continue;
        known = true;
        yes = each.lower >= need;
      }
      Proof proof;
      const auto answer = table.probe(shape.hash(), shape, asked, need, proof);
      CHECK_EQUAL(answer.has_value(), known);
      if (answer && known) CHECK_EQUAL(*answer, yes);
      settled += known;
    }
  }
  CHECK(settled > 1000);
}

TEST(table, keeps_within_its_memory_and_forgets) {
  Random random(5);
  const std::size_t most = std::size_t{1} << 18;
  Table table(most, false);
  for (int i = 0; i < 50'000; ++i) {
    const Shape shape(random.bits(), 0, Trumps::kNone);
    table.store(shape.hash(), shape, random_owners(random), random_proof(random), 1, 13);
    if (i % 100 == 0) CHECK(table.bytes() <= most);
  }
  const std::size_t full = table.bytes();
  table.forget(0);
  CHECK(table.bytes() < full || full <= most / 4);
}
