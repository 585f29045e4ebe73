// Card sets of the search: four lanes of 16 bits, one a suit, the trump suit always in lane 0.
// Bits 0..12 of a lane are natural cards in *relative* rank: the highest card still in play sits at
// bit 12, the next at bit 11, with no gaps.  Bits 13 and 14 of lane 0 are LB and BB; they keep their
// slots, since a blooper is never the equal of its neighbour (it forces when led, R13).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace backalley {

using CardSet = std::uint64_t;

inline constexpr int kSeats = 4;
inline constexpr int kLanes = 4;
inline constexpr int kTopBit = 12;
inline constexpr int kLittle = 13;
inline constexpr int kBig = 14;
inline constexpr CardSet kLane = 0x1FFF;
inline constexpr CardSet kNatural = 0x1FFF'1FFF'1FFF'1FFF;
inline constexpr CardSet kUpperNeighbour = 0x0FFF'0FFF'0FFF'0FFF;  // bits with a natural card above them
inline constexpr CardSet kBloopers = (CardSet{1} << kLittle) | (CardSet{1} << kBig);

constexpr CardSet bit(int card) { return CardSet{1} << card; }
constexpr CardSet lane(int l) { return kLane << (16 * l); }
constexpr int lane_of(int card) { return card >> 4; }
constexpr int top(CardSet s) { return 63 - std::countl_zero(s); }
constexpr int low(CardSet s) { return std::countr_zero(s); }
constexpr int count(CardSet s) { return std::popcount(s); }

constexpr int side_of(int seat) { return seat & 1; }
constexpr int next_seat(int seat) { return (seat + 1) & 3; }

using Hands = std::array<CardSet, kSeats>;

// The highest card of each run of adjacent natural cards; bloopers stand alone.
constexpr CardSet run_tops(CardSet hand) { return hand & ~((hand >> 1) & kUpperNeighbour); }

// Takes the natural cards of `gone` out of the hands and closes the gaps, lane by lane.
inline void close_gaps(Hands& hands, CardSet gone) {
  for (CardSet rest = gone & kNatural; rest != 0; rest &= rest - 1) {
    const CardSet card = rest & -rest;
    const CardSet below = (card - 1) & lane(lane_of(low(card)));
    const CardSet keep = ~(below | card);
    for (CardSet& hand : hands) hand = (hand & keep) | ((hand & below) << 1);
  }
  for (CardSet& hand : hands) hand &= ~(gone & kBloopers);
}

// A set of top ranks after the trick, told in the ranks before it: the inverse of close_gaps for sets that
// hold every card above their lowest one.
inline CardSet reopen_gaps(CardSet tops, CardSet gone) {
  CardSet rest = gone & kNatural;
  while (rest != 0) {
    const int at = top(rest);
    rest ^= bit(at);
    const CardSet upto = ((bit(at) << 1) - 1) & lane(lane_of(at));
    tops |= ((tops & upto) >> 1) & upto;
  }
  return tops;
}

// The lane's cards at or above `card` (natural cards only).
constexpr CardSet at_or_above(int card) { return lane(lane_of(card)) & ~(bit(card) - 1); }

}  // namespace backalley
