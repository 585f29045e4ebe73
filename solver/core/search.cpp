#include "search.hpp"

namespace backalley {

Search::Search(const Policy& policy, std::size_t max_bytes) : policy_(policy), table_(max_bytes), cut_(kCut, 0xFF) {}

void Search::set_trump(CardSet trump) {
  trump_ = trump;
  trump_kind_ = trump == 0 ? 0 : (trump == kBloopers ? 2 : 1);
}

void Search::check_limits() {
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

void Search::put(Trick& trick, int card) const {
  const int i = trick.played++;
  const int seat = trick.seat(i);
  trick.card[i] = card;
  if (i == 0) {
    trick.led = (bit(card) & trump_) != 0 ? trump_ : lane(lane_of(card)) & ~trump_;
    trick.best_card[0] = card;
    trick.best_seat[0] = seat;
    return;
  }
  const int best = trick.best_card[i - 1];
  const CardSet best_suit = (bit(best) & trump_) != 0 ? trump_ : trick.led;
  const bool wins = (bit(card) & best_suit) != 0 ? card > best : (bit(card) & trump_) != 0;
  trick.best_card[i] = wins ? card : best;
  trick.best_seat[i] = wins ? seat : trick.best_seat[i - 1];
}

Node Search::next(const Trick& trick) const {
  const Node& node = *trick.node;
  Node child;
  child.hand = node.hand;
  child.lengths = node.lengths;
  child.tricks = node.tricks - 1;
  child.leader = trick.best_seat[3];
  child.free = node.free;
  CardSet gone = 0;
  for (int i = 0; i < 4; ++i) {
    const int card = trick.card[i];
    gone |= bit(card);
    if ((bit(card) & kBloopers) == 0 || trump_kind_ == 1) {
      child.lengths -= std::uint64_t{1} << (16 * trick.seat(i) + 4 * lane_of(card));
    }
  }
  if (node.free != 0xF && (gone & trump_) != 0) {
    const bool ruffed = (bit(trick.card[0]) & trump_) == 0;
    if (policy_.break_on == BreakOn::kAnyTrump || (policy_.break_on == BreakOn::kRuffOnly && ruffed)) child.free = 0xF;
  }
  close_gaps(child.hand, gone);
  return child;
}

std::size_t Search::cut_index(const Trick& trick, int index) const {
  const Node& node = *trick.node;
  std::uint64_t h = node.hand[trick.seat(index)] * 0x9E37'79B9'7F4A'7C15;
  if (index > 0) h ^= (trick.led + static_cast<std::uint64_t>(trick.best_card[index - 1])) * 0xD6E8'FEB8'6659'FD93;
  h += static_cast<std::uint64_t>(trick.seat(index) * 4 + index) * 0xC2B2'AE3D'27D4'EB4F;
  return (h >> 40) & (kCut - 1);
}

// Scores and sorts the candidates; `hint` is a card that cut before in a like place.
template <Kind K, int I>
void Search::order(const Trick& trick, CardSet cards, Candidates& out, int hint) const {
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  const CardSet hand = node.hand[seat];
  const CardSet lho = node.hand[next_seat(seat)];
  const CardSet partner = node.hand[seat ^ 2];
  const CardSet rho = node.hand[next_seat(seat) ^ 2];
  const Weights& w = weights;
  if constexpr (I == 0) {
    const CardSet all = node.all();
    std::array<int, 5> base{};
    for (int l = 0; l < kLanes; ++l) {
      const CardSet suit = K != Kind::kNoTrump && l == 0 && trump_kind_ == 1 ? trump_ : lane(l) & ~trump_;
      const CardSet mine = hand & suit;
      if ((cards & suit) == 0) continue;
      const CardSet p = partner & suit;
      const CardSet a = lho & suit;
      const CardSet b = rho & suit;
      int score = 0;
      const bool is_trump = K != Kind::kNoTrump && (suit & trump_) != 0;
      if (is_trump) score += w.lead_trump;
      const CardSet best = bit(top(all & suit));
      const bool a_ruffs = !is_trump && a == 0 && (lho & trump_) != 0;
      const bool b_ruffs = !is_trump && b == 0 && (rho & trump_) != 0;
      const bool p_ruffs = !is_trump && p == 0 && (partner & trump_) != 0;
      if (a_ruffs || b_ruffs) {
        if (!p_ruffs) score += w.lead_ruffed;
      } else if (p_ruffs) {
        score += w.lead_partner_ruffs;
      } else if (((mine | p) & best) != 0) {
        score += w.lead_wins;
      } else if ((a & best) != 0) {
        if (p != 0 && top(p) >= (b == 0 ? 0 : top(b))) score += w.lead_through;
      } else {
        score += w.lead_into;
      }
      if (!is_trump && (hand & trump_) != 0 && count(mine) <= 1) score += w.lead_void_soon;
      score += w.lead_length * count(mine);
      base[l] = score;
    }
    for (CardSet rest = cards; rest != 0; rest &= rest - 1) {
      const int c = low(rest);
      const int l = lane_of(c);
      int score = base[l];
      const CardSet suit = (bit(c) & trump_) != 0 ? trump_ : lane(l) & ~trump_;
      const CardSet others = (lho | rho | partner) & suit;
      const bool tops = others == 0 || c > top(others);
      if (tops) score += w.lead_top;
      score -= w.lead_low_rank * ((c & 15) > 9 && !tops ? (c & 15) - 9 : 0);
      if (c == hint) score += w.table_bonus;
      out.add(c, score);
    }
  } else {
    const int best = trick.best_card[I - 1];
    const bool ours = side_of(trick.best_seat[I - 1]) == side_of(seat);
    const CardSet best_suit = (bit(best) & trump_) != 0 ? trump_ : trick.led;
    // The strongest answer still to come from the opponent(s) and the partner.
    int they = -1;
    int we = -1;
    if constexpr (I < 3) {
      const CardSet f = lho & trick.led;
      if (f != 0) {
        they = (trick.led & trump_) != 0 ? 100 + top(f) : top(f);
      } else if ((lho & trump_) != 0) {
        they = 100 + top(lho & trump_);
      }
    }
    if constexpr (I == 1) {
      const CardSet f = partner & trick.led;
      if (f != 0) {
        we = (trick.led & trump_) != 0 ? 100 + top(f) : top(f);
      } else if ((partner & trump_) != 0) {
        we = 100 + top(partner & trump_);
      }
    }
    const int now = (best_suit & trump_) != 0 && trump_ != 0 ? 100 + best : best;
    const int to_beat = std::max(ours ? -1 : now, they);
    const bool safe = we > std::max(now, they) || (ours && now > they);  // won without my help
    const bool follows = (cards & trick.led) != 0;
    for (CardSet rest = cards; rest != 0; rest &= rest - 1) {
      const int c = low(rest);
      const bool is_trump = (bit(c) & trump_) != 0;
      const int strength = is_trump ? 100 + c : ((bit(c) & trick.led) != 0 ? c : -1);
      int score = 0;
      if (strength > to_beat && strength > now) {
        // It takes the trick for good: cheapest first, unless the partner will.
        score = (safe ? 0 : w.follow_wins + w.ruff * (is_trump && !follows)) - w.follow_cheap * (c & 15);
      } else if (strength > now) {
        score = (safe ? -w.follow_low : w.overruffed * (is_trump && !follows)) - w.follow_cheap * (c & 15);
      } else if (follows) {
        score = w.follow_low - w.follow_cheap * (c & 15);
      } else if (is_trump) {
        score = -w.follow_wins - w.follow_cheap * (c & 15);
      } else {
        const CardSet suit = lane(lane_of(c)) & ~trump_;
        score = w.discard_length * count(hand & suit) - w.follow_cheap * (c & 15);
        const CardSet others = (lho | rho) & suit;
        if (others == 0 || c > top(others)) score += w.discard_top;
      }
      if (c == hint) score += w.cut_bonus;
      out.add(c, score);
    }
  }
}

template <Kind K, int I>
bool Search::play(Trick& trick, int need, Proof& proof) {
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  const bool goal = side_of(seat) == 0;
  const CardSet legal_cards = choices<K, I>(trick);
  CardSet cards = run_tops(legal_cards);

  // The lead limit is part of the proof where it took choices away, or where it is used (R12).
  unsigned limited = 0;
  if constexpr (K == Kind::kGeneral && I == 0) {
    const CardSet hand = node.hand[seat];
    if ((hand & trump_) != 0 && (hand & ~trump_) != 0) limited = 1U << seat;
  }

  if ((cards & (cards - 1)) == 0) {
    trick.played = I;
    put(trick, low(cards));
    bool r;
    if constexpr (I == 3) {
      r = finish<K>(trick, need, proof);
    } else {
      r = play<K, I + 1>(trick, need, proof);
    }
    if (r != goal) {
      if (limited != 0 && (node.free & limited) == 0) proof.care |= limited;
      // The one card stands for its whole run.
      CardSet edge = proof.tops & ~(proof.tops << 1) & legal_cards & kNatural;
      while (edge != 0) {
        edge = (edge >> 1) & legal_cards & kNatural;
        proof.tops |= edge;
      }
    } else if (limited != 0 && (node.free & limited) != 0 && (cards & trump_) != 0) {
      proof.care |= limited;
    }
    return r;
  }

  std::size_t cut_at = 0;
  int hint = -1;
  if (use.cutoff_cards) {
    cut_at = cut_index(trick, I);
    hint = cut_[cut_at];
  }
  Candidates list;
  order<K, I>(trick, cards, list, hint);
  CardSet tops = 0;
  unsigned care = 0;
  for (int i = 0; i < list.size; ++i) {
    const int card = list.card[i];
    if ((cards & bit(card)) == 0) continue;
    trick.played = I;
    put(trick, card);
    Proof mine;
    bool r;
    if constexpr (I == 3) {
      r = finish<K>(trick, need, mine);
    } else {
      r = play<K, I + 1>(trick, need, mine);
    }
    if (r == goal) {
      if (use.cutoff_cards) cut_[cut_at] = static_cast<std::uint8_t>(card);
      proof = mine;
      if (limited != 0 && (bit(card) & trump_) != 0) proof.care |= limited;
      return r;
    }
    tops |= mine.tops;
    care |= mine.care;
    // A low card failed and its rank did not matter: every other low card of the suit fails alike.
    if (use.skip_low && (bit(card) & kBloopers) == 0 && (mine.tops & bit(card)) == 0) {
      cards &= ~(lane(lane_of(card)) & ~mine.tops);
    }
  }
  // All failed.  Cards equal to a tried one were not tried, so a pattern must hold the whole run at its edge.
  CardSet edge = tops & ~(tops << 1) & legal_cards & kNatural;
  while (edge != 0) {
    edge = (edge >> 1) & legal_cards & kNatural;
    tops |= edge;
  }
  if (limited != 0 && (node.free & limited) == 0) care |= limited;
  proof.tops = tops;
  proof.care = care;
  return !goal;
}

template <Kind K>
bool Search::finish(const Trick& trick, int need, Proof& proof) {
  const Node& node = *trick.node;
  const int winner = trick.best_seat[3];
  const int left = need - (side_of(winner) == 0 ? 1 : 0);
  const CardSet gone = bit(trick.card[0]) | bit(trick.card[1]) | bit(trick.card[2]) | bit(trick.card[3]);
  bool r;
  if (left <= 0 || left > node.tricks - 1) {
    r = left <= 0;
    proof = {};
  } else {
    const Node child = next(trick);
    if constexpr (K == Kind::kGeneral) {
      r = start(child, left, proof);
      if (child.free != node.free) proof.care = 0;
    } else {
      r = search<K>(child, left, proof);
    }
    proof.tops = reopen_gaps(proof.tops, gone);
  }
  const CardSet best = bit(trick.best_card[3]);
  if ((best & kNatural) != 0) {
    const CardSet rivals = gone & lane(lane_of(trick.best_card[3])) & ~best;
    if (rivals != 0) proof.tops |= at_or_above(trick.best_card[3]);
  }
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

// Expects 0 < need <= node.tricks.
template <Kind K>
bool Search::search(const Node& node, int need, Proof& proof) {
  if (++nodes_ >= next_check_) check_limits();
  Trick trick;
  trick.node = &node;
  if (node.tricks == 1) {
    for (int i = 0; i < 4; ++i) {
      put(trick, low(node.hand[trick.seat(i)]));
    }
    return finish<K>(trick, need, proof);
  }
  const Shape shape = node.shape(trump_kind_);
  const Owners owners = node.owners();
  if (use.table) {
    for (const Pattern& p : table_.find(shape)) {
      if (!owners.fits(p)) continue;
      if (p.lower >= need) {
        proof = {p.tops, p.free_care};
        return true;
      }
      if (p.upper < need) {
        proof = {p.tops, p.free_care};
        return false;
      }
    }
  }
  if (use.quick_tricks) {
    const bool ns_leads = side_of(node.leader) == 0;
    const int enough = ns_leads ? need : node.tricks - need + 1;
    const Sure lead = leader_tricks<K>(node, trump_, enough);
    if (lead.tricks >= enough) {
      proof = {lead.tops, 0};
      return ns_leads;
    }
    if constexpr (K != Kind::kNoTrump) {
      const int other = ns_leads ? node.tricks - need + 1 : need;
      const Sure sure = trump_tops<K>(node, side_of(node.leader) ^ 1, trump_);
      if (sure.tricks >= other) {
        proof = {sure.tops, 0};
        return !ns_leads;
      }
    }
  }
  const bool r = play<K, 0>(trick, need, proof);
  if (use.table) {
    Pattern p;
    p.tops = proof.tops;
    p.owner_low = owners.low & proof.tops;
    p.owner_high = owners.high & proof.tops;
    p.lower = static_cast<std::uint8_t>(r ? need : 0);
    p.upper = static_cast<std::uint8_t>(r ? node.tricks : need - 1);
    p.free_care = static_cast<std::uint8_t>(K == Kind::kTrump ? 0xF : proof.care);
    p.free_value = static_cast<std::uint8_t>(node.free & p.free_care);
    table_.store(shape, p);
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
