// Random questions over all rules that touch play, the same on every machine.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "search_position.hpp"

namespace backalley {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool once_in(int n) { return below(n) == 0; }
  std::uint64_t bits() { return engine_() | std::uint64_t{engine_()} << 32; }
  template <typename List>
  void shuffle(List& list) {
    for (std::size_t i = list.size(); i > 1; --i) {
      std::swap(list[i - 1], list[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    }
  }
  // One of the cards of a set that is not empty.
  int card_of(CardSet cards) {
    for (int skip = below(count(cards)); skip > 0; --skip) cards &= cards - 1;
    return low(cards);
  }

 private:
  std::mt19937 engine_;
};

// Number `at` of the 36 ways to limit leads and to force cards.
inline PlayRules play_rules(int at) {
  return {static_cast<BreakOn>(at % 4), static_cast<Forced>(at / 4 % 3), static_cast<Forced>(at / 12 % 3)};
}

// Hands of `cards` before the first card of a trick, often of few suits, so that trumps meet trumps.
inline Position random_lead(Random& random, int cards) {
  std::vector<int> pack;
  const int fewest = std::max(2, (4 * cards + 12) / 13);
  const int suits = fewest + random.below(5 - fewest);
  for (int card = 0; card < 52; ++card) {
    if (card / 13 < suits) pack.push_back(card);
  }
  random.shuffle(pack);
  if (!random.once_in(3)) {
    for (const int blooper : {52, 53}) {
      if (!random.once_in(4)) pack[static_cast<std::size_t>(random.below(4 * cards))] = blooper;
    }
  }
  Position position;
  for (int i = 0; i < 4 * cards; ++i) position.hands[i & 3] |= std::uint64_t{1} << pack[static_cast<std::size_t>(i)];
  position.trump = random.below(suits + 1) - 1;
  position.leader = random.below(4);
  position.broken = random.once_in(3);
  position.exempt = random.once_in(2) ? 0 : static_cast<unsigned>(random.below(16));
  return position;
}

// The same with up to three legal cards on the table.
inline Position random_position(Random& random, int cards, const PlayRules& rules) {
  Position position = random_lead(random, cards);
  SearchPosition now(position, rules);
  for (int more = random.below(4); more > 0; --more) {
    const int seat = now.trick().turn();
    const int card = random.card_of(now.legal());
    position.trick.push_back(now.plain(card));
    position.hands[static_cast<std::size_t>(seat)] &= ~(std::uint64_t{1} << now.plain(card));
    now.play_card(card);
  }
  return position;
}

}  // namespace backalley
