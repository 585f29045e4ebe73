#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "check.hpp"
#include "many_worlds.hpp"
#include "random_positions.hpp"
#include "solver.hpp"

using namespace backalley;

namespace {

constexpr std::size_t kMemory = std::size_t{16} << 20;
const std::vector<LeadCase> kCases = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {1, 2}, {2, 4}, {3, 8}};

// A moment, the hand to play, and layouts of the other three.
struct Worlds {
  Position moment;
  std::vector<std::uint64_t> layouts;
  std::vector<int> cards;  // legal ones

  std::size_t size() const { return layouts.size() / kSeats; }
  Position at(std::size_t index) const {
    Position position = moment;
    std::copy_n(layouts.begin() + static_cast<std::ptrdiff_t>(kSeats * index), kSeats, position.hands.begin());
    return position;
  }
};

// Up to three cards lie on the table; whether they were legal makes no difference here.
Worlds random_worlds(Random& random, const PlayRules& rules, int number, int size) {
  Worlds worlds;
  worlds.moment = random_lead(random, size);
  Position& moment = worlds.moment;
  const int played = random.below(4);
  for (int i = 0; i < played; ++i) {
    std::uint64_t& hand = moment.hands[(moment.leader + i) & 3];
    const int card = random.card_of(hand);
    hand ^= std::uint64_t{1} << card;
    moment.trick.push_back(card);
  }
  const int own = (moment.leader + played) & 3;
  std::vector<int> hidden;
  for (int seat = 0; seat < kSeats; ++seat) {
    for (std::uint64_t rest = seat == own ? 0 : moment.hands[seat]; rest != 0; rest &= rest - 1)
      hidden.push_back(low(rest));
  }
  for (int i = 0; i < number; ++i) {
    random.shuffle(hidden);
    std::size_t next = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
      std::uint64_t hand = seat == own ? moment.hands[seat] : 0;
      for (int k = seat == own ? 0 : count(moment.hands[seat]); k > 0; --k) hand |= std::uint64_t{1} << hidden[next++];
      worlds.layouts.push_back(hand);
    }
  }
  for (const CardValue& value : Solver(rules, kMemory, 1).cards(moment, {})) worlds.cards.push_back(value.card);
  return worlds;
}

struct Found {
  std::vector<std::int8_t> values;
  std::vector<std::uint8_t> done;

  Found(std::size_t width, std::size_t size) : values(width * size, 99), done(size, 0) {}
  WorldAnswers room() { return {values, done}; }
};

Found tricks(const Worlds& worlds, const PlayRules& rules, int threads, const WorldLimits& limits = {}) {
  Found found(worlds.cards.size(), worlds.size());
  ManyWorlds(rules, kMemory, threads).tricks(worlds.moment, worlds.layouts, worlds.cards, limits, found.room());
  return found;
}

}  // namespace

TEST(many_worlds, each_layout_is_as_if_it_were_alone) {
  Random random(41);
  for (int i = 0; i < 36; ++i) {
    const PlayRules rules = play_rules(i);
    const Worlds worlds = random_worlds(random, rules, 8, 1 + random.below(6));
    const Found found = tricks(worlds, rules, 1 + i % 2);
    const int most = count(worlds.moment.hands[3]) + 1;
    std::vector<int> needs;
    for (int need = -1; need <= most + 1; ++need) needs.push_back(need);
    Found reached(worlds.cards.size() * needs.size(), worlds.size());
    ManyWorlds(rules, kMemory, 1 + i % 3)
        .reaches(worlds.moment, worlds.layouts, worlds.cards, needs, {}, reached.room());
    std::size_t next = 0;
    for (std::size_t k = 0; k < worlds.size(); ++k) {
      CHECK_EQUAL(static_cast<int>(found.done[k]), 1);
      CHECK_EQUAL(static_cast<int>(reached.done[k]), 1);
      std::map<int, int> alone;
      for (const CardValue& value : Solver(rules, kMemory, 1).cards(worlds.at(k), {})) alone[value.card] = value.tricks;
      CHECK_EQUAL(alone.size(), worlds.cards.size());
      for (std::size_t c = 0; c < worlds.cards.size(); ++c) {
        const int value = found.values[k * worlds.cards.size() + c];
        CHECK_EQUAL(value, alone[worlds.cards[c]]);
        for (const int need : needs) CHECK_EQUAL(static_cast<bool>(reached.values[next++]), value >= need);
      }
    }
  }
}

TEST(many_worlds, cases_are_those_of_each_deal) {
  Random random(42);
  for (int i = 0; i < 36; ++i) {
    const PlayRules rules = play_rules(i);
    Worlds worlds;
    for (int k = 0; k < 6; ++k) {
      const Position deal = random_lead(random, 4);
      worlds.layouts.insert(worlds.layouts.end(), deal.hands.begin(), deal.hands.end());
    }
    Found found(kCases.size(), worlds.size());
    ManyWorlds(rules, kMemory, 1 + i % 2).cases(1, worlds.layouts, kCases, {}, found.room());
    for (std::size_t k = 0; k < worlds.size(); ++k) {
      Position deal = worlds.at(k);
      deal.trump = 1;
      for (std::size_t c = 0; c < kCases.size(); ++c) {
        deal.leader = kCases[c].leader;
        deal.exempt = kCases[c].exempt;
        CHECK_EQUAL(static_cast<int>(found.values[kCases.size() * k + c]), Solver(rules, kMemory, 1).value(deal, {}));
      }
    }
  }
}

TEST(many_worlds, what_the_deadline_leaves_is_not_done_and_a_cancel_ends_all) {
  Random random(43);
  const Worlds worlds = random_worlds(random, {}, 5, 6);
  for (const int threads : {1, 2}) {
    const Found late = tricks(worlds, {}, threads, {std::chrono::steady_clock::now(), nullptr});
    for (const std::uint8_t done : late.done) CHECK_EQUAL(static_cast<int>(done), 0);
    const std::atomic<bool> cancel{true};
    CHECK_THROWS(tricks(worlds, {}, threads, {std::chrono::steady_clock::time_point::max(), &cancel}), Stopped);
  }
}

TEST(many_worlds, layouts_that_cannot_be_and_cards_not_legal_are_told) {
  Random random(44);
  const Worlds right = random_worlds(random, {}, 3, 5);
  Worlds twice = right;
  twice.layouts[5] = twice.layouts[4];
  CHECK_THROWS(tricks(twice, {}, 2), std::invalid_argument);
  Worlds illegal = right;
  illegal.cards.push_back(illegal.moment.trick.empty() ? 99 : illegal.moment.trick[0]);
  CHECK_THROWS(tricks(illegal, {}, 1), std::invalid_argument);
  Found found(2 * illegal.cards.size(), illegal.size());
  const std::vector<int> needs = {1, 2};
  CHECK_THROWS(
      ManyWorlds({}, kMemory, 1).reaches(illegal.moment, illegal.layouts, illegal.cards, needs, {}, found.room()),
      std::invalid_argument);
  Found narrow(right.cards.size(), right.size() - 1);
  CHECK_THROWS(ManyWorlds({}, kMemory, 1).tricks(right.moment, right.layouts, right.cards, {}, narrow.room()),
               std::invalid_argument);
  const std::vector<LeadCase> none = {{4, 0}};
  Found one(1, right.size());
  CHECK_THROWS(ManyWorlds({}, kMemory, 1).cases(0, right.layouts, none, {}, one.room()), std::invalid_argument);
}
