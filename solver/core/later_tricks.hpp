// No-trump tricks of the side that is not on lead, read off suits that the leaders cannot run.
#pragma once

#include <algorithm>

#include "leading_side.hpp"

namespace backalley {

// A hand that is not on lead and stops a suit of the leaders: they take at most `cap` tricks in it while that hand
// keeps `cap` + 1 cards there.
struct Stopper {
  int cap = 16;
  CardSet rank_winners = 0;
};

// With j cards of which fewer than j are outranked, each of the leaders' tricks takes one that outranks them.  A top
// card whose betters are all in the hand that plays before it waits for them to go.
inline Stopper stopper(CardSet mine, CardSet before, CardSet behind) {
  Stopper best;
  if (mine == 0) return best;
  const CardSet opponents = before | behind;
  const int held = count(mine);
  const int highest = top(mine);
  const CardSet above = ~((bit(highest) << 1) - 1);
  if ((behind & above) == 0 && count(before & above) < held) return {count(before & above), at_or_above(highest)};
  int j = 0;
  for (CardSet rest = mine; rest != 0;) {
    const int card = top(rest);
    rest ^= bit(card);
    const int over = count(opponents & ~((bit(card) << 1) - 1));
    if (over < ++j) return {over, at_or_above(card)};
    if (over >= held) break;
  }
  return best;
}

// No-trump, for the side that is not on lead, which is ours.  Suits whose top card it holds yield the leaders nothing
// until it is in; the others yield them at most their longer hand, or as much as a stopper lets them take.  Once in,
// whoever got there cashes the tops of the own hand.
class LaterTricks {
 public:
  LaterTricks(const Node& node, int enough)
      : enough_(enough), lengths_(std::rotr(node.lengths, 16 * node.leader)), rest_(node.tricks) {
    their_hands_ = {node.hand[node.leader], node.hand[node.leader ^ 2]};
    our_hands_ = {node.hand[next_seat(node.leader)], node.hand[next_seat(node.leader) ^ 2]};
    our_tops_ = (our_hands_[0] | our_hands_[1]) & kTops;
    their_tops_ = (their_hands_[0] | their_hands_[1]) & kTops;
  }

  SureTricks tricks() {
    count_cash();
    // Whoever gets in has at most this much.
    if (enough_ > 1 && cash_[0] + cash_[1] + 1 < enough_) return {};
    look_across();
    entries_ = our_tops_ & whole_suits(reached_ ? their_hands_[0] | their_hands_[1] : their_hands_[0]);
    rank_winners_ |= entries_;
    if (!count_runs() || !keeps_stoppers()) return {};
    if (enough_ > 1 && !cashes_enough()) return {};
    return {enough_, rank_winners_};
  }

 private:
  static constexpr CardSet kTops = bit(kTopBit) * 0x0001'0001'0001'0001;

  int their_length(int who, int suit) const { return static_cast<int>(lengths_ >> (32 * who + 4 * suit)) & 15; }
  int our_length(int who, int suit) const { return static_cast<int>(lengths_ >> (32 * who + 16 + 4 * suit)) & 15; }

  // A hand with the top of a suit: its cards from there down, and how many it cashes.
  struct Run {
    int sequence, takes;
  };
  Run run(int who, int suit) const;
  void count_cash();
  void look_across();
  bool count_runs();
  bool keeps_stoppers();
  bool cashes_enough();
  void spend(int who, int wanted, int from);

  const int enough_;
  const std::uint64_t lengths_;  // seat-major from the leader on
  int rest_;                     // tricks that are left when the leaders have run their suits
  std::array<CardSet, 2> their_hands_;
  std::array<CardSet, 2> our_hands_;
  CardSet our_tops_;
  CardSet their_tops_;
  CardSet entries_ = 0;  // tops of suits that can be led to
  CardSet rank_winners_ = 0;

