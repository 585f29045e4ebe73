// Card sets of the search: 64 bits, 16 a suit, the trump suit always first, as suit 0.
// Bits 0..12 of a suit are natural cards in *relative* rank: the highest card still in play sits at
// bit 12, the next at bit 11, with no gaps.  Bits 13 and 14 of suit 0 are LB and BB; they keep their
// places, since a blooper is never the equal of its neighbour (it forces when led, R13).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace backalley {

using CardSet = std::uint64_t;

inline constexpr int kSeats = 4;
inline constexpr int kSuits = 4;
inline constexpr int kTopBit = 12;
inline constexpr int kLittle = 13;
inline constexpr int kBig = 14;
inline constexpr std::uint8_t kNoCard = 0xFF;
inline constexpr CardSet kSuitRanks = 0x1FFF;
inline constexpr CardSet kNatural = 0x1FFF'1FFF'1FFF'1FFF;
inline constexpr CardSet kUpperNeighbour = 0x0FFF'0FFF'0FFF'0FFF;  // bits with a natural card above them
inline constexpr CardSet kBloopers = (CardSet{1} << kLittle) | (CardSet{1} << kBig);

constexpr CardSet bit(int card) { return CardSet{1} << card; }
constexpr CardSet suit_cards(int suit) { return kSuitRanks << (16 * suit); }
constexpr int suit_of(int card) { return card >> 4; }
constexpr int top(CardSet s) { return 63 - std::countl_zero(s); }
constexpr int low(CardSet s) { return std::countr_zero(s); }
constexpr int count(CardSet s) { return std::popcount(s); }

constexpr int side_of(int seat) { return seat & 1; }
constexpr int next_seat(int seat) { return (seat + 1) & 3; }

using Hands = std::array<CardSet, kSeats>;

// The highest card of each row of touching natural cards; bloopers touch nothing.
constexpr CardSet highest_touching(CardSet hand) { return hand & ~((hand >> 1) & kUpperNeighbour); }

// The cards of the same suit under each card; nothing for the bloopers, which leave no gap.
inline constexpr std::array<CardSet, 64> kBelow = [] {
  std::array<CardSet, 64> below{};
  for (int card = 0; card < 64; ++card) {
    if ((card & 15) <= kTopBit) below[card] = (bit(card) - 1) & suit_cards(suit_of(card));
  }
  return below;
}();

// The natural cards of the same suit over each natural card.
inline constexpr std::array<CardSet, 64> kAbove = [] {
  std::array<CardSet, 64> above{};
  for (int card = 0; card < 64; ++card) above[card] = suit_cards(suit_of(card)) & ~((bit(card) << 1) - 1);
  return above;
}();

// The lowest of the touching cards that go down from `card`.
constexpr int lowest_touching(CardSet hand, int card) {
  const CardSet other = ~hand & kBelow[card];
  return other == 0 ? low(kBelow[card] | bit(card)) : top(other) + 1;
}

// A set of top ranks that ends among touching cards of the hand takes in all of them, for they are equals.
constexpr CardSet with_touching(CardSet ranks, CardSet hand) {
  CardSet edge = ranks & ~(ranks << 1) & hand & kNatural;
  while (edge != 0) {
    edge = (edge >> 1) & hand & kNatural;
    ranks |= edge;
  }
  return ranks;
}

// Takes the cards of `gone` out of the hands and closes the gaps, suit by suit.
inline void close_gaps(Hands& hands, CardSet gone) {
  // Two hands a vector; as it goes upward, no card still to be taken out is moved.
  using Two = CardSet __attribute__((vector_size(16)));
  Two a = {hands[0], hands[1]};
  Two b = {hands[2], hands[3]};
  for (CardSet rest = gone; rest != 0; rest &= rest - 1) {
    const int card = low(rest);
    const CardSet under = kBelow[card];
    const CardSet others = ~(under | bit(card));
    const Two below = {under, under};
    const Two keep = {others, others};
    const Two a_below = a & below;
    const Two b_below = b & below;
    a = (a & keep) | (a_below + a_below);
    b = (b & keep) | (b_below + b_below);
  }
  hands = {a[0], a[1], b[0], b[1]};
}

// A set of top ranks after the trick, told in the ranks before it: the inverse of close_gaps for sets that
// hold every card above their lowest one.
inline CardSet reopen_gaps(CardSet ranks, CardSet gone) {
  CardSet rest = gone & kNatural;
  while (const CardSet reached = rest & ranks) {
    const int card = top(reached);
    rest ^= bit(card);
    ranks |= ((ranks & (kBelow[card] | bit(card))) >> 1) & kBelow[card];
  }
  return ranks;
}

// The suit's cards at or above `card` (natural cards only).
constexpr CardSet at_or_above(int card) { return suit_cards(suit_of(card)) & ~(bit(card) - 1); }

}  // namespace backalley
