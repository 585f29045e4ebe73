#include <vector>

#include "check.hpp"
#include "cutoff_cache.hpp"
#include "random_positions.hpp"

using namespace backalley;

TEST(cutoff_cache, knows_the_last_card_noted) {
  CutoffCache cache;
  const std::uint64_t key = 0x9E37'79B9'7F4A'7C15;
  CHECK_EQUAL(cache.find(key), static_cast<int>(kNoCard));
  cache.note(key, 7);
  cache.note(key, 9);
  CHECK_EQUAL(cache.find(key), 9);
}

TEST(cutoff_cache, keeps_what_it_holds_as_it_grows) {
  Random random(3);
  CutoffCache cache;
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 20'000; ++i) {
    keys.push_back(random.bits());
    cache.note(keys.back(), i % 60);
  }
  int held = 0;
  for (int i = 0; i < 20'000; ++i) {
    const int card = cache.find(keys[static_cast<std::size_t>(i)]);
    if (card != kNoCard) CHECK_EQUAL(card, i % 60);
    held += card != kNoCard;
  }
  CHECK(held > 10'000);
}
