#include "solver.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "group.hpp"

namespace backalley {

namespace {

// What the table may hold of other deals when a question begins: of those with half of their cards in the same hands,
// as layouts around two known hands, and of any.
constexpr std::size_t kAlikeBytes = std::size_t{8} << 20;
constexpr std::size_t kOthersBytes = std::size_t{1} << 20;

int solve_between(Search& search, const Trick& trick, int lower, int upper, int guess) {
  int need = guess < 0 ? (lower + upper + 1) / 2 : guess;
  while (lower < upper) {
    need = std::clamp(need, lower + 1, upper);
    if (search.reaches(trick, need)) {
      lower = need++;
    } else {
      upper = need - 1;
      need = upper;
    }
  }
  return lower;
}

// Lets a search be told that nobody waits for it, until this goes out of scope, whatever is thrown.
class Mooted {
 public:
  Mooted(Search& search, const std::atomic<bool>* told) : search_(search), outer_(search.moot) { search.moot = told; }
  ~Mooted() { search_.moot = outer_; }
  Mooted(const Mooted&) = delete;
  Mooted& operator=(const Mooted&) = delete;

 private:
  Search& search_;
  const std::atomic<bool>* outer_;
};

}  // namespace

// Holds the solver for one call: its table and counters serve one caller at a time.
class Solver::Turn {
 public:
  explicit Turn(Solver& solver) : solver_(solver) {
    if (solver.busy_.exchange(true))
      throw std::logic_error("an engine answers one question at a time: give each thread its own");
  }
  ~Turn() { solver_.busy_.store(false); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Solver& solver_;
};

Solver::Solver(const Policy& policy, std::size_t max_bytes, int threads)
    : policy_(policy), table_(max_bytes, threads > 1) {
  for (int i = 0; i < std::max(threads, 1); ++i) searches_.push_back(std::make_unique<Search>(policy, table_));
}

std::uint64_t Solver::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& search : searches_) sum += search->nodes();
  return sum;
}

void Solver::set_limits(const Limits& limits) {
  for (const auto& search : searches_) {
    search->limits = limits;
    if (limits.nodes != UINT64_MAX) {
      search->limits.nodes = search->nodes() + std::max<std::uint64_t>(limits.nodes / searches_.size(), 1);
    }
  }
}

// What other deals left seldom helps, takes room in the caches, and as hints leads astray.
void Solver::begin(const Position& position, const Limits& limits) {
  set_limits(limits);
  Position now = position;
  for (std::size_t i = 0; i < now.trick.size(); ++i) {
    const int seat = (now.leader + static_cast<int>(i)) & 3;
    if (now.trick[i] >= 0 && now.trick[i] < 54) now.hands[seat] |= std::uint64_t{1} << now.trick[i];
  }
  int before = 0;
  int after = 0;
  int both = 0;
  for (int s = 0; s < kSeats; ++s) {
    before += count(last_.hands[s]);
    after += count(now.hands[s]);
    both += count(last_.hands[s] & now.hands[s]);
  }
  const int fewer = now.trump == last_.trump ? std::min(before, after) : 0;
  if (both < fewer || fewer == 0) {
    table_.forget(2 * both >= fewer && fewer > 0 ? kAlikeBytes : kOthersBytes);
    for (const auto& search : searches_) search->forget();
  }
  last_ = std::move(now);
}

namespace {
constexpr std::pair<std::string_view, bool Techniques::*> kSwitches[] = {
    {"table", &Techniques::table},
    {"quick_tricks", &Techniques::quick_tricks},
    {"trump_tops", &Techniques::trump_tops},
    {"stoppers", &Techniques::stoppers},
    {"trick_winners", &Techniques::trick_winners},
    {"few_ranks", &Techniques::few_ranks},
    {"skip_low", &Techniques::skip_low},
    {"ordering", &Techniques::ordering},
    {"hints", &Techniques::hints},
};
}  // namespace

std::vector<std::string> Solver::techniques() {
  std::vector<std::string> names;
  for (const auto& [name, member] : kSwitches) names.emplace_back(name);
  return names;
}

bool Solver::set_technique(std::string_view name, bool on) {
  for (const auto& [known, member] : kSwitches) {
    if (known != name) continue;
    for (const auto& search : searches_) search->use.*member = on;
    return true;
  }
  return false;
}

void Solver::set_weights(const std::int16_t* weights) {
  for (const auto& search : searches_) search->weights = weights;
}

// Runs work(search, i) for i below `count` on all threads; the first failure stops the rest and is thrown here.
void Solver::spread(int count, const std::function<void(Search&, int)>& work) {
  const int threads = std::min<int>(static_cast<int>(searches_.size()), count);
  if (threads <= 1) {
    for (int i = 0; i < count; ++i) work(*searches_[0], i);
    return;
  }
  std::atomic<int> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr error;
  std::mutex guard;
  const auto run = [&](Search& search) {
    search.halt = &failed;
    try {
      for (int i = next++; i < count && !failed.load(std::memory_order_relaxed); i = next++) work(search, i);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failed.exchange(true)) error = std::current_exception();
    }
    search.halt = nullptr;
  };
  std::vector<std::thread> pool;
  for (int t = 1; t < threads; ++t) pool.emplace_back(run, std::ref(*searches_[t]));
  run(*searches_[0]);
  for (std::thread& thread : pool) thread.join();
  if (error) std::rethrow_exception(error);
}

