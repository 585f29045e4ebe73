// The cases of a deal's table, searched once where they cannot differ.
#pragma once

#include <span>
#include <vector>

#include "lead_cases.hpp"
#include "limits.hpp"
#include "play_rules.hpp"
#include "position.hpp"
#include "solver.hpp"

namespace backalley {

// The seats whom freedom from the lead limit can help: they hold trumps and other cards, and trumps may not be led at
// once.
unsigned bound_seats(const PlayRules& rules, const Position& deal);

// North-South's tricks in each of the cases, by a solver of the same rules.
std::vector<int> table_of(Solver& solver, const PlayRules& rules, const Position& deal, std::span<const LeadCase> cases,
                          const Limits& limits);

}  // namespace backalley
