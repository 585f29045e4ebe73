// Tricks of the side on lead, or of the side that wins a trick: cashed from the top without search.
#pragma once

#include "survey.hpp"

namespace backalley {

// The side of a leader, who cashes winners, then may cross once to the partner's.  Tricks are counted first, and the
// ranks they rest on are gathered only if there are enough.
template <Kind K>
class Leaders {
 public:
  explicit Leaders(const Survey<K>& survey) : s_(survey) {}

  // Cashes the lanes but `first`, if any, then crosses.
  Sure go_on(int first);
  // A trick in plain lane `first` comes before.
  Sure after(int first, bool top);

 private:
  bool has_enough() const { return s_.trumps + cashed_ >= s_.enough; }

  bool cash(int l);
  CardSet my_side_ranks() const;
  Sure cashed() const;
  Sure cross(int first);
  void count_partner(int first);
  void look_across_in_trumps();
  CardSet partner_ranks() const;
  Sure ruff(int limit) const;

  const Survey<K> s_;
  int cashed_ = 0;
  std::array<std::int8_t, kLanes> rounds_{};    // cashed in each lane
  std::array<std::int8_t, kLanes> my_ranks_{};  // how many of my winners matter by rank

  int partner_takes_ = 0;
  bool crossed_ = false;
  int entry_ = -1;  // a lane that leads to the partner if one winner less is cashed
  std::array<std::int8_t, kLanes> pd_ranks_{};
  bool cross_in_trumps_ = false;
  bool by_trumps_ = false;
  int straight_ = 0;  // trump tops alone: what is left of the trump tricks when trumps are used to cross
  int straight_ranks_ = 0;
};

template <Kind K>
inline Sure Leaders<K>::after(int first, bool top) {
  if (top) {
    const bool more = cash(first);
    if (!more || rounds_[first] != 0) {
      if (const Sure sure = has_enough() ? cashed() : more ? go_on(first) : cross(first); sure.tricks != 0) return sure;
    }
    cashed_ = 0;
    rounds_ = {};
    my_ranks_ = {};
  }
  if (s_.spare < 1) return {};
  rounds_[first] = 1;
  cashed_ = 1;
  return has_enough() ? cashed() : go_on(first);
}

// Cashes the lanes but `first`, then crosses.
template <Kind K>
inline Sure Leaders<K>::go_on(int first) {
  for (CardSet rest = first < 0 ? s_.my_winners : s_.my_winners & ~lane(first); rest != 0;) {
    const int l = lane_of(low(rest));
    rest &= ~lane(l);
    if (!cash(l)) break;
    if (has_enough()) return cashed();
  }
  return cross(first);
}

// My own winners in a lane, keeping the lead; false if the partner has no side card left to play to them.
template <Kind K>
inline bool Leaders<K>::cash(int l) {
  const CardSet winners = s_.my_winners & lane(l);
  const Lengths len = s_.lengths_in(l);
  const int all = count(winners);
  int k = std::min(all, s_.safe_rounds(len));
  // The partner must be able to stay below my winners.
  const CardSet lowest = winners & (~winners + 1);
  const CardSet held = s_.pd & lane(l);
  if (held > lowest) k = std::min(k, count(held & (lowest - 1)));
  if (k == 0) return true;
  const bool drawn = k == all && !s_.ruffs() && k >= std::max(len.foes(), len.pd);
  const int take = std::min(drawn ? len.me : k, s_.spare - cashed_);
  if (take <= 0) return false;
  const int wanted = s_.enough - s_.trumps - cashed_;
  const bool contested = len.foes() != 0 || len.pd != 0;
  my_ranks_[l] = static_cast<std::int8_t>(!contested ? 0 : wanted > 0 ? std::min(k, wanted) : k);
  rounds_[l] = static_cast<std::int8_t>(take);
  cashed_ += take;
  return true;
}

// The ranks of the winners cashed.
template <Kind K>
inline CardSet Leaders<K>::my_side_ranks() const {
  CardSet tops = 0;
  for (int l = 0; l < kLanes; ++l) {
    if (my_ranks_[l] != 0) tops |= ranks_of(highest(s_.my_winners & lane(l), my_ranks_[l]));
  }
  return tops;
}

template <Kind K>
inline Sure Leaders<K>::cashed() const {
  return {s_.enough, my_side_ranks() | s_.trump_ranks()};
}

// Then the partner's winners, if some suit leads there; else with one winner of mine less, whose card leads there.
template <Kind K>
inline Sure Leaders<K>::cross(int first) {
  if (s_.pd_winners == 0) return s_.ruff_lanes != 0 ? ruff(0) : Sure{};
  if constexpr (K == Kind::kTrump) look_across_in_trumps();
  for (int attempt = 0;; ++attempt) {
    count_partner(first);
    by_trumps_ = !crossed_ && cross_in_trumps_;
    const bool crossed = crossed_ || by_trumps_;
    // My side cards, so that I need not ruff, and the partner's.
    const int limit = std::min(s_.tricks - s_.my_trumps, s_.spare) - cashed_;
    const int more = std::min(partner_takes_, limit);
    if (crossed && more > 0) {
      const int trumps = by_trumps_ ? straight_ : s_.trumps;
      if (trumps + cashed_ + more >= s_.enough)
        return {s_.enough, my_side_ranks() | s_.trump_ranks() | partner_ranks()};
    }
    if constexpr (K == Kind::kTrump) {
      if (attempt == 0 && s_.ruff_lanes != 0) {
        if (const Sure sure = ruff(limit); sure.tricks != 0) return sure;
      }
    }
    if (crossed || entry_ < 0 || attempt != 0) return {};
    --rounds_[entry_];
    --cashed_;
  }
}

template <Kind K>
inline void Leaders<K>::count_partner(int first) {
  partner_takes_ = 0;
  crossed_ = false;
  entry_ = -1;
  pd_ranks_ = {};
  const int needed = s_.enough - (cross_in_trumps_ ? straight_ : s_.trumps) - cashed_;
  for (CardSet rest = s_.pd_winners; rest != 0;) {
    const int l = lane_of(low(rest));
    const CardSet winners = rest & lane(l);
    rest ^= winners;
    const Lengths len = s_.lengths_in(l);
    const int done = rounds_[l];
    const int all = count(winners);
    int k = std::min(std::min(all, len.pd - done), s_.safe_rounds(len) - done);
    if (k <= 0) continue;
    int ranks = 0;
    if (len.foes() != 0) {
      // No more than is wanted: fewer ranks make a pattern that fits more hands.
      const int wanted = needed - partner_takes_;
      if (!s_.ruffs() && wanted > k && done + k >= std::max(len.foes(), len.me)) {
        // Nobody else has any left.
        ranks = all;
        k = len.pd - done;
      } else {
        ranks = k = std::max(0, std::min(k, wanted));
      }
    }
    partner_takes_ += k;
    const CardSet mine = s_.me & lane(l);
    if (mine != 0 && (mine & (~mine + 1)) < winners) {
      if (len.me > done) {
        crossed_ = true;
        ranks = std::max(ranks, 1);
      } else if (l != first) {
        entry_ = l;
      }
    }
    pd_ranks_[l] = static_cast<std::int8_t>(ranks);
  }
}

// Can a trump of mine lead to the partner?  A winner of mine under the partner's spends two of the tops counted in one
// trick: one more makes up for it.
template <Kind K>
inline void Leaders<K>::look_across_in_trumps() {
  const CardSet mine = s_.me & lane(0);
  const CardSet lowest = mine & (~mine + 1);
  const CardSet held = s_.pd & lane(0);
  if (s_.draw != 0 || mine == 0 || (held & s_.above) == 0 || held < lowest) return;
  const int longer = std::max(s_.my_trumps, s_.pd_trumps);
  if (!s_.ruffs()) {
    cross_in_trumps_ = true;
    straight_ = longer;
    return;
  }
  const int winners = count((mine | held) & s_.above);
  const int spent = (lowest & s_.above) != 0 ? 1 : 0;
  cross_in_trumps_ = spent == 0 || winners > longer;
  straight_ = std::min(winners, longer);
  straight_ranks_ = straight_ + spent;
}

// The ranks of the partner's winners, of what leads to them, and of the trump tops that are left then.
template <Kind K>
inline CardSet Leaders<K>::partner_ranks() const {
  CardSet tops = 0;
  for (int l = 0; l < kLanes; ++l) {
    if (pd_ranks_[l] != 0) tops |= ranks_of(highest(s_.pd_winners & lane(l), pd_ranks_[l]));
  }
  if (by_trumps_) {
    tops |= at_or_above(top(s_.pd & lane(0)));
    if (straight_ranks_ != 0) tops |= ranks_of(highest((s_.me | s_.pd) & lane(0) & s_.above, straight_ranks_));
  }
  return tops;
}

// A ruff in the partner's hand comes on top of what my own trumps take.
template <Kind K>
inline Sure Leaders<K>::ruff(int limit) const {
  for (CardSet rest = s_.ruff_lanes; rest != 0;) {
    const int l = lane_of(low(rest));
    rest &= ~lane(l);
    const Lengths len = s_.lengths_in(l);
    const int done = rounds_[l];
    if (len.me <= done || s_.safe_rounds(len) <= done) continue;
    const int more = std::max(0, std::min(partner_takes_, limit - 1));
    const int wanted = s_.enough - cashed_ - 1 - more;
    if (wanted > s_.my_trumps) return {};
    const Sure own = unbeaten(s_.me & lane(0), s_.theirs & lane(0), s_.my_trumps, wanted);
    if (own.tricks < wanted) return {};
    return {s_.enough, my_side_ranks() | own.tops | (more != 0 ? partner_ranks() : 0)};
  }
  return {};
}

// Enough tricks for the side of `leader`, who is on lead, or none.
template <Kind K>
inline Sure leader_tricks(const Node& node, int leader, CardSet trump, int enough) {
  Survey<K> survey(node, leader, trump, enough);
  if constexpr (K != Kind::kNoTrump) {
    if (survey.undrawn >= enough) survey.draw = 0;  // no need to draw theirs
    if (std::max(survey.undrawn, survey.trumps) >= enough) return {enough, survey.trump_ranks()};
  }
  if (survey.hopeless(-1)) return {};
  return Leaders<K>(survey).go_on(-1);
}

// Enough tricks for the side of `leader` if one in plain lane `first` comes first, or none: if the lane's `top` is the
// leader's, with it as one of the winners, else with a card that happens to win there.
template <Kind K>
inline Sure winner_tricks_in(const Node& node, int leader, CardSet trump, int enough, int first, bool top) {
  const Survey<K> survey(node, leader, trump, enough);
  if (survey.hopeless(first)) return {};
  return Leaders<K>(survey).after(first, top);
}

}  // namespace backalley
