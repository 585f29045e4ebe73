// Questions about one deal, asked in plain cards: a value, every card's value, a line, a table of first leaders.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lead_cases.hpp"
#include "limits.hpp"
#include "play_rules.hpp"
#include "position.hpp"
#include "search_position.hpp"
#include "search_team.hpp"
#include "table.hpp"

namespace backalley {

struct CardValue {
  int card = 0;
  int tricks = 0;  // of North-South, this trick included

  bool operator==(const CardValue&) const = default;
};

// One context: a table, and a search for each thread.  One caller at a time.
class Solver {
 public:
  Solver(const PlayRules& rules, std::size_t max_bytes, int threads);

  // Tricks of North-South from here to the end, the current trick included; `guess` only saves time.
  int value(const Position& position, const Limits& limits, int guess = -1);
  // Every legal card's value, by falling card number.
  std::vector<CardValue> cards(const Position& position, const Limits& limits);
  // Whether North-South take each of `needs` tricks from here after each of `cards`, which must be legal: by card, then
  // by need.
  std::vector<bool> reaches(const Position& position, std::span<const int> cards, std::span<const int> needs,
                            const Limits& limits);
  // The same as `cards` before each of `plays`, cards that are played one after another; searched from the last one
  // back. Each list counts the tricks from its own trick on.
  std::vector<std::vector<CardValue>> played(const Position& position, const std::vector<int>& plays,
                                             const Limits& limits);
  // The value alone, before each of `plays` and after the last; each counts from its own trick on.
  std::vector<int> played_values(const Position& position, const std::vector<int>& plays, const Limits& limits);
  // One optimal continuation to the end: at each turn the lowest card that keeps the value.
  std::vector<int> line(const Position& position, const Limits& limits);
  // The value of each case from the first lead.
  std::vector<int> table(const Position& deal, std::span<const LeadCase> cases, const Limits& limits);

  std::uint64_t nodes() const { return team_.nodes(); }
  std::size_t bytes() const { return table_.bytes(); }
  // The names of the switches in techniques.hpp.
  static std::vector<std::string> techniques();
  // False when there is no such technique.
  bool set_technique(std::string_view name, bool on);
  // Other weights for the move ordering, feature::kCount for each TrumpMode, which must outlive the solver.
  void set_weights(const std::int16_t* weights) { team_.set_weights(weights); }

 private:
  class Turn;
  // A hand as it was played: the position before each card, the card, and the values before each and after the last.
  struct Replay {
    std::vector<SearchPosition> before;
    std::vector<int> cards;
    std::vector<int> values;
  };

  SearchPosition begin(const Position& position, const Limits& limits);
  void drop_other_deals(const Position& position);
  Replay replay(SearchPosition now, const std::vector<int>& plays);
  std::vector<CardValue> card_values(const SearchPosition& now, int best, int known_card = -1, int known_tricks = 0);

  PlayRules rules_;
  Table table_;
  SearchTeam team_;
  Position last_;  // of the last question
  std::atomic<bool> busy_{false};
};

}  // namespace backalley
