#include "ordering.hpp"

#include <algorithm>

#include "search.hpp"

namespace backalley {

template <Kind K>
void Search::order_leads(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const {
  namespace f = feature;
  const std::int16_t* const weights = this->weights + static_cast<int>(K) * f::kCount;
  const Node& node = *trick.node;
  const int seat = trick.seat(0);
  const int lho = next_seat(seat);
  const int partner = seat ^ 2;
  const int rho = lho ^ 2;
  const Ranks ranks(node);
  constexpr bool contract = K != Kind::kNoTrump;
  std::array<bool, 4> ruffs{};
  if constexpr (contract) {
    for (int s = 0; s < kSeats; ++s) ruffs[s] = (node.hand[s] & trump_) != 0;
  }
  const bool live = K == Kind::kGeneral && (ranks.all & kBloopers) != 0;
  for (int l = 0; l < kLanes; ++l) {
    CardSet rest = cards & (CardSet{0x7FFF} << (16 * l));
    if (rest == 0) continue;
    const bool is_trump = contract && l == 0 && trump_kind_ == 1;
    const int owners =
        ((is_trump * 5 + ranks.owner(l, 0, seat)) * 5 + ranks.owner(l, 1, seat)) * 5 + ranks.owner(l, 2, seat);
    const int mine = node.length(seat, l);
    const int a = node.length(lho, l);
    const int p = node.length(partner, l);
    const int b = node.length(rho, l);
    const auto void_of = [&](int length, int s) { return length != 0 ? 0 : (!is_trump && ruffs[s]) ? 2 : 1; };
    const int base = weights[f::kLeadVoid + 9 * void_of(a, lho) + 3 * void_of(p, partner) + void_of(b, rho)] +
                     weights[f::kLeadLength + (is_trump * 2 + ruffs[seat]) * 6 + std::min(mine, 5)] +
                     weights[f::kLeadPartner + is_trump * 6 + std::min(p, 5)] +
                     weights[f::kLeadOpponents + (is_trump * 4 + std::min(a, 3)) * 4 + std::min(b, 3)];
    int extra = 0;
    if constexpr (K == Kind::kGeneral) {
      if (is_trump && live) extra += weights[f::kLiveTrumpLead];
      if (is_trump && node.free != 0xF) extra += weights[f::kBreakingLead];
    }
    const std::int16_t* by_class = weights + f::kLeadRanks + owners * 4;
    for (; rest != 0; rest &= rest - 1) {
      const int c = low(rest);
      int score;
      if (K == Kind::kGeneral && (bit(c) & kBloopers) != 0) {
        score = weights[f::kLeadBlooper + (c == kBig)];
      } else {
        score = base + extra + by_class[std::min(kTopBit - (c & 15), 3)];
      }
      if (c == hints.cut) score += weights[f::kLeadHint + is_trump];
      if (c == hints.best) score += weights[f::kLeadBest];
      out.add(c, score);
    }
  }
}

template <Kind K, int I>
void Search::order_follows(const Trick& trick, CardSet cards, Candidates& out, Hints hints) const {
  namespace f = feature;
  const std::int16_t* const weights = this->weights + static_cast<int>(K) * f::kCount;
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  constexpr bool contract = K != Kind::kNoTrump;
  const CardSet trump = contract ? trump_ : 0;
  const int best = trick.best_card[I - 1];
  const bool ours = side_of(trick.best_seat[I - 1]) == side_of(seat);
  // A card's power in this trick: trumps above the suit led, the rest nothing.
  const auto power = [&](int c) { return (bit(c) & trump) != 0 ? 64 + c : (bit(c) & trick.led) != 0 ? c & 15 : -1; };
  const auto most = [&](CardSet held) {
    const CardSet following = held & trick.led;
    if (following != 0) return power(top(following));
    return K != Kind::kNoTrump && (held & trump) != 0 ? power(top(held & trump)) : -1;
  };
  const int now = power(best);
  int they = -1;
  int we = -1;
  if constexpr (I < 3) they = most(node.hand[next_seat(seat)]);
  if constexpr (I == 1) we = most(node.hand[seat ^ 2]);
  const int to_beat = std::max(they, now);
  const int outlook = (ours && now > they) || we > to_beat ? 0 : ours ? 1 : 2;
  if ((cards & trick.led) != 0) {
    const std::int16_t* of = weights + f::kFollow + ((I - 1) * 9 + outlook) * 24;
    bool low_loser = true;
    bool low_winner = true;
    for (CardSet rest = cards; rest != 0; rest &= rest - 1) {
      const int c = low(rest);
      const int p = power(c);
      const int outcome = p > to_beat ? 2 : p > now ? 1 : 0;
      bool& lowest = outcome == 0 ? low_loser : low_winner;
      int score = of[(outcome * 2 + lowest) * 4 + std::clamp(kTopBit - (c & 15), 0, 3)];
      if (outcome != 1) lowest = false;
      if (c == hints.cut) score += weights[f::kFollowHint + I - 1];
      out.add(c, score);
    }
    return;
  }
  // Of a plain suit the lowest card alone; its others follow when all else has failed.
  const std::int16_t* const of = weights + f::kFollow + (((I - 1) * 3 + 2) * 3 + outlook) * 24 + 4;
  const std::int16_t* const by_length = weights + f::kFollowLength + ((I - 1) * 3 + 2) * 5;
  const Ranks ranks(node);
  const bool have_suit = contract && trump_kind_ == 1;
  for (int l = have_suit ? 1 : 0; l < kLanes; ++l) {
    const CardSet rest = cards & lane(l);
    if (rest == 0) continue;
    const int c = low(rest);
    const int length = std::min(node.length(seat, l), 4);
    int score = by_length[length] + of[std::min(kTopBit - (c & 15), 3)] +
                weights[f::kDiscard + (ranks.owner(l, 0, seat) * 5 + ranks.owner(l, 1, seat)) * 4 + length - 1];
    if (c == hints.cut) score += weights[f::kDiscardHint];
    out.add(c, score);
  }
  if constexpr (contract) {
    const std::int16_t* const ruff = weights + f::kFollow + (((I - 1) * 3 + 1) * 3 + outlook) * 24;
    const int base = weights[f::kFollowLength + ((I - 1) * 3 + 1) * 5 + std::min(node.length(seat, 0), 4)] +
                     (K == Kind::kGeneral ? weights[f::kLiveRuff] : 0);
    bool low_loser = true;
    bool low_winner = true;
    for (CardSet rest = cards & trump; rest != 0; rest &= rest - 1) {
      const int c = low(rest);
      const int p = 64 + c;
      const int outcome = p > to_beat ? 2 : p > now ? 1 : 0;
      bool& lowest = outcome == 0 ? low_loser : low_winner;
      int score = base + ruff[outcome * 8 + lowest * 4 + std::clamp(kTopBit - (c & 15), 0, 3)];
      if (outcome != 1) lowest = false;
      if (c == hints.cut) score += weights[f::kDiscardHint];
      out.add(c, score);
    }
  }
}

template void Search::order_leads<Kind::kNoTrump>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_leads<Kind::kTrump>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_leads<Kind::kGeneral>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kNoTrump, 1>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kNoTrump, 2>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kNoTrump, 3>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kTrump, 1>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kTrump, 2>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kTrump, 3>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kGeneral, 1>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kGeneral, 2>(const Trick&, CardSet, Candidates&, Hints) const;
template void Search::order_follows<Kind::kGeneral, 3>(const Trick&, CardSet, Candidates&, Hints) const;

}  // namespace backalley
