// Tricks of the side on lead, or of the side that wins a trick: cashed from the top without search.
#pragma once

#include "bounds.hpp"

namespace backalley {

// All cards of each lane below its highest card, and that one too.
constexpr CardSet fill_down(CardSet cards) {
  cards |= cards >> 1 & 0x7FFF'7FFF'7FFF'7FFF;
  cards |= cards >> 2 & 0x3FFF'3FFF'3FFF'3FFF;
  cards |= cards >> 4 & 0x0FFF'0FFF'0FFF'0FFF;
  return cards | (cards >> 8 & 0x00FF'00FF'00FF'00FF);
}

// The side of a leader, who cashes winners, then may cross once to the partner's.  Most questions are answered with no:
// tricks are counted first, and the ranks they rest on are gathered only if there are enough.
template <Kind K>
class Leaders {
 public:
  Leaders(const Node& node, int leader, CardSet trump, int enough);

  // Enough tricks from the lead, or none.
  Sure from_lead();
  // Enough tricks if one in plain lane `first` comes first, or none: with the lane's top as one of the winners, or, if
  // `given`, with a card that happens to win there.
  Sure after(int first, bool given);

 private:
  // How many cards each hand has in a lane.
  struct Lengths {
    int me, lho, pd, rho;
    int foes() const { return std::max(lho, rho); }
  };
  Lengths lengths(int l) const {
    const auto at = [x = lengths_ >> (4 * l)](int seat) { return static_cast<int>(x >> (16 * seat) & 15); };
    return {at(0), at(1), at(2), at(3)};
  }
  bool ruffs() const { return lho_ruffs_ || rho_ruffs_; }
  // Rounds of a plain lane that no foe can ruff.
  int safe_rounds(const Lengths& len) const { return std::min(lho_ruffs_ ? len.lho : 13, rho_ruffs_ ? len.rho : 13); }
  bool enough() const { return trumps_.tricks + cashed_ >= enough_; }

  void count_trumps();
  CardSet trump_ranks() const;
  bool cash(int l);
  CardSet my_side_ranks() const;
  Sure cashed() const;
  Sure cross(int first);
  void count_partner(int first);
  void look_across_in_trumps();
  CardSet partner_ranks() const;
  Sure ruff(int limit) const;

  const int tricks_;
  const int enough_;
  const std::uint64_t lengths_;  // seat-major from the leader on
  const CardSet me_;
  const CardSet pd_;
  const CardSet theirs_;
  const CardSet trump_;
  CardSet my_winners_;  // plain cards above all of theirs
  CardSet pd_winners_;
  CardSet above_;  // all that is above theirs

  int my_trumps_ = 0;
  int pd_trumps_ = 0;
  bool lho_ruffs_ = false;
  bool rho_ruffs_ = false;
  int draw_ = 0;  // rounds in which my top trumps draw all of theirs
  int unbeaten_ = 0;
  Sure trumps_;  // in plain trump the ranks are left to trump_ranks
  int spare_;    // side cards of the partner: a ruff of my winner would take the lead away

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
inline Leaders<K>::Leaders(const Node& node, int leader, CardSet trump, int enough)
    : tricks_(node.tricks),
      enough_(enough),
      lengths_(std::rotr(node.lengths, 16 * leader)),
      me_(node.hand[leader]),
      pd_(node.hand[leader ^ 2]),
      theirs_(node.hand[leader ^ 1] | node.hand[leader ^ 3]),
      trump_(trump),
      spare_(node.tricks) {
  // Trumps count in trump tricks; bloopers must not outrank the natural cards of their lane.
  const CardSet plain = K == Kind::kTrump ? ~lane(0) : K == Kind::kGeneral ? kNatural & ~trump : ~CardSet{0};
  above_ = ~fill_down(K == Kind::kGeneral ? theirs_ & plain : theirs_);
  my_winners_ = me_ & plain & above_;
  pd_winners_ = pd_ & plain & above_;
  if constexpr (K == Kind::kGeneral) {
    const auto count_of = [&](int seat) { return count(node.hand[seat] & trump); };
    my_trumps_ = count_of(leader);
    pd_trumps_ = count_of(leader ^ 2);
    lho_ruffs_ = (node.hand[next_seat(leader)] & trump) != 0;
    rho_ruffs_ = (node.hand[next_seat(leader) ^ 2] & trump) != 0;
    trumps_ = trump_tricks<K>(node, side_of(leader), trump, enough);
    unbeaten_ = trumps_.tricks;
    spare_ -= pd_trumps_;
  } else if constexpr (K == Kind::kTrump) {
    count_trumps();
  }
}

template <Kind K>
inline void Leaders<K>::count_trumps() {
  const Lengths len = lengths(0);
  my_trumps_ = len.me;
  pd_trumps_ = len.pd;
  lho_ruffs_ = len.lho != 0;
  rho_ruffs_ = len.rho != 0;
  const int longer = std::max(len.me, len.pd);
  trumps_.tricks = unbeaten_ = unbeaten_naturals((me_ | pd_) & lane(0), longer);
  spare_ -= len.pd;
  if (ruffs() && (me_ & bit(kTopBit)) != 0) {
    // My own top trumps draw theirs: then nothing of ours is ruffed, and the longer hand's trumps all count.
    const CardSet tops = me_ & lane(0) & ~fill_down((theirs_ | pd_) & lane(0));
    if (count(tops) >= len.foes()) {
      draw_ = len.foes();
      trumps_.tricks = longer;
      spare_ = tricks_ - std::max(len.pd, draw_);
      lho_ruffs_ = rho_ruffs_ = false;
    }
  }
}

template <Kind K>
inline CardSet Leaders<K>::trump_ranks() const {
  if constexpr (K != Kind::kTrump) return trumps_.tops;
  if (draw_ != 0) return ranks_of(highest(me_ & lane(0) & above_, draw_));
  return unbeaten((me_ | pd_) & lane(0), theirs_ & lane(0), std::max(my_trumps_, pd_trumps_), enough_).tops;
}

template <Kind K>
inline Sure Leaders<K>::from_lead() {
  if constexpr (K == Kind::kTrump) {
    if (unbeaten_ >= enough_) {
      draw_ = 0;
      return {enough_, trump_ranks()};
    }
  }
  if (K != Kind::kNoTrump && trumps_.tricks >= enough_) return {enough_, trump_ranks()};
  for (CardSet rest = my_winners_; rest != 0;) {
    const int l = lane_of(low(rest));
    rest &= ~lane(l);
    if (!cash(l)) break;
    if (enough()) return cashed();
  }
  return cross(-1);
}

template <Kind K>
inline Sure Leaders<K>::after(int first, bool given) {
  cashed_ = 0;
  rounds_ = {};
  my_ranks_ = {};
  bool more = true;
  if (given) {
    if (spare_ < 1) return {};
    rounds_[first] = 1;
    cashed_ = 1;
  } else {
    more = cash(first);
    if (more && rounds_[first] == 0) return {};
  }
  if (enough()) return cashed();
  for (CardSet rest = my_winners_ & ~lane(first); more && rest != 0;) {
    const int l = lane_of(low(rest));
    rest &= ~lane(l);
    more = cash(l);
    if (enough()) return cashed();
  }
  return cross(first);
}

// My own winners in a lane, keeping the lead; false if the partner has no side card left to play to them.
template <Kind K>
inline bool Leaders<K>::cash(int l) {
  const CardSet winners = my_winners_ & lane(l);
  const Lengths len = lengths(l);
  const int all = count(winners);
  int k = std::min(all, safe_rounds(len));
  // The partner must be able to stay below my winners.
  const CardSet lowest = winners & (~winners + 1);
  const CardSet held = pd_ & lane(l);
  if (held > lowest) k = std::min(k, count(held & (lowest - 1)));
  if (k == 0) return true;
  const bool drawn = k == all && !ruffs() && k >= std::max(len.foes(), len.pd);
  const int take = std::min(drawn ? len.me : k, spare_ - cashed_);
  if (take <= 0) return false;
  const int wanted = enough_ - trumps_.tricks - cashed_;
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
    if (my_ranks_[l] != 0) tops |= ranks_of(highest(my_winners_ & lane(l), my_ranks_[l]));
  }
  return tops;
}

template <Kind K>
inline Sure Leaders<K>::cashed() const {
  return {enough_, my_side_ranks() | trump_ranks()};
}

// Then the partner's winners, if some suit leads there; else with one winner of mine less, whose card leads there.
template <Kind K>
inline Sure Leaders<K>::cross(int first) {
  if constexpr (K == Kind::kTrump) {
    look_across_in_trumps();
  }
  for (int attempt = 0;; ++attempt) {
    count_partner(first);
    by_trumps_ = !crossed_ && cross_in_trumps_;
    const bool crossed = crossed_ || by_trumps_;
    // My side cards, so that I need not ruff, and the partner's.
    const int limit = std::min(tricks_ - my_trumps_, spare_) - cashed_;
    const int more = std::min(partner_takes_, limit);
    if (crossed && more > 0) {
      const int trumps = by_trumps_ ? straight_ : trumps_.tricks;
      if (trumps + cashed_ + more >= enough_) return {enough_, my_side_ranks() | trump_ranks() | partner_ranks()};
    }
    if constexpr (K == Kind::kTrump) {
      if (attempt == 0 && pd_trumps_ != 0 && draw_ == 0) {
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
  const int needed = enough_ - (cross_in_trumps_ ? straight_ : trumps_.tricks) - cashed_;
  for (CardSet rest = pd_winners_; rest != 0;) {
    const int l = lane_of(low(rest));
    const CardSet winners = rest & lane(l);
    rest ^= winners;
    const Lengths len = lengths(l);
    const int done = rounds_[l];
    const int all = count(winners);
    int k = std::min(std::min(all, len.pd - done), safe_rounds(len) - done);
    if (k <= 0) continue;
    int ranks = 0;
    if (len.foes() != 0) {
      // No more than is wanted: fewer ranks make a pattern that fits more hands.
      const int wanted = needed - partner_takes_;
      if (!ruffs() && wanted > k && done + k >= std::max(len.foes(), len.me)) {
        // Nobody else has any left.
        ranks = all;
        k = len.pd - done;
      } else {
        ranks = k = std::max(0, std::min(k, wanted));
      }
    }
    partner_takes_ += k;
    const CardSet mine = me_ & lane(l);
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
  const CardSet mine = me_ & lane(0);
  const CardSet lowest = mine & (~mine + 1);
  const CardSet held = pd_ & lane(0);
  if (draw_ != 0 || mine == 0 || (held & above_) == 0 || held < lowest) return;
  const int longer = std::max(my_trumps_, pd_trumps_);
  if (!ruffs()) {
    cross_in_trumps_ = true;
    straight_ = longer;
    return;
  }
  const int winners = count((mine | held) & above_);
  const int spent = (lowest & above_) != 0 ? 1 : 0;
  cross_in_trumps_ = spent == 0 || winners > longer;
  straight_ = std::min(winners, longer);
  straight_ranks_ = straight_ + spent;
}

// The ranks of the partner's winners, of what leads to them, and of the trump tops that are left then.
template <Kind K>
inline CardSet Leaders<K>::partner_ranks() const {
  CardSet tops = 0;
  for (int l = 0; l < kLanes; ++l) {
    if (pd_ranks_[l] != 0) tops |= ranks_of(highest(pd_winners_ & lane(l), pd_ranks_[l]));
  }
  if (by_trumps_) {
    tops |= at_or_above(top(pd_ & lane(0)));
    if (straight_ranks_ != 0) tops |= ranks_of(highest((me_ | pd_) & lane(0) & above_, straight_ranks_));
  }
  return tops;
}

// A ruff in the partner's hand comes on top of what my own trumps take.
template <Kind K>
inline Sure Leaders<K>::ruff(int limit) const {
  for (int l = 1; l < kLanes; ++l) {
    const Lengths len = lengths(l);
    const int done = rounds_[l];
    if (len.pd != 0 || len.me <= done || safe_rounds(len) <= done) continue;
    const int more = std::max(0, std::min(partner_takes_, limit - 1));
    const int wanted = enough_ - cashed_ - 1 - more;
    if (wanted > my_trumps_) return {};
    const Sure own = unbeaten(me_ & lane(0), theirs_ & lane(0), my_trumps_, wanted);
    if (own.tricks < wanted) return {};
    return {enough_, my_side_ranks() | own.tops | (more != 0 ? partner_ranks() : 0)};
  }
  return {};
}

}  // namespace backalley
