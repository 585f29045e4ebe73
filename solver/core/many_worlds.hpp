// One moment of the play, or one deal before it, with many layouts of the cards: thread beside thread, in one call.
// A search is kept from layout to layout; answers are exact, so that neither order nor threads change them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lead_cases.hpp"
#include "limits.hpp"
#include "play_rules.hpp"
#include "position.hpp"
#include "solver.hpp"

namespace backalley {

// Room for the answers: a row of values for each layout, and whether it has been reached in time.
struct WorldAnswers {
  std::span<std::int8_t> values;
  std::span<std::uint8_t> done;
};

struct WorldLimits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* cancel = nullptr;
};

// The hands of `layouts` are four a layout, N E S W, the cards left to each without those of the trick.  At the
// deadline layouts that have no answer yet stay as they are, with `done` 0; `cancel` ends all with Stopped.
// std::invalid_argument for a layout that cannot be, or in which a card asked for is not legal.
class ManyWorlds {
 public:
  // A table of at most `max_bytes` for each thread.
  ManyWorlds(const PlayRules& rules, std::size_t max_bytes, int threads);

  // Tricks of North-South from here to the end after each of `cards`: a value a card.
  void tricks(const Position& moment, std::span<const std::uint64_t> layouts, std::span<const int> cards,
              const WorldLimits& limits, const WorldAnswers& answers) const;
  // Whether North-South take each of `needs` tricks from here after each of `cards`: a value a card and need.
  void reaches(const Position& moment, std::span<const std::uint64_t> layouts, std::span<const int> cards,
               std::span<const int> needs, const WorldLimits& limits, const WorldAnswers& answers) const;
  // Tricks of North-South in each of the cases of first leads.
  void cases(int trump, std::span<const std::uint64_t> layouts, std::span<const LeadCase> cases,
             const WorldLimits& limits, const WorldAnswers& answers) const;

 private:
  template <typename Ask>
  void each(const Position& moment, std::span<const std::uint64_t> layouts, std::size_t width,
            const WorldLimits& limits, const WorldAnswers& answers, const Ask& ask) const;

  PlayRules rules_;
  std::size_t max_bytes_;
  int threads_;
};

}  // namespace backalley
