// Quick tricks: those that the side on lead, or the side that wins a trick in play, cashes from the top.
#pragma once

#include "leading_side.hpp"

namespace backalley {

// The side of a leader, who cashes winners, then may cross once to the partner's.  Tricks are counted first, and the
// ranks they rest on are gathered only if there are enough.
template <TrumpMode M>
class QuickTricks {
 public:
  explicit QuickTricks(const LeadingSide<M>& leading) : side_(leading) {}

  // Cashes the suits but `first`, if any, then crosses.
  SureTricks cash_and_cross(int first);
  // A trick in plain suit `first` comes before.
  SureTricks after_trick_in(int first, bool top);

 private:
  bool has_enough() const { return side_.trumps + cashed_ >= side_.enough; }

  bool cash(int suit);
  CardSet my_side_ranks() const;
  SureTricks cashed() const;
  SureTricks cross(int first);
  void count_partner(int first);
  void look_across_in_trumps();
  CardSet partner_ranks() const;
  SureTricks ruff(int limit) const;

  const LeadingSide<M> side_;
  int cashed_ = 0;
  std::array<std::int8_t, kSuits> rounds_{};    // cashed in each suit
  std::array<std::int8_t, kSuits> my_ranks_{};  // how many of my winners matter by rank

  int partner_takes_ = 0;
  bool crossed_ = false;
  int entry_ = -1;  // a suit that leads to the partner if one winner less is cashed
  std::array<std::int8_t, kSuits> partner_ranks_{};
  bool cross_in_trumps_ = false;
  bool by_trumps_ = false;
  int straight_ = 0;  // trump tops alone: what is left of the trump tricks when trumps are used to cross
  int straight_ranks_ = 0;
};

template <TrumpMode M>
inline SureTricks QuickTricks<M>::after_trick_in(int first, bool top) {
  if (top) {
    const bool more = cash(first);
    if (!more || rounds_[first] != 0) {
      if (const SureTricks sure = has_enough() ? cashed()
                                  : more       ? cash_and_cross(first)
                                               : cross(first);
          sure.tricks != 0)
        return sure;
    }
    cashed_ = 0;
    rounds_ = {};
    my_ranks_ = {};
  }
  if (side_.spare < 1) return {};
  rounds_[first] = 1;
  cashed_ = 1;
  return has_enough() ? cashed() : cash_and_cross(first);
}

// Cashes the suits but `first`, then crosses.
template <TrumpMode M>
inline SureTricks QuickTricks<M>::cash_and_cross(int first) {
  for (CardSet rest = first < 0 ? side_.my_winners : side_.my_winners & ~suit_cards(first); rest != 0;) {
    const int suit = suit_of(low(rest));
    rest &= ~suit_cards(suit);
    if (!cash(suit)) break;
    if (has_enough()) return cashed();
  }
  return cross(first);
}

// My own winners in a suit, keeping the lead; false if the partner has no side card left to play to them.
template <TrumpMode M>
inline bool QuickTricks<M>::cash(int suit) {
  const CardSet winners = side_.my_winners & suit_cards(suit);
  const Lengths len = side_.lengths_in(suit);
  const int all = count(winners);
  int k = std::min(all, side_.safe_rounds(len));
  // The partner must be able to stay below my winners.
  const CardSet lowest = winners & (~winners + 1);
  const CardSet held = side_.partner & suit_cards(suit);
  if (held > lowest) k = std::min(k, count(held & (lowest - 1)));
  if (k == 0) return true;
  const bool drawn = k == all && !side_.ruffs() && k >= std::max(len.opponents(), len.partner);
  const int take = std::min(drawn ? len.me : k, side_.spare - cashed_);
  if (take <= 0) return false;
  const int wanted = side_.enough - side_.trumps - cashed_;
  const bool contested = len.opponents() != 0 || len.partner != 0;
  my_ranks_[suit] = static_cast<std::int8_t>(!contested ? 0 : wanted > 0 ? std::min(k, wanted) : k);
  rounds_[suit] = static_cast<std::int8_t>(take);
  cashed_ += take;
  return true;
}

// The ranks of the winners cashed.
template <TrumpMode M>
inline CardSet QuickTricks<M>::my_side_ranks() const {
  CardSet rank_winners = 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (my_ranks_[suit] != 0) rank_winners |= ranks_of(highest(side_.my_winners & suit_cards(suit), my_ranks_[suit]));
  }
  return rank_winners;
}

template <TrumpMode M>
inline SureTricks QuickTricks<M>::cashed() const {
  return {side_.enough, my_side_ranks() | side_.trump_ranks()};
}

