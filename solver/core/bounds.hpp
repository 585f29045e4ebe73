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

// How many of the `m` highest of `ours` no foe can take, if each of `theirs` takes at most one lower card: from the
// highest rank down, as far as `enough` needs; what is not looked at counts as beaten while foes are left.
inline Sure unbeaten(CardSet ours, CardSet theirs, int m, int enough) {
  int foes = count(theirs);
  Sure best{std::max(0, m - foes), 0};
  int won = 0;
  int above = 0;
  CardSet rest = ours | theirs;
  while (best.tricks < enough && won + m > best.tricks) {
    const int card = top(rest);
    rest ^= bit(card);
    if ((theirs & bit(card)) != 0) {
      ++above;
      continue;
    }
    --m;
    if (above > 0) {
      --above;
      --foes;
    } else {
      ++won;
    }
    const int tricks = won + std::max(0, m - foes);
    if (tricks > best.tricks) best = {tricks, (bit(card) & kNatural) == 0 ? 0 : at_or_above(card)};
  }
  return best;
}

// Trump tricks of a side whoever leads.  A hand plays each of its trumps, and a foe's trump takes at most one of them.
// Without bloopers the higher trumps of both hands can be kept apart, as many as the longer hand has.
template <Kind K>
inline Sure trump_tricks(const Node& node, int side, CardSet trump, int enough) {
  if constexpr (K == Kind::kNoTrump) return {};
  const CardSet a = node.hand[side] & trump;
  const CardSet b = node.hand[side + 2] & trump;
  const CardSet theirs = (node.hand[side ^ 1] | node.hand[(side ^ 1) + 2]) & trump;
  if constexpr (K == Kind::kTrump) return unbeaten(a | b, theirs, std::max(count(a), count(b)), enough);
  Sure best = trump_tops<K>(node, side, trump);
  if (best.tricks >= enough) return best;
  for (const CardSet hand : {a, b}) {
    if (const Sure one = unbeaten(hand, theirs, count(hand), enough); one.tricks > best.tricks) best = one;
  }
  return best;
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
  bool drawn_out = false;
  Sure straight;  // trump tops alone: what is left of the trump tricks when trumps are used to cross
  int spare = n;  // side cards of the partner: a ruff of my winner would take the lead away
  if constexpr (K != Kind::kNoTrump) {
    sure = trump_tricks<K>(node, side_of(leader), trump, enough);
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
      if (lho_ruffs || rho_ruffs) {
        // My own top trumps draw theirs: then nothing of ours is ruffed, and the longer hand's trumps all count.
        const int rounds = std::max(lho_trumps, rho_trumps);
        const CardSet above = mine & ~((bit(top((theirs | pd) & trump)) << 1) - 1);
        if (count(above) >= rounds) {
          CardSet used = above;
          while (count(used) > rounds) used &= used - 1;
          sure = {std::max(my_trumps, pd_trumps), at_or_above(low(used))};
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
        // A winner of mine under the partner's spends two of the tops counted above in one trick: one more makes up for
        // it.
        CardSet winners = (me | pd) & above_theirs & trump;
        const bool spends_two = (bit(low(mine)) & above_theirs) != 0;
        cross_in_trumps = !spends_two || count(winners) > std::max(my_trumps, pd_trumps);
        if (cross_in_trumps) straight = trump_tops<K>(node, side_of(leader), trump);
        if (spends_two && cross_in_trumps) {
          while (count(winners) > std::max(my_trumps, pd_trumps) + 1) winners &= winners - 1;
          straight.tops |= at_or_above(low(winners));
        }
      }
    }
  }

  // First my own side winners, keeping the lead.
  int cashed = 0;
  CardSet side_tops = 0;
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
    const int wanted = enough - sure.tricks - cashed + take;
    while (wanted < count(counted) && wanted > 0) counted &= counted - 1;
    if (out != 0 || pd_len != 0) side_tops |= at_or_above(low(counted));
    sure.tops |= side_tops;
    if (sure.tricks + cashed >= enough) return {sure.tricks + cashed, sure.tops};
  }
  if (sure.tricks + cashed >= enough) return {sure.tricks + cashed, sure.tops};

  // Then the partner's, if some suit leads there; else with one winner of mine less, whose card leads there instead.
  for (int attempt = 0;; ++attempt) {
    int partner_takes = 0;
    int entry = -1;
    CardSet partner_tops = 0;
    bool crossed = false;
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
      const int mine_len = count(mine);
      // No more than is wanted: fewer ranks make a pattern that fits more hands.
      const int wanted = enough - (cross_in_trumps ? straight.tricks : sure.tricks) - cashed - partner_takes;
      if (theirs_in != 0) {
        if (safe == 13 && wanted > k && done + k >= std::max({lho_len, rho_len, mine_len})) {
          // Nobody else has any left.
          partner_tops |= at_or_above(low(winners));
          k = count(held) - done;
        } else {
          k = std::max(0, std::min(k, wanted));
          CardSet used = winners;
          while (count(used) > k) used &= used - 1;
          if (used != 0) partner_tops |= at_or_above(low(used));
        }
      }
      partner_takes += k;
      if (mine != 0 && low(mine) < top(winners)) {
        if (mine_len > done) {
          crossed = true;
          partner_tops |= at_or_above(top(winners));
        } else if (l != first) {
          entry = l;
        }
      }
    }
    if (!crossed && cross_in_trumps) {
      crossed = true;
      sure.tricks = straight.tricks;
      partner_tops |= straight.tops | at_or_above(top(pd & trump));
    }
    if (crossed && partner_takes > 0) {
      int limit = n - my_trumps - cashed;  // my side cards, so that I need not ruff
      limit = std::min(limit, spare - cashed);
      const int more = std::min(partner_takes, limit);
      if (more > 0 && (K != Kind::kTrump || sure.tricks + cashed + more >= enough)) {
        return {sure.tricks + cashed + more, sure.tops | partner_tops};
      }
    }
    if constexpr (K == Kind::kTrump) {
      if (attempt == 0 && pd_trumps != 0 && !drawn_out) {
        // A ruff in the partner's hand comes on top of what my own trumps take.
        for (int l = 1; l < kLanes; ++l) {
          const CardSet suit = lane(l);
          if ((pd & suit) != 0 || count(me & suit) <= rounds[l]) continue;
          if (lho_ruffs && count(node.hand[lho] & suit) <= rounds[l]) continue;
          if (rho_ruffs && count(node.hand[rho] & suit) <= rounds[l]) continue;
          const int limit = std::min(n - my_trumps, spare) - cashed - 1;
          const int more = std::max(0, std::min(partner_takes, limit));
          const int wanted = enough - cashed - 1 - more;
          const Sure own = unbeaten(me & trump, theirs & trump, my_trumps, wanted);
          if (own.tricks >= wanted) return {enough, side_tops | own.tops | (more != 0 ? partner_tops : 0)};
          break;
        }
      }
    }
    if (crossed || entry < 0 || attempt != 0) return {sure.tricks + cashed, sure.tops};
    --rounds[entry];
    --cashed;
  }
}

}  // namespace backalley
