#include "search.hpp"

#include "ranks.hpp"

namespace backalley {

Search::Search(const Policy& policy, Table& table) : policy_(policy), table_(table) {}

void Search::set_trump(CardSet trump) {
  trump_ = trump;
  trump_kind_ = trump == 0 ? 0 : (trump == kBloopers ? 2 : 1);
}

void Search::check_limits() {
  if (moot != nullptr && moot->load(std::memory_order_relaxed)) throw Moot();
  if (halt != nullptr && halt->load(std::memory_order_relaxed)) throw Stopped(Stopped::Why::kCancel);
  if (nodes_ >= limits.nodes) throw Stopped(Stopped::Why::kNodes);
  if (limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed)) throw Stopped(Stopped::Why::kCancel);
  if (std::chrono::steady_clock::now() >= limits.deadline) throw Stopped(Stopped::Why::kTime);
  next_check_ = std::min(nodes_ + 1024, limits.nodes);
}

Kind Search::kind_of(const Node& node) const {
  const CardSet trumps = node.all() & trump_;
  if (trumps == 0) return Kind::kNoTrump;
  return (trumps & kBloopers) == 0 && node.free == 0xF ? Kind::kTrump : Kind::kGeneral;
}

// The legal cards of the seat that plays as number I of the trick (R11, R12, R13).
template <Kind K, int I>
CardSet Search::choices(const Trick& trick) const {
  const Node& node = *trick.node;
  const CardSet hand = node.hand[trick.seat(I)];
  if constexpr (I == 0) {
    if constexpr (K == Kind::kGeneral) {
      const CardSet plain = hand & ~trump_;
      if ((node.free >> node.leader & 1) == 0 && plain != 0) return plain;
    }
    return hand;
  } else {
    if constexpr (K == Kind::kGeneral) {
      const int led = trick.card[0];
      const CardSet trumps = hand & trump_;
      if (trumps != 0 && (led == kBig || led == kLittle)) {
        const Forced forced = led == kBig ? policy_.big_led : policy_.little_led;
        if (forced == Forced::kAll || (forced == Forced::kOpponents && I != 2)) {
          return bit(led == kBig ? top(trumps) : low(trumps));
        }
      }
    }
    const CardSet following = hand & trick.led;
    return following != 0 ? following : hand;
  }
}

CardSet Search::legal(const Trick& trick) const {
  switch (trick.played) {
    case 0: return choices<Kind::kGeneral, 0>(trick);
    case 1: return choices<Kind::kGeneral, 1>(trick);
    case 2: return choices<Kind::kGeneral, 2>(trick);
    default: return choices<Kind::kGeneral, 3>(trick);
  }
}

template <Kind K, int I>
void Search::put(Trick& trick, int card) const {
  const int seat = trick.seat(I);
  trick.played = I + 1;
  trick.card[I] = card;
  const bool is_trump = K != Kind::kNoTrump && (bit(card) & trump_) != 0;
  if constexpr (I == 0) {
    trick.led = is_trump ? trump_ : lane(lane_of(card)) & ~trump_;
    trick.best_card[0] = card;
    trick.best_seat[0] = seat;
  } else {
    const int best = trick.best_card[I - 1];
    bool wins = card > best && (bit(card) & trick.led) != 0;
    if constexpr (K != Kind::kNoTrump) {
      const bool ruffed = (bit(best) & trump_) != 0;
      wins = is_trump ? !ruffed || card > best : wins && !ruffed;
    }
    trick.best_card[I] = wins ? card : best;
    trick.best_seat[I] = wins ? seat : trick.best_seat[I - 1];
  }
}

void Search::put(Trick& trick, int card) const {
  switch (trick.played) {
    case 0: return put<Kind::kGeneral, 0>(trick, card);
    case 1: return put<Kind::kGeneral, 1>(trick, card);
    case 2: return put<Kind::kGeneral, 2>(trick, card);
    default: return put<Kind::kGeneral, 3>(trick, card);
  }
}

template <Kind K>
Node Search::next(const Trick& trick, CardSet gone) const {
  const Node& node = *trick.node;
  Node child;
  child.hand = node.hand;
  child.tricks = node.tricks - 1;
  child.leader = trick.best_seat[3];
  child.free = node.free;
  std::uint64_t fewer = 0;
  for (int i = 0; i < 4; ++i) {
    const int card = trick.card[i];
    if (K == Kind::kGeneral && trump_kind_ != 1 && (bit(card) & kBloopers) != 0) continue;
    fewer |= std::uint64_t{1} << (16 * i + 4 * lane_of(card));
  }
  child.lengths = node.lengths - std::rotl(fewer, 16 * node.leader);
  if constexpr (K == Kind::kGeneral) {
    if (node.free != 0xF && (gone & trump_) != 0) {
      const bool ruffed = (bit(trick.card[0]) & trump_) == 0;
      if (policy_.break_on == BreakOn::kAnyTrump || (policy_.break_on == BreakOn::kRuffOnly && ruffed)) {
        child.free = 0xF;
      }
    }
  }
  close_gaps(child.hand, gone);
  return child;
}

