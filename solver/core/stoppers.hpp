// No-trump tricks of the side that is not on lead, read off suits that the leaders cannot run.
#pragma once

#include <algorithm>

#include "survey.hpp"

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
// cashes the tops of the own hand.  The leaders are x, the other side y.
class Stoppers {
 public:
  Stoppers(const Node& node, int enough)
      : enough_(enough), lengths_(std::rotr(node.lengths, 16 * node.leader)), rest_(node.tricks) {
    x_ = {node.hand[node.leader], node.hand[node.leader ^ 2]};
    y_ = {node.hand[next_seat(node.leader)], node.hand[next_seat(node.leader) ^ 2]};
    my_tops_ = (y_[0] | y_[1]) & kTops;
    their_tops_ = (x_[0] | x_[1]) & kTops;
  }

  Sure tricks() {
    count_cash();
    // Whoever gets in has at most this much.
    if (enough_ > 1 && cash_[0] + cash_[1] + 1 < enough_) return {};
    look_across();
    entries_ = my_tops_ & lanes_of(reached_ ? x_[0] | x_[1] : x_[0]);
    tops_ |= entries_;
    if (!count_runs() || !keeps_guards()) return {};
    if (enough_ > 1 && !cashes_enough()) return {};
    return {enough_, tops_};
  }

 private:
  static constexpr CardSet kTops = bit(kTopBit) * 0x0001'0001'0001'0001;

  int x_length(int who, int l) const { return static_cast<int>(lengths_ >> (32 * who + 4 * l)) & 15; }
  int y_length(int who, int l) const { return static_cast<int>(lengths_ >> (32 * who + 16 + 4 * l)) & 15; }

  // A hand with the top of a lane: its cards from there down, and how many it cashes.
  struct Run {
    int sequence, takes;
  };
  Run run(int who, int l) const;
  void count_cash();
  void look_across();
  bool count_runs();
  bool keeps_guards();
  bool cashes_enough();
  void spend(int who, int wanted, int from);

  const int enough_;
  const std::uint64_t lengths_;  // seat-major from the leader on
  int rest_;                     // tricks that are left when the leaders have run their suits
  std::array<CardSet, 2> x_;
  std::array<CardSet, 2> y_;
  CardSet my_tops_;
  CardSet their_tops_;
  CardSet entries_ = 0;  // tops of suits that can be led to
  CardSet tops_ = 0;

  std::array<int, 2> cash_{};
  std::array<int, 2> cross_{-1, -1};  // the lane in which the partner holds the top
  bool reached_ = false;              // can the leader's partner be put in?
  std::array<int, 2> guards_{};
  std::array<int, 2> kept_{};
  bool open_ = false;  // may be put in anywhere
};

inline Stoppers::Run Stoppers::run(int who, int l) const {
  const int sequence = std::countl_one(y_[who] << (63 - kTopBit - 16 * l));
  // Once nobody else has any left, the low ones are as good.
  const int others = std::max(std::max(x_length(0, l), x_length(1, l)), y_length(1 - who, l));
  return {sequence, sequence >= others ? y_length(who, l) : sequence};
}

// What each hand cashes once it is in.
inline void Stoppers::count_cash() {
  for (CardSet rest = my_tops_; rest != 0; rest &= rest - 1) {
    const int l = lane_of(low(rest));
    const int who = (y_[0] >> low(rest) & 1) != 0 ? 0 : 1;
    cash_[who] += run(who, l).takes;
    if (y_length(1 - who, l) != 0) cross_[1 - who] = l;
  }
}

// Can the leader put the partner in?  If not, that rests on the leader's low cards.
inline void Stoppers::look_across() {
  CardSet apart = 0;
  for (CardSet rest = their_tops_; rest != 0; rest &= rest - 1) {
    const CardSet suit = lane(lane_of(low(rest)));
    const CardSet one = x_[0] & suit;
    const CardSet two = x_[1] & suit;
    if (one == 0 || two == 0) continue;
    if (two > (one & (~one + 1))) {
      reached_ = true;
      return;
    }
    apart |= at_or_above(low(one));
  }
  tops_ |= apart;
}

// The leaders run the suits whose tops they hold; false if that leaves too few tricks.
inline bool Stoppers::count_runs() {
  for (CardSet rest = their_tops_; rest != 0; rest &= rest - 1) {
    const int l = lane_of(low(rest));
    const CardSet suit = lane(l);
    const int longer = reached_ ? std::max(x_length(0, l), x_length(1, l)) : x_length(0, l);
    if (longer == 0) continue;
    const CardSet one = x_[0] & suit;
    const CardSet two = reached_ ? x_[1] & suit : 0;
    const Guard first = guard(y_[0] & suit, one, two);
    const Guard second = reached_ ? guard(y_[1] & suit, two, one) : guard(y_[1] & suit, one, 0);
    const int who = first.cap <= second.cap ? 0 : 1;
    const Guard& better = who == 0 ? first : second;
    if (better.cap < longer) {
      rest_ -= better.cap;
      tops_ |= better.tops;
      ++guards_[who];
      // The partner may have to win in its place.
      if (y_length(1 - who, l) != 0) open_ = true;
    } else {
      rest_ -= longer;
      open_ = true;
    }
    if (rest_ < enough_) return false;
  }
  return true;
}

// Is there room for the cards that the guards keep, beside those to be cashed?
inline bool Stoppers::keeps_guards() {
  for (int who = 0; who < 2; ++who) {
    if (guards_[who] == 0) continue;
    kept_[who] = guards_[who] + std::max(count(my_tops_ & y_[who]), std::min(cash_[who], enough_));
    if (kept_[who] > rest_) return false;
  }
  return true;
}

// Whoever gets in first cashes, then leads to the partner's tops with a card kept for it.
inline bool Stoppers::cashes_enough() {
  for (int who = 0; who < 2; ++who) {
    const bool entry = (entries_ & y_[who]) != 0;
    if (!entry && guards_[who] == 0 && !open_) continue;
    const int own = entry ? cash_[who] : cash_[who] + 1;
    const bool both = own < enough_ && cross_[who] >= 0 && std::max(kept_[who], own) + 1 <= rest_;
    if (own + (both ? cash_[1 - who] : 0) < enough_) return false;
    const int wanted = enough_ - (entry ? 0 : 1);
    spend(who, wanted, 0);
    if (both) spend(1 - who, enough_ - own, cross_[who]);
  }
  return true;
}

// Notes the ranks of the tops that a hand cashes, from a lane on.
inline void Stoppers::spend(int who, int wanted, int from) {
  for (int i = 0; i < kLanes && wanted > 0; ++i) {
    const int l = (from + i) & 3;
    if ((y_[who] & my_tops_ & lane(l)) == 0) continue;
    const auto [sequence, takes] = run(who, l);
    tops_ |= at_or_above(16 * l + kTopBit + 1 - std::min(wanted, sequence));
    wanted -= takes;
  }
}

inline Sure stopper_tricks(const Node& node, int enough) { return Stoppers(node, enough).tricks(); }

}  // namespace backalley
