// Questions about one deal, asked in plain cards: a value, every card's value, a line, a table of first leaders.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search.hpp"

namespace backalley {

// Cards are numbered as in Python: 13 * suit + rank - 2 with suits S H D C, LB 52, BB 53; sets are bit masks.
struct Position {
  std::array<std::uint64_t, kSeats> hands{};  // cards still held
  int trump = -1;                             // suit, or -1 for no-trump
  int leader = 0;                             // of the current trick
  std::vector<int> trick;                     // cards of the current trick, at most three
  bool broken = false;
  unsigned exempt = 0;  // seats free of the lead limit (R12 a)
};

// One first lead of a table: who leads, and who may lead trumps at once.
struct Case {
  int leader = 0;
  unsigned exempt = 0;
};

struct CardValue {
  int card = 0;
  int tricks = 0;  // of North-South, this trick included
};

// One context: a table, and a search for each thread.  One caller at a time.
class Solver {
 public:
  Solver(const Policy& policy, std::size_t max_bytes, int threads);

  // Tricks of North-South from here to the end, the current trick included; `guess` only saves time.
  int value(const Position& position, const Limits& limits, int guess = -1);
  // Every legal card's value, by falling card number.
  std::vector<CardValue> cards(const Position& position, const Limits& limits);
  // The same before each of `plays`, cards that are played one after another; searched from the last one back.
  // Each list counts the tricks from its own trick on.
  std::vector<std::vector<CardValue>> played(const Position& position, const std::vector<int>& plays,
                                             const Limits& limits);
  // The value alone, before each of `plays` and after the last; each counts from its own trick on.
  std::vector<int> played_values(const Position& position, const std::vector<int>& plays, const Limits& limits);
  // One optimal continuation to the end: at each turn the lowest card that keeps the value.
  std::vector<int> line(const Position& position, const Limits& limits);
  // The value of each case from the first lead.
  std::vector<int> table(const Position& deal, std::span<const Case> cases, const Limits& limits);

  std::uint64_t nodes() const;
  std::size_t bytes() const { return table_.bytes(); }
  // The names of the switches in Techniques.
  static std::vector<std::string> techniques();
  // False when there is no such technique.
  bool set_technique(std::string_view name, bool on);
  // Other weights for the move ordering, three times feature::kCount, which must outlive the solver.
  void set_weights(const std::int16_t* weights);

 private:
  // A trick in the search's own terms, with the way back to plain cards.
  struct View {
    Node node;
    Trick trick;
    std::array<std::int8_t, 64> plain{};
    int relative(int card) const;
  };
  class Turn;

  void begin(const Position& position, const Limits& limits);
  void set_limits(const Limits& limits);
  void set_view(const Position& position, View& view);
  void advance(View& view, int card) const;
  std::vector<int> values_back(View& view, const std::vector<int>& plays, std::vector<View>& views,
                               std::vector<int>& cards);
  int solve(const Trick& trick, int guess);
  std::vector<CardValue> values(const View& view, int best, int known_card, int known_tricks);
  void spread(int count, const std::function<void(Search&, int)>& work);
  unsigned free_seats(const Position& position) const;

  Policy policy_;
  Table table_;
  std::vector<std::unique_ptr<Search>> searches_;
  Position last_;  // of the last question
  std::atomic<bool> busy_{false};
};

}  // namespace backalley
