#include <array>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "many_tables.hpp"
#include "random_positions.hpp"
#include "solver.hpp"

using namespace backalley;

namespace {

constexpr std::size_t kMemory = std::size_t{16} << 20;
constexpr int kOptimal = static_cast<int>(Status::kOptimal);

const std::vector<LeadCase> kCases = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {1, 2}, {2, 4}, {3, 8}};

// Deals with room for their answers.
struct Many {
  std::vector<std::uint64_t> hands;
  std::vector<std::int8_t> trumps;
  std::vector<std::uint64_t> node_limits;
  std::vector<double> time_limits;
  std::vector<std::int8_t> values;
  std::vector<std::uint64_t> nodes;
  std::vector<double> seconds;
  std::vector<std::uint8_t> status;

  void add(const Position& deal) {
    hands.insert(hands.end(), deal.hands.begin(), deal.hands.end());
    trumps.push_back(static_cast<std::int8_t>(deal.trump));
  }
  ManyDeals deals() const { return {hands, trumps, node_limits, time_limits}; }
  void solve(const PlayRules& rules, int threads, const ManyLimits& limits = {}) {
    values.assign(trumps.size() * kCases.size(), 99);
    nodes.assign(trumps.size(), 0);
    seconds.assign(trumps.size(), 0);
    status.assign(trumps.size(), 99);
    ManyTables(rules, kCases, kMemory, threads).solve(deals(), limits, {values, nodes, seconds, status});
  }
};

Many random_deals(int seed, int number, int size) {
  Random random(static_cast<unsigned>(seed));
  Many many;
  for (int i = 0; i < number; ++i) many.add(random_lead(random, size > 0 ? size : 1 + random.below(7)));
  return many;
}

}  // namespace

TEST(many_tables, each_deal_is_as_if_it_were_alone) {
  for (int i = 0; i < 9; ++i) {
    const PlayRules rules = play_rules(i);
    Many many = random_deals(20 + i, 40, 0);
    many.solve(rules, 1);
    for (std::size_t k = 0; k < many.trumps.size(); ++k) {
      Position deal;
      std::copy_n(many.hands.begin() + static_cast<std::ptrdiff_t>(4 * k), 4, deal.hands.begin());
      deal.trump = many.trumps[k];
      CHECK_EQUAL(static_cast<int>(many.status[k]), kOptimal);
      for (std::size_t c = 0; c < kCases.size(); ++c) {
        deal.leader = kCases[c].leader;
        deal.exempt = kCases[c].exempt;
        CHECK_EQUAL(static_cast<int>(many.values[kCases.size() * k + c]), Solver(rules, kMemory, 1).value(deal, {}));
      }
      Many alone;
      alone.add(deal);
      alone.solve(rules, 1);
      CHECK_EQUAL(alone.nodes[0], many.nodes[k]);
    }
  }
}

TEST(many_tables, threads_change_neither_values_nor_nodes) {
  Many one = random_deals(30, 200, 0);
  Many three = one;
  Many more_than_deals = random_deals(31, 2, 4);
  one.solve({}, 1);
  three.solve({}, 3);
  more_than_deals.solve({}, 8);
  CHECK(one.values == three.values);
  CHECK(one.nodes == three.nodes);
  CHECK(one.status == three.status);
  CHECK_EQUAL(static_cast<int>(more_than_deals.status[1]), kOptimal);
}

TEST(many_tables, each_deal_has_its_own_limits) {
  for (const int threads : {1, 2}) {
    Many many = random_deals(32, 4, 9);
    Many free = many;
    many.node_limits = {0, 5, 0, 0};
    many.time_limits = {-1, -1, 0, 60};
    many.solve({}, threads);
    free.solve({}, threads);
    const std::array<Status, 4> wanted = {Status::kOptimal, Status::kNodes, Status::kTime, Status::kOptimal};
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      CHECK_EQUAL(static_cast<int>(many.status[k]), static_cast<int>(wanted[k]));
      for (std::size_t i = kCases.size() * k; i < kCases.size() * (k + 1); ++i) {
        CHECK_EQUAL(static_cast<int>(many.values[i]), wanted[k] == Status::kOptimal ? free.values[i] : -1);
      }
    }
    CHECK_EQUAL(many.nodes[3], free.nodes[3]);
  }
}

TEST(many_tables, the_deadline_and_the_cancel_are_of_the_whole) {
  for (const int threads : {1, 2}) {
    Many many = random_deals(33, 4, 9);
    many.solve({}, threads, {std::chrono::steady_clock::now(), nullptr});
    for (const std::uint8_t status : many.status) {
      CHECK_EQUAL(static_cast<int>(status), static_cast<int>(Status::kTime));
    }
    const std::atomic<bool> cancel{true};
    CHECK_THROWS(many.solve({}, threads, {std::chrono::steady_clock::time_point::max(), &cancel}), Stopped);
  }
}

TEST(many_tables, nothing_is_solved_of_deals_that_cannot_be) {
  const Many right = random_deals(34, 3, 4);
  CHECK_EQUAL(ManyTables::first_wrong(right.deals()), 3U);
  for (int fault = 0; fault < 5; ++fault) {
    Many many = right;
    if (fault == 0) many.trumps[1] = 4;
    if (fault == 1) many.trumps[1] = -2;
    if (fault == 2) many.hands[5] = many.hands[4];
    if (fault == 3) many.hands[6] = 0;
    if (fault == 4) many.hands[7] = (many.hands[7] & (many.hands[7] - 1)) | std::uint64_t{1} << 54;
    CHECK_EQUAL(ManyTables::first_wrong(many.deals()), 1U);
    CHECK_THROWS(many.solve({}, 1), std::invalid_argument);
  }
  Many uneven = right;
  uneven.trumps.pop_back();
  CHECK_THROWS(uneven.solve({}, 1), std::invalid_argument);
  Many limits = right;
  limits.node_limits = {1};
  CHECK_THROWS(limits.solve({}, 1), std::invalid_argument);
  CHECK_THROWS(ManyTables({}, {{4, 0}}, kMemory, 1), std::invalid_argument);
}

TEST(many_tables, rules_may_leave_out_bloopers_and_fix_the_trump) {
  const std::uint64_t big = std::uint64_t{1} << 53;
  const std::uint64_t little = std::uint64_t{1} << 52;
  const auto right = [](std::int8_t trump, std::uint64_t one, std::uint64_t other, const PackRules& rules) {
    const std::vector<std::uint64_t> hands = {1, 2, one, other};
    const std::vector<std::int8_t> trumps = {trump};
    return ManyTables::first_wrong({hands, trumps, {}, {}}, rules) == 1;
  };
  const PackRules none{(std::uint64_t{1} << 52) - 1, 0, -2};
  CHECK(right(0, big, little, {}));
  CHECK(right(-1, 4, 8, none));
  CHECK(!right(0, big, 8, none));
  const PackRules held{(std::uint64_t{1} << 54) - 1, 1, -2};
  CHECK(right(2, big, little, held));
  CHECK(right(-1, 4, little, held));
  CHECK(!right(-1, big, little, held));
  const PackRules spades{(std::uint64_t{1} << 54) - 1, 0, 0};
  CHECK(right(0, big, little, spades));
  CHECK(!right(1, 4, 8, spades));
  CHECK(!right(-1, 4, 8, spades));
}

TEST(many_tables, no_deals_have_no_answers) {
  Many none;
  none.solve({}, 2);
  CHECK_EQUAL(none.values.size(), 0U);
}
