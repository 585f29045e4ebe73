// The rules of play as the search knows them: which cards may be played (R11 to R13), what a card does to the trick
// (R11), and when trumps may be led (R12).  A new rule of play goes here, its knob into play_rules.hpp.
//
// Each step is a template over what trumps can still do and over the place in the trick, so that a search pays only for
// the rules that can matter; the plain functions below ask for all of them.
#pragma once

#include <bit>
#include <cstdint>

#include "play_rules.hpp"
#include "trick.hpp"

namespace backalley {

class Moves {
 public:
  // `trump`: the cards that are trumps, of those in play: none, suit 0 and the bloopers, or bloopers alone.
  Moves(const PlayRules& rules, CardSet trump)
      : trump_(trump),
        trumps_(trump == 0 ? Trumps::kNone : (trump == kBloopers ? Trumps::kBloopers : Trumps::kSuit)),
        rules_(rules) {}

  CardSet trump() const { return trump_; }
  Trumps trumps() const { return trumps_; }

  TrumpMode mode_of(const Node& node) const {
    const CardSet trumps = node.all() & trump_;
    if (trumps == 0) return TrumpMode::kNoTrump;
    return (trumps & kBloopers) == 0 && node.free == 0xF ? TrumpMode::kTrump : TrumpMode::kGeneral;
  }

  // The legal cards of the seat that plays as number I of the trick (R11, R12, R13).
  template <TrumpMode M, int I>
  CardSet legal(const Trick& trick) const;
  // The trick with one card more, as number I.
  template <TrumpMode M, int I>
  void play_card(Trick& trick, int card) const;
  // The position after a full trick of the cards `gone`.
  template <TrumpMode M>
  Node next_node(const Trick& trick, CardSet gone) const;

  CardSet legal(const Trick& trick) const {
    switch (trick.played) {
      case 0: return legal<TrumpMode::kGeneral, 0>(trick);
      case 1: return legal<TrumpMode::kGeneral, 1>(trick);
      case 2: return legal<TrumpMode::kGeneral, 2>(trick);
      default: return legal<TrumpMode::kGeneral, 3>(trick);
    }
  }
  void play_card(Trick& trick, int card) const {
    switch (trick.played) {
      case 0: return play_card<TrumpMode::kGeneral, 0>(trick, card);
      case 1: return play_card<TrumpMode::kGeneral, 1>(trick, card);
      case 2: return play_card<TrumpMode::kGeneral, 2>(trick, card);
      default: return play_card<TrumpMode::kGeneral, 3>(trick, card);
    }
  }
  Node next_node(const Trick& trick) const { return next_node<TrumpMode::kGeneral>(trick, trick.cards()); }

 private:
  CardSet trump_;
  Trumps trumps_;
  PlayRules rules_;
};

template <TrumpMode M, int I>
inline CardSet Moves::legal(const Trick& trick) const {
  const Node& node = *trick.node;
  const CardSet hand = node.hand[trick.seat(I)];
  if constexpr (I == 0) {
    if constexpr (M == TrumpMode::kGeneral) {
      const CardSet plain = hand & ~trump_;
      if ((node.free >> node.leader & 1) == 0 && plain != 0) return plain;
    }
    return hand;
  } else {
    if constexpr (M == TrumpMode::kGeneral) {
      const int led = trick.card[0];
      const CardSet trumps = hand & trump_;
      if (trumps != 0 && (led == kBig || led == kLittle)) {
        const Forced forced = led == kBig ? rules_.big_led : rules_.little_led;
        if (forced == Forced::kAll || (forced == Forced::kOpponents && I != 2)) {
          return bit(led == kBig ? top(trumps) : low(trumps));
        }
      }
    }
    const CardSet following = hand & trick.led;
    return following != 0 ? following : hand;
  }
}

template <TrumpMode M, int I>
inline void Moves::play_card(Trick& trick, int card) const {
  const int seat = trick.seat(I);
  trick.played = I + 1;
  trick.card[I] = card;
  const bool is_trump = M != TrumpMode::kNoTrump && (bit(card) & trump_) != 0;
  if constexpr (I == 0) {
    trick.led = is_trump ? trump_ : suit_cards(suit_of(card)) & ~trump_;
    trick.best_card[0] = card;
    trick.best_seat[0] = seat;
  } else {
    const int best = trick.best_card[I - 1];
    bool wins = card > best && (bit(card) & trick.led) != 0;
    if constexpr (M != TrumpMode::kNoTrump) {
      const bool ruffed = (bit(best) & trump_) != 0;
      wins = is_trump ? !ruffed || card > best : wins && !ruffed;
    }
    trick.best_card[I] = wins ? card : best;
    trick.best_seat[I] = wins ? seat : trick.best_seat[I - 1];
  }
}

template <TrumpMode M>
inline Node Moves::next_node(const Trick& trick, CardSet gone) const {
  const Node& node = *trick.node;
  Node child;
  child.hand = node.hand;
  child.tricks = node.tricks - 1;
  child.leader = trick.best_seat[3];
  child.free = node.free;
  std::uint64_t fewer = 0;
  for (int i = 0; i < 4; ++i) {
    const int card = trick.card[i];
    if (M == TrumpMode::kGeneral && trumps_ != Trumps::kSuit && (bit(card) & kBloopers) != 0) continue;
    fewer |= std::uint64_t{1} << (16 * i + 4 * suit_of(card));
  }
  child.lengths = node.lengths - std::rotl(fewer, 16 * node.leader);
  if constexpr (M == TrumpMode::kGeneral) {
    if (node.free != 0xF && (gone & trump_) != 0) {
      const bool ruffed = (bit(trick.card[0]) & trump_) == 0;
      if (rules_.break_on == BreakOn::kAnyTrump || (rules_.break_on == BreakOn::kRuffOnly && ruffed)) {
        child.free = 0xF;
      }
    }
  }
  close_gaps(child.hand, gone);
  return child;
}

}  // namespace backalley