Node Search::next(const Trick& trick) const { return next<Kind::kGeneral>(trick, trick.cards()); }

// Like places: on lead the same hand, need, and even or odd lengths of the partner; in a suit the same owners of it and
// the same card to beat; else the same hand and card to beat.
std::uint64_t Search::cut_key(const Trick& trick, int index, int wanted) const {
  const Node& node = *trick.node;
  const int seat = trick.seat(index);
  const CardSet hand = node.hand[seat];
  const auto mix = [](std::uint64_t h, std::uint64_t v) {
    h = (h ^ v) * 0x9E37'79B9'7F4A'7C15;
    return h ^ (h >> 29);
  };
  std::uint64_t h = static_cast<std::uint64_t>(seat * 4 + index + 1);
  if (index == 0) {
    const std::uint64_t odd = node.lengths >> (16 * (seat ^ 2)) & 0x1111;
    h = mix(mix(h, hand), odd << 8 | static_cast<std::uint64_t>(wanted));
  } else if ((hand & trick.led) != 0) {
    const Owners o = node.owners();
    h = mix(mix(h, o.low & trick.led), o.high & trick.led);
    h = mix(mix(h, node.all() & trick.led), trick.led + static_cast<std::uint64_t>(trick.best_card[index - 1]));
  } else {
    h = mix(mix(h, hand), trick.led + static_cast<std::uint64_t>(trick.best_card[index - 1]));
    h = mix(h, static_cast<std::uint64_t>(wanted));
  }
  return h * 0xBF58'476D'1CE4'E5B9;
}

// The tricks wanted by the side to play, if it can win the trick in the plain suit led, unruffed, and then cashes
// enough: what it could cash from the lead, beginning with the top of that suit, it can cash now; with a lesser winner,
// the same beside that suit.
template <Kind K, int I>
Sure Search::winner_tricks(const Trick& trick, int need) const {
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  const int next = next_seat(seat);
  const int l = lane_of(trick.card[0]);
  const CardSet suit = lane(l) & trick.led;
  if constexpr (K != Kind::kNoTrump) {
    if ((bit(trick.best_card[I - 1]) & trump_) != 0) return {};
    if ((node.hand[next] & suit) == 0 && (node.hand[next] & trump_) != 0) return {};
  }
  if constexpr (I == 2) {
    // The partner's card is spent: it must be the one that the cashing would spend.
    if ((node.hand[node.leader] & suit & (bit(trick.card[0]) - 1)) != 0) return {};
    // A discard of who could have ruffed would bring the next ruff nearer.
    if (K != Kind::kNoTrump && (bit(trick.card[1]) & suit) == 0 && (node.hand[trick.seat(1)] & trump_) != 0) return {};
  }
  // What has to be beaten: the best card on the table, and the best that the next player can add.
  const int to_beat = std::max(trick.best_card[I - 1], top((node.hand[next] & suit) | 1));
  int holder = seat;
  CardSet winners = node.hand[seat] & suit & ~((bit(to_beat) << 1) - 1);
  if constexpr (I == 1) {
    const CardSet theirs = node.hand[seat ^ 2] & suit;
    if (winners == 0 || (theirs != 0 && low(theirs) > top(winners))) {
      // The partner wins, and I must be able to stay below.
      holder = seat ^ 2;
      winners = theirs & ~((bit(to_beat) << 1) - 1);
      const CardSet mine = node.hand[seat] & suit;
      if (winners == 0 || (mine != 0 && low(mine) > top(winners))) return {};
    }
  }
  if (winners == 0) return {};
  const int enough = node.wanted(side_of(seat), need);
  const bool top_is_mine = (winners & bit(16 * l + kTopBit)) != 0;
  Sure sure = winner_tricks_in<K>(node, holder, trump_, enough, l, top_is_mine);
  if (sure.tricks == 0) return {};
  sure.tops |= at_or_above(top(winners));
  return sure;
}

