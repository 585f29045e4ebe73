// Drives the search core without Python, to be built with a sanitizer: scripts/check/sanitizers.py does both.
//
// Reads positions from the standard input, one a line, all numbers:
//     break_on big_led little_led trump leader broken exempt n trick[n] N E S W m (card tricks)[m]
// knobs and cards as solver/core numbers them, hands as bit masks, and what every legal card is truly worth (m = 0
// where nobody knows).  Answers must equal these, and one another however they were come by.
#include <algorithm>
#include <atomic>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "many_tables.hpp"
#include "many_worlds.hpp"
#include "solver.hpp"

using namespace backalley;

namespace {

struct Question {
  std::string line;
  PlayRules rules;
  Position position;
  std::vector<CardValue> truth;

  explicit Question(const std::string& text) : line(text) {
    std::istringstream in(text);
    const auto number = [&in] {
      long long n = 0;
      if (!(in >> n)) throw std::invalid_argument("a line stops too early");
      return n;
    };
    rules.break_on = static_cast<BreakOn>(number());
    rules.big_led = static_cast<Forced>(number());
    rules.little_led = static_cast<Forced>(number());
    position.trump = static_cast<int>(number());
    position.leader = static_cast<int>(number());
    position.broken = number() != 0;
    position.exempt = static_cast<unsigned>(number());
    for (auto n = number(); n > 0; --n) position.trick.push_back(static_cast<int>(number()));
    for (auto& hand : position.hands) hand = static_cast<std::uint64_t>(number());
    for (auto m = number(); m > 0; --m) {
      const int card = static_cast<int>(number());
      truth.push_back({card, static_cast<int>(number())});
    }
  }
};

class Report {
 public:
  void expect(bool good, const std::string& what, const Question& about) {
    if (good) return;
    std::ostringstream out;
    out << what << " differs: " << about.line << '\n';
    std::cout << out.str() << std::flush;
    failed = true;
  }
  std::atomic<bool> failed{false};
};

bool same(const std::vector<CardValue>& a, const std::vector<CardValue>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const CardValue& x, const CardValue& y) { return x.card == y.card && x.tricks == y.tricks; });
}

// Everything that can be asked about a position; each answer is held against the others and the truth.
void ask(Solver& solver, const Question& question, Report& report) {
  const Position& position = question.position;
  const auto cards = solver.cards(position, {});
  if (!question.truth.empty()) report.expect(same(cards, question.truth), "a card", question);
  const int value = solver.value(position, {});
  const bool ns = ((position.leader + static_cast<int>(position.trick.size())) & 1) == 0;
  int best = cards.front().tricks;
  for (const CardValue& card : cards) best = ns ? std::max(best, card.tricks) : std::min(best, card.tricks);
  report.expect(value == best, "the value", question);
  const auto line = solver.line(position, {});
  const auto played = solver.played(position, line, {});
  report.expect(!played.empty() && same(played.front(), cards), "the first card of a line", question);
  if (position.trick.empty()) {
    std::vector<LeadCase> cases;
    for (int leader = 0; leader < 4; ++leader) cases.push_back({leader, position.exempt});
    report.expect(solver.table(position, cases, {})[static_cast<std::size_t>(position.leader)] == value, "a table",
                  question);
  }
}

// One solver is kept for each memory size and rules met in a row, so that tables are full, cleared and grown.
void in_turn(const std::vector<Question>& questions, Report& report) {
  for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{1} << 28}) {
    std::unique_ptr<Solver> kept;
    PlayRules rules;
    for (const Question& question : questions) {
      if (!kept || !(rules == question.rules)) kept = std::make_unique<Solver>(rules = question.rules, bytes, 1);
      ask(*kept, question, report);
    }
  }
}

void side_by_side(const std::vector<Question>& questions, Report& report) {
  std::vector<std::thread> pool;
  for (int t = 0; t < 3; ++t) {
    pool.emplace_back([&] {
      for (const Question& question : questions) {
        Solver own(question.rules, std::size_t{1} << 24, 1);
        ask(own, question, report);
      }
    });
  }
  for (std::thread& thread : pool) thread.join();
}

void shared(const std::vector<Question>& questions, Report& report) {
  for (const int threads : {2, 3}) {
    std::unique_ptr<Solver> kept;
    PlayRules rules;
    for (const Question& question : questions) {
      if (!kept || !(rules == question.rules)) {
        kept = std::make_unique<Solver>(rules = question.rules, std::size_t{1} << 23, threads);
      }
      ask(*kept, question, report);
    }
  }
}