// Then the partner's winners, if some suit leads there; else with one winner of mine less, whose card leads there.
template <TrumpMode M>
inline SureTricks QuickTricks<M>::cross(int first) {
  if (side_.partner_winners == 0) return side_.ruff_suits != 0 ? ruff(0) : SureTricks{};
  if constexpr (M == TrumpMode::kTrump) look_across_in_trumps();
  for (int attempt = 0;; ++attempt) {
    count_partner(first);
    by_trumps_ = !crossed_ && cross_in_trumps_;
    const bool crossed = crossed_ || by_trumps_;
    // My side cards, so that I need not ruff, and the partner's.
    const int limit = std::min(side_.tricks - side_.my_trumps, side_.spare) - cashed_;
    const int more = std::min(partner_takes_, limit);
    if (crossed && more > 0) {
      const int trumps = by_trumps_ ? straight_ : side_.trumps;
      if (trumps + cashed_ + more >= side_.enough)
        return {side_.enough, my_side_ranks() | side_.trump_ranks() | partner_ranks()};
    }
    if constexpr (M == TrumpMode::kTrump) {
      if (attempt == 0 && side_.ruff_suits != 0) {
        if (const SureTricks sure = ruff(limit); sure.tricks != 0) return sure;
      }
    }
    if (crossed || entry_ < 0 || attempt != 0) return {};
    --rounds_[entry_];
    --cashed_;
  }
}

template <TrumpMode M>
inline void QuickTricks<M>::count_partner(int first) {
  partner_takes_ = 0;
  crossed_ = false;
  entry_ = -1;
  partner_ranks_ = {};
  const int needed = side_.enough - (cross_in_trumps_ ? straight_ : side_.trumps) - cashed_;
  for (CardSet rest = side_.partner_winners; rest != 0;) {
    const int suit = suit_of(low(rest));
    const CardSet winners = rest & suit_cards(suit);
    rest ^= winners;
    const Lengths len = side_.lengths_in(suit);
    const int done = rounds_[suit];
    const int all = count(winners);
    int k = std::min(std::min(all, len.partner - done), side_.safe_rounds(len) - done);
    if (k <= 0) continue;
    int ranks = 0;
    if (len.opponents() != 0) {
      // No more than is wanted: fewer ranks make a pattern that fits more hands.
      const int wanted = needed - partner_takes_;
      if (!side_.ruffs() && wanted > k && done + k >= std::max(len.opponents(), len.me)) {
        // Nobody else has any left.
        ranks = all;
        k = len.partner - done;
      } else {
        ranks = k = std::max(0, std::min(k, wanted));
      }
    }
    partner_takes_ += k;
    const CardSet mine = side_.me & suit_cards(suit);
    if (mine != 0 && (mine & (~mine + 1)) < winners) {
      if (len.me > done) {
        crossed_ = true;
        ranks = std::max(ranks, 1);
      } else if (suit != first) {
        entry_ = suit;
      }
    }
    partner_ranks_[suit] = static_cast<std::int8_t>(ranks);
  }
}

// Can a trump of mine lead to the partner?  A winner of mine under the partner's spends two of the tops counted in one
// trick: one more makes up for it.
template <TrumpMode M>
inline void QuickTricks<M>::look_across_in_trumps() {
  const CardSet mine = side_.me & suit_cards(0);
  const CardSet lowest = mine & (~mine + 1);
  const CardSet held = side_.partner & suit_cards(0);
  if (side_.draw != 0 || mine == 0 || (held & side_.above) == 0 || held < lowest) return;
  const int longer = std::max(side_.my_trumps, side_.partner_trumps);
  if (!side_.ruffs()) {
    cross_in_trumps_ = true;
    straight_ = longer;
    return;
  }
  const int winners = count((mine | held) & side_.above);
  const int spent = (lowest & side_.above) != 0 ? 1 : 0;
  cross_in_trumps_ = spent == 0 || winners > longer;
  straight_ = std::min(winners, longer);
  straight_ranks_ = straight_ + spent;
}

// The ranks of the partner's winners, of what leads to them, and of the trump tops that are left then.
template <TrumpMode M>
inline CardSet QuickTricks<M>::partner_ranks() const {
  CardSet rank_winners = 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (partner_ranks_[suit] != 0)
      rank_winners |= ranks_of(highest(side_.partner_winners & suit_cards(suit), partner_ranks_[suit]));
  }
  if (by_trumps_) {
    rank_winners |= at_or_above(top(side_.partner & suit_cards(0)));
    if (straight_ranks_ != 0)
      rank_winners |= ranks_of(highest((side_.me | side_.partner) & suit_cards(0) & side_.above, straight_ranks_));
  }
  return rank_winners;
}