unsigned Solver::free_seats(const Position& position) const {
  if (policy_.break_on == BreakOn::kUnrestricted || position.broken) return 0xF;
  return position.exempt & 0xF;
}

// The value of a trick on its way, on all threads: each tests the number of tricks nearest to the guess that is open.
int Solver::solve(const Trick& trick, int guess) {
  const int most = trick.node->tricks;
  if (searches_.size() == 1 || most < 5) return solve_between(*searches_[0], trick, 0, most, guess);
  std::mutex guard;
  int lower = 0;
  int upper = most;
  const int start = guess < 0 ? (most + 1) / 2 : guess;
  std::vector<int> testing(searches_.size(), 0);
  std::vector<std::atomic<bool>> moot(searches_.size());
  const auto pick = [&]() {
    int best = 0;
    for (int need = lower + 1; need <= upper; ++need) {
      if (std::find(testing.begin(), testing.end(), need) != testing.end()) continue;
      const auto far = [&](int n) { return 2 * std::abs(n - start) - (n > start ? 1 : 0); };
      if (best == 0 || far(need) < far(best)) best = need;
    }
    return best;
  };
  std::atomic<int> thread{0};
  spread(static_cast<int>(searches_.size()), [&](Search& search, int) {
    const auto me = static_cast<std::size_t>(thread++);
    const Mooted mooted(search, &moot[me]);
    for (;;) {
      int need = 0;
      {
        const std::lock_guard lock(guard);
        if (lower >= upper) break;
        need = pick();
        testing[me] = need;
        moot[me].store(false);
      }
      if (need == 0) break;
      bool yes = false;
      bool done = true;
      try {
        yes = search.reaches(trick, need);
      } catch (const Moot&) {
        done = false;
      }
      const std::lock_guard lock(guard);
      testing[me] = 0;
      if (done && yes) lower = std::max(lower, need);
      if (done && !yes) upper = std::min(upper, need - 1);
      for (std::size_t i = 0; i < testing.size(); ++i) {
        if (testing[i] != 0 && (testing[i] <= lower || testing[i] > upper)) moot[i].store(true);
      }
    }
  });
  return lower;
}

int Solver::value(const Position& position, const Limits& limits, int guess) {
  const Turn turn(*this);
  begin(position, limits);
  View v;
  set_view(position, v);
  return solve(v.trick, guess);
}

// Every legal card's value, given the value of the position and, if known_card >= 0, of that card (all relative).
std::vector<CardValue> Solver::values(const View& v, int best, int known_card, int known_tricks) {
  const CardSet legal = searches_[0]->legal(v.trick);
  const CardSet tops = run_tops(legal);
  const bool ns = side_of(v.trick.seat(v.trick.played)) == 0;
  std::vector<int> cards;
  for (CardSet rest = tops; rest != 0; rest &= rest - 1) cards.push_back(low(rest));
  std::array<int, 64> tricks{};
  spread(static_cast<int>(cards.size()), [&](Search& search, int i) {
    const int card = cards[i];
    // The known card may stand lower in its run.
    if (known_card >= card - kTopBit && known_card <= card && lane_of(known_card) == lane_of(card)) {
      CardSet run = bit(card);
      while ((run & bit(known_card)) == 0 && ((run >> 1) & legal & kUpperNeighbour & ~run) != 0) run |= run >> 1;
      if ((run & bit(known_card)) != 0) {
        tricks[card] = known_tricks;
        return;
      }
    }
    Trick after = v.trick;
    search.put(after, card);
    // No card does better than the position, so one window proves an equal one.
    int t = best;
    if (ns) {
      while (t > 0 && !search.reaches(after, t)) --t;
    } else {
      while (t < v.node.tricks && search.reaches(after, t + 1)) ++t;
    }
    tricks[card] = t;
  });
  std::vector<CardValue> found;
  int run = 0;
  for (CardSet rest = legal; rest != 0;) {
    const int card = top(rest);
    rest ^= bit(card);
    if ((tops & bit(card)) != 0) run = tricks[card];
    found.push_back({v.plain[card], run});
  }
  std::sort(found.begin(), found.end(), [](const CardValue& a, const CardValue& b) { return a.card > b.card; });
  return found;
}

std::vector<CardValue> Solver::cards(const Position& position, const Limits& limits) {
  const Turn turn(*this);
  begin(position, limits);
  View v;
  set_view(position, v);
  return values(v, solve(v.trick, -1), -1, 0);
}

