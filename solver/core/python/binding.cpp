// The Python module solver._core: thin, and without the GIL while it searches.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "many_tables.hpp"
#include "many_worlds.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace backalley;
using namespace nb::literals;

namespace {

struct Cancel {
  std::atomic<bool> flag{false};
};

// Lets other threads of Python run meanwhile.
//
// nb::gil_scoped_release does too, but a thread that still searches when the interpreter ends would end the process:
// Python before 3.14 unwinds the thread that asks for the lock then, which no destructor lets through (std::terminate).
// Such a thread waits here for the end of the process, as it does inside Python from 3.14 on.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
  }

 private:
  PyThreadState* state_;
};

// Limits as Python states them: seconds from the call on, negative for none; 0 nodes for no limit.
struct Request {
  double seconds = -1;
  std::uint64_t nodes = 0;
  std::shared_ptr<Cancel> cancel;

  std::chrono::steady_clock::time_point deadline() const {
    if (!(seconds >= 0)) return std::chrono::steady_clock::time_point::max();
    const auto span = std::chrono::duration<double>(std::min(seconds, 1e8));
    return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(span);
  }

  Limits limits() const {
    Limits limits;
    limits.deadline = deadline();
    if (nodes != 0) limits.nodes = nodes;
    if (cancel) limits.cancel = &cancel->flag;
    return limits;
  }
};

WorldLimits world_limits(const Request& request) {
  return {request.deadline(), request.cancel ? &request.cancel->flag : nullptr};
}

// Any object with a buffer of one dimension: an array.array, a NumPy array, bytes.
template <typename T>
using Buffer = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<T> span_of(const Buffer<T>& buffer) {
  return {buffer.data(), buffer.size()};
}

ManyDeals many_deals(const Buffer<const std::uint64_t>& hands, const Buffer<const std::int8_t>& trumps,
                     const Buffer<const std::uint64_t>& nodes, const Buffer<const double>& seconds) {
  return {span_of(hands), span_of(trumps), span_of(nodes), span_of(seconds)};
}

PlayRules play_rules(const std::tuple<int, int, int>& rules) {
  const auto [break_on, big_led, little_led] = rules;
  return {static_cast<BreakOn>(break_on), static_cast<Forced>(big_led), static_cast<Forced>(little_led)};
}

std::vector<LeadCase> lead_cases(const std::vector<std::pair<int, unsigned>>& cases) {
  std::vector<LeadCase> list;
  for (const auto& [leader, exempt] : cases) list.push_back({leader, exempt});
  return list;
}

using Pairs = std::vector<std::pair<int, int>>;

