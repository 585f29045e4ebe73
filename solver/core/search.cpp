#include "search.hpp"

#include <algorithm>

#include "later_tricks.hpp"
#include "quick_tricks.hpp"
#include "rank_winners.hpp"
#include "trump_tricks.hpp"

namespace backalley {

namespace {

// Thrown out of a search whose answer nobody waits for any more.
struct Abandoned {};

}  // namespace

void Search::check_limits() {
  if (abandoned_ != nullptr && abandoned_->load(std::memory_order_relaxed)) throw Abandoned();
  if (failed_.load(std::memory_order_relaxed)) throw Stopped(Stopped::Why::kCancel);
  if (nodes_ >= limits_.nodes) throw Stopped(Stopped::Why::kNodes);
  if (limits_.cancel != nullptr && limits_.cancel->load(std::memory_order_relaxed)) {
    throw Stopped(Stopped::Why::kCancel);
  }
  if (std::chrono::steady_clock::now() >= limits_.deadline) throw Stopped(Stopped::Why::kTime);
  next_check_ = std::min(nodes_ + 1024, limits_.nodes);
}

template <TrumpMode M, int I>
void Search::order(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const {
  if (!use_.ordering) {
    for (CardSet rest = cards; rest != 0; rest &= rest - 1) out.add(low(rest), low(rest) * 2);
  } else if constexpr (I == 0) {
    order_leads<M>(trick, cards, moves_, weights_, hints, out);
  } else {
    order_follows<M, I>(trick, cards, moves_, weights_, hints, out);
  }
}

// What is left to try when a card has failed.  A low card whose rank did not matter speaks for every other low card of
// its suit.
CardSet Search::untried(CardSet cards, int card, CardSet rank_winners) const {
  if (use_.skip_low && (bit(card) & kBloopers) == 0 && (rank_winners & bit(card)) == 0)
    cards &= ~(suit_cards(suit_of(card)) & ~rank_winners);
  return cards & ~bit(card);
}

// Plays a card as number I of the trick and searches on.
template <TrumpMode M, int I>
bool Search::search_next(Trick& trick, int card, int need, Proof& proof) {
  moves_.play_card<M, I>(trick, card);
  if constexpr (I == 3) {
    return end_trick<M>(trick, need, proof);
  } else {
    return search_turn<M, I + 1>(trick, need, proof);
  }
}

template <TrumpMode M, int I>
bool Search::search_turn(Trick& trick, int need, Proof& proof) {
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  const bool goal = side_of(seat) == 0;
  const CardSet legal_cards = moves_.legal<M, I>(trick);
  CardSet cards = highest_touching(legal_cards);

  // A side that can win the trick with the top of the suit led may have enough by cashing from there.
  if constexpr (I == 1 || I == 2) {
    if (use_.trick_winners && (trick.led & moves_.trump()) == 0 && (cards & (cards - 1)) != 0) {
      if (const SureTricks sure = quick_tricks_in_trick<M, I>(trick, moves_.trump(), need); sure.tricks != 0) {
        proof = {sure.rank_winners, 0, kNoCard};
        return goal;
      }
    }
  }

  // The lead limit is part of the proof where it took choices away, or where it is used (R12).
  unsigned limited = 0;
  if constexpr (M == TrumpMode::kGeneral && I == 0) {
    const CardSet hand = node.hand[seat];
    if ((hand & moves_.trump()) != 0 && (hand & ~moves_.trump()) != 0) limited = 1U << seat;
  }

  if ((cards & (cards - 1)) == 0) {
    const bool r = search_next<M, I>(trick, low(cards), need, proof);
    if (r != goal) {
      if (limited != 0 && (node.free & limited) == 0) proof.lead_freedom |= limited;
      // The one card stands for all that touch it.
      proof.rank_winners = with_touching(proof.rank_winners, legal_cards);
    } else if (limited != 0 && (node.free & limited) != 0 && (cards & moves_.trump()) != 0) {
      proof.lead_freedom |= limited;
    }
    return r;
  }

  if constexpr (I == 3) {
    if ((cards & trick.led) != 0) return follow_last<M>(trick, cards, legal_cards, need, proof);
  }

  // The card that cut before is tried before anything is put in order, but for ruffs and discards beside trumps, where
  // it is one hint among others; the last player to a trick needs it in no-trump alone.
  constexpr bool kHinted = I < 3 || M == TrumpMode::kNoTrump;
  std::uint64_t key = 0;
  Hints hints;
  if constexpr (kHinted) {
    key = cutoff_key(trick, I, node.wanted(side_of(seat), need));
    if (use_.hints) {
      hints.cutoff = cutoffs_.find(key);
      if constexpr (I == 0) hints.lead = proof.best_lead;
    }
  }
  int card = hints.cutoff;
  if (I == 0 && use_.hints && (card == kNoCard || (cards & bit(card)) == 0)) card = hints.lead;
  Candidates list;
  bool ordered = false;
  const bool at_once = I == 0 || M == TrumpMode::kNoTrump || (I < 3 && (cards & trick.led) != 0);
  if (!kHinted || !at_once || card == kNoCard || (cards & bit(card)) == 0) {
    order<M, I>(trick, cards, list, hints);
    ordered = true;
    card = list.take();
  }
  CardSet rank_winners = 0;
  unsigned lead_freedom = 0;
  for (;;) {
    Proof mine;
    const bool r = search_next<M, I>(trick, card, need, mine);
    if (r == goal) {
      if constexpr (kHinted) cutoffs_.note(key, card);
      proof = mine;
      proof.best_lead = I == 0 ? static_cast<std::uint8_t>(card) : kNoCard;
      if (limited != 0 && (bit(card) & moves_.trump()) != 0) proof.lead_freedom |= limited;
      return r;
    }
    rank_winners |= mine.rank_winners;
    lead_freedom |= mine.lead_freedom;
    cards = untried(cards, card, mine.rank_winners);
    if (!ordered) {
      order<M, I>(trick, cards, list, hints);
      ordered = true;
    }
    if (cards == 0) break;
    do {
      // What the list leaves out comes last, low cards first.
      card = list.empty() ? low(cards) : list.take();
    } while ((cards & bit(card)) == 0);
  }
  // All failed.  Cards equal to a tried one were not tried.
  if (limited != 0 && (node.free & limited) == 0) lead_freedom |= limited;
  proof.rank_winners = with_touching(rank_winners, legal_cards);
  proof.lead_freedom = lead_freedom;
  return !goal;
}

// The last to follow suit takes the trick from the other side as cheaply as can be, or plays low.
template <TrumpMode M>
bool Search::follow_last(Trick& trick, CardSet cards, CardSet legal_cards, int need, Proof& proof) {
  const int seat = trick.seat(3);
  const bool goal = side_of(seat) == 0;
  const int best = trick.best_card[2];
  CardSet first = 0;
  if (side_of(trick.best_seat[2]) != side_of(seat) && (bit(best) & trick.led) != 0) {
    first = cards & ~((bit(best) << 1) - 1);
  }
  CardSet rank_winners = 0;
  unsigned lead_freedom = 0;
  while (cards != 0) {
    const int card = low((cards & first) != 0 ? cards & first : cards);
    Proof mine;
    if (search_next<M, 3>(trick, card, need, mine) == goal) {
      proof = mine;
      proof.best_lead = kNoCard;
      return goal;
    }
    rank_winners |= mine.rank_winners;
    lead_freedom |= mine.lead_freedom;
    cards = untried(cards, card, mine.rank_winners);
  }
  proof.rank_winners = with_touching(rank_winners, legal_cards);
  proof.lead_freedom = lead_freedom;
  return !goal;
}

template <TrumpMode M>
bool Search::end_trick(const Trick& trick, int need, Proof& proof) {
  const Node& node = *trick.node;
  const int winner = trick.best_seat[3];
  const int left = need - (side_of(winner) == 0 ? 1 : 0);
  const CardSet gone = trick.cards();
  if (left <= 0 || left > node.tricks - 1) {
    proof = {};
    if (use_.few_ranks) {
      ranks_of_deciding_trick(trick, proof);
    } else {
      ranks_as_played(trick, gone, proof);
    }
    return left <= 0;
  }
  Node child = moves_.next_node<M>(trick, gone);
  bool r;
  if constexpr (M == TrumpMode::kGeneral) {
    r = search_by_mode(child, left, proof);
  } else {
    r = search_trick<M>(child, left, proof);
  }
  if (use_.few_ranks) {
    const auto known = [&](const Node& other, int wanted, Proof& why) { return settled<M>(other, r, wanted, why); };
    ranks_before_trick<M>(trick, gone, child, r, left, proof, known);
  } else {
    ranks_as_played(trick, gone, proof);
  }
  if (child.free != node.free) proof.lead_freedom = 0;
  return r;
}

bool Search::search_by_mode(const Node& node, int need, Proof& proof) {
  switch (moves_.mode_of(node)) {
    case TrumpMode::kNoTrump: return search_trick<TrumpMode::kNoTrump>(node, need, proof);
    case TrumpMode::kTrump: {
      const bool r = search_trick<TrumpMode::kTrump>(node, need, proof);
      proof.lead_freedom = 0xF;
      return r;
    }
    default: return search_trick<TrumpMode::kGeneral>(node, need, proof);
  }
}

// Tricks of a side read off the top ranks at the start of a trick, if there are enough.
template <TrumpMode M>
SureTricks Search::sure_tricks(const Node& node, int side, int enough) const {
  if (side_of(node.leader) == side) {
    return use_.quick_tricks ? quick_tricks<M>(node, node.leader, moves_.trump(), enough) : SureTricks{};
  }
  SureTricks sure;
  if constexpr (M == TrumpMode::kNoTrump) {
    if (use_.later_tricks) sure = later_tricks(node, enough);
  } else {
    if (use_.trump_tricks) sure = trump_tricks<M>(node, side, moves_.trump(), enough);
  }
  return sure.tricks >= enough ? sure : SureTricks{};
}

// Is it known that North-South take `need` from here, or that they do not, as `ns` tells?
template <TrumpMode M>
bool Search::settled(const Node& child, bool ns, int need, Proof& proof) const {
  const int side = ns ? 0 : 1;
  const int enough = child.wanted(side, need);
  if (enough <= 0) return true;
  if (enough > child.tricks) return false;
  if constexpr (M != TrumpMode::kGeneral) {
    if (const SureTricks sure = sure_tricks<M>(child, side, enough); sure.tricks != 0) {
      proof = {sure.rank_winners, 0, kNoCard};
      return true;
    }
  }
  if (!use_.table) return false;
  const Shape shape = child.shape<M>(moves_.trumps());
  return table_.probe(shape.hash(), shape, child.owners(), need, proof) == ns;
}

// Expects 0 < need <= node.tricks.
template <TrumpMode M>
bool Search::search_trick(const Node& node, int need, Proof& proof) {
  if (nodes_ >= next_check_) check_limits();
  ++nodes_;
  if (node.tricks == 1) {
    Trick trick;
    trick.node = &node;
    trick.played = 0;
    moves_.play_card<M, 0>(trick, low(node.hand[trick.seat(0)]));
    moves_.play_card<M, 1>(trick, low(node.hand[trick.seat(1)]));
    moves_.play_card<M, 2>(trick, low(node.hand[trick.seat(2)]));
    moves_.play_card<M, 3>(trick, low(node.hand[trick.seat(3)]));
    return end_trick<M>(trick, need, proof);
  }
  const Shape shape = node.shape<M>(moves_.trumps());
  const std::uint64_t hash = shape.hash();
  table_.prefetch(hash);
  const int leaders = side_of(node.leader);
  for (const int side : {leaders, leaders ^ 1}) {
    if (const SureTricks sure = sure_tricks<M>(node, side, node.wanted(side, need)); sure.tricks != 0) {
      proof = {sure.rank_winners, 0, kNoCard};
      return side == 0;
    }
  }
  const Owners owners = node.owners();
  if (use_.table) {
    if (const auto known = table_.probe(hash, shape, owners, need, proof)) return *known;
  }
  Trick trick;
  trick.node = &node;
  const bool r = search_turn<M, 0>(trick, need, proof);
  if (use_.table) {
    if constexpr (M == TrumpMode::kTrump) proof.lead_freedom = 0xF;
    table_.store(hash, shape, owners, proof, r ? need : 0, r ? node.tricks : need - 1);
  }
  return r;
}

std::optional<bool> Search::reaches_unless(const std::atomic<bool>& abandoned, const Trick& trick, int need) {
  abandoned_ = &abandoned;
  std::optional<bool> yes;
  try {
    yes = reaches(trick, need);
  } catch (const Abandoned&) {
  } catch (...) {
    abandoned_ = nullptr;
    throw;
  }
  abandoned_ = nullptr;
  return yes;
}

bool Search::reaches(const Trick& trick, int need) {
  next_check_ = nodes_;
  const Node& node = *trick.node;
  if (need <= 0) return true;
  if (need > node.tricks) return false;
  Proof proof;
  Trick t = trick;
  switch (trick.played) {
    case 0: return search_by_mode(node, need, proof);
    case 1: return search_turn<TrumpMode::kGeneral, 1>(t, need, proof);
    case 2: return search_turn<TrumpMode::kGeneral, 2>(t, need, proof);
    case 3: return search_turn<TrumpMode::kGeneral, 3>(t, need, proof);
    default: return end_trick<TrumpMode::kGeneral>(t, need, proof);
  }
}

}  // namespace backalley
