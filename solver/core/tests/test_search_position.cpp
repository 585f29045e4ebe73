#include <stdexcept>

#include "check.hpp"
#include "random_positions.hpp"

using namespace backalley;

TEST(search_position, cards_find_their_way_back) {
  Random random(8);
  for (int i = 0; i < 2000; ++i) {
    Position plain = random_lead(random, 1 + random.below(13));
    SearchPosition now(plain, play_rules(i));
    for (int played = 0; !now.finished(); ++played) {
      std::uint64_t held = 0;
      const int seat = now.trick().turn();
      CardSet hand = now.node().hand[seat];
      for (int k = 0; k < now.trick().played; ++k) hand &= ~bit(now.trick().card[k]);
      for (CardSet rest = hand; rest != 0; rest &= rest - 1) {
        held |= std::uint64_t{1} << now.plain(low(rest));
        CHECK_EQUAL(now.relative(now.plain(low(rest))), low(rest));
      }
      CHECK_EQUAL(held, plain.hands[static_cast<std::size_t>(seat)]);
      const int card = random.card_of(now.legal());
      plain.hands[static_cast<std::size_t>(seat)] &= ~(std::uint64_t{1} << now.plain(card));
      now.play_card(card);
    }
  }
}

TEST(search_position, a_copy_stands_alone) {
  Random random(9);
  SearchPosition now(random_lead(random, 5), {});
  SearchPosition copy = now;
  CHECK(copy.trick().node == &copy.node());
  for (int i = 0; i < 4; ++i) now.play_card(low(now.legal()));
  CHECK_EQUAL(now.node().tricks, 4);
  CHECK_EQUAL(copy.node().tricks, 5);
  copy = now;
  CHECK(copy.trick().node == &copy.node());
}

TEST(search_position, what_cannot_be_is_refused) {
  const auto bad = [](auto change) {
    Position position;
    position.hands = {1, 2, 4, 8};
    change(position);
    CHECK_THROWS(SearchPosition(position, {}), std::invalid_argument);
  };
  bad([](Position& p) { p.trump = 4; });
  bad([](Position& p) { p.leader = -1; });
  bad([](Position& p) { p.hands[0] = 2; });
  bad([](Position& p) { p.hands[0] = 0; });
  bad([](Position& p) { p.hands[0] = 16 + 32; });
  bad([](Position& p) { p.hands[0] = std::uint64_t{1} << 54; });
  bad([](Position& p) { p.trick = {54}; });
  bad([](Position& p) { p.trick = {1}; });
  bad([](Position& p) { p.trick = {20, 21, 22, 23}; });
}
