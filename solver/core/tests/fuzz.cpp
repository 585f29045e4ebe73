// The fuzzer's entry to the search core: any bytes are a few questions about one position, possible or not.
//
// scripts/check/fuzz.py builds it with libFuzzer, ASan and UBSan; replay.cpp runs the kept inputs of
// fixtures/corpus/core.  What cannot be must be refused with std::invalid_argument; what is answered must agree with
// the other answers and, of small hands, with the plain referee.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "many_tables.hpp"
#include "solver.hpp"
#include "told_by_referee.hpp"

using namespace backalley;

namespace {

// Reads numbers off the input; zeros after its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  bool empty() const { return at_ == end_; }
  int below(int n) { return static_cast<int>(byte()) % n; }
  int any() { return static_cast<std::int8_t>(byte()); }
  std::uint8_t byte() { return empty() ? std::uint8_t{0} : *at_++; }
  std::uint64_t word() {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= std::uint64_t{byte()} << (8 * i);
    return word;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

constexpr std::uint64_t kNodes = 20000;  // so that no input takes long
constexpr std::size_t kRefereed = 3;     // cards a hand that the referee plays out

void expect(bool good, const char* what) {
  if (good) return;
  std::cerr << what << " differs\n";
  std::abort();
}

std::string told_by_search(const std::vector<CardValue>& values) {
  std::string told;
  for (const CardValue& value : values) told += name_of(value.card) + "=" + std::to_string(value.tricks) + " ";
  return told;
}

// Hands of `cards` that can be: each byte takes one of the cards left.
void deal(Bytes& in, Position& position, int cards) {
  std::vector<int> pack;
  for (int card = 0; card < kPack; ++card) pack.push_back(card);
  for (int i = 0; i < 4 * cards; ++i) {
    const int place = in.below(static_cast<int>(pack.size()));
    position.hands[static_cast<std::size_t>(i & 3)] |= std::uint64_t{1} << pack[static_cast<std::size_t>(place)];
    pack.erase(pack.begin() + place);
  }
}

// Plays up to three legal cards to the table.
void play(Bytes& in, Position& position, const PlayRules& rules) {
  SearchPosition now(position, rules);
  for (int more = in.below(4); more > 0; --more) {
    const auto seat = static_cast<std::size_t>(now.trick().turn());
    CardSet legal = now.legal();
    for (int skip = in.below(count(legal)); skip > 0; --skip) legal &= legal - 1;
    const int card = now.plain(low(legal));
    position.trick.push_back(card);
    position.hands[seat] &= ~(std::uint64_t{1} << card);
    now.play_card(low(legal));
  }
}

// All that can be asked of a position that is possible, held against one another.
void ask(Solver& solver, const Position& position, const PlayRules& rules, const Limits& limits) {
  const auto cards = solver.cards(position, limits);
  const bool ns = ((position.leader + static_cast<int>(position.trick.size())) & 1) == 0;
  int best = cards.front().tricks;
  for (const CardValue& card : cards) best = ns ? std::max(best, card.tricks) : std::min(best, card.tricks);
  const int value = solver.value(position, limits);
  expect(value == best, "the value");
  const auto line = solver.line(position, limits);
  const auto played = solver.played(position, line, limits);
  expect(!played.empty() && played.front() == cards, "the first card of a line");
  expect(solver.played_values(position, line, limits).front() == value, "the first value of a line");
  if (position.trick.empty()) {
    const std::vector<LeadCase> cases = {{position.leader, position.exempt}};
    expect(solver.table(position, cases, limits).front() == value, "a table");
  }
  if (line.size() <= 4 * kRefereed) {
    const std::string truth = told_by_referee(position, rules);
    if (told_by_search(cards) != truth) std::cerr << told_by_search(cards) << "is not " << truth << '\n';
    expect(told_by_search(cards) == truth, "a card");
  }
}

// Whatever is asked: any numbers for cards, leaders, trumps and sizes.
void ask_anything(Bytes& in, Solver& solver, const PlayRules& rules, const Position& position, const Limits& limits) {
  std::vector<int> plays;
  for (int more = in.below(60); more > 0; --more) plays.push_back(in.any());
  switch (in.below(5)) {
    case 0: solver.value(position, limits, in.any()); return;
    case 1: solver.played(position, plays, limits); return;
    case 2: solver.played_values(position, plays, limits); return;
    case 3: {
      std::vector<LeadCase> cases;
      for (int more = in.below(9); more > 0; --more) cases.push_back({in.any(), in.byte()});
      solver.table(position, cases, limits);
      return;
    }
    default: {
      const int deals = in.below(4);
      std::vector<std::uint64_t> hands(position.hands.begin(), position.hands.end());
      std::vector<std::int8_t> trumps = {static_cast<std::int8_t>(position.trump)};
      for (int more = in.below(9); more > 0; --more) hands.push_back(in.word());
      for (int more = deals; more > 0; --more) trumps.push_back(static_cast<std::int8_t>(in.any()));
      std::vector<LeadCase> cases;
      for (int more = in.below(9); more > 0; --more) cases.push_back({in.any(), in.byte()});
      const std::vector<std::uint64_t> nodes(trumps.size(), kNodes / 4);
      std::vector<std::int8_t> values(cases.size() * trumps.size());
      std::vector<std::uint64_t> searched(trumps.size());
      std::vector<double> seconds(trumps.size());
      std::vector<std::uint8_t> status(trumps.size());
      const ManyTables tables(rules, cases, std::size_t{1} << 16, 1);
      tables.solve({hands, trumps, nodes, {}}, {}, {values, searched, seconds, status});
      return;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes in(data, size);
  const PlayRules rules = {static_cast<BreakOn>(in.below(4)), static_cast<Forced>(in.below(3)),
                           static_cast<Forced>(in.below(3))};
  const int way = in.below(4);
  Position position;
  Limits limits;
  limits.nodes = kNodes;
  Solver solver(rules, std::size_t{1} << 16, way == 3 ? 2 : 1);
  // One solver for several positions, so that what the table has of one meets the next.
  for (int turn = 0; turn < 3 && !in.empty(); ++turn) {
    position = Position{};
    position.exempt = in.byte();
    position.broken = in.below(2) != 0;
    try {
      if (way == 0) {
        for (auto& hand : position.hands) hand = in.word();
        position.trump = in.any();
        position.leader = in.any();
        for (int more = in.below(5); more > 0; --more) position.trick.push_back(in.any());
        ask_anything(in, solver, rules, position, limits);
      } else {
        position.trump = in.below(5) - 1;
        position.leader = in.below(4);
        deal(in, position, 1 + in.below(way == 2 ? 13 : 5));
        if (way == 2) {
          ask_anything(in, solver, rules, position, limits);
        } else {
          play(in, position, rules);
          ask(solver, position, rules, limits);
        }
      }
    } catch (const std::invalid_argument&) {
    } catch (const Stopped&) {
    }
  }
  return 0;
}
