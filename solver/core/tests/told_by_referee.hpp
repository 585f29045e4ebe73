// What the plain referee says of a position of the engine.
#pragma once

#include <array>
#include <string>

#include "play_rules.hpp"
#include "position.hpp"
#include "referee.hpp"

namespace backalley {

inline std::string name_of(int card) {
  if (card == 52) return "LB";
  if (card == 53) return "BB";
  return {"23456789TJQKA"[card % 13], "SHDC"[card / 13]};
}

inline referee::Forced forced(Forced knob) { return static_cast<referee::Forced>(knob); }

// "KH=3 7H=2": NS tricks after each legal card, by falling card number.
inline std::string told_by_referee(const Position& position, const PlayRules& rules) {
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

}  // namespace backalley
