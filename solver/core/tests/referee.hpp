// The plain referee: every line of play followed to the end, by the rules R10 to R13 in plain steps.
//
// Nothing of the engine is used. A card is a place in its holder's hand, a set of cards the bits of those
// places; only trick starts already seen are remembered.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace referee {

inline const std::string kSeats = "NESW";
inline const std::string kRanks = "23456789TJQKA";

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
    if (state.played < 4) return value(state);
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
    state.played == 0 ? from_start(state) : value(state);
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
    const int value = this->value(state);
    seen_.emplace(key, value);
    return value;
  }

  int value(const State& state) {
    const int seat = state.turn();
    int best = -1;
    for (const int place : legal(state, seat)) {
      const int value = after(state, seat, place);
      if (best < 0 || (seat % 2 == 0 ? value > best : value < best)) best = value;
    }
    return best;
  }
};

inline Forced forced(const std::string& knob) {
  return knob.starts_with("all")         ? Forced::everyone
         : knob.starts_with("opponents") ? Forced::opponents
                                         : Forced::nobody;
}

inline std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream in(list == "-" ? "" : list);
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

}  // namespace referee
