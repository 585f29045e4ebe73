// Questions about one deal, asked in plain cards: a value, every card's value, a line, a table of first leaders.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
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

// One context: a table and its counters, for one caller at a time.
class Solver {
 public:
  Solver(const Policy& policy, std::size_t max_bytes) : search_(policy, max_bytes), policy_(policy) {}

  // Tricks of North-South from here to the end, the current trick included; `guess` only saves time.
  int value(const Position& position, const Limits& limits, int guess = -1);
  // Every legal card's value, by falling card number.
  std::vector<CardValue> cards(const Position& position, const Limits& limits);
  // One optimal continuation to the end: among equally good cards the lowest of the longest-held order.
  std::vector<int> line(const Position& position, const Limits& limits);
  // The value of each case from the first lead.
  std::vector<int> table(const Position& deal, std::span<const Case> cases, const Limits& limits);

  std::uint64_t nodes() const { return search_.nodes(); }
  std::size_t bytes() const { return search_.table().bytes(); }
  Search& search() { return search_; }

 private:
  // A position in the search's own terms, with the way back to plain cards.
  struct View {
    Node node;
    std::array<std::int8_t, 64> card{};  // plain card of each relative one
    Trick trick() const;
    std::vector<int> so_far;
  };

  View view(const Position& position);
  int solve(const Trick& trick, int guess);
  unsigned free_seats(const Position& position) const;

  Search search_;
  Policy policy_;
};

}  // namespace backalley
