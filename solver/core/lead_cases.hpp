// The values of one leader's cases, which differ in who may lead trumps at once: settled together, by their extremes.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search.hpp"

namespace backalley {

// Freedom to lead trumps never hurts the side that has it: `a` is at most as good for North-South as `b`.
inline bool no_better(unsigned a, unsigned b) { return (a & 0b0101 & ~b) == 0 && (b & 0b1010 & ~a) == 0; }

// One first lead of a table: who leads, and who may lead trumps at once.
struct LeadCase {
  int leader = 0;
  unsigned exempt = 0;
};

// One leader's cases, by who may lead trumps at once.  What holds for one case holds for all that are no better for the
// side that fails, so a case that outdoes a whole group, though nobody may have asked for it, can settle the group.
class LeadCases {
 public:
  LeadCases(Search& search, Trick trick, std::vector<unsigned> free)
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

}  // namespace backalley
