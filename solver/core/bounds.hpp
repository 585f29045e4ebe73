// Tricks that a side takes whatever the other does, read off the top ranks without search.
#pragma once

#include <algorithm>

#include "node.hpp"

namespace backalley {

struct Sure {
  int tricks = 0;
  CardSet tops = 0;  // the ranks it rests on
};

// Trump tops of a side: k highest trumps in two hands take at least min(k, the longer hand) tricks, whoever leads.
template <Kind K>
inline Sure trump_tops(const Node& node, int side, CardSet trump) {
  if constexpr (K == Kind::kNoTrump) return {};
  const CardSet a = node.hand[side] & trump;
  const CardSet b = node.hand[side + 2] & trump;
  const CardSet ours = a | b;
  if (ours == 0) return {};
  const CardSet theirs = (node.hand[side ^ 1] | node.hand[(side ^ 1) + 2]) & trump;
  const int longer = std::max(count(a), count(b));
  if (theirs == 0) return {longer, 0};
  CardSet winners = ours & ~((bit(top(theirs)) << 1) - 1);
  int tricks = count(winners);
  while (tricks > longer) {
    winners &= winners - 1;
    --tricks;
  }
  const CardSet natural = winners & lane(0);
  return {tricks, natural == 0 ? 0 : at_or_above(low(natural))};
}

// Tricks for the side of `leader`, who cashes winners, then may cross once to the partner's; stops at `enough`.
// With `first` >= 0 a trick in that plain lane comes first, or nothing is promised: with the lane's top as one of the
// winners, or, if `given`, with a card that happens to win there.
template <Kind K>
inline Sure leader_tricks(const Node& node, int leader, CardSet trump, int enough, int first = -1, bool given = false) {
  const int partner = leader ^ 2;
  const CardSet me = node.hand[leader];
  const CardSet pd = node.hand[partner];
  const int lho = next_seat(leader);
  const int rho = lho ^ 2;
  const CardSet theirs = node.hand[lho] | node.hand[rho];
  const int n = node.tricks;

  Sure sure;
  int my_trumps = 0;
  int pd_trumps = 0;
  bool lho_ruffs = false;
  bool rho_ruffs = false;
  bool cross_in_trumps = false;
  int spare = n;  // side cards of the partner: a ruff of my winner would take the lead away
  if constexpr (K != Kind::kNoTrump) {
    sure = trump_tops<K>(node, side_of(leader), trump);
    if (sure.tricks >= enough && first < 0) return sure;
    my_trumps = count(me & trump);
    pd_trumps = count(pd & trump);
    const int lho_trumps = count(node.hand[lho] & trump);
    const int rho_trumps = count(node.hand[rho] & trump);
    lho_ruffs = lho_trumps != 0;
    rho_ruffs = rho_trumps != 0;
    spare = n - pd_trumps;
    if constexpr (K == Kind::kTrump) {
      const CardSet mine = me & trump;
      bool drawn_out = false;
      if (lho_ruffs || rho_ruffs) {
        // My own top trumps draw theirs: then nothing of ours is ruffed, and the longer hand's trumps all count.
        const int rounds = std::max(lho_trumps, rho_trumps);
        const CardSet above = mine & ~((bit(top((theirs | pd) & trump)) << 1) - 1);
        if (count(above) >= rounds) {
          CardSet used = above;
          while (count(used) > rounds) used &= used - 1;
          sure.tricks = std::max(my_trumps, pd_trumps);
          sure.tops |= at_or_above(low(used));
          spare = n - std::max(pd_trumps, rounds);
          lho_ruffs = rho_ruffs = false;
          drawn_out = true;
          if (sure.tricks >= enough && first < 0) return sure;
        }
      }
      const CardSet theirs_t = theirs & trump;
      const CardSet pd_top = pd & trump;
      const CardSet above_theirs = theirs_t == 0 ? 0 : ~((bit(top(theirs_t)) << 1) - 1);
      const bool partner_wins = pd_top != 0 && (theirs_t == 0 || (pd_top & above_theirs) != 0);
      if (!drawn_out && mine != 0 && partner_wins && top(pd_top) > low(mine)) {
        // A winner of mine under the partner's spends two of the tops counted above in one trick.
        const bool spends_two = (bit(low(mine)) & above_theirs) != 0;
        cross_in_trumps = !spends_two || count((me | pd) & above_theirs & trump) > std::max(my_trumps, pd_trumps);
      }
    }
  }

  // First my own side winners, keeping the lead.
  int cashed = 0;
  std::array<int, kLanes> rounds{};
  constexpr int kStart = K == Kind::kTrump ? 1 : 0;
  for (int i = kStart; i < kLanes; ++i) {
    int l = i;
    if (first >= 0) {
      if (i > kStart && rounds[first] == 0) return {};
      l = i == kStart ? first : i - 1 < first ? i - 1 : i;
    }
    if (given && i == kStart) {
      if (spare < 1) return {};
      rounds[l] = cashed = 1;
      if (sure.tricks + cashed >= enough) return {sure.tricks + cashed, sure.tops};
      continue;
    }
    const CardSet suit = lane(l) & ~trump;
    const CardSet mine = me & suit;
    if (mine == 0) continue;
    const int lho_len = count(node.hand[lho] & suit);
    const int rho_len = count(node.hand[rho] & suit);
    const int pd_len = count(pd & suit);
    int safe = 13;
    if (lho_ruffs) safe = lho_len;
    if (rho_ruffs) safe = std::min(safe, rho_len);
    if (safe == 0) continue;
    const CardSet out = theirs & suit;
    const CardSet winners = out == 0 ? mine : mine & ~((bit(top(out)) << 1) - 1);
    int k = count(winners);
    if (k == 0) continue;
    const CardSet pd_above = pd & suit & ~(bit(low(winners)) - 1);
    if (pd_above != 0) {
      // The partner must be able to stay below my winners.
      k = std::min(k, count(pd & suit & (bit(low(winners)) - 1)));
      if (k == 0) continue;
    }
    k = std::min(k, safe);
    CardSet counted = winners;
    while (count(counted) > k) counted &= counted - 1;
    int take = k;
    const bool drawn = k >= std::max(lho_len, rho_len) && k >= pd_len && k == count(winners) && safe == 13;
    if (drawn) take = count(mine);
    take = std::min(take, spare - cashed);
    if (take <= 0) break;
    rounds[l] = take;
    cashed += take;
    if (out != 0 || pd_len != 0) sure.tops |= at_or_above(low(pd_above != 0 ? (pd_above | winners) : counted));
    if (sure.tricks + cashed >= enough) return {sure.tricks + cashed, sure.tops};
  }
  if (sure.tricks + cashed >= enough) return {sure.tricks + cashed, sure.tops};

  // Then the partner's, if some suit leads there.
  int partner_takes = 0;
  CardSet partner_tops = 0;
  bool crossed = cross_in_trumps;
  if (cross_in_trumps) partner_tops |= at_or_above(top(pd & trump));
  for (int l = K == Kind::kTrump ? 1 : 0; l < kLanes; ++l) {
    const CardSet suit = lane(l) & ~trump;
    const CardSet theirs_in = theirs & suit;
    const CardSet held = pd & suit;
    if (held == 0) continue;
    const CardSet winners = theirs_in == 0 ? held : held & ~((bit(top(theirs_in)) << 1) - 1);
    const int low_cards = count(held) - count(winners);
    const int done = rounds[l];
    int k = count(winners) - std::max(0, done - low_cards);
    if (k <= 0) continue;
    const int lho_len = count(node.hand[lho] & suit);
    const int rho_len = count(node.hand[rho] & suit);
    int safe = 13;
    if (lho_ruffs) safe = lho_len;
    if (rho_ruffs) safe = std::min(safe, rho_len);
    if (safe <= done) continue;
    k = std::min(k, safe - done);
    const CardSet mine = me & suit;
    partner_takes += k;
    if (theirs_in != 0) partner_tops |= at_or_above(low(winners));
    if (!crossed && count(mine) > done && low(mine) < top(winners)) {
      crossed = true;
      partner_tops |= at_or_above(top(winners));
    }
  }
  if (crossed && partner_takes > 0) {
    int limit = n - my_trumps - cashed;  // my side cards, so that I need not ruff
    limit = std::min(limit, spare - cashed);
    partner_takes = std::min(partner_takes, limit);
    if (partner_takes > 0) return {sure.tricks + cashed + partner_takes, sure.tops | partner_tops};
  }
  return {sure.tricks + cashed, sure.tops};
}

// No-trump, for the side that is not on lead.  Suits whose top card it holds yield the leaders nothing until it is in;
// the others yield them at most their longer hand.  Once in, whoever got there cashes the tops of the own hand.
inline Sure stopper_tricks(const Node& node, int enough) {
  const int x1 = node.leader;
  const int x2 = x1 ^ 2;
  const int y1 = next_seat(x1);
  const int y2 = y1 ^ 2;
  const CardSet all = node.all();
  Sure sure{enough, 0};
  int run = 0;
  std::array<int, 2> cash{};
  std::array<CardSet, 2> tops{};
  std::array<bool, 2> crosses{};
  for (int l = 0; l < kLanes; ++l) {
    const CardSet suit = all & lane(l);
    if (suit == 0) continue;
    const int longer = std::max(node.length(x1, l), node.length(x2, l));
    const CardSet best = bit(16 * l + kTopBit);
    if (((node.hand[x1] | node.hand[x2]) & best) != 0) {
      run += longer;
      continue;
    }
    if (longer != 0) sure.tops |= best;
    const int who = (node.hand[y1] & best) != 0 ? 0 : 1;
    const CardSet held = node.hand[who == 0 ? y1 : y2];
    for (CardSet c = best; (c & held & lane(l)) != 0; c >>= 1) {
      tops[who] |= c;
      ++cash[who];
    }
    if (node.length(who == 0 ? y2 : y1, l) != 0) crosses[1 - who] = true;
  }
  const int rest = node.tricks - run;
  if (rest < enough) return {};
  if (enough == 1) return sure;
  // Whoever gets in first cashes, then leads to the partner's tops with a card kept for it.
  CardSet used = 0;
  for (int who = 0; who < 2; ++who) {
    const int own = cash[who];
    const bool both = own < enough && crosses[who] && own + 1 <= rest;
    if (own + (both ? cash[1 - who] : 0) < enough) return {};
    used |= tops[who] | (both ? tops[1 - who] : 0);
  }
  sure.tops |= used;
  return sure;
}

}  // namespace backalley
