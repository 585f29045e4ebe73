// The alpha-beta search: null windows over the tricks of North-South, with a partition-search table.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "cutoff_cache.hpp"
#include "limits.hpp"
#include "moves.hpp"
#include "ordering.hpp"
#include "proof.hpp"
#include "sure_tricks.hpp"
#include "table.hpp"
#include "techniques.hpp"
#include "weights.hpp"

namespace backalley {

// One thread's search.  It is told the moves and the limits of a question, then asked about tricks of it.
class Search {
 public:
  // `failed` tells that another thread of the same question has; then this one stops too.
  Search(Table& table, const std::atomic<bool>& failed) : table_(table), failed_(failed) {}

  void set_moves(const Moves& moves) { moves_ = moves; }
  void set_limits(const Limits& limits) { limits_ = limits; }
  void set_technique(bool Techniques::* technique, bool on) { use_.*technique = on; }
  // feature::kCount for each TrumpMode, which must outlive the search.
  void set_weights(const std::int16_t* weights) { weights_ = weights; }

  // Drops what was learnt of other deals: as hints they would lead astray.
  void forget() { cutoffs_ = CutoffCache(); }

  std::uint64_t nodes() const { return nodes_; }

  // Can North-South take `need` of the tricks left, this one included?
  bool reaches(const Trick& trick, int need);
  // The same, or nothing once `abandoned` says that nobody waits for the answer.
  std::optional<bool> reaches_unless(const std::atomic<bool>& abandoned, const Trick& trick, int need);

 private:
  // Every step answers "do North-South take `need`?" and says by `proof` what that rests on.  A trick is
  // search_by_mode, search_trick, then search_turn and search_next for each of four cards, then end_trick.
  bool search_by_mode(const Node& node, int need, Proof& proof);
  template <TrumpMode M>
  bool search_trick(const Node& node, int need, Proof& proof);
  template <TrumpMode M, int I>
  bool search_turn(Trick& trick, int need, Proof& proof);
  template <TrumpMode M>
  bool follow_last(Trick& trick, CardSet cards, CardSet legal_cards, int need, Proof& proof);
  template <TrumpMode M, int I>
  bool search_next(Trick& trick, int card, int need, Proof& proof);
  template <TrumpMode M>
  bool end_trick(const Trick& trick, int need, Proof& proof);

  template <TrumpMode M>
  SureTricks sure_tricks(const Node& node, int side, int enough) const;
  template <TrumpMode M>
  bool settled(const Node& child, bool ns, int need, Proof& proof) const;
  template <TrumpMode M, int I>
  void order(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const;
  CardSet untried(CardSet cards, int card, CardSet rank_winners) const;
  void check_limits();

  Limits limits_;
  const std::atomic<bool>* abandoned_ = nullptr;
  Techniques use_;
  const std::int16_t* weights_ = kFittedWeights;
  Moves moves_{{}, 0};
  Table& table_;
  const std::atomic<bool>& failed_;
  CutoffCache cutoffs_;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_check_ = 0;
};

}  // namespace backalley
