#include "many_tables.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "distinct_cases.hpp"
#include "limits.hpp"
#include "side_by_side.hpp"
#include "solver.hpp"

namespace backalley {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLongest = 1e8;  // seconds; more would not fit the clock

constexpr std::uint64_t kPlainBloopers = std::uint64_t{3} << kPlainLittle;

Clock::time_point earlier(Clock::time_point deadline, Clock::time_point now, double seconds) {
  if (!(seconds >= 0)) return deadline;
  const auto span = std::chrono::duration<double>(std::min(seconds, kLongest));
  return std::min(deadline, now + std::chrono::duration_cast<Clock::duration>(span));
}

Position deal_at(const ManyDeals& deals, std::size_t index) {
  Position deal;
  std::copy_n(deals.hands.begin() + static_cast<std::ptrdiff_t>(kSeats * index), kSeats, deal.hands.begin());
  deal.trump = deals.trumps[index];
  return deal;
}

}  // namespace

ManyTables::ManyTables(const PlayRules& rules, std::vector<LeadCase> cases, std::size_t max_bytes, int threads)
    : rules_(rules), cases_(std::move(cases)), max_bytes_(max_bytes), threads_(threads) {
  for (const LeadCase& each : cases_) {
    if (each.leader < 0 || each.leader >= kSeats) throw std::invalid_argument("a leader is a seat from 0 to 3");
  }
}

std::size_t ManyTables::first_wrong(const ManyDeals& deals, const PackRules& rules) {
  for (std::size_t index = 0; index < deals.size(); ++index) {
    const Position deal = deal_at(deals, index);
    const int size = count(deal.hands[0]);
    std::uint64_t seen = 0;
    bool right = deal.trump >= -1 && deal.trump < kSuits && size >= 1 && size <= 13;
    for (const std::uint64_t hand : deal.hands) {
      right = right && count(hand) == size && (hand & seen) == 0 && (hand & ~rules.pack) == 0;
      seen |= hand;
    }
    if (deal.trump < 0) right = right && count(seen & kPlainBloopers) <= rules.no_trump_bloopers;
    if (rules.trump >= -1) right = right && deal.trump == rules.trump;
    if (!right) return index;
  }
  return deals.size();
}

void ManyTables::solve(const ManyDeals& deals, const ManyLimits& limits, const ManyAnswers& answers) const {
  const std::size_t size = deals.size();
  const auto fits = [size](std::size_t other) { return other == size || other == 0; };
  if (deals.hands.size() != kSeats * size || !fits(deals.nodes.size()) || !fits(deals.seconds.size()) ||
      answers.values.size() != cases_.size() * size || answers.nodes.size() != size || answers.seconds.size() != size ||
      answers.status.size() != size) {
    throw std::invalid_argument("the arrays of deals and answers do not fit one another");
  }
  if (first_wrong(deals) != size) throw std::invalid_argument("a deal of the many cannot be");

  const auto make_worker = [&] {
    return [&](std::size_t index) {
      solve_one(deals, index, limits, answers);
      return true;
    };
  };
  side_by_side(threads_, size, make_worker);
}

void ManyTables::solve_one(const ManyDeals& deals, std::size_t index, const ManyLimits& limits,
                           const ManyAnswers& answers) const {
  const auto began = Clock::now();
  const Position deal = deal_at(deals, index);
  const auto values = answers.values.subspan(index * cases_.size(), cases_.size());
  std::fill(values.begin(), values.end(), std::int8_t{-1});

  Limits own;
  own.cancel = limits.cancel;
  own.deadline = earlier(limits.deadline, began, deals.seconds.empty() ? -1 : deals.seconds[index]);
  if (!deals.nodes.empty() && deals.nodes[index] != 0) own.nodes = deals.nodes[index];

  Solver solver(rules_, max_bytes_, 1);
  Status status = Status::kOptimal;
  try {
    if (limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed))
      throw Stopped(Stopped::Why::kCancel);
    if (began >= limits.deadline) throw Stopped(Stopped::Why::kTime);
    const std::vector<int> solved = table_of(solver, rules_, deal, cases_, own);
    std::copy(solved.begin(), solved.end(), values.begin());
  } catch (const Stopped& stop) {
    if (stop.why == Stopped::Why::kCancel) throw;
    status = stop.why == Stopped::Why::kTime ? Status::kTime : Status::kNodes;
  }
  answers.nodes[index] = solver.nodes();
  answers.status[index] = static_cast<std::uint8_t>(status);
  answers.seconds[index] = std::chrono::duration<double>(Clock::now() - began).count();
}

}  // namespace backalley
