// The search with the plain referee, on random positions over all rules that touch play.
#include <array>
#include <memory>
#include <sstream>
#include <string>

#include "check.hpp"
#include "random_positions.hpp"
#include "referee.hpp"
#include "solver.hpp"

using namespace backalley;

namespace {

std::string name_of(int card) {
  if (card == 52) return "LB";
  if (card == 53) return "BB";
  return {"23456789TJQKA"[card % 13], "SHDC"[card / 13]};
}

referee::Forced forced(Forced knob) { return static_cast<referee::Forced>(knob); }

// "KH=3 7H=2": NS tricks after each legal card, by falling card number.
std::string told_by_referee(const Position& position, const PlayRules& rules) {
  referee::Referee referee;
  referee::State state;
  referee.trump = position.trump < 0 ? '-' : "SHDC"[position.trump];
  referee.break_on = std::array<const char*, 4>{"any_trump", "ruff_only", "never",
                                                "unrestricted"}[static_cast<std::size_t>(rules.break_on)];
  referee.big_led = forced(rules.big_led);
  referee.little_led = forced(rules.little_led);
  state.leader = position.leader;
  state.broken = position.broken;
  std::array<referee::Card, 3> table;
  for (const int card : position.trick) {
    const auto place = static_cast<std::size_t>(state.played++);
    table[place] = referee.read(name_of(card));
    state.trick[place] = &table[place];
  }
  for (std::size_t seat = 0; seat < 4; ++seat) {
    referee.exempt[seat] = (position.exempt >> seat & 1) != 0;
    for (int card = kPack - 1; card >= 0; --card) {
      if ((position.hands[seat] >> card & 1) == 0) continue;
      state.left |= std::uint64_t{1} << (16 * seat + referee.hands[seat].size());
      referee.hands[seat].push_back(referee.read(name_of(card)));
    }
  }
  return referee.answer(state);
}

std::string told_by_search(Solver& solver, const Position& position) {
  std::ostringstream out;
  for (const CardValue& card : solver.cards(position, {})) out << name_of(card.card) << '=' << card.tricks << ' ';
  return out.str();
}

}  // namespace

TEST(referee, agrees_on_every_card_of_random_positions) {
  Random random(15);
  std::array<std::unique_ptr<Solver>, 36> kept;
  for (int i = 0; i < 3600; ++i) {
    const PlayRules rules = play_rules(i);
    auto& solver = kept[static_cast<std::size_t>(i % 36)];
    if (!solver) solver = std::make_unique<Solver>(rules, std::size_t{1} << 20, 1);
    const int cards = i % 100 == 0 ? 5 : 1 + random.below(4);
    const Position position = random_position(random, cards, rules);
    CHECK_EQUAL(told_by_search(*solver, position), told_by_referee(position, rules));
  }
}
