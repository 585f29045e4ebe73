// The door for WebAssembly: questions and answers as small whole numbers in one room of its memory.
//
// A question: trump (-1 to 3), leader, exempt (a bit a seat), n, the 4n cards of N, E, S and W as dealt, how many cards
// are played, and those.  Cards are numbered as in position.hpp.  Everything is checked before the search sees it:
// there are no exceptions here, and a trap ends the instance.
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

#include "search_position.hpp"
#include "solver.hpp"

#define DOOR(name) extern "C" __attribute__((export_name(#name), used))

namespace {

using namespace backalley;

constexpr int kMostCards = 13;
constexpr int kMostCases = 19;  // four leaders, fifteen sets of claimants
constexpr int kRoom = 256;

// What a call gives in place of 0 when the question is refused; an illegal card number i gives kIllegal + i.
enum Refusal : int { kNotAPosition = 1, kNoSolver = 2, kTooManyCards = 3, kIllegal = 16 };

std::array<std::int32_t, kRoom> room;
std::optional<Solver> solver;
PlayRules rules;

// The question as the search takes it.
struct Question {
  Position position;  // at the card to be played
  int dealt = 0;      // cards a hand
  int taken = 0;      // tricks of North-South so far
  int turn = 0;
  bool finished = false;
  int rest = 0;  // where the room goes on after the question
};

bool read_deal(Question& question) {
  Position& deal = question.position;
  deal.trump = room[0];
  deal.leader = room[1];
  deal.exempt = static_cast<unsigned>(room[2]) & 0xF;
  const int size = question.dealt = room[3];
  if (deal.trump < -1 || deal.trump > 3 || deal.leader < 0 || deal.leader > 3 || size < 1 || size > kMostCards) {
    return false;
  }
  std::uint64_t seen = 0;
  for (int i = 0; i < kSeats * size; ++i) {
    const int card = room[4 + i];
    if (card < 0 || card >= kPack || (seen >> card & 1) != 0) return false;
    seen |= std::uint64_t{1} << card;
    deal.hands[i / size] |= std::uint64_t{1} << card;
  }
  question.rest = 4 + kSeats * size;
  return true;
}

// Plays the cards of the question; 0 or a refusal.
int play_on(Question& question) {
  const int plays = room[question.rest++];
  if (plays < 0 || plays > kSeats * question.dealt) return kTooManyCards;
  Position& position = question.position;
  SearchPosition now(position, rules);
  for (int i = 0; i < plays; ++i) {
    const int plain = room[question.rest++];
    const int card = plain < 0 || plain >= kPack ? 64 : now.relative(plain);
    if (card > 63 || (now.legal() & bit(card)) == 0) return kIllegal + i;
    position.hands[now.trick().turn()] &= ~(std::uint64_t{1} << plain);
    position.trick.push_back(plain);
    question.taken += now.ns_trick(card);
    now.play_card(card);
    if (position.trick.size() < kSeats) continue;
    position.trick.clear();
    position.leader = now.node().leader;
    position.exempt = now.node().free;
  }
  question.finished = now.finished();
  question.turn = question.finished ? -1 : now.trick().turn();
  return 0;
}

}  // namespace

DOOR(room) std::int32_t* room_address() { return room.data(); }

// Makes the solver anew, with an empty table.
DOOR(open) int open_solver(int break_on, int big_led, int little_led, int megabytes) {
  if (break_on < 0 || break_on > 3 || big_led < 0 || big_led > 2 || little_led < 0 || little_led > 2 || megabytes < 1 ||
      megabytes > 2048) {
    return kNotAPosition;
  }
  rules = {static_cast<BreakOn>(break_on), static_cast<Forced>(big_led), static_cast<Forced>(little_led)};
  solver.emplace(rules, static_cast<std::size_t>(megabytes) << 20, 1);
  return 0;
}

// Positions searched since `open`.
DOOR(nodes) double nodes() { return solver ? static_cast<double>(solver->nodes()) : 0; }

// Bytes of the table.
DOOR(bytes) double bytes() { return solver ? static_cast<double>(solver->bytes()) : 0; }

// After the deal: how many cases, and (leader, exempt) of each.  Answers the North-South tricks of each.
DOOR(table) int table() {
  if (!solver) return kNoSolver;
  Question question;
  if (!read_deal(question)) return kNotAPosition;
  const int count = room[question.rest++];
  if (count < 1 || count > kMostCases) return kNotAPosition;
  std::vector<LeadCase> cases;
  for (int i = 0; i < count; ++i) {
    const int leader = room[question.rest++];
    const int exempt = room[question.rest++];
    if (leader < 0 || leader > 3) return kNotAPosition;
    cases.push_back({leader, static_cast<unsigned>(exempt) & 0xF});
  }
  question.position.leader = 0;
  question.position.exempt = 0;
  const std::vector<int> values = solver->table(question.position, cases, Limits{});
  for (int i = 0; i < count; ++i) room[i] = values[i];
  return 0;
}

// Answers: turn (-1: the play is over), North-South tricks taken, how many legal cards, each with the North-South
// tricks of the whole deal after it, and the cards of one optimal continuation, as many as are left.
DOOR(cards) int cards() {
  if (!solver) return kNoSolver;
  Question question;
  if (!read_deal(question)) return kNotAPosition;
  if (const int refusal = play_on(question); refusal != 0) return refusal;
  room[0] = question.turn;
  room[1] = question.taken;
  room[2] = 0;
  if (question.finished) return 0;
  const std::vector<CardValue> values = solver->cards(question.position, Limits{});
  room[2] = static_cast<int>(values.size());
  int at = 3;
  for (const CardValue& value : values) {
    room[at++] = value.card;
    room[at++] = question.taken + value.tricks;
  }
  for (const int card : solver->line(question.position, Limits{})) room[at++] = card;
  return 0;
}

// What the libraries would ask of a host, answered here, so that the module needs nothing of whoever runs it: nobody
// sets a deadline, and what would be thrown or written before an abort ends the instance; who asked starts another.
extern "C" {
int clock_gettime(clockid_t, timespec* now) {
  *now = {};
  return 0;
}
void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
void __cxa_free_exception(void*) { __builtin_trap(); }
void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
void __cxa_rethrow() { __builtin_trap(); }
void* __cxa_begin_catch(void*) { __builtin_trap(); }
void __cxa_end_catch() { __builtin_trap(); }
}
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
