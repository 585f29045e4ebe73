// No-trump tricks of the side that is not on lead, read off suits that the leaders cannot run.
#pragma once

#include <algorithm>

#include "bounds.hpp"

namespace backalley {

// How a hand that is not on lead stops a suit of the leaders: they take at most `cap` tricks in it while that hand
// keeps `cap` + 1 cards there.
struct Guard {
  int cap = 16;
  CardSet tops = 0;
};

// With j cards of which fewer than j are outranked, each of the leaders' tricks takes one that outranks them.  A top
// card whose betters are all in the hand that plays before it waits for them to go.
inline Guard guard(CardSet mine, CardSet before, CardSet behind) {
  Guard best;
  if (mine == 0) return best;
  const CardSet foes = before | behind;
  const int held = count(mine);
  const int highest = top(mine);
  const CardSet above = ~((bit(highest) << 1) - 1);
  if ((behind & above) == 0 && count(before & above) < held) return {count(before & above), at_or_above(highest)};
  int j = 0;
  for (CardSet rest = mine; rest != 0;) {
    const int card = top(rest);
    rest ^= bit(card);
    const int over = count(foes & ~((bit(card) << 1) - 1));
    if (over < ++j) return {over, at_or_above(card)};
    if (over >= held) break;
  }
  return best;
}

// No-trump, for the side that is not on lead.  Suits whose top card it holds yield the leaders nothing until it is in;
// the others yield them at most their longer hand, or as much as a guard lets them take.  Once in, whoever got there
// cashes the tops of the own hand.
inline Sure stopper_tricks(const Node& node, int enough) {
  const int x1 = node.leader;
  const int x2 = x1 ^ 2;
  const int y1 = next_seat(x1);
  const int y2 = y1 ^ 2;
  const CardSet all = node.all();
  Sure sure{enough, 0};
  int run = 0;
  std::array<int, 2> cash{};
  std::array<int, 2> aces{};
  std::array<int, 2> guards{};
  std::array<std::array<int, kLanes>, 2> sequence{};
  std::array<std::array<int, kLanes>, 2> takes{};
  std::array<int, 2> cross{-1, -1};  // the lane in which the partner holds the top
  std::array<bool, 2> entry{};       // can be put in by its ace
  bool open = false;                 // may be put in anywhere
  bool reached = false;
  CardSet apart = 0;
  for (int l = 0; l < kLanes && !reached; ++l) {
    const CardSet one = node.hand[x1] & lane(l);
    const CardSet two = node.hand[x2] & lane(l);
    const CardSet best = bit(16 * l + kTopBit);
    if (one == 0 || two == 0 || ((one | two) & best) == 0) continue;
    if (top(two) > low(one))
      reached = true;
    else
      apart |= at_or_above(low(one));
  }
  if (!reached) sure.tops |= apart;
  for (int l = 0; l < kLanes; ++l) {
    const CardSet suit = all & lane(l);
    if (suit == 0) continue;
    const int longer = reached ? std::max(node.length(x1, l), node.length(x2, l)) : node.length(x1, l);
    const CardSet best = bit(16 * l + kTopBit);
    if (((node.hand[x1] | node.hand[x2]) & best) != 0) {
      const CardSet one = node.hand[x1] & suit;
      const CardSet two = node.hand[x2] & suit;
      const Guard first = guard(node.hand[y1] & suit, one, reached ? two : 0);
      const Guard second = reached ? guard(node.hand[y2] & suit, two, one) : guard(node.hand[y2] & suit, one, 0);
      const Guard& better = first.cap <= second.cap ? first : second;
      if (better.cap < longer) {
        run += better.cap;
        sure.tops |= better.tops;
        const int who = first.cap <= second.cap ? 0 : 1;
        ++guards[who];
        // The partner may have to win in its place.
        if (node.length(who == 0 ? y2 : y1, l) != 0) open = true;
      } else {
        run += longer;
        if (longer != 0) open = true;
      }
      continue;
    }
    const int who = (node.hand[y1] & best) != 0 ? 0 : 1;
    if (longer != 0) {
      sure.tops |= best;
      entry[who] = true;
    }
    const CardSet held = node.hand[who == 0 ? y1 : y2];
    ++aces[who];
    int k = 0;
    for (CardSet c = best; (c & held & lane(l)) != 0; c >>= 1) ++k;
    sequence[who][l] = k;
    // Once nobody else has any left, the low ones are as good.
    if (k >= std::max({node.length(x1, l), node.length(x2, l), node.length(who == 0 ? y2 : y1, l)}))
      k = node.length(who == 0 ? y1 : y2, l);
    takes[who][l] = k;
    cash[who] += k;
    if (node.length(who == 0 ? y2 : y1, l) != 0) cross[1 - who] = l;
  }
  const int rest = node.tricks - run;
  if (rest < enough) return {};
  std::array<int, 2> kept{};
  for (int who = 0; who < 2; ++who) {
    kept[who] = guards[who] == 0 ? 0 : guards[who] + std::max(aces[who], std::min(cash[who], enough));
    if (kept[who] > rest) return {};
  }
  if (enough == 1) return sure;
  // Whoever gets in first cashes, then leads to the partner's tops with a card kept for it.
  const auto spend = [&](int who, int wanted, int from) {
    for (int i = 0; i < kLanes && wanted > 0; ++i) {
      const int l = (from + i) & 3;
      const int k = takes[who][l];
      if (k == 0) continue;
      const int ranks = wanted < sequence[who][l] ? wanted : sequence[who][l];
      sure.tops |= at_or_above(16 * l + kTopBit + 1 - ranks);
      wanted -= k;
    }
  };
  for (int who = 0; who < 2; ++who) {
    if (!entry[who] && guards[who] == 0 && !open) continue;
    const int own = entry[who] ? cash[who] : cash[who] + 1;
    const bool both = own < enough && cross[who] >= 0 && std::max(kept[who], own) + 1 <= rest;
    if (own + (both ? cash[1 - who] : 0) < enough) return {};
    const int wanted = enough - (entry[who] ? 0 : 1);
    spend(who, wanted, 0);
    if (both) spend(1 - who, enough - own, cross[who]);
  }
  return sure;
}

}  // namespace backalley
