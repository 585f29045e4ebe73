#include <vector>

#include "cards.hpp"
#include "check.hpp"
#include "random_positions.hpp"

using namespace backalley;

namespace {

// Some cards of each suit from the top down, and the bloopers, dealt to four hands of one length.
Hands random_hands(Random& random, int cards) {
  std::vector<int> pack;
  std::array<int, kSuits> size{};
  if (random.once_in(2)) pack = {kLittle, kBig};
  while (static_cast<int>(pack.size()) < 4 * cards) {
    const int suit = random.below(kSuits);
    if (size[suit] <= kTopBit) pack.push_back(16 * suit + kTopBit - size[suit]++);
  }
  random.shuffle(pack);
  Hands hands{};
  for (int i = 0; i < 4 * cards; ++i) hands[i & 3] |= bit(pack[i]);
  return hands;
}

}  // namespace

TEST(cards, gaps_close_suit_by_suit_and_reopen) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Hands before = random_hands(random, 1 + random.below(13));
    CardSet gone = 0;
    for (const CardSet hand : before) gone |= bit(random.card_of(hand));
    Hands after = before;
    close_gaps(after, gone);
    Hands expected{};
    for (int seat = 0; seat < kSeats; ++seat) expected[seat] = before[seat] & ~gone & kBloopers;
    for (int suit = 0; suit < kSuits; ++suit) {
      int place = 16 * suit + kTopBit;
      for (int card = place; card >= 16 * suit; --card) {
        for (int seat = 0; seat < kSeats; ++seat) {
          if ((before[seat] & ~gone & bit(card)) == 0) continue;
          CHECK_EQUAL(reopen_gaps(at_or_above(place), gone), at_or_above(card));
          expected[seat] |= bit(place--);
        }
      }
    }
    for (int seat = 0; seat < kSeats; ++seat) CHECK_EQUAL(after[seat], expected[seat]);
  }
}

TEST(cards, touching_cards_are_one) {
  const CardSet hand = bit(12) | bit(11) | bit(9) | bit(kLittle) | bit(16 + 12) | bit(16 + 3) | bit(16 + 2) | bit(16);
  CHECK_EQUAL(highest_touching(hand), bit(12) | bit(9) | bit(kLittle) | bit(16 + 12) | bit(16 + 3) | bit(16));
  CHECK_EQUAL(lowest_touching(hand, 12), 11);
  CHECK_EQUAL(lowest_touching(hand, 9), 9);
  CHECK_EQUAL(lowest_touching(hand, 16 + 3), 16 + 2);
  CHECK_EQUAL(with_touching(at_or_above(12), hand), at_or_above(11));
  CHECK_EQUAL(with_touching(at_or_above(16 + 3), hand), at_or_above(16 + 2));
  CHECK_EQUAL(with_touching(at_or_above(10), hand), at_or_above(10));  // the ten is another's
}

TEST(cards, bloopers_touch_nothing) {
  CHECK_EQUAL(highest_touching(kBloopers | bit(12)), kBloopers | bit(12));
  CHECK_EQUAL(suit_of(kBig), 0);
}
