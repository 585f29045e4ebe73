// The plain referee of reference.py once more, for numbers of positions that Python is too slow for; referee.hpp has
// it.
//
// Reads one puzzle a line, words between spaces, lists between commas or "-" if empty:
//     trump leader broken exempt break_on big_led little_led trick N E S W
// and writes for each the NS tricks from there to the end after each legal card: "KH=3 7H=2".
// With the word "states" before it a puzzle is answered by every start of a trick that play can reach from there, its
// own included: "left leader broken tricks" a line, left in hexadecimal (bit 16 * seat + place in the hand as given),
// then an empty line.
#include <iostream>
#include <sstream>
#include <string>

#include "referee.hpp"

using namespace referee;

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const bool all = line.starts_with("states ");
    std::istringstream in(all ? line.substr(7) : line);
    Referee referee;
    State state;
    std::string leader, broken, exempt, big_led, little_led, trick, hand;
    in >> referee.trump >> leader >> broken >> exempt >> referee.break_on >> big_led >> little_led >> trick;
    state.leader = static_cast<int>(kSeats.find(leader));
    state.broken = broken == "1";
    referee.big_led = forced(big_led);
    referee.little_led = forced(little_led);
    std::array<Card, 4> played;
    for (const std::string& name : words_of(trick)) {
      const auto at = static_cast<std::size_t>(state.played++);
      played[at] = referee.read(name);
      state.trick[at] = &played[at];
    }
    for (std::size_t seat = 0; seat < 4; ++seat) {
      referee.exempt[seat] = exempt.find(kSeats[seat]) != std::string::npos;
      in >> hand;
      for (const std::string& name : words_of(hand)) {
        state.left |= std::uint64_t{1} << (16 * seat + referee.hands[seat].size());
        referee.hands[seat].push_back(referee.read(name));
      }
    }
    std::cout << (all ? referee.states(state) : referee.answer(state)) << std::endl;
  }
}
