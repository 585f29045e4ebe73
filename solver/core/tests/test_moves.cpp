#include "check.hpp"
#include "random_positions.hpp"

using namespace backalley;

namespace {

std::uint64_t lengths_of(const Node& node, CardSet counted) {
  std::uint64_t lengths = 0;
  for (int seat = 0; seat < kSeats; ++seat) {
    for (int suit = 0; suit < kSuits; ++suit) {
      const CardSet held = node.hand[seat] & counted & CardSet{0xFFFF} << (16 * suit);
      lengths |= static_cast<std::uint64_t>(count(held)) << (16 * seat + 4 * suit);
    }
  }
  return lengths;
}

template <TrumpMode M>
CardSet legal_in(const Moves& moves, const Trick& trick) {
  switch (trick.played) {
    case 0: return moves.legal<M, 0>(trick);
    case 1: return moves.legal<M, 1>(trick);
    case 2: return moves.legal<M, 2>(trick);
    default: return moves.legal<M, 3>(trick);
  }
}

// South leads with every seat holding what `hands` say.
Trick lead(const Node& node, const Moves& moves, int card) {
  Trick trick;
  trick.node = &node;
  moves.play_card(trick, card);
  return trick;
}

}  // namespace

TEST(moves, a_play_to_the_end_keeps_its_books) {
  Random random(6);
  for (int i = 0; i < 3000; ++i) {
    const Position start = random_lead(random, 1 + random.below(8));
    SearchPosition now(start, play_rules(i));
    const CardSet counted = start.trump < 0 ? kNatural : ~CardSet{0};
    while (!now.finished()) {
      const CardSet legal = now.legal();
      CHECK(legal != 0);
      const CardSet hand = now.node().hand[now.trick().turn()];
      CHECK_EQUAL(legal & ~hand, CardSet{0});
      switch (now.moves().mode_of(now.node())) {
        case TrumpMode::kNoTrump: CHECK_EQUAL(legal_in<TrumpMode::kNoTrump>(now.moves(), now.trick()), legal); break;
        case TrumpMode::kTrump: CHECK_EQUAL(legal_in<TrumpMode::kTrump>(now.moves(), now.trick()), legal); break;
        default: break;
      }
      now.play_card(random.card_of(legal));
      CHECK_EQUAL(now.node().lengths, lengths_of(now.node(), counted));
    }
  }
}

TEST(moves, a_blooper_led_forces_whom_the_rules_say) {
  Node node;
  node.hand = {bit(kBig) | bit(16 + 12), bit(12) | bit(10), bit(11) | bit(9), bit(8) | bit(16 + 11)};
  node.tricks = 2;
  node.leader = 0;
  for (const Forced forced : {Forced::kNone, Forced::kOpponents, Forced::kAll}) {
    const Moves moves({BreakOn::kAnyTrump, forced, Forced::kNone}, suit_cards(0) | kBloopers);
    Trick trick = lead(node, moves, kBig);
    CHECK_EQUAL(moves.legal(trick), forced == Forced::kNone ? node.hand[1] : bit(12));
    moves.play_card(trick, 12);
    CHECK_EQUAL(moves.legal(trick), forced == Forced::kAll ? bit(11) : node.hand[2]);
    moves.play_card(trick, 11);
    CHECK_EQUAL(moves.legal(trick), bit(8));
    moves.play_card(trick, 8);
    CHECK_EQUAL(trick.best_seat[3], 0);
  }
}

TEST(moves, trumps_are_led_once_broken) {
  Node node;
  node.hand = {bit(12) | bit(16 + 12), bit(11) | bit(32 + 12), bit(10) | bit(16 + 11), bit(9) | bit(16 + 10)};
  node.tricks = 2;
  node.leader = 0;
  node.free = 0;
  const Moves moves({BreakOn::kRuffOnly, Forced::kNone, Forced::kNone}, suit_cards(0) | kBloopers);
  Trick trick;
  trick.node = &node;
  CHECK_EQUAL(moves.legal(trick), bit(16 + 12));
  for (const int card : {16 + 12, 11, 16 + 11, 16 + 10}) moves.play_card(trick, card);
  CHECK_EQUAL(trick.best_seat[3], 1);
  CHECK_EQUAL(moves.next_node(trick).free, 0xFU);
  node.free = 0b0001;
  trick = Trick{};
  trick.node = &node;
  for (const int card : {12, 11, 10, 9}) moves.play_card(trick, card);
  CHECK_EQUAL(moves.next_node(trick).free, 0b0001U);  // trumps led by one who may are no ruff
}
