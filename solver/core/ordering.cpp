#include "ordering.hpp"

#include <algorithm>
#include <array>

namespace backalley {

template <TrumpMode M>
void order_leads(const Trick& trick, CardSet cards, const Moves& moves, const std::int16_t* all_weights, Hints hints,
                 Candidates& out) {
  namespace f = feature;
  const std::int16_t* const weights = all_weights + static_cast<int>(M) * f::kCount;
  const Node& node = *trick.node;
  const int seat = trick.seat(0);
  const int lho = next_seat(seat);
  const int partner = seat ^ 2;
  const int rho = lho ^ 2;
  const Ranks ranks(node);
  constexpr bool contract = M != TrumpMode::kNoTrump;
  std::array<bool, 4> ruffs{};
  if constexpr (contract) {
    for (int s = 0; s < kSeats; ++s) ruffs[s] = (node.hand[s] & moves.trump()) != 0;
  }
  const bool live = M == TrumpMode::kGeneral && (ranks.all & kBloopers) != 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    CardSet rest = cards & (CardSet{0x7FFF} << (16 * suit));
    if (rest == 0) continue;
    const bool is_trump = contract && suit == 0 && moves.trumps() == Trumps::kSuit;
    const int owners =
        ((is_trump * 5 + ranks.owner(suit, 0, seat)) * 5 + ranks.owner(suit, 1, seat)) * 5 + ranks.owner(suit, 2, seat);
    const int mine = node.length(seat, suit);
    const int a = node.length(lho, suit);
    const int p = node.length(partner, suit);
    const int b = node.length(rho, suit);
    const auto void_of = [&](int length, int s) { return length != 0 ? 0 : (!is_trump && ruffs[s]) ? 2 : 1; };
    const int base = weights[f::kLeadVoid + 9 * void_of(a, lho) + 3 * void_of(p, partner) + void_of(b, rho)] +
                     weights[f::kLeadLength + (is_trump * 2 + ruffs[seat]) * 6 + std::min(mine, 5)] +
                     weights[f::kLeadPartner + is_trump * 6 + std::min(p, 5)] +
                     weights[f::kLeadOpponents + (is_trump * 4 + std::min(a, 3)) * 4 + std::min(b, 3)];
    int extra = 0;
    if constexpr (M == TrumpMode::kGeneral) {
      if (is_trump && live) extra += weights[f::kLiveTrumpLead];
      if (is_trump && node.free != 0xF) extra += weights[f::kBreakingLead];
    }
    const std::int16_t* by_class = weights + f::kLeadRanks + owners * 4;
    for (; rest != 0; rest &= rest - 1) {
      const int c = low(rest);
      int score;
      if (M == TrumpMode::kGeneral && (bit(c) & kBloopers) != 0) {
        score = weights[f::kLeadBlooper + (c == kBig)];
      } else {
        score = base + extra + by_class[std::min(kTopBit - (c & 15), 3)];
      }
      if (c == hints.cutoff) score += weights[f::kLeadHint + is_trump];
      if (c == hints.lead) score += weights[f::kLeadBest];
      out.add(c, score);
    }
  }
}

template <TrumpMode M, int I>
void order_follows(const Trick& trick, CardSet cards, const Moves& moves, const std::int16_t* all_weights, Hints hints,
                   Candidates& out) {
  namespace f = feature;
  const std::int16_t* const weights = all_weights + static_cast<int>(M) * f::kCount;
  const Node& node = *trick.node;
  const int seat = trick.seat(I);
  constexpr bool contract = M != TrumpMode::kNoTrump;
  const CardSet trump = contract ? moves.trump() : 0;
  const int best = trick.best_card[I - 1];
  const bool ours = side_of(trick.best_seat[I - 1]) == side_of(seat);
  // A card's power in this trick: trumps above the suit led, the rest nothing.
  const auto power = [&](int c) { return (bit(c) & trump) != 0 ? 64 + c : (bit(c) & trick.led) != 0 ? c & 15 : -1; };
  const auto most = [&](CardSet held) {
    const CardSet following = held & trick.led;
    if (following != 0) return power(top(following));
    return M != TrumpMode::kNoTrump && (held & trump) != 0 ? power(top(held & trump)) : -1;
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
      if (c == hints.cutoff) score += weights[f::kFollowHint + I - 1];
      out.add(c, score);
    }
    return;
  }
  // Of a plain suit the lowest card alone; its others follow when all else has failed.
  const std::int16_t* const of = weights + f::kFollow + (((I - 1) * 3 + 2) * 3 + outlook) * 24 + 4;
  const std::int16_t* const by_length = weights + f::kFollowLength + ((I - 1) * 3 + 2) * 5;
  const Ranks ranks(node);
  const bool have_suit = contract && moves.trumps() == Trumps::kSuit;
  for (int suit = have_suit ? 1 : 0; suit < kSuits; ++suit) {
    const CardSet rest = cards & suit_cards(suit);
    if (rest == 0) continue;
    const int c = low(rest);
    const int length = std::min(node.length(seat, suit), 4);
    int score = by_length[length] + of[std::min(kTopBit - (c & 15), 3)] +
                weights[f::kDiscard + (ranks.owner(suit, 0, seat) * 5 + ranks.owner(suit, 1, seat)) * 4 + length - 1];
    if (c == hints.cutoff) score += weights[f::kDiscardHint];
    out.add(c, score);
  }
  if constexpr (contract) {
    const std::int16_t* const ruff = weights + f::kFollow + (((I - 1) * 3 + 1) * 3 + outlook) * 24;
    const int base = weights[f::kFollowLength + ((I - 1) * 3 + 1) * 5 + std::min(node.length(seat, 0), 4)] +
                     (M == TrumpMode::kGeneral ? weights[f::kLiveRuff] : 0);
    bool low_loser = true;
    bool low_winner = true;
    for (CardSet rest = cards & trump; rest != 0; rest &= rest - 1) {
      const int c = low(rest);
      const int p = 64 + c;
      const int outcome = p > to_beat ? 2 : p > now ? 1 : 0;
      bool& lowest = outcome == 0 ? low_loser : low_winner;
      int score = base + ruff[outcome * 8 + lowest * 4 + std::clamp(kTopBit - (c & 15), 0, 3)];
      if (outcome != 1) lowest = false;
      if (c == hints.cutoff) score += weights[f::kDiscardHint];
      out.add(c, score);
    }
  }
}

template void order_leads<TrumpMode::kNoTrump>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                               Candidates&);
template void order_leads<TrumpMode::kTrump>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                             Candidates&);
template void order_leads<TrumpMode::kGeneral>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                               Candidates&);
template void order_follows<TrumpMode::kNoTrump, 1>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                    Candidates&);
template void order_follows<TrumpMode::kNoTrump, 2>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                    Candidates&);
template void order_follows<TrumpMode::kNoTrump, 3>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                    Candidates&);
template void order_follows<TrumpMode::kTrump, 1>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                  Candidates&);
template void order_follows<TrumpMode::kTrump, 2>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                  Candidates&);
template void order_follows<TrumpMode::kTrump, 3>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                  Candidates&);
template void order_follows<TrumpMode::kGeneral, 1>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                    Candidates&);
template void order_follows<TrumpMode::kGeneral, 2>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                    Candidates&);
template void order_follows<TrumpMode::kGeneral, 3>(const Trick&, CardSet, const Moves&, const std::int16_t*, Hints,
                                                    Candidates&);

}  // namespace backalley
