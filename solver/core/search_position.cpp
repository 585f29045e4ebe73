#include "search_position.hpp"

#include <algorithm>
#include <stdexcept>

namespace backalley {

namespace {

using PlainSet = std::uint64_t;

constexpr PlainSet plain_bit(int card) { return PlainSet{1} << card; }

// The hands before the trick: what lies on the table went back to those who played it.
std::array<PlainSet, kSeats> hands_before(const Position& position) {
  std::array<PlainSet, kSeats> hands = position.hands;
  for (std::size_t i = 0; i < position.trick.size(); ++i) {
    hands[(position.leader + static_cast<int>(i)) & 3] |= plain_bit(position.trick[i]);
  }
  return hands;
}

void check(const Position& position) {
  if (position.trump < -1 || position.trump > 3 || position.leader < 0 || position.leader > 3 ||
      position.trick.size() > 3) {
    throw std::invalid_argument(
        "a position has a trump from -1 to 3, a leader from 0 to 3 and up to three cards on the table");
  }
  PlainSet seen = 0;
  const auto add = [&](PlainSet cards) {
    if ((seen & cards) != 0 || cards >> kPack != 0)
      throw std::invalid_argument("a card stands twice in the position, or is none");
    seen |= cards;
  };
  for (const PlainSet hand : position.hands) add(hand);
  for (const int card : position.trick) {
    if (card < 0 || card >= kPack) throw std::invalid_argument("a card is a number from 0 to 53");
    add(plain_bit(card));
  }
  const auto hands = hands_before(position);
  for (const PlainSet hand : hands) {
    if (count(hand) != count(hands[0]) || hand == 0 || count(hand) > 13) {
      throw std::invalid_argument(
          "the hands of a position hold 1 to 13 cards each, as many as one another before the trick");
    }
  }
}

// The plain suits in the search's order.
std::array<int, kSuits> suit_order(int trump) {
  std::array<int, kSuits> order{};
  int next = 0;
  if (trump >= 0) order[next++] = trump;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (suit != trump) order[next++] = suit;
  }
  return order;
}

unsigned free_seats(const Position& position, const PlayRules& rules) {
  if (rules.break_on == BreakOn::kUnrestricted || position.broken) return 0xF;
  return position.exempt & 0xF;
}

}  // namespace

CardSet trumps_of(const Position& position) {
  if (position.trump >= 0) return suit_cards(0) | kBloopers;
  PlainSet all = 0;
  for (const PlainSet hand : hands_before(position)) all |= hand;
  return all >> kPlainLittle != 0 ? kBloopers : 0;
}

SearchPosition::SearchPosition(const Position& position, const PlayRules& rules) {
  check(position);
  moves_ = Moves(rules, trumps_of(position));
  const auto hands = hands_before(position);
  const PlainSet all = hands[0] | hands[1] | hands[2] | hands[3];
  plain_.fill(-1);
  std::array<std::int8_t, kPack> relative{};
  const auto order = suit_order(position.trump);
  for (int suit = 0; suit < kSuits; ++suit) {
    int place = 16 * suit + kTopBit;
    for (int rank = kTopBit; rank >= 0; --rank) {
      const int card = 13 * order[suit] + rank;
      if ((all & plain_bit(card)) == 0) continue;
      relative[card] = static_cast<std::int8_t>(place);
      plain_[place--] = static_cast<std::int8_t>(card);
    }
  }
  for (int b = 0; b < 2; ++b) {
    relative[kPlainLittle + b] = static_cast<std::int8_t>(kLittle + b);
    plain_[kLittle + b] = static_cast<std::int8_t>(kPlainLittle + b);
  }
  for (int seat = 0; seat < kSeats; ++seat) {
    for (PlainSet rest = hands[seat]; rest != 0; rest &= rest - 1) {
      const int card = relative[low(rest)];
      node_.hand[seat] |= bit(card);
      // A blooper belongs to no suit where there is no trump suit.
      if (position.trump < 0 && (bit(card) & kBloopers) != 0) continue;
      node_.lengths += std::uint64_t{1} << (16 * seat + 4 * suit_of(card));
    }
  }
  node_.tricks = count(node_.hand[0]);
  node_.leader = position.leader;
  node_.free = free_seats(position, rules);
  trick_.node = &node_;
  for (const int card : position.trick) moves_.play_card(trick_, relative[card]);
}

SearchPosition& SearchPosition::operator=(const SearchPosition& other) {
  moves_ = other.moves_;
  node_ = other.node_;
  trick_ = other.trick_;
  trick_.node = &node_;
  plain_ = other.plain_;
  return *this;
}

int SearchPosition::relative(int plain) const {
  const auto* place = std::find(plain_.begin(), plain_.end(), static_cast<std::int8_t>(plain));
  return static_cast<int>(place - plain_.begin());
}

Trick SearchPosition::after(int card) const {
  Trick trick = trick_;
  moves_.play_card(trick, card);
  return trick;
}

int SearchPosition::ns_trick(int card) const {
  return trick_.played == 3 && side_of(after(card).best_seat[3]) == 0 ? 1 : 0;
}

void SearchPosition::play_card(int card) {
  moves_.play_card(trick_, card);
  if (trick_.played < 4) return;
  const CardSet gone = trick_.cards();
  node_ = moves_.next_node(trick_);
  for (CardSet rest = gone & kNatural; rest != 0; rest &= rest - 1) {
    int place = low(rest);
    for (; place > 16 * suit_of(place); --place) plain_[place] = plain_[place - 1];
    plain_[place] = -1;
  }
  trick_ = Trick{};
  trick_.node = &node_;
}

}  // namespace backalley
