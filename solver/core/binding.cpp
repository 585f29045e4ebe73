// The Python module solver._core: thin, and without the GIL while it searches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "solver.hpp"

namespace nb = nanobind;
using namespace backalley;
using namespace nb::literals;

namespace {

struct Cancel {
  std::atomic<bool> flag{false};
};

Limits limits_of(double seconds, std::uint64_t nodes, const std::shared_ptr<Cancel>& cancel, std::uint64_t spent) {
  Limits limits;
  if (seconds >= 0) {
    const auto span = std::chrono::duration<double>(std::min(seconds, 1e8));
    limits.deadline =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(span);
  }
  if (nodes != 0) limits.nodes = spent + nodes;
  if (cancel) limits.cancel = &cancel->flag;
  return limits;
}

Position position_of(const std::array<std::uint64_t, 4>& hands, int trump, int leader, std::vector<int> trick,
                     bool broken, unsigned exempt) {
  Position p;
  p.hands = hands;
  p.trump = trump;
  p.leader = leader;
  p.trick = std::move(trick);
  p.broken = broken;
  p.exempt = exempt;
  return p;
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

  nb::class_<Solver>(m, "Solver")
      .def(
          "__init__",
          [](Solver* self, int break_on, int big_led, int little_led, std::size_t max_bytes) {
            new (self)
                Solver({static_cast<BreakOn>(break_on), static_cast<Forced>(big_led), static_cast<Forced>(little_led)},
                       max_bytes);
          },
          "break_on"_a, "big_led"_a, "little_led"_a, "max_bytes"_a)
      .def(
          "value",
          [](Solver& s, const std::array<std::uint64_t, 4>& hands, int trump, int leader, std::vector<int> trick,
             bool broken, unsigned exempt, double seconds, std::uint64_t nodes, const std::shared_ptr<Cancel>& cancel,
             int guess) {
            const Position p = position_of(hands, trump, leader, std::move(trick), broken, exempt);
            const Limits limits = limits_of(seconds, nodes, cancel, s.nodes());
            nb::gil_scoped_release release;
            return s.value(p, limits, guess);
          },
          "hands"_a, "trump"_a, "leader"_a, "trick"_a, "broken"_a, "exempt"_a, "seconds"_a, "nodes"_a,
          "cancel"_a.none(), "guess"_a = -1)
      .def(
          "cards",
          [](Solver& s, const std::array<std::uint64_t, 4>& hands, int trump, int leader, std::vector<int> trick,
             bool broken, unsigned exempt, double seconds, std::uint64_t nodes, const std::shared_ptr<Cancel>& cancel) {
            const Position p = position_of(hands, trump, leader, std::move(trick), broken, exempt);
            const Limits limits = limits_of(seconds, nodes, cancel, s.nodes());
            std::vector<std::pair<int, int>> out;
            nb::gil_scoped_release release;
            for (const CardValue& v : s.cards(p, limits)) out.emplace_back(v.card, v.tricks);
            return out;
          },
          "hands"_a, "trump"_a, "leader"_a, "trick"_a, "broken"_a, "exempt"_a, "seconds"_a, "nodes"_a,
          "cancel"_a.none())
      .def(
          "line",
          [](Solver& s, const std::array<std::uint64_t, 4>& hands, int trump, int leader, std::vector<int> trick,
             bool broken, unsigned exempt, double seconds, std::uint64_t nodes, const std::shared_ptr<Cancel>& cancel) {
            const Position p = position_of(hands, trump, leader, std::move(trick), broken, exempt);
            const Limits limits = limits_of(seconds, nodes, cancel, s.nodes());
            nb::gil_scoped_release release;
            return s.line(p, limits);
          },
          "hands"_a, "trump"_a, "leader"_a, "trick"_a, "broken"_a, "exempt"_a, "seconds"_a, "nodes"_a,
          "cancel"_a.none())
      .def(
          "table",
          [](Solver& s, const std::array<std::uint64_t, 4>& hands, int trump,
             const std::vector<std::pair<int, unsigned>>& cases, double seconds, std::uint64_t nodes,
             const std::shared_ptr<Cancel>& cancel) {
            const Position p = position_of(hands, trump, 0, {}, false, 0);
            std::vector<Case> list;
            for (const auto& [leader, exempt] : cases) list.push_back({leader, exempt});
            const Limits limits = limits_of(seconds, nodes, cancel, s.nodes());
            nb::gil_scoped_release release;
            return s.table(p, list, limits);
          },
          "hands"_a, "trump"_a, "cases"_a, "seconds"_a, "nodes"_a, "cancel"_a.none())
      .def_prop_ro("nodes", &Solver::nodes)
      .def_prop_ro("bytes", &Solver::bytes);
}
