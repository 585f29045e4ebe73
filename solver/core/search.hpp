// The alpha-beta search: null windows over the tricks of North-South, with a partition-search table.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bounds.hpp"
#include "cuts.hpp"
#include "leaders.hpp"
#include "node.hpp"
#include "ordering.hpp"
#include "policy.hpp"
#include "stoppers.hpp"
#include "table.hpp"
#include "weights.hpp"

namespace backalley {

// How far a search may go; shared by all searches of one request.
struct Limits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::uint64_t nodes = UINT64_MAX;
  const std::atomic<bool>* cancel = nullptr;
};

struct Stopped : std::runtime_error {
  enum class Why : std::uint8_t { kTime, kNodes, kCancel };
  explicit Stopped(Why w) : std::runtime_error("stopped"), why(w) {}
  Why why;
};

// Thrown out of a search whose answer nobody waits for any more.
struct Moot : std::runtime_error {
  Moot() : std::runtime_error("moot") {}
};

// Switches for ablation: tests and benchmarks turn techniques off one by one.
struct Techniques {
  bool table = true;          // partition search
  bool quick_tricks = true;   // tricks of the side on lead, read off the top ranks
  bool trump_tops = true;     // trump tops of the other side
  bool stoppers = true;       // no-trump tricks of the other side
  bool trick_winners = true;  // the same tricks for who holds the top of the suit led
  bool few_ranks = true;      // proofs name no rank that another card could stand for
  bool skip_low = true;       // low cards of a suit whose rank did not matter fail together
  bool ordering = true;       // fitted weights, else the highest card first
  bool hints = true;          // cards that cut before
};

// A trick in play: the hands as they were when it began, and what lies on the table.
struct Trick {
  const Node* node = nullptr;
  int played = 0;
  std::array<int, 4> card;
  CardSet led = 0;               // the cards that follow suit
  std::array<int, 4> best_card;  // the winning card after each play
  std::array<int, 4> best_seat;

  int seat(int index) const { return (node->leader + index) & 3; }
  // The cards of a full trick.
  CardSet cards() const { return bit(card[0]) | bit(card[1]) | bit(card[2]) | bit(card[3]); }
};

class Search {
 public:
  Search(const Policy& policy, Table& table);

  Limits limits;
  const std::atomic<bool>* halt = nullptr;  // another thread of the same question has failed
  const std::atomic<bool>* moot = nullptr;  // another thread has answered this part
  Techniques use;
  const std::int16_t* weights = kFittedWeights;  // feature::kCount for each kind

  std::uint64_t nodes() const { return nodes_; }

  // Drops what was learnt of other deals: as hints they would lead astray.
  void forget() { cuts_ = Cuts(); }

  // Sets which cards are trumps: none, lane 0, or bloopers alone.
  void set_trump(CardSet trump);

  // Can North-South take `need` of the tricks left, this one included?
  bool reaches(const Trick& trick, int need);
  // The legal cards of whoever is to play, by the rules R11 to R13.
  CardSet legal(const Trick& trick) const;
  // The trick with one card more.
  void put(Trick& trick, int card) const;
  // The position after a full trick, and which side took it.
  Node next(const Trick& trick) const;

 private:
  friend struct Claims;  // of tests/oracles/prove_claims.cpp

  Kind kind_of(const Node& node) const;
  bool start(const Node& node, int need, Proof& proof);
  template <Kind K>
  bool search(const Node& node, int need, Proof& proof);
  template <Kind K, int I>
  bool play(Trick& trick, int need, Proof& proof);
  template <Kind K, int I>
  bool go_on(Trick& trick, int card, int need, Proof& proof);
  CardSet untried(CardSet cards, int card, CardSet tops) const;
  template <Kind K>
  Sure sure_tricks(const Node& node, int side, int enough) const;
  template <Kind K>
  bool follow_last(Trick& trick, CardSet cards, CardSet legal_cards, int need, Proof& proof);
  template <Kind K, int I>
  Sure winner_tricks(const Trick& trick, int need) const;
  template <Kind K, int I>
  void put(Trick& trick, int card) const;
  template <Kind K>
  Node next(const Trick& trick, CardSet gone) const;
  void ranks_of_last(const Trick& trick, Proof& proof) const;
  template <Kind K>
  void ranks_before(const Trick& trick, CardSet gone, Node& child, bool ns, int need, Proof& proof) const;
  template <Kind K>
  bool settled(const Node& child, bool ns, int need, Proof& proof) const;
  template <Kind K>
  bool finish(const Trick& trick, int need, Proof& proof);
  template <Kind K, int I>
  CardSet choices(const Trick& trick) const;
  // The card that cut in a like place before, and the lead that worked under a fitting pattern.
  struct Hints {
    int cut = Cuts::kNone;
    int best = Cuts::kNone;
  };
  template <Kind K, int I>
  void order(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const;
  template <Kind K>
  void order_leads(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const;
  template <Kind K, int I>
  void order_follows(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const;
  std::uint64_t cut_key(const Trick& trick, int index, int wanted) const;
  void check_limits();

  Policy policy_;
  Table& table_;
  Cuts cuts_;
  CardSet trump_ = 0;
  unsigned trump_kind_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_check_ = 0;
};

}  // namespace backalley
