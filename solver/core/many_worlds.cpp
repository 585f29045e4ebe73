#include "many_worlds.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "distinct_cases.hpp"
#include "side_by_side.hpp"

namespace backalley {

ManyWorlds::ManyWorlds(const PlayRules& rules, std::size_t max_bytes, int threads)
    : rules_(rules), max_bytes_(max_bytes), threads_(threads) {}

// Asks ask(solver, position, limits, row) of each layout, in their order, with a solver a thread.
template <typename Ask>
void ManyWorlds::each(const Position& moment, std::span<const std::uint64_t> layouts, std::size_t width,
                      const WorldLimits& limits, const WorldAnswers& answers, const Ask& ask) const {
  const std::size_t size = layouts.size() / kSeats;
  if (layouts.size() != kSeats * size || answers.values.size() != width * size || answers.done.size() != size) {
    throw std::invalid_argument("the arrays of layouts and answers do not fit one another");
  }
  Limits own;
  own.deadline = limits.deadline;
  own.cancel = limits.cancel;
  const auto make_worker = [&] {
    return [&, solver = std::make_unique<Solver>(rules_, max_bytes_, 1), position = moment](std::size_t index) mutable {
      if (limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed))
        throw Stopped(Stopped::Why::kCancel);
      if (std::chrono::steady_clock::now() >= limits.deadline) return false;
      std::copy_n(layouts.begin() + static_cast<std::ptrdiff_t>(kSeats * index), kSeats, position.hands.begin());
      try {
        ask(*solver, position, own, answers.values.subspan(index * width, width));
      } catch (const Stopped& stop) {
        if (stop.why == Stopped::Why::kCancel) throw;
        return false;
      }
      answers.done[index] = 1;
      return true;
    };
  };
  side_by_side(threads_, size, make_worker);
}

void ManyWorlds::tricks(const Position& moment, std::span<const std::uint64_t> layouts, std::span<const int> cards,
                        const WorldLimits& limits, const WorldAnswers& answers) const {
  each(moment, layouts, cards.size(), limits, answers,
       [&](Solver& solver, const Position& position, const Limits& own, std::span<std::int8_t> row) {
         const std::vector<CardValue> values = solver.cards(position, own);
         for (std::size_t i = 0; i < cards.size(); ++i) {
           const auto of_card = [&](const CardValue& value) { return value.card == cards[i]; };
           const auto value = std::find_if(values.begin(), values.end(), of_card);
           if (value == values.end()) throw std::invalid_argument("a card that is asked for is not legal");
           row[i] = static_cast<std::int8_t>(value->tricks);
         }
       });
}

void ManyWorlds::reaches(const Position& moment, std::span<const std::uint64_t> layouts, std::span<const int> cards,
                         std::span<const int> needs, const WorldLimits& limits, const WorldAnswers& answers) const {
  each(moment, layouts, cards.size() * needs.size(), limits, answers,
       [&](Solver& solver, const Position& position, const Limits& own, std::span<std::int8_t> row) {
         const std::vector<bool> reached = solver.reaches(position, cards, needs, own);
         std::copy(reached.begin(), reached.end(), row.begin());
       });
}

void ManyWorlds::cases(int trump, std::span<const std::uint64_t> layouts, std::span<const LeadCase> cases,
                       const WorldLimits& limits, const WorldAnswers& answers) const {
  for (const LeadCase& each : cases) {
    if (each.leader < 0 || each.leader >= kSeats) throw std::invalid_argument("a leader is a seat from 0 to 3");
  }
  Position start;
  start.trump = trump;
  each(start, layouts, cases.size(), limits, answers,
       [&](Solver& solver, const Position& position, const Limits& own, std::span<std::int8_t> row) {
         const std::vector<int> values = table_of(solver, rules_, position, cases, own);
         std::copy(values.begin(), values.end(), row.begin());
       });
}

}  // namespace backalley
