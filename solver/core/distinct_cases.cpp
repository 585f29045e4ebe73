#include "distinct_cases.hpp"

#include <algorithm>
#include <cstdint>

namespace backalley {

namespace {

constexpr std::uint64_t suit_of_pack(int suit) { return std::uint64_t{0x1FFF} << (13 * suit); }
constexpr std::uint64_t kPlainBloopers = std::uint64_t{3} << kPlainLittle;

}  // namespace

unsigned bound_seats(const PlayRules& rules, const Position& deal) {
  if (rules.break_on == BreakOn::kUnrestricted) return 0;
  const std::uint64_t trumps = kPlainBloopers | (deal.trump < 0 ? 0 : suit_of_pack(deal.trump));
  unsigned bound = 0;
  for (int seat = 0; seat < kSeats; ++seat) {
    const std::uint64_t hand = deal.hands[seat];
    if ((hand & trumps) != 0 && (hand & ~trumps) != 0) bound |= 1U << seat;
  }
  return bound;
}

std::vector<int> table_of(Solver& solver, const PlayRules& rules, const Position& deal, std::span<const LeadCase> cases,
                          const Limits& limits) {
  const unsigned bound = bound_seats(rules, deal);
  std::vector<LeadCase> distinct;
  std::vector<std::size_t> place;
  for (const LeadCase& each : cases) {
    const LeadCase wanted{each.leader, each.exempt & bound};
    const auto same = [&](const LeadCase& other) {
      return other.leader == wanted.leader && other.exempt == wanted.exempt;
    };
    const auto known = std::find_if(distinct.begin(), distinct.end(), same);
    place.push_back(static_cast<std::size_t>(known - distinct.begin()));
    if (known == distinct.end()) distinct.push_back(wanted);
  }
  const std::vector<int> solved = solver.table(deal, distinct, limits);
  std::vector<int> values;
  for (const std::size_t at : place) values.push_back(solved[at]);
  return values;
}

}  // namespace backalley
