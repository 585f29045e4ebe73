// A trick in play.
#pragma once

#include <array>

#include "node.hpp"

namespace backalley {

// The hands as they were when it began, and what lies on the table.
struct Trick {
  const Node* node = nullptr;
  int played = 0;
  std::array<int, 4> card;
  CardSet led = 0;               // the cards that follow suit
  std::array<int, 4> best_card;  // the winning card after each play
  std::array<int, 4> best_seat;

  int seat(int index) const { return (node->leader + index) & 3; }
  // Whose turn it is.
  int turn() const { return seat(played); }
  // The cards of a full trick.
  CardSet cards() const { return bit(card[0]) | bit(card[1]) | bit(card[2]) | bit(card[3]); }
};

}  // namespace backalley
