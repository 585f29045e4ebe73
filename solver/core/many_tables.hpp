// The tables of many deals under the same rules, on threads of its own: each deal has a search of its own, so that
// neither its values nor its nodes depend on its neighbours.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lead_cases.hpp"
#include "play_rules.hpp"
#include "position.hpp"

namespace backalley {

// Deals in plain cards, side by side.  Of `nodes` and `seconds` there are none, or one for each deal; 0 nodes and
// seconds below 0 are no limit.
struct ManyDeals {
  std::span<const std::uint64_t> hands;  // N E S W of each deal
  std::span<const std::int8_t> trumps;   // a suit, or -1 for no-trump
  std::span<const std::uint64_t> nodes;
  std::span<const double> seconds;

  std::size_t size() const { return trumps.size(); }
};

enum class Status : std::uint8_t { kOptimal, kTime, kNodes };

// Room for the answers: each deal's North-South tricks by case, the positions searched, the seconds taken, and
// whether a limit was reached; then its tricks are -1.
struct ManyAnswers {
  std::span<std::int8_t> values;
  std::span<std::uint64_t> nodes;
  std::span<double> seconds;
  std::span<std::uint8_t> status;
};

// Limits of the whole: deals not answered at the deadline are not, and `cancel` ends it with Stopped.
struct ManyLimits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* cancel = nullptr;
};

// What the rules say of the cards that deals hold.
struct PackRules {
  std::uint64_t pack = (std::uint64_t{1} << kPack) - 1;
  int no_trump_bloopers = 2;  // how many may be held in no-trump
  int trump = -2;             // the trump of every deal, if it is fixed
};

class ManyTables {
 public:
  // A table of at most `max_bytes` for each thread.  std::invalid_argument where a leader is none.
  ManyTables(const PlayRules& rules, std::vector<LeadCase> cases, std::size_t max_bytes, int threads);

  // The first deal that has a card twice or one that is none, unequal hands or a trump that is none, or is not as the
  // rules have it; size() if all can be.
  static std::size_t first_wrong(const ManyDeals& deals, const PackRules& rules = {});
  // std::invalid_argument where the sizes of deals and answers do not fit, or a deal cannot be.
  void solve(const ManyDeals& deals, const ManyLimits& limits, const ManyAnswers& answers) const;

 private:
  void solve_one(const ManyDeals& deals, std::size_t index, const ManyLimits& limits, const ManyAnswers& answers) const;

  PlayRules rules_;
  std::vector<LeadCase> cases_;
  std::size_t max_bytes_;
  int threads_;
};

}  // namespace backalley