// Plays from `v` on, keeping the view before each card, then finds the values from the last card back: the card played
// bounds the position before it from its player's side, so one window settles a card that lost nothing.
std::vector<int> Solver::values_back(View& v, const std::vector<int>& plays, std::vector<View>& views,
                                     std::vector<int>& cards) {
  for (const int play : plays) {
    if (v.node.tricks == 0) throw std::invalid_argument("more cards are played than are held");
    const int card = v.relative(play);
    if (card > 63 || (searches_[0]->legal(v.trick) & bit(card)) == 0) {
      throw std::invalid_argument("a card that is played is not legal");
    }
    views.push_back(v);
    cards.push_back(card);
    advance(v, card);
  }
  std::vector<int> values(plays.size() + 1);
  values.back() = v.node.tricks == 0 ? 0 : solve(v.trick, -1);
  for (std::size_t i = plays.size(); i-- > 0;) {
    View& before = views[i];
    before.trick.node = &before.node;
    int best = values[i + 1];
    if (before.trick.played == 3) {
      Trick full = before.trick;
      searches_[0]->put(full, cards[i]);
      best += side_of(full.best_seat[3]) == 0 ? 1 : 0;
    }
    const CardSet choices = run_tops(searches_[0]->legal(before.trick));
    if ((choices & (choices - 1)) != 0) {
      if (side_of(before.trick.seat(before.trick.played)) == 0) {
        while (best < before.node.tricks && searches_[0]->reaches(before.trick, best + 1)) ++best;
      } else {
        while (best > 0 && !searches_[0]->reaches(before.trick, best)) --best;
      }
    }
    values[i] = best;
  }
  return values;
}

std::vector<int> Solver::played_values(const Position& position, const std::vector<int>& plays, const Limits& limits) {
  const Turn turn(*this);
  begin(position, limits);
  View v;
  set_view(position, v);
  std::vector<View> views;
  std::vector<int> cards;
  return values_back(v, plays, views, cards);
}

std::vector<std::vector<CardValue>> Solver::played(const Position& position, const std::vector<int>& plays,
                                                   const Limits& limits) {
  const Turn turn(*this);
  begin(position, limits);
  View v;
  set_view(position, v);
  std::vector<View> views;
  std::vector<int> cards;
  const std::vector<int> best = values_back(v, plays, views, cards);
  std::vector<std::vector<CardValue>> found;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    int after = best[i + 1];
    if (views[i].trick.played == 3) {
      Trick full = views[i].trick;
      searches_[0]->put(full, cards[i]);
      after += side_of(full.best_seat[3]) == 0 ? 1 : 0;
    }
    found.push_back(values(views[i], best[i], cards[i], after));
  }
  return found;
}

std::vector<int> Solver::line(const Position& position, const Limits& limits) {
  const Turn turn(*this);
  begin(position, limits);
  View v;
  set_view(position, v);
  int value = solve(v.trick, -1);
  Search& search = *searches_[0];
  std::vector<int> cards;
  while (v.node.tricks > 0) {
    const bool ns = side_of(v.trick.seat(v.trick.played)) == 0;
    const CardSet legal = search.legal(v.trick);
    int chosen = low(legal);
    for (CardSet rest = legal; (legal & (legal - 1)) != 0 && rest != 0; rest &= rest - 1) {
      const int card = low(rest);
      Trick after = v.trick;
      search.put(after, card);
      if (ns ? search.reaches(after, value) : !search.reaches(after, value + 1)) {
        chosen = card;
        break;
      }
    }
    Trick after = v.trick;
    search.put(after, chosen);
    if (after.played == 4 && side_of(after.best_seat[3]) == 0) --value;
    cards.push_back(v.plain[chosen]);
    advance(v, chosen);
  }
  return cards;
}

std::vector<int> Solver::table(const Position& deal, std::span<const Case> cases, const Limits& limits) {
  const Turn turn(*this);
  begin(deal, limits);
  std::vector<View> views(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Position p = deal;
    p.leader = cases[i].leader;
    p.exempt = cases[i].exempt;
    set_view(p, views[i]);
  }
  std::array<std::vector<std::size_t>, kSeats> groups;
  for (std::size_t i = 0; i < cases.size(); ++i) groups[cases[i].leader].push_back(i);
  std::array<int, kSeats> order = {0, 1, 2, 3};
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return groups[a].size() > groups[b].size(); });
  std::vector<int> values(cases.size(), -1);
  std::atomic<int> guess{-1};
  spread(kSeats, [&](Search& search, int g) {
    const auto& members = groups[order[g]];
    if (members.empty()) return;
    std::vector<unsigned> free;
    for (const std::size_t i : members) free.push_back(views[i].node.free);
    Group group(search, views[members[0]].trick, free);
    const std::vector<int>& found = group.solve(guess.load(std::memory_order_relaxed));
    for (std::size_t i = 0; i < members.size(); ++i) values[members[i]] = found[i];
    guess.store(found[0], std::memory_order_relaxed);
  });
  return values;
}

}  // namespace backalley