Pairs pairs_of(const std::vector<CardValue>& values) {
  Pairs pairs;
  for (const CardValue& v : values) pairs.emplace_back(v.card, v.tricks);
  return pairs;
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The double-dummy search of Back Alley. Use solver.search; cards and seats are plain ints here.";

  nb::exception<Stopped>(m, "Stopped", PyExc_RuntimeError);
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const Stopped& e) {
      static constexpr const char* kWhy[] = {"time", "nodes", "cancel"};
      PyErr_SetString(nb::module_::import_("solver._core").attr("Stopped").ptr(), kWhy[static_cast<int>(e.why)]);
    }
  });

  nb::class_<Cancel>(m, "Cancel")
      .def(nb::init<>())
      .def("set", [](Cancel& c) { c.flag.store(true, std::memory_order_relaxed); })
      .def_prop_ro("is_set", [](const Cancel& c) { return c.flag.load(std::memory_order_relaxed); });

  nb::class_<Request>(m, "Limits")
      .def(
          "__init__",
          [](Request* self, double seconds, std::uint64_t nodes, std::shared_ptr<Cancel> cancel) {
            new (self) Request{seconds, nodes, std::move(cancel)};
          },
          "seconds"_a = -1.0, "nodes"_a = 0, "cancel"_a.none() = nb::none());

  nb::class_<Position>(m, "Position")
      .def(
          "__init__",
          [](Position* self, const std::array<std::uint64_t, 4>& hands, int trump, int leader, std::vector<int> trick,
             bool broken,
             unsigned exempt) { new (self) Position{hands, trump, leader, std::move(trick), broken, exempt}; },
          "hands"_a, "trump"_a, "leader"_a, "trick"_a, "broken"_a, "exempt"_a);

  nb::class_<Solver>(m, "Solver")
      .def(
          "__init__",
          [](Solver* self, int break_on, int big_led, int little_led, std::size_t max_bytes, int threads) {
            new (self)
                Solver({static_cast<BreakOn>(break_on), static_cast<Forced>(big_led), static_cast<Forced>(little_led)},
                       max_bytes, threads);
          },
          "break_on"_a, "big_led"_a, "little_led"_a, "max_bytes"_a, "threads"_a = 1)
      .def(
          "value",
          [](Solver& s, const Position& position, const Request& request, int guess) {
            const Unlocked unlocked;
            return s.value(position, request.limits(), guess);
          },
          "position"_a, "limits"_a, "guess"_a = -1)
      .def(
          "cards",
          [](Solver& s, const Position& position, const Request& request) {
            const Unlocked unlocked;
            return pairs_of(s.cards(position, request.limits()));
          },
          "position"_a, "limits"_a)
      .def(
          "played",
          [](Solver& s, const Position& position, const Request& request, const std::vector<int>& plays) {
            const Unlocked unlocked;
            std::vector<Pairs> lists;
            for (const auto& values : s.played(position, plays, request.limits())) lists.push_back(pairs_of(values));
            return lists;
          },
          "position"_a, "limits"_a, "plays"_a)
      .def(
          "played_values",
          [](Solver& s, const Position& position, const Request& request, const std::vector<int>& plays) {
            const Unlocked unlocked;
            return s.played_values(position, plays, request.limits());
          },
          "position"_a, "limits"_a, "plays"_a)
      .def(
          "line",
          [](Solver& s, const Position& position, const Request& request) {
            const Unlocked unlocked;
            return s.line(position, request.limits());
          },
          "position"_a, "limits"_a)
      .def(
          "table",
          [](Solver& s, const Position& deal, const Request& request,
             const std::vector<std::pair<int, unsigned>>& cases) {
            const Unlocked unlocked;
            return s.table(deal, lead_cases(cases), request.limits());
          },
          "deal"_a, "limits"_a, "cases"_a)
      .def(
          "switch",
          [](Solver& s, const char* technique, bool on) {
            if (!s.set_technique(technique, on)) throw std::invalid_argument("no technique of that name");
          },
          "technique"_a, "on"_a, "Turns a search technique on or off; for tests and the ablation benchmark.")
      .def_prop_ro_static("techniques", [](nb::handle) { return Solver::techniques(); })
      .def_prop_ro("nodes", &Solver::nodes)
      .def_prop_ro("bytes", &Solver::bytes);

  // All arrays are the caller's: of the deals (see ManyDeals), then the room for the answers.
  m.def(
      "first_wrong",
      [](const Buffer<const std::uint64_t>& hands, const Buffer<const std::int8_t>& trumps, std::uint64_t pack,
         int no_trump_bloopers, int trump) {
        if (hands.size() != kSeats * trumps.size()) throw std::invalid_argument("four hands a deal");
        return ManyTables::first_wrong(many_deals(hands, trumps, {}, {}), {pack, no_trump_bloopers, trump});
      },
      "hands"_a, "trumps"_a, "pack"_a, "no_trump_bloopers"_a, "trump"_a,
      nb::sig("def first_wrong(hands: object, trumps: object, pack: int, no_trump_bloopers: int, trump: int) -> int"),
      "The first deal that cannot be; how many there are, if all can.");
  m.def(
      "tables",
      [](std::tuple<int, int, int> rules, const std::vector<std::pair<int, unsigned>>& cases, std::size_t max_bytes,
         int threads, const Buffer<const std::uint64_t>& hands, const Buffer<const std::int8_t>& trumps,
         const Buffer<const std::uint64_t>& node_limits, const Buffer<const double>& time_limits,
         const Request& request, const Buffer<std::int8_t>& values, const Buffer<std::uint64_t>& nodes,
         const Buffer<double>& seconds, const Buffer<std::uint8_t>& status) {
        const ManyTables many(play_rules(rules), lead_cases(cases), max_bytes, threads);
        const Unlocked unlocked;
        many.solve(many_deals(hands, trumps, node_limits, time_limits),
                   {request.deadline(), request.cancel ? &request.cancel->flag : nullptr},
                   {span_of(values), span_of(nodes), span_of(seconds), span_of(status)});
      },
      "rules"_a, "cases"_a, "max_bytes"_a, "threads"_a, "hands"_a, "trumps"_a, "node_limits"_a, "time_limits"_a,
      "limits"_a, "values"_a, "nodes"_a, "seconds"_a, "status"_a,
      nb::sig("def tables(rules: tuple[int, int, int], cases: Sequence[tuple[int, int]], max_bytes: int, threads: int, "
              "hands: object, trumps: object, node_limits: object, time_limits: object, limits: Limits, "
              "values: object, nodes: object, seconds: object, status: object) -> None"),
      "The table of each deal, in one call; the limits are of the whole, and have no nodes.");

  // Layouts are four hands each, of the cards left; values and done are the caller's room for the answers, see
  // ManyWorlds.
  m.def(
      "world_tricks",
      [](std::tuple<int, int, int> rules, std::size_t max_bytes, int threads, const Position& moment,
         const Buffer<const std::uint64_t>& layouts, const std::vector<int>& cards, const Request& request,
         const Buffer<std::int8_t>& values, const Buffer<std::uint8_t>& done) {
        const Unlocked unlocked;
        ManyWorlds(play_rules(rules), max_bytes, threads)
            .tricks(moment, span_of(layouts), cards, world_limits(request), {span_of(values), span_of(done)});
      },
      "rules"_a, "max_bytes"_a, "threads"_a, "moment"_a, "layouts"_a, "cards"_a, "limits"_a, "values"_a, "done"_a,
      nb::sig("def world_tricks(rules: tuple[int, int, int], max_bytes: int, threads: int, moment: Position, "
              "layouts: object, cards: Sequence[int], limits: Limits, values: object, done: object) -> None"),
      "North-South's tricks to come after each card, in each layout.");
  m.def(
      "world_reaches",
      [](std::tuple<int, int, int> rules, std::size_t max_bytes, int threads, const Position& moment,
         const Buffer<const std::uint64_t>& layouts, const std::vector<int>& cards, const std::vector<int>& needs,
         const Request& request, const Buffer<std::int8_t>& values, const Buffer<std::uint8_t>& done) {
        const Unlocked unlocked;
        ManyWorlds(play_rules(rules), max_bytes, threads)
            .reaches(moment, span_of(layouts), cards, needs, world_limits(request), {span_of(values), span_of(done)});
      },
      "rules"_a, "max_bytes"_a, "threads"_a, "moment"_a, "layouts"_a, "cards"_a, "needs"_a, "limits"_a, "values"_a,
      "done"_a,
      nb::sig("def world_reaches(rules: tuple[int, int, int], max_bytes: int, threads: int, moment: Position, layouts: "
              "object, cards: Sequence[int], needs: Sequence[int], limits: Limits, values: object, done: object) "
              "-> None"),
      "Whether North-South take each number of tricks from here after each card, in each layout.");
  m.def(
      "world_cases",
      [](std::tuple<int, int, int> rules, std::size_t max_bytes, int threads, int trump,
         const Buffer<const std::uint64_t>& layouts, const std::vector<std::pair<int, unsigned>>& cases,
         const Request& request, const Buffer<std::int8_t>& values, const Buffer<std::uint8_t>& done) {
        const Unlocked unlocked;
        ManyWorlds(play_rules(rules), max_bytes, threads)
            .cases(trump, span_of(layouts), lead_cases(cases), world_limits(request), {span_of(values), span_of(done)});
      },
      "rules"_a, "max_bytes"_a, "threads"_a, "trump"_a, "layouts"_a, "cases"_a, "limits"_a, "values"_a, "done"_a,
      nb::sig("def world_cases(rules: tuple[int, int, int], max_bytes: int, threads: int, trump: int, layouts: object, "
              "cases: Sequence[tuple[int, int]], limits: Limits, values: object, done: object) -> None"),
      "North-South's tricks in each case of first leads, in each layout.");
}
