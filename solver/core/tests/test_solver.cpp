#include <algorithm>
#include <vector>

#include "check.hpp"
#include "random_positions.hpp"
#include "solver.hpp"

using namespace backalley;

namespace {

constexpr std::size_t kMemory = std::size_t{16} << 20;

}  // namespace

TEST(solver, cards_plays_and_lines_tell_one_story) {
  Random random(10);
  for (int i = 0; i < 300; ++i) {
    const PlayRules rules = play_rules(i);
    const Position position = random_position(random, 2 + random.below(5), rules);
    Solver solver(rules, kMemory, 1);
    const int value = solver.value(position, {});
    const auto cards = solver.cards(position, {});
    const bool ns = SearchPosition(position, rules).ns_to_play();
    int best = cards.front().tricks;
    for (const CardValue& card : cards) best = ns ? std::max(best, card.tricks) : std::min(best, card.tricks);
    CHECK_EQUAL(value, best);
    const std::vector<int> line = solver.line(position, {});
    const auto played = solver.played(position, line, {});
    const auto values = solver.played_values(position, line, {});
    CHECK(played.front() == cards);
    CHECK_EQUAL(values.front(), value);
    CHECK_EQUAL(values.back(), 0);
    SearchPosition now(position, rules);
    for (std::size_t k = 0; k < line.size(); ++k) {
      const int card = now.relative(line[k]);
      CHECK_EQUAL(values[k], values[k + 1] + now.ns_trick(card));
      now.play_card(card);
    }
  }
}

TEST(solver, a_table_is_the_value_of_each_case) {
  Random random(11);
  for (int i = 0; i < 60; ++i) {
    const PlayRules rules = play_rules(i);
    const Position deal = random_lead(random, 4 + random.below(3));
    std::vector<LeadCase> cases;
    for (int leader = 0; leader < kSeats; ++leader) {
      for (unsigned exempt = 0; exempt < 16; ++exempt) cases.push_back({leader, exempt});
    }
    Solver solver(rules, kMemory, 1);
    const auto values = solver.table(deal, cases, {});
    for (std::size_t k = 0; k < cases.size(); ++k) {
      Position position = deal;
      position.leader = cases[k].leader;
      position.exempt = cases[k].exempt;
      CHECK_EQUAL(values[k], solver.value(position, {}));
    }
  }
}

TEST(solver, threads_and_techniques_change_no_value) {
  Random random(12);
  for (int i = 0; i < 100; ++i) {
    const PlayRules rules = play_rules(i);
    const Position position = random_position(random, 5 + random.below(2), rules);
    const auto cards = Solver(rules, kMemory, 1).cards(position, {});
    CHECK(Solver(rules, kMemory, 3).cards(position, {}) == cards);
    for (const std::string& name : Solver::techniques()) {
      Solver without(rules, kMemory, 1);
      CHECK(without.set_technique(name, false));
      CHECK(without.cards(position, {}) == cards);
    }
  }
  CHECK(!Solver({}, kMemory, 1).set_technique("magic", false));
}

TEST(solver, a_search_that_is_stopped_can_be_asked_again) {
  Random random(13);
  for (const int threads : {1, 2}) {
    const Position position = random_lead(random, 9);
    const int value = Solver({}, kMemory, 1).value(position, {});
    Solver solver({}, kMemory, threads);
    Limits few;
    few.nodes = 5;
    CHECK_THROWS(solver.value(position, few), Stopped);
    Limits late;
    late.deadline = std::chrono::steady_clock::now();
    CHECK_THROWS(solver.value(position, late), Stopped);
    const std::atomic<bool> cancel{true};
    Limits cancelled;
    cancelled.cancel = &cancel;
    CHECK_THROWS(solver.value(position, cancelled), Stopped);
    CHECK_EQUAL(solver.value(position, {}), value);
  }
}

TEST(solver, the_same_question_twice_visits_the_same_nodes) {
  Random random(14);
  const Position position = random_lead(random, 9);
  Solver one({}, kMemory, 1);
  Solver two({}, kMemory, 1);
  one.value(position, {});
  two.value(position, {});
  CHECK_EQUAL(one.nodes(), two.nodes());
}

TEST(solver, plays_that_are_not_legal_are_refused) {
  Position position;
  position.hands = {1, 2, 4, 8};
  Solver solver({}, kMemory, 1);
  CHECK_THROWS(solver.played(position, {1}, {}), std::invalid_argument);
  CHECK_THROWS(solver.played(position, {0, 1, 2, 3, 0}, {}), std::invalid_argument);
}