// A ruff in the partner's hand comes on top of what my own trumps take.
template <TrumpMode M>
inline SureTricks QuickTricks<M>::ruff(int limit) const {
  for (CardSet rest = side_.ruff_suits; rest != 0;) {
    const int suit = suit_of(low(rest));
    rest &= ~suit_cards(suit);
    const Lengths len = side_.lengths_in(suit);
    const int done = rounds_[suit];
    if (len.me <= done || side_.safe_rounds(len) <= done) continue;
    const int more = std::max(0, std::min(partner_takes_, limit - 1));
    const int wanted = side_.enough - cashed_ - 1 - more;
    if (wanted > side_.my_trumps) return {};
    const SureTricks own = unbeaten(side_.me & suit_cards(0), side_.theirs & suit_cards(0), side_.my_trumps, wanted);
    if (own.tricks < wanted) return {};
    return {side_.enough, my_side_ranks() | own.rank_winners | (more != 0 ? partner_ranks() : 0)};
  }
  return {};
}

// Enough tricks for the side of `leader`, who is on lead, or none.
template <TrumpMode M>
inline SureTricks quick_tricks(const Node& node, int leader, CardSet trump, int enough) {
  LeadingSide<M> leading(node, leader, trump, enough);
  if constexpr (M != TrumpMode::kNoTrump) {
    if (leading.undrawn >= enough) leading.draw = 0;  // no need to draw theirs
    if (std::max(leading.undrawn, leading.trumps) >= enough) return {enough, leading.trump_ranks()};
  }
  if (leading.hopeless(-1)) return {};
  return QuickTricks<M>(leading).cash_and_cross(-1);
}

// Enough tricks for the side of `leader` if one in plain suit `first` comes first, or none: if the suit's `top` is the
// leader's, with it as one of the winners, else with a card that happens to win there.
template <TrumpMode M>
inline SureTricks quick_tricks_after(const Node& node, int leader, CardSet trump, int enough, int first, bool top) {
  const LeadingSide<M> leading(node, leader, trump, enough);
  if (leading.hopeless(first)) return {};
  return QuickTricks<M>(leading).after_trick_in(first, top);
}

// The tricks wanted by the side to play, if it can win the trick in the plain suit led, unruffed, and then cashes
// enough: what it could cash from the lead, beginning with the top of that suit, it can cash now; with a lesser winner,
// the same beside that suit.
template <TrumpMode M, int I>
inline SureTricks quick_tricks_in_trick(const Trick& trick, CardSet trump, int need) {
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  const int next = next_seat(seat);
  const int suit = suit_of(trick.card[0]);
  const CardSet in_suit = suit_cards(suit) & trick.led;
  if constexpr (M != TrumpMode::kNoTrump) {
    if ((bit(trick.best_card[I - 1]) & trump) != 0) return {};
    if ((node.hand[next] & in_suit) == 0 && (node.hand[next] & trump) != 0) return {};
  }
  if constexpr (I == 2) {
    // The partner's card is spent: it must be the one that the cashing would spend.
    if ((node.hand[node.leader] & in_suit & (bit(trick.card[0]) - 1)) != 0) return {};
    // A discard of who could have ruffed would bring the next ruff nearer.
    if (M != TrumpMode::kNoTrump && (bit(trick.card[1]) & in_suit) == 0 && (node.hand[trick.seat(1)] & trump) != 0)
      return {};
  }
  // What has to be beaten: the best card on the table, and the best that the next player can add.
  const int to_beat = std::max(trick.best_card[I - 1], top((node.hand[next] & in_suit) | 1));
  int holder = seat;
  CardSet winners = node.hand[seat] & in_suit & ~((bit(to_beat) << 1) - 1);
  if constexpr (I == 1) {
    const CardSet theirs = node.hand[seat ^ 2] & in_suit;
    if (winners == 0 || (theirs != 0 && low(theirs) > top(winners))) {
      // The partner wins, and I must be able to stay below.
      holder = seat ^ 2;
      winners = theirs & ~((bit(to_beat) << 1) - 1);
      const CardSet mine = node.hand[seat] & in_suit;
      if (winners == 0 || (mine != 0 && low(mine) > top(winners))) return {};
    }
  }
  if (winners == 0) return {};
  const int enough = node.wanted(side_of(seat), need);
  const bool top_is_mine = (winners & bit(16 * suit + kTopBit)) != 0;
  SureTricks sure = quick_tricks_after<M>(node, holder, trump, enough, suit, top_is_mine);
  if (sure.tricks == 0) return {};
  sure.rank_winners |= at_or_above(top(winners));
  return sure;
}

}  // namespace backalley
