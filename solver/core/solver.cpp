#include "solver.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

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

// Freedom to lead trumps never hurts the side that has it: `a` is at most as good for North-South as `b`.
bool no_better(unsigned a, unsigned b) { return (a & 0b0101 & ~b) == 0 && (b & 0b1010 & ~a) == 0; }

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

int Solver::View::relative(int card) const {
  const auto* at = std::find(plain.begin(), plain.end(), static_cast<std::int8_t>(card));
  return static_cast<int>(at - plain.begin());
}

void Solver::set_view(const Position& position, View& v) {
  if (position.trump < -1 || position.trump > 3 || position.leader < 0 || position.leader > 3 ||
      position.trick.size() > 3) {
    throw std::invalid_argument(
        "a position has a trump from -1 to 3, a leader from 0 to 3 and up to three cards on the table");
  }
  Node& node = v.node;
  node = Node{};
  node.leader = position.leader;
  node.free = free_seats(position);
  std::array<std::uint64_t, kSeats> hands = position.hands;
  std::uint64_t everything = 0;
  const auto add = [&](std::uint64_t cards) {
    if ((everything & cards) != 0 || cards >> 54 != 0)
      throw std::invalid_argument("a card stands twice in the position, or is none");
    everything |= cards;
  };
  for (const std::uint64_t hand : hands) add(hand);
  for (std::size_t i = 0; i < position.trick.size(); ++i) {
    const int card = position.trick[i];
    if (card < 0 || card > 53) throw std::invalid_argument("a card is a number from 0 to 53");
    add(std::uint64_t{1} << card);
    hands[(position.leader + static_cast<int>(i)) & 3] |= std::uint64_t{1} << card;
  }
  for (const std::uint64_t hand : hands) {
    if (count(hand) != count(hands[0]) || hand == 0 || count(hand) > 13) {
      throw std::invalid_argument(
          "the hands of a position hold 1 to 13 cards each, as many as one another before the trick");
    }
  }
  std::array<int, kLanes> suit{};
  int at = 0;
  if (position.trump >= 0) suit[at++] = position.trump;
  for (int s = 0; s < kLanes; ++s) {
    if (s != position.trump) suit[at++] = s;
  }
  v.plain.fill(-1);
  std::array<std::int8_t, 54> relative{};
  for (int l = 0; l < kLanes; ++l) {
    int place = 16 * l + kTopBit;
    for (int rank = 12; rank >= 0; --rank) {
      const int plain = 13 * suit[l] + rank;
      if ((everything >> plain & 1) == 0) continue;
      relative[plain] = static_cast<std::int8_t>(place);
      v.plain[place--] = static_cast<std::int8_t>(plain);
    }
  }
  for (int b = 0; b < 2; ++b) {
    relative[52 + b] = static_cast<std::int8_t>(kLittle + b);
    v.plain[kLittle + b] = static_cast<std::int8_t>(52 + b);
  }
  for (int s = 0; s < kSeats; ++s) {
    for (std::uint64_t rest = hands[s]; rest != 0; rest &= rest - 1) {
      const int r = relative[low(rest)];
      node.hand[s] |= bit(r);
      const bool lone_blooper = position.trump < 0 && (r == kLittle || r == kBig);
      if (!lone_blooper) node.lengths += std::uint64_t{1} << (16 * s + 4 * lane_of(r));
    }
  }
  node.tricks = count(node.hand[0]);
  const bool live = (everything >> 52) != 0;
  const CardSet trump = position.trump >= 0 ? (lane(0) | kBloopers) : live ? kBloopers : 0;
  for (const auto& search : searches_) search->set_trump(trump);
  v.trick = Trick{};
  v.trick.node = &node;
  for (const int card : position.trick) searches_[0]->put(v.trick, relative[card]);
}

// Plays a relative card; after the fourth the view stands at the next trick.
void Solver::advance(View& v, int card) const {
  searches_[0]->put(v.trick, card);
  if (v.trick.played < 4) return;
  CardSet gone = 0;
  for (const int c : v.trick.card) gone |= bit(c);
  v.node = searches_[0]->next(v.trick);
  for (CardSet rest = gone & kNatural; rest != 0; rest &= rest - 1) {
    int c = low(rest);
    for (; c > 16 * lane_of(c); --c) v.plain[c] = v.plain[c - 1];
    v.plain[c] = -1;
  }
  v.trick = Trick{};
  v.trick.node = &v.node;
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

namespace {

// One leader's cases, by who may lead trumps at once.  What holds for one case holds for all that are no better for the
// side that fails, so a case that outdoes a whole group, though nobody may have asked for it, can settle the group.
class Group {
 public:
  Group(Search& search, Trick trick, std::vector<unsigned> free)
      : search_(search), trick_(trick), node_(*trick.node), free_(std::move(free)) {
    trick_.node = &node_;
    lower_.assign(free_.size(), 0);
    upper_.assign(free_.size(), node_.tricks);
  }

  // The value of each case; `guess` only saves time.
  const std::vector<int>& solve(int guess) {
    const int most = node_.tricks;
    int need = std::clamp(guess < 0 ? (most + 1) / 2 : guess, 1, most);
    int denied = most + 1;  // the worst case for North-South is known to miss this
    while (need > 0 && !test(least(need), need)) denied = need--;
    while (++need <= most) {
      if (open(need) > 1 && !test(greatest(need), need)) break;
      if (open(need) > 1 && need < denied && test(least(need), need)) continue;
      for (std::size_t i = 0; i < free_.size(); ++i) {
        if (open(i, need)) test(free_[i], need);
      }
      if (open(need + 1) == 0) break;
    }
    return lower_;
  }

 private:
  bool open(std::size_t i, int need) const { return lower_[i] < need && need <= upper_[i]; }
  int open(int need) const {
    int count = 0;
    for (std::size_t i = 0; i < free_.size(); ++i) count += open(i, need);
    return count;
  }
  // Who is free in the case, asked for or not, that is worst or best for North-South among the open ones.
  unsigned least(int need) const {
    const auto [any, every] = spread(need);
    return (any & 0b1010) | (every & 0b0101);
  }
  unsigned greatest(int need) const {
    const auto [any, every] = spread(need);
    return (any & 0b0101) | (every & 0b1010);
  }
  std::pair<unsigned, unsigned> spread(int need) const {
    unsigned any = 0;
    unsigned every = 0xF;
    for (std::size_t i = 0; i < free_.size(); ++i) {
      if (!open(i, need)) continue;
      any |= free_[i];
      every &= free_[i];
    }
    return {any, every};
  }

  bool test(unsigned free, int need) {
    node_.free = free;
    const bool yes = search_.reaches(trick_, need);
    for (std::size_t i = 0; i < free_.size(); ++i) {
      if (yes && no_better(free, free_[i])) lower_[i] = std::max(lower_[i], need);
      if (!yes && no_better(free_[i], free)) upper_[i] = std::min(upper_[i], need - 1);
    }
    return yes;
  }

  Search& search_;
  Trick trick_;
  Node node_;
  std::vector<unsigned> free_;
  std::vector<int> lower_;
  std::vector<int> upper_;
};

}  // namespace

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
