// The way between plain cards (position.hpp) and the search's own (cards.hpp): trumps first, ranks without gaps.
#pragma once

#include <array>
#include <cstdint>

#include "moves.hpp"
#include "position.hpp"
#include "trick.hpp"

namespace backalley {

// Which cards in play are trumps, in the search's cards.
CardSet trumps_of(const Position& position);

// A trick in the search's cards that knows its plain ones.
class SearchPosition {
 public:
  // std::invalid_argument for a position that cannot be.
  SearchPosition(const Position& position, const PlayRules& rules);

  SearchPosition(const SearchPosition& other) { *this = other; }
  SearchPosition& operator=(const SearchPosition& other);

  const Node& node() const { return node_; }
  const Trick& trick() const { return trick_; }
  const Moves& moves() const { return moves_; }
  bool finished() const { return node_.tricks == 0; }
  // Whether the side to play is North-South.
  bool ns_to_play() const { return side_of(trick_.turn()) == 0; }

  CardSet legal() const { return moves_.legal(trick_); }
  int plain(int card) const { return plain_[card]; }
  // The search's card for a plain one; 64 or more if it is not in play.
  int relative(int plain) const;
  // The trick with one card more, not yet gathered.
  Trick after(int card) const;
  // NS tricks, 1 or 0, that the trick gives at once if this card is the fourth.
  int ns_trick(int card) const;
  // Plays a card; after the fourth this stands at the next trick.
  void play_card(int card);

 private:
  Moves moves_{{}, 0};
  Node node_;
  Trick trick_;
  std::array<std::int8_t, 64> plain_{};
};

}  // namespace backalley