template <Kind K, int I>
void Search::order(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const {
  if (!use.ordering) {
    for (CardSet rest = cards; rest != 0; rest &= rest - 1) out.add(low(rest), low(rest) * 2);
  } else if constexpr (I == 0) {
    order_leads<K>(trick, cards, out, hints);
  } else {
    order_follows<K, I>(trick, cards, out, hints);
  }
}

// What is left to try when a card has failed.  A low card whose rank did not matter speaks for every other low card of
// its suit.
CardSet Search::untried(CardSet cards, int card, CardSet tops) const {
  if (use.skip_low && (bit(card) & kBloopers) == 0 && (tops & bit(card)) == 0) cards &= ~(lane(lane_of(card)) & ~tops);
  return cards & ~bit(card);
}

// Plays a card as number I of the trick and searches on.
template <Kind K, int I>
bool Search::go_on(Trick& trick, int card, int need, Proof& proof) {
  put<K, I>(trick, card);
  if constexpr (I == 3) {
    return finish<K>(trick, need, proof);
  } else {
    return play<K, I + 1>(trick, need, proof);
  }
}

template <Kind K, int I>
bool Search::play(Trick& trick, int need, Proof& proof) {
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  const bool goal = side_of(seat) == 0;
  const CardSet legal_cards = choices<K, I>(trick);
  CardSet cards = run_tops(legal_cards);

  // A side that can win the trick with the top of the suit led may have enough by cashing from there.
  if constexpr (I == 1 || I == 2) {
    if (use.trick_winners && (trick.led & trump_) == 0 && (cards & (cards - 1)) != 0) {
      if (const Sure sure = winner_tricks<K, I>(trick, need); sure.tricks != 0) {
        proof = {sure.tops, 0, 0xFF};
        return goal;
      }
    }
  }

  // The lead limit is part of the proof where it took choices away, or where it is used (R12).
  unsigned limited = 0;
  if constexpr (K == Kind::kGeneral && I == 0) {
    const CardSet hand = node.hand[seat];
    if ((hand & trump_) != 0 && (hand & ~trump_) != 0) limited = 1U << seat;
  }

  if ((cards & (cards - 1)) == 0) {
    const bool r = go_on<K, I>(trick, low(cards), need, proof);
    if (r != goal) {
      if (limited != 0 && (node.free & limited) == 0) proof.care |= limited;
      // The one card stands for its whole run.
      proof.tops = whole_runs(proof.tops, legal_cards);
    } else if (limited != 0 && (node.free & limited) != 0 && (cards & trump_) != 0) {
      proof.care |= limited;
    }
    return r;
  }

  if constexpr (I == 3) {
    if ((cards & trick.led) != 0) return follow_last<K>(trick, cards, legal_cards, need, proof);
  }

  // The card that cut before is tried before anything is put in order, but for ruffs and discards beside trumps, where
  // it is one hint among others; the last player to a trick needs it in no-trump alone.
  constexpr bool kHinted = I < 3 || K == Kind::kNoTrump;
  std::uint64_t key = 0;
  Hints hints;
  if constexpr (kHinted) {
    key = cut_key(trick, I, node.wanted(side_of(seat), need));
    if (use.hints) {
      hints.cut = cuts_.find(key);
      if constexpr (I == 0) hints.best = proof.best;
    }
  }
  int card = hints.cut;
  if (I == 0 && use.hints && (card == Cuts::kNone || (cards & bit(card)) == 0)) card = hints.best;
  Candidates list;
  bool ordered = false;
  const bool at_once = I == 0 || K == Kind::kNoTrump || (I < 3 && (cards & trick.led) != 0);
  if (!kHinted || !at_once || card == Cuts::kNone || (cards & bit(card)) == 0) {
    order<K, I>(trick, cards, list, hints);
    ordered = true;
    card = list.take();
  }
  CardSet tops = 0;
  unsigned care = 0;
  for (;;) {
    Proof mine;
    const bool r = go_on<K, I>(trick, card, need, mine);
    if (r == goal) {
      if constexpr (kHinted) cuts_.note(key, card);
      proof = mine;
      proof.best = I == 0 ? static_cast<std::uint8_t>(card) : 0xFF;
      if (limited != 0 && (bit(card) & trump_) != 0) proof.care |= limited;
      return r;
    }
    tops |= mine.tops;
    care |= mine.care;
    cards = untried(cards, card, mine.tops);
    if (!ordered) {
      order<K, I>(trick, cards, list, hints);
      ordered = true;
    }
    if (cards == 0) break;
    do {
      // What the list leaves out comes last, low cards first.
      card = list.empty() ? low(cards) : list.take();
    } while ((cards & bit(card)) == 0);
  }
  // All failed.  Cards equal to a tried one were not tried.
  if (limited != 0 && (node.free & limited) == 0) care |= limited;
  proof.tops = whole_runs(tops, legal_cards);
  proof.care = care;
  return !goal;
}

// The last to follow suit takes the trick from the other side as cheaply as can be, or plays low.
template <Kind K>
bool Search::follow_last(Trick& trick, CardSet cards, CardSet legal_cards, int need, Proof& proof) {
  const int seat = trick.seat(3);
  const bool goal = side_of(seat) == 0;
  const int best = trick.best_card[2];
  CardSet first = 0;
  if (side_of(trick.best_seat[2]) != side_of(seat) && (bit(best) & trick.led) != 0) {
    first = cards & ~((bit(best) << 1) - 1);
  }
  CardSet tops = 0;
  unsigned care = 0;
  while (cards != 0) {
    const int card = low((cards & first) != 0 ? cards & first : cards);
    Proof mine;
    if (go_on<K, 3>(trick, card, need, mine) == goal) {
      proof = mine;
      proof.best = 0xFF;
      return goal;
    }
    tops |= mine.tops;
    care |= mine.care;
    cards = untried(cards, card, mine.tops);
  }
  proof.tops = whole_runs(tops, legal_cards);
  proof.care = care;
  return !goal;
}

template <Kind K>
bool Search::finish(const Trick& trick, int need, Proof& proof) {
  const Node& node = *trick.node;
  const int winner = trick.best_seat[3];
  const int left = need - (side_of(winner) == 0 ? 1 : 0);
  const CardSet gone = trick.cards();
  if (left <= 0 || left > node.tricks - 1) {
    proof = {};
    if (use.few_ranks) {
      ranks_of_last(trick, proof);
    } else {
      ranks_as_played(trick, gone, proof);
    }
    return left <= 0;
  }
  Node child = next<K>(trick, gone);
  bool r;
  if constexpr (K == Kind::kGeneral) {
    r = start(child, left, proof);
  } else {
    r = search<K>(child, left, proof);
  }
  if (use.few_ranks) {
    ranks_before<K>(trick, gone, child, r, left, proof);
  } else {
    ranks_as_played(trick, gone, proof);
  }
  if (child.free != node.free) proof.care = 0;
  return r;
}

bool Search::start(const Node& node, int need, Proof& proof) {
  switch (kind_of(node)) {
    case Kind::kNoTrump: return search<Kind::kNoTrump>(node, need, proof);
    case Kind::kTrump: {
      const bool r = search<Kind::kTrump>(node, need, proof);
      proof.care = 0xF;
      return r;
    }
    default: return search<Kind::kGeneral>(node, need, proof);
  }
}

// Tricks of a side read off the top ranks at the start of a trick, if there are enough.
template <Kind K>
Sure Search::sure_tricks(const Node& node, int side, int enough) const {
  if (side_of(node.leader) == side) {
    return use.quick_tricks ? leader_tricks<K>(node, node.leader, trump_, enough) : Sure{};
  }
  Sure sure;
  if constexpr (K == Kind::kNoTrump) {
    if (use.stoppers) sure = stopper_tricks(node, enough);
  } else {
    if (use.trump_tops) sure = trump_tricks<K>(node, side, trump_, enough);
  }
  return sure.tricks >= enough ? sure : Sure{};
}

// Expects 0 < need <= node.tricks.
template <Kind K>
bool Search::search(const Node& node, int need, Proof& proof) {
  if (nodes_ >= next_check_) check_limits();
  ++nodes_;
  if (node.tricks == 1) {
    Trick trick;
    trick.node = &node;
    trick.played = 0;
    put<K, 0>(trick, low(node.hand[trick.seat(0)]));
    put<K, 1>(trick, low(node.hand[trick.seat(1)]));
    put<K, 2>(trick, low(node.hand[trick.seat(2)]));
    put<K, 3>(trick, low(node.hand[trick.seat(3)]));
    return finish<K>(trick, need, proof);
  }
  const Shape shape = node.shape<K>(trump_kind_);
  const std::uint64_t hash = shape.hash();
  table_.prefetch(hash);
  const int leaders = side_of(node.leader);
  for (const int side : {leaders, leaders ^ 1}) {
    if (const Sure sure = sure_tricks<K>(node, side, node.wanted(side, need)); sure.tricks != 0) {
      proof = {sure.tops, 0, 0xFF};
      return side == 0;
    }
  }
  const Owners owners = node.owners();
  if (use.table) {
    if (const auto known = table_.probe(hash, shape, owners, need, proof)) return *known;
  }
  Trick trick;
  trick.node = &node;
  const bool r = play<K, 0>(trick, need, proof);
  if (use.table) {
    if constexpr (K == Kind::kTrump) proof.care = 0xF;
    table_.store(hash, shape, owners, proof, r ? need : 0, r ? node.tricks : need - 1);
  }
  return r;
}

bool Search::reaches(const Trick& trick, int need) {
  next_check_ = nodes_;
  const Node& node = *trick.node;
  if (need <= 0) return true;
  if (need > node.tricks) return false;
  Proof proof;
  Trick t = trick;
  switch (trick.played) {
    case 0: return start(node, need, proof);
    case 1: return play<Kind::kGeneral, 1>(t, need, proof);
    case 2: return play<Kind::kGeneral, 2>(t, need, proof);
    case 3: return play<Kind::kGeneral, 3>(t, need, proof);
    default: return finish<Kind::kGeneral>(t, need, proof);
  }
}

}  // namespace backalley