  std::array<int, 2> cash_{};
  std::array<int, 2> cross_{-1, -1};  // the suit in which the partner holds the top
  bool reached_ = false;              // can the leader's partner be put in?
  std::array<int, 2> stoppers_{};
  std::array<int, 2> kept_{};
  bool open_ = false;  // may be put in anywhere
};

inline LaterTricks::Run LaterTricks::run(int who, int suit) const {
  const int sequence = std::countl_one(our_hands_[who] << (63 - kTopBit - 16 * suit));
  // Once nobody else has any left, the low ones are as good.
  const int others = std::max(std::max(their_length(0, suit), their_length(1, suit)), our_length(1 - who, suit));
  return {sequence, sequence >= others ? our_length(who, suit) : sequence};
}

// What each hand cashes once it is in.
inline void LaterTricks::count_cash() {
  for (CardSet rest = our_tops_; rest != 0; rest &= rest - 1) {
    const int suit = suit_of(low(rest));
    const int who = (our_hands_[0] >> low(rest) & 1) != 0 ? 0 : 1;
    cash_[who] += run(who, suit).takes;
    if (our_length(1 - who, suit) != 0) cross_[1 - who] = suit;
  }
}

// Can the leader put the partner in?  If not, that rests on the leader's low cards.
inline void LaterTricks::look_across() {
  CardSet apart = 0;
  for (CardSet rest = their_tops_; rest != 0; rest &= rest - 1) {
    const CardSet in_suit = suit_cards(suit_of(low(rest)));
    const CardSet one = their_hands_[0] & in_suit;
    const CardSet two = their_hands_[1] & in_suit;
    if (one == 0 || two == 0) continue;
    if (two > (one & (~one + 1))) {
      reached_ = true;
      return;
    }
    apart |= at_or_above(low(one));
  }
  rank_winners_ |= apart;
}

// The leaders run the suits whose tops they hold; false if that leaves too few tricks.
inline bool LaterTricks::count_runs() {
  for (CardSet rest = their_tops_; rest != 0; rest &= rest - 1) {
    const int suit = suit_of(low(rest));
    const CardSet in_suit = suit_cards(suit);
    const int longer = reached_ ? std::max(their_length(0, suit), their_length(1, suit)) : their_length(0, suit);
    if (longer == 0) continue;
    const CardSet one = their_hands_[0] & in_suit;
    const CardSet two = reached_ ? their_hands_[1] & in_suit : 0;
    const Stopper first = stopper(our_hands_[0] & in_suit, one, two);
    const Stopper second =
        reached_ ? stopper(our_hands_[1] & in_suit, two, one) : stopper(our_hands_[1] & in_suit, one, 0);
    const int who = first.cap <= second.cap ? 0 : 1;
    const Stopper& better = who == 0 ? first : second;
    if (better.cap < longer) {
      rest_ -= better.cap;
      rank_winners_ |= better.rank_winners;
      ++stoppers_[who];
      // The partner may have to win in its place.
      if (our_length(1 - who, suit) != 0) open_ = true;
    } else {
      rest_ -= longer;
      open_ = true;
    }
    if (rest_ < enough_) return false;
  }
  return true;
}

// Is there room for the cards that the stoppers keep, beside those to be cashed?
inline bool LaterTricks::keeps_stoppers() {
  for (int who = 0; who < 2; ++who) {
    if (stoppers_[who] == 0) continue;
    kept_[who] = stoppers_[who] + std::max(count(our_tops_ & our_hands_[who]), std::min(cash_[who], enough_));
    if (kept_[who] > rest_) return false;
  }
  return true;
}

// Whoever gets in first cashes, then leads to the partner's tops with a card kept for it.
inline bool LaterTricks::cashes_enough() {
  for (int who = 0; who < 2; ++who) {
    const bool entry = (entries_ & our_hands_[who]) != 0;
    if (!entry && stoppers_[who] == 0 && !open_) continue;
    const int own = entry ? cash_[who] : cash_[who] + 1;
    const bool both = own < enough_ && cross_[who] >= 0 && std::max(kept_[who], own) + 1 <= rest_;
    if (own + (both ? cash_[1 - who] : 0) < enough_) return false;
    const int wanted = enough_ - (entry ? 0 : 1);
    spend(who, wanted, 0);
    if (both) spend(1 - who, enough_ - own, cross_[who]);
  }
  return true;
}

// Notes the ranks of the tops that a hand cashes, from a suit on.
inline void LaterTricks::spend(int who, int wanted, int from) {
  for (int i = 0; i < kSuits && wanted > 0; ++i) {
    const int suit = (from + i) & 3;
    if ((our_hands_[who] & our_tops_ & suit_cards(suit)) == 0) continue;
    const auto [sequence, takes] = run(who, suit);
    rank_winners_ |= at_or_above(16 * suit + kTopBit + 1 - std::min(wanted, sequence));
    wanted -= takes;
  }
}

inline SureTricks later_tricks(const Node& node, int enough) { return LaterTricks(node, enough).tricks(); }

}  // namespace backalley
