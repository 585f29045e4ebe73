// The way between plain cards and the search's own: lanes with the trumps first, ranks without gaps.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "solver.hpp"

namespace backalley {

int Solver::View::relative(int card) const {
  const auto* at = std::find(plain.begin(), plain.end(), static_cast<std::int8_t>(card));
  return static_cast<int>(at - plain.begin());
}

void Solver::set_view(const Position& position, View& v) {
  if (position.trump < -1 || position.trump > 3 || position.leader < 0 || position.leader > 3 ||
      position.trick.size() > 3) {
    throw std::invalid_argument(
        "a position has a trump from -1 to 3, a leader from 0 to 3 and up to three cards on the table");
  }
  Node& node = v.node;
  node = Node{};
  node.leader = position.leader;
  node.free = free_seats(position);
  std::array<std::uint64_t, kSeats> hands = position.hands;
  std::uint64_t everything = 0;
  const auto add = [&](std::uint64_t cards) {
    if ((everything & cards) != 0 || cards >> 54 != 0)
      throw std::invalid_argument("a card stands twice in the position, or is none");
    everything |= cards;
  };
  for (const std::uint64_t hand : hands) add(hand);
  for (std::size_t i = 0; i < position.trick.size(); ++i) {
    const int card = position.trick[i];
    if (card < 0 || card > 53) throw std::invalid_argument("a card is a number from 0 to 53");
    add(std::uint64_t{1} << card);
    hands[(position.leader + static_cast<int>(i)) & 3] |= std::uint64_t{1} << card;
  }
  for (const std::uint64_t hand : hands) {
    if (count(hand) != count(hands[0]) || hand == 0 || count(hand) > 13) {
      throw std::invalid_argument(
          "the hands of a position hold 1 to 13 cards each, as many as one another before the trick");
    }
  }
  std::array<int, kLanes> suit{};
  int at = 0;
  if (position.trump >= 0) suit[at++] = position.trump;
  for (int s = 0; s < kLanes; ++s) {
    if (s != position.trump) suit[at++] = s;
  }
  v.plain.fill(-1);
  std::array<std::int8_t, 54> relative{};
  for (int l = 0; l < kLanes; ++l) {
    int place = 16 * l + kTopBit;
    for (int rank = 12; rank >= 0; --rank) {
      const int plain = 13 * suit[l] + rank;
      if ((everything >> plain & 1) == 0) continue;
      relative[plain] = static_cast<std::int8_t>(place);
      v.plain[place--] = static_cast<std::int8_t>(plain);
    }
  }
  for (int b = 0; b < 2; ++b) {
    relative[52 + b] = static_cast<std::int8_t>(kLittle + b);
    v.plain[kLittle + b] = static_cast<std::int8_t>(52 + b);
  }
  for (int s = 0; s < kSeats; ++s) {
    for (std::uint64_t rest = hands[s]; rest != 0; rest &= rest - 1) {
      const int r = relative[low(rest)];
      node.hand[s] |= bit(r);
      const bool lone_blooper = position.trump < 0 && (r == kLittle || r == kBig);
      if (!lone_blooper) node.lengths += std::uint64_t{1} << (16 * s + 4 * lane_of(r));
    }
  }
  node.tricks = count(node.hand[0]);
  const bool live = (everything >> 52) != 0;
  const CardSet trump = position.trump >= 0 ? (lane(0) | kBloopers) : live ? kBloopers : 0;
  for (const auto& search : searches_) search->set_trump(trump);
  v.trick = Trick{};
  v.trick.node = &node;
  for (const int card : position.trick) searches_[0]->put(v.trick, relative[card]);
}

// Plays a relative card; after the fourth the view stands at the next trick.
void Solver::advance(View& v, int card) const {
  searches_[0]->put(v.trick, card);
  if (v.trick.played < 4) return;
  const CardSet gone = v.trick.cards();
  v.node = searches_[0]->next(v.trick);
  for (CardSet rest = gone & kNatural; rest != 0; rest &= rest - 1) {
    int c = low(rest);
    for (; c > 16 * lane_of(c); --c) v.plain[c] = v.plain[c - 1];
    v.plain[c] = -1;
  }
  v.trick = Trick{};
  v.trick.node = &v.node;
}

}  // namespace backalley
