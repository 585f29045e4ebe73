#include "search_team.hpp"

#include <algorithm>
#include <optional>

#include "threads.hpp"

#if BACKALLEY_THREADS
#include <exception>
#include <mutex>

#include "joined.hpp"
#endif

namespace backalley {

namespace {

#if BACKALLEY_THREADS
// With fewer tricks left than this a second thread costs more than it saves.
constexpr int kFewestToShare = 5;
#endif

int value_between(Search& search, const Trick& trick, int lower, int upper, int guess) {
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

}  // namespace

SearchTeam::SearchTeam(Table& table, int threads) {
  const int searches = BACKALLEY_THREADS ? std::max(threads, 1) : 1;
  for (int i = 0; i < searches; ++i) searches_.push_back(std::make_unique<Search>(table, failed_));
}

void SearchTeam::begin(const Moves& moves, const Limits& limits) {
  for (const auto& search : searches_) {
    Limits own = limits;
    if (limits.nodes != UINT64_MAX) {
      own.nodes = search->nodes() + std::max<std::uint64_t>(limits.nodes / searches_.size(), 1);
    }
    search->set_limits(own);
    search->set_moves(moves);
  }
}

void SearchTeam::forget() {
  for (const auto& search : searches_) search->forget();
}

std::uint64_t SearchTeam::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& search : searches_) sum += search->nodes();
  return sum;
}

void SearchTeam::set_technique(bool Techniques::* technique, bool on) {
  for (const auto& search : searches_) search->set_technique(technique, on);
}

void SearchTeam::set_weights(const std::int16_t* weights) {
  for (const auto& search : searches_) search->set_weights(weights);
}

#if BACKALLEY_THREADS

void SearchTeam::spread(int count, const std::function<void(Search&, int)>& work) {
  const int threads = std::min<int>(static_cast<int>(searches_.size()), count);
  if (threads <= 1) {
    for (int i = 0; i < count; ++i) work(*searches_[0], i);
    return;
  }
  std::atomic<int> next{0};
  std::exception_ptr error;
  std::mutex guard;
  const auto fail = [&] {
    const std::lock_guard lock(guard);
    if (!failed_.exchange(true)) error = std::current_exception();
  };
  const auto run = [&](Search& search) {
    try {
      for (int i = next++; i < count && !failed_.load(std::memory_order_relaxed); i = next++) work(search, i);
    } catch (...) {
      fail();
    }
  };
  {
    Joined others;
    try {
      for (int t = 1; t < threads; ++t) others.start([&run, &search = *searches_[t]] { run(search); });
    } catch (...) {
      fail();
    }
    run(*searches_[0]);
  }
  failed_.store(false);
  if (error) std::rethrow_exception(error);
}

int SearchTeam::value(const Trick& trick, int guess) {
  const int most = trick.node->tricks;
  if (searches_.size() > 1 && most >= kFewestToShare) return value_on_all(trick, guess);
  return value_between(*searches_[0], trick, 0, most, guess);
}

// Each thread tests the number of tricks nearest to the guess that is open, until another's answer settles it.
int SearchTeam::value_on_all(const Trick& trick, int guess) {
  const int most = trick.node->tricks;
  const int start = guess < 0 ? (most + 1) / 2 : guess;
  std::mutex guard;
  int lower = 0;
  int upper = most;
  std::vector<int> testing(searches_.size(), 0);
  std::vector<std::atomic<bool>> abandoned(searches_.size());
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
    for (;;) {
      int need = 0;
      {
        const std::lock_guard lock(guard);
        if (lower >= upper) break;
        need = pick();
        testing[me] = need;
        abandoned[me].store(false);
      }
      if (need == 0) break;
      const std::optional<bool> yes = search.reaches_unless(abandoned[me], trick, need);
      const std::lock_guard lock(guard);
      testing[me] = 0;
      if (yes && *yes) lower = std::max(lower, need);
      if (yes && !*yes) upper = std::min(upper, need - 1);
      for (std::size_t i = 0; i < testing.size(); ++i) {
        if (testing[i] != 0 && (testing[i] <= lower || testing[i] > upper)) abandoned[i].store(true);
      }
    }
  });
  return lower;
}

#else

void SearchTeam::spread(int count, const std::function<void(Search&, int)>& work) {
  for (int i = 0; i < count; ++i) work(*searches_[0], i);
}

int SearchTeam::value(const Trick& trick, int guess) {
  return value_between(*searches_[0], trick, 0, trick.node->tricks, guess);
}

#endif

}  // namespace backalley