// All deals of like rules in one call, on one thread and on three: values are those of a solver of the deal's own, and
// a call that is cancelled or late from outside ends.
void many(const std::vector<Question>& questions, Report& report) {
  std::vector<LeadCase> cases;
  for (int leader = 0; leader < 4; ++leader) {
    for (const unsigned exempt : {0U, 1U << leader}) cases.push_back({leader, exempt});
  }
  std::vector<PlayRules> known;
  for (const Question& first : questions) {
    const PlayRules& rules = first.rules;
    if (std::find(known.begin(), known.end(), rules) != known.end()) continue;
    known.push_back(rules);
    std::vector<const Question*> alike;
    for (const Question& question : questions) {
      if (question.rules == rules && question.position.trick.empty()) alike.push_back(&question);
    }
    std::vector<std::uint64_t> hands;
    std::vector<std::int8_t> trumps;
    for (const Question* question : alike) {
      hands.insert(hands.end(), question->position.hands.begin(), question->position.hands.end());
      trumps.push_back(static_cast<std::int8_t>(question->position.trump));
    }
    std::vector<std::int8_t> values(cases.size() * alike.size());
    std::vector<std::uint64_t> nodes(alike.size());
    std::vector<double> seconds(alike.size());
    std::vector<std::uint8_t> status(alike.size());
    for (const int threads : {1, 3}) {
      const ManyTables tables(rules, cases, std::size_t{1} << 24, threads);
      const ManyDeals deals{hands, trumps, {}, {}};
      const ManyAnswers answers{values, nodes, seconds, status};
      std::atomic<bool> cancel{false};
      std::thread other([&] { cancel.store(true); });
      try {
        tables.solve(deals, {std::chrono::steady_clock::time_point::max(), &cancel}, answers);
      } catch (const Stopped&) {
      }
      other.join();
      tables.solve(deals, {std::chrono::steady_clock::now() + std::chrono::microseconds(300), nullptr}, answers);
      tables.solve(deals, {}, answers);
      for (std::size_t i = 0; i < alike.size(); ++i) {
        Position deal = alike[i]->position;
        deal.broken = false;
        Solver own(rules, std::size_t{1} << 24, 1);
        const std::vector<int> wanted = own.table(deal, cases, {});
        report.expect(std::equal(wanted.begin(), wanted.end(), values.begin() + static_cast<std::ptrdiff_t>(8 * i)),
                      "a table of many", *alike[i]);
      }
    }
  }
}

// Each position as two layouts of one moment, on one thread and on three: values are those of a solver of its own.
void worlds(const std::vector<Question>& questions, Report& report) {
  for (const Question& question : questions) {
    const Position& moment = question.position;
    std::vector<std::uint64_t> layouts;
    for (int i = 0; i < 2; ++i) layouts.insert(layouts.end(), moment.hands.begin(), moment.hands.end());
    Solver own(question.rules, std::size_t{1} << 24, 1);
    std::vector<int> cards;
    std::vector<std::int8_t> wanted;
    for (const CardValue& value : own.cards(moment, {})) {
      cards.push_back(value.card);
      wanted.push_back(static_cast<std::int8_t>(value.tricks));
    }
    const std::vector<int> needs = {1, 2};
    std::vector<std::int8_t> values(2 * cards.size());
    std::vector<std::int8_t> reached(4 * cards.size());
    std::vector<std::uint8_t> done(2);
    for (const int threads : {1, 3}) {
      const ManyWorlds many(question.rules, std::size_t{1} << 24, threads);
      many.tricks(moment, layouts, cards, {}, {values, done});
      many.reaches(moment, layouts, cards, needs, {}, {reached, done});
      for (std::size_t i = 0; i < values.size(); ++i) {
        const int value = wanted[i % cards.size()];
        const bool right = values[i] == value && reached[2 * i] == (value >= 1) && reached[2 * i + 1] == (value >= 2);
        report.expect(right, "a world of many", question);
      }
    }
  }
}

// A solver that is stopped by nodes, time or a flag from outside, and one that two callers ask at once.
void stopped(const std::vector<Question>& questions, Report& report) {
  for (const int threads : {1, 2}) {
    for (const Question& question : questions) {
      Solver solver(question.rules, std::size_t{1} << 22, threads);
      const auto stops = [&](const Limits& limits) {
        try {
          solver.value(question.position, limits);
        } catch (const Stopped&) {
        }
      };
      Limits limits;
      limits.nodes = 50;
      stops(limits);
      limits = Limits{};
      limits.deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
      stops(limits);
      limits = Limits{};
      std::atomic<bool> cancel{false};
      limits.cancel = &cancel;
      std::thread other([&] { cancel.store(true); });
      stops(limits);
      other.join();
      const auto intrude = [&] {
        try {
          solver.value(question.position, {});
        } catch (const std::logic_error&) {
        }
      };
      std::thread second(intrude);
      intrude();
      second.join();
      if (!question.truth.empty()) ask(solver, question, report);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::pair<std::string, std::function<void(const std::vector<Question>&, Report&)>> ways[] = {
      {"in_turn", in_turn}, {"side_by_side", side_by_side}, {"shared", shared}, {"many", many}, {"worlds", worlds},
      {"stopped", stopped}};
  std::vector<Question> questions;
  for (std::string line; std::getline(std::cin, line);) questions.emplace_back(line);
  Report report;
  for (const auto& [name, way] : ways) {
    for (int i = 1; i < argc; ++i) {
      if (name == argv[i]) way(questions, report);
    }
  }
  return report.failed ? 1 : 0;
}
