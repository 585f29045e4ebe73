// The searches of one solver, a thread each, over one table.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "search.hpp"

namespace backalley {

class SearchTeam {
 public:
  SearchTeam(Table& table, int threads);

  // Starts a question.
  void begin(const Moves& moves, const Limits& limits);
  // Drops what the searches learnt of other deals.
  void forget();

  // The search of the caller's own thread, for what needs only one.
  Search& first() { return *searches_[0]; }
  // NS tricks from this trick to the end, on all threads; `guess` only saves time.
  int value(const Trick& trick, int guess);
  // Runs work(search, i) for i below `count` on all threads; the first failure stops the rest and is thrown here.
  void spread(int count, const std::function<void(Search&, int)>& work);

  std::uint64_t nodes() const;
  void set_technique(bool Techniques::* technique, bool on);
  void set_weights(const std::int16_t* weights);

 private:
  int value_on_all(const Trick& trick, int guess);

  std::atomic<bool> failed_{false};  // a thread of this question has
  std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace backalley
