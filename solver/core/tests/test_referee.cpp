// The search with the plain referee, on random positions over all rules that touch play.
#include <array>
#include <memory>
#include <sstream>
#include <string>

#include "check.hpp"
#include "random_positions.hpp"
#include "solver.hpp"
#include "told_by_referee.hpp"

using namespace backalley;

namespace {

std::string told_by_search(Solver& solver, const Position& position) {
  std::ostringstream out;
  for (const CardValue& card : solver.cards(position, {})) out << name_of(card.card) << '=' << card.tricks << ' ';
  return out.str();
}

}  // namespace

TEST(referee, agrees_on_every_card_of_random_positions) {
  Random random(15);
  std::array<std::unique_ptr<Solver>, 36> kept;
  for (int i = 0; i < 3600; ++i) {
    const PlayRules rules = play_rules(i);
    auto& solver = kept[static_cast<std::size_t>(i % 36)];
    if (!solver) solver = std::make_unique<Solver>(rules, std::size_t{1} << 20, 1);
    const int cards = i % 100 == 0 ? 5 : 1 + random.below(4);
    const Position position = random_position(random, cards, rules);
    CHECK_EQUAL(told_by_search(*solver, position), told_by_referee(position, rules));
  }
}
