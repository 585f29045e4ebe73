// A position at the start of a trick, in relative ranks (cards.hpp).
#pragma once

#include <cstdint>

#include "cards.hpp"
#include "owners.hpp"
#include "shape.hpp"

namespace backalley {

// What trumps can still do in the rest of the play; the search is compiled once for each.
enum class TrumpMode : std::uint8_t {
  kNoTrump,  // no trump in any hand
  kTrump,    // natural trumps, which everybody may lead: plain bridge or whist
  kGeneral,  // bloopers, or trumps that some may not lead
};

struct Node {
  Hands hand{};
  std::uint64_t lengths = 0;  // 4 bits for each seat and suit, seat-major
  int tricks = 0;             // cards left in each hand
  int leader = 0;
  unsigned free = 0xF;  // seats that may lead trumps though they hold other cards (R12)

  int length(int seat, int suit) const { return static_cast<int>(lengths >> (16 * seat + 4 * suit)) & 15; }
  // The tricks that a side wants where North-South want `need`, or want it not to be.
  int wanted(int side, int need) const { return side == 0 ? need : tricks - need + 1; }
  CardSet all() const { return hand[0] | hand[1] | hand[2] | hand[3]; }
  Owners owners() const { return {hand[1] | hand[3], hand[2] | hand[3], free}; }

  template <TrumpMode M>
  Shape shape(Trumps trumps) const {
    unsigned owner[2] = {};
    if constexpr (M == TrumpMode::kGeneral) {
      for (int b = 0; b < 2; ++b) {
        for (int s = 0; s < kSeats; ++s) {
          if (hand[s] >> (kLittle + b) & 1) owner[b] = static_cast<unsigned>(s + 1);
        }
      }
    }
    return Shape(lengths, static_cast<unsigned>(leader), trumps, owner[1], owner[0]);
  }
};

}  // namespace backalley
