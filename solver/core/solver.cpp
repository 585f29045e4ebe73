#include "solver.hpp"

#include <algorithm>

namespace backalley {

unsigned Solver::free_seats(const Position& position) const {
  if (policy_.break_on == BreakOn::kUnrestricted || position.broken) return 0xF;
  return position.exempt & 0xF;
}

Solver::View Solver::view(const Position& position) {
  View v;
  Node& node = v.node;
  node.leader = position.leader;
  node.free = free_seats(position);
  std::array<std::uint64_t, kSeats> hands = position.hands;
  for (std::size_t i = 0; i < position.trick.size(); ++i) {
    hands[(position.leader + static_cast<int>(i)) & 3] |= std::uint64_t{1} << position.trick[i];
  }
  std::array<int, kLanes> suit{};
  int at = 0;
  if (position.trump >= 0) suit[at++] = position.trump;
  for (int s = 0; s < kLanes; ++s) {
    if (s != position.trump) suit[at++] = s;
  }
  const std::uint64_t everything = hands[0] | hands[1] | hands[2] | hands[3];
  std::array<std::int8_t, 54> relative{};
  for (int l = 0; l < kLanes; ++l) {
    int place = 16 * l + kTopBit;
    for (int rank = 12; rank >= 0; --rank) {
      const int plain = 13 * suit[l] + rank;
      if ((everything >> plain & 1) == 0) continue;
      relative[plain] = static_cast<std::int8_t>(place);
      v.card[place--] = static_cast<std::int8_t>(plain);
    }
  }
  for (int b = 0; b < 2; ++b) {
    relative[52 + b] = static_cast<std::int8_t>(kLittle + b);
    v.card[kLittle + b] = static_cast<std::int8_t>(52 + b);
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
  search_.set_trump(position.trump >= 0 ? (lane(0) | kBloopers) : live ? kBloopers : 0);
  for (const int card : position.trick) v.so_far.push_back(relative[card]);
  return v;
}

Trick Solver::View::trick() const {
  Trick t;
  t.node = &node;
  return t;
}

int Solver::solve(const Trick& trick, int guess) {
  int lower = 0;
  int upper = trick.node->tricks;
  int need = guess < 0 ? (upper + 1) / 2 : guess;
  while (lower < upper) {
    need = std::clamp(need, lower + 1, upper);
    if (search_.reaches(trick, need)) {
      lower = need++;
    } else {
      upper = need - 1;
      need = upper;
    }
  }
  return lower;
}

int Solver::value(const Position& position, const Limits& limits, int guess) {
  search_.limits = limits;
  const View v = view(position);
  Trick t = v.trick();
  for (const int c : v.so_far) search_.put(t, c);
  return solve(t, guess);
}

std::vector<CardValue> Solver::cards(const Position& position, const Limits& limits) {
  search_.limits = limits;
  const View v = view(position);
  Trick t = v.trick();
  for (const int c : v.so_far) search_.put(t, c);
  const CardSet legal = search_.legal(t);
  std::vector<CardValue> found;
  int guess = -1;
  int tricks = 0;
  for (CardSet rest = legal; rest != 0;) {
    const int card = top(rest);
    rest ^= bit(card);
    const bool equal = card % 16 < kTopBit && (legal >> (card + 1) & 1) != 0;  // same run as the card before
    if (!equal) {
      Trick after = t;
      search_.put(after, card);
      tricks = solve(after, guess);
      guess = tricks;
    }
    found.push_back({v.card[card], tricks});
  }
  std::sort(found.begin(), found.end(), [](const CardValue& a, const CardValue& b) { return a.card > b.card; });
  return found;
}

std::vector<int> Solver::line(const Position& position, const Limits& limits) {
  search_.limits = limits;
  View v = view(position);
  std::array<std::int8_t, 64> plain = v.card;
  Node node = v.node;
  Trick t;
  t.node = &node;
  for (const int c : v.so_far) search_.put(t, c);
  int value = solve(t, -1);
  std::vector<int> cards;
  while (node.tricks > 0) {
    const bool ns = side_of(t.seat(t.played)) == 0;
    const CardSet legal = search_.legal(t);
    int chosen = low(legal);
    for (CardSet rest = legal; rest != 0; rest &= rest - 1) {
      const int card = low(rest);
      Trick after = t;
      search_.put(after, card);
      if (ns ? search_.reaches(after, value) : !search_.reaches(after, value + 1)) {
        chosen = card;
        break;
      }
    }
    search_.put(t, chosen);
    cards.push_back(plain[chosen]);
    if (t.played < 4) continue;
    if (side_of(t.best_seat[3]) == 0) --value;
    CardSet gone = 0;
    for (const int c : t.card) gone |= bit(c);
    const Node child = search_.next(t);
    for (CardSet rest = gone & kNatural; rest != 0; rest &= rest - 1) {
      for (int c = low(rest); c > 16 * lane_of(c); --c) plain[c] = plain[c - 1];
    }
    node = child;
    t = Trick{};
    t.node = &node;
  }
  return cards;
}

std::vector<int> Solver::table(const Position& deal, std::span<const Case> cases, const Limits& limits) {
  search_.limits = limits;
  std::vector<int> values;
  int guess = -1;
  for (const Case& c : cases) {
    Position p = deal;
    p.leader = c.leader;
    p.exempt = c.exempt;
    const View v = view(p);
    guess = solve(v.trick(), guess);
    values.push_back(guess);
  }
  return values;
}

}  // namespace backalley
