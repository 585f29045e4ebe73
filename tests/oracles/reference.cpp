// The plain referee of reference.py once more, for numbers of positions that Python is too slow for.
//
// Nothing of the engine is used. A card is a place in its holder's hand, a set of cards the bits of those
// places, and every line of play is followed to the end; only trick starts already seen are remembered.
//
// Reads one puzzle a line, words between spaces, lists between commas or "-" if empty:
//     trump leader broken exempt break_on big_led little_led trick N E S W
// and writes for each the NS tricks from there to the end after each legal card: "KH=3 7H=2".
// With the word "states" before it a puzzle is answered by every start of a trick that play can reach from there, its
// own included: "left leader broken tricks" a line, left in hexadecimal (bit 16 * seat + place in the hand as given),
// then an empty line.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

const std::string kSeats = "NESW";
const std::string kRanks = "23456789TJQKA";

struct Card {
  std::string name;
  char suit = ' ';  // 'T' for every trump
  int rank = 0;     // 2 to 14, LB 15, BB 16
};

struct State {
  std::uint64_t left = 0;  // bit 16 * seat + place in the hand
  int leader = 0;
  bool broken = false;
  int played = 0;  // cards in the trick
  std::array<const Card*, 4> trick{};

  int turn() const { return (leader + played) % 4; }
};

struct Places {
  int count = 0;
  std::array<int, 13> at{};

  void add(int place) { at[static_cast<std::size_t>(count++)] = place; }
  const int* begin() const { return at.data(); }
  const int* end() const { return at.data() + count; }
};

enum class Forced { nobody, opponents, everyone };

class Referee {
 public:
  char trump = '-';
  std::string break_on;
  Forced big_led = Forced::nobody;     // to play the highest trump
  Forced little_led = Forced::nobody;  // to play the lowest
  std::array<bool, 4> exempt{};
  std::array<std::vector<Card>, 4> hands;

  Card read(const std::string& name) const {
    if (name == "LB") return {name, 'T', 15};
    if (name == "BB") return {name, 'T', 16};
    const int rank = static_cast<int>(kRanks.find(name[0])) + 2;
    return {name, trump == name[1] ? 'T' : name[1], rank};
  }

  const Card& card(int seat, int place) const {
    return hands[static_cast<std::size_t>(seat)][static_cast<std::size_t>(place)];
  }

  Places legal(const State& state, int seat) const {
    const int size = static_cast<int>(hands[static_cast<std::size_t>(seat)].size());
    Places held, plain, same;
    for (int place = 0; place < size; ++place) {
      if (!(state.left >> (16 * seat + place) & 1)) continue;
      held.add(place);
      if (card(seat, place).suit != 'T') plain.add(place);
      if (state.played > 0 && card(seat, place).suit == state.trick[0]->suit) same.add(place);
    }
    if (state.played == 0) {  // R12
      const bool free = state.broken || break_on == "unrestricted" || exempt[static_cast<std::size_t>(seat)];
      return free || plain.count == 0 ? held : plain;
    }
    if (same.count == 0) return held;  // R11
    const int led = state.trick[0]->rank;
    const Forced forced = led == 16 ? big_led : led == 15 ? little_led : Forced::nobody;  // R13
    const bool partner = (seat - state.leader + 4) % 4 == 2;
    if (forced == Forced::nobody || (forced == Forced::opponents && partner)) return same;
    const auto lower = [&](int a, int b) { return card(seat, a).rank < card(seat, b).rank; };
    Places only;
    only.add(led == 16 ? *std::max_element(same.begin(), same.end(), lower)
                       : *std::min_element(same.begin(), same.end(), lower));
    return only;
  }

  // NS tricks from here to the end once the seat has played the card at this place.
  int after(State state, int seat, int place) {
    state.left &= ~(std::uint64_t{1} << (16 * seat + place));
    state.trick[static_cast<std::size_t>(state.played++)] = &card(seat, place);
    if (state.played < 4) return best(state);
    int top = 0;
    bool trumped = false;
    for (int at = 0; at < 4; ++at) {
      const Card& now = *state.trick[static_cast<std::size_t>(at)];
      const Card& high = *state.trick[static_cast<std::size_t>(top)];
      trumped = trumped || now.suit == 'T';
      if (now.suit == high.suit ? now.rank > high.rank : now.suit == 'T') top = at;
    }
    const bool trump_led = state.trick[0]->suit == 'T';
    if (trumped && (break_on == "any_trump" || (break_on == "ruff_only" && !trump_led))) state.broken = true;
    state.leader = (state.leader + top) % 4;
    state.played = 0;
    return (state.leader % 2 == 0 ? 1 : 0) + from_start(state);
  }

  std::string answer(const State& state) {
    std::ostringstream out;
    for (const int place : legal(state, state.turn()))
      out << card(state.turn(), place).name << '=' << after(state, state.turn(), place) << ' ';
    return out.str();
  }

  // Every start of a trick from here on, as told above.
  std::string states(const State& state) {
    state.played == 0 ? from_start(state) : best(state);
    std::ostringstream out;
    for (const auto& [key, value] : seen_) {
      const std::uint64_t left = key & ~kExtra;
      out << std::hex << left << std::dec << ' ' << (key >> 13 & 3) << ' ' << (key >> 15 & 1) << ' ' << value << '\n';
    }
    return out.str();
  }

 private:
  // Places 13 to 15 of a hand are never used: room for the leader and whether trump is broken.
  static constexpr std::uint64_t kExtra = std::uint64_t{7} << 13;

  std::unordered_map<std::uint64_t, int> seen_;

  int from_start(const State& state) {
    if (state.left == 0) return 0;
    const std::uint64_t key =
        state.left | static_cast<std::uint64_t>(state.leader) << 13 | static_cast<std::uint64_t>(state.broken) << 15;
    const auto known = seen_.find(key);
    if (known != seen_.end()) return known->second;
    const int value = best(state);
    seen_.emplace(key, value);
    return value;
  }

  int best(const State& state) {
    const int seat = state.turn();
    int found = -1;
    for (const int place : legal(state, seat)) {
      const int value = after(state, seat, place);
      if (found < 0 || (seat % 2 == 0 ? value > found : value < found)) found = value;
    }
    return found;
  }
};

Forced forced(const std::string& knob) {
  return knob.starts_with("all")         ? Forced::everyone
         : knob.starts_with("opponents") ? Forced::opponents
                                         : Forced::nobody;
}

std::vector<std::string> words(const std::string& list) {
  std::vector<std::string> found;
  std::istringstream in(list == "-" ? "" : list);
  for (std::string word; std::getline(in, word, ',');) found.push_back(word);
  return found;
}

}  // namespace

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
    for (const std::string& name : words(trick)) {
      const auto at = static_cast<std::size_t>(state.played++);
      played[at] = referee.read(name);
      state.trick[at] = &played[at];
    }
    for (std::size_t seat = 0; seat < 4; ++seat) {
      referee.exempt[seat] = exempt.find(kSeats[seat]) != std::string::npos;
      in >> hand;
      for (const std::string& name : words(hand)) {
        state.left |= std::uint64_t{1} << (16 * seat + referee.hands[seat].size());
        referee.hands[seat].push_back(referee.read(name));
      }
    }
    std::cout << (all ? referee.states(state) : referee.answer(state)) << std::endl;
  }
}
