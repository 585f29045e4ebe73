#include "check.hpp"
#include "ordering.hpp"
#include "random_positions.hpp"
#include "weights.hpp"

using namespace backalley;

TEST(ordering, the_best_score_comes_first_and_the_lower_card_of_equals) {
  Candidates list;
  list.add(9, 5);
  list.add(20, -3);
  list.add(12, 7);
  list.add(3, 5);
  for (const int card : {12, 3, 9, 20}) CHECK_EQUAL(list.take(), card);
  CHECK(list.empty());
}

TEST(ordering, every_lead_is_listed_once) {
  Random random(7);
  for (int i = 0; i < 500; ++i) {
    const SearchPosition now(random_lead(random, 6), play_rules(i));
    const CardSet cards = highest_touching(now.legal());
    Candidates list;
    order_leads<TrumpMode::kGeneral>(now.trick(), cards, now.moves(), kFittedWeights, {}, list);
    CardSet listed = 0;
    while (!list.empty()) {
      const int card = list.take();
      CHECK_EQUAL(listed & bit(card), CardSet{0});
      listed |= bit(card);
    }
    CHECK_EQUAL(listed, cards);
  }
}

TEST(ordering, there_are_weights_for_every_mode) {
  CHECK_EQUAL(std::size(kFittedWeights), static_cast<std::size_t>(3 * feature::kCount));
}
