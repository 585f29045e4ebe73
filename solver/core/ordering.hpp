// Which card to try first.  A candidate's score is a sum of weights, one for each feature that holds: who owns the
// top ranks of its suit, who is void and may ruff, whether the card takes the trick.  The weights stand in weights.hpp:
// fitted to searched positions (which card cut, and how cheaply), then moved by scripts/generate/tune_ordering.py.
#pragma once

#include <array>
#include <cstdint>

#include "moves.hpp"

namespace backalley {

// Candidates with their scores; the best is sought when it is wanted, for mostly the first one is enough.
class Candidates {
 public:
  // The lower card comes first among equal scores.
  void add(int card, int score) { entry_[size_++] = (score * 16 - (card & 15)) * 64 + 63 - card; }
  bool empty() const { return size_ == 0; }
  int take() {
    int best = 0;
    for (int i = 1; i < size_; ++i) best = entry_[i] > entry_[best] ? i : best;
    const int card = 63 - (entry_[best] & 63);
    entry_[best] = entry_[--size_];
    return card;
  }

 private:
  int size_ = 0;
  std::array<int, 16> entry_;
};

// Places of the features in the weights of one kind of play, where no-trump leaves those of trumps unused.
namespace feature {
// Owners as in Ranks::owner, lengths capped.
inline constexpr int kLeadRanks = 0;                      // [trumps 2][owner 1st 5][2nd 5][3rd 5][class 4]
inline constexpr int kLeadVoid = kLeadRanks + 1000;       // [lho 3][partner 3][rho 3]
inline constexpr int kLeadLength = kLeadVoid + 27;        // [trumps 2][have trumps 2][length 6]
inline constexpr int kLeadPartner = kLeadLength + 24;     // [trumps 2][partner's length 6]
inline constexpr int kLeadOpponents = kLeadPartner + 12;  // [trumps 2][lho length 4][rho length 4]
inline constexpr int kLeadBlooper = kLeadOpponents + 32;  // [LB or BB 2]
inline constexpr int kLeadHint = kLeadBlooper + 2;        // [trumps 2]
inline constexpr int kLeadBest = kLeadHint + 2;           // the lead that worked under a fitting pattern
inline constexpr int kFollow = kLeadBest + 1;             // [place 3][mode 3][outlook 3][outcome 3][lowest 2][class 4]
inline constexpr int kFollowLength = kFollow + 648;       // [place 3][mode 3][length 5]
inline constexpr int kDiscard = kFollowLength + 45;       // [owner 1st 5][2nd 5][length 4]
inline constexpr int kFollowHint = kDiscard + 100;        // [place 3]
inline constexpr int kDiscardHint = kFollowHint + 3;
inline constexpr int kLiveTrumpLead = kDiscardHint + 1;   // a trump while a blooper is live
inline constexpr int kBreakingLead = kLiveTrumpLead + 1;  // a trump while others may not lead them
inline constexpr int kLiveRuff = kBreakingLead + 1;       // a ruff while a blooper is live or leads are limited
inline constexpr int kCount = kLiveRuff + 1;
}  // namespace feature

// Who owns the k-th rank of a suit, seen from a seat: 0 itself, 1 left, 2 partner, 3 right, 4 nobody.
struct Ranks {
  CardSet low;
  CardSet high;
  CardSet all;

  explicit Ranks(const Node& node)
      : low(node.hand[1] | node.hand[3]), high(node.hand[2] | node.hand[3]), all(node.all()) {}

  int owner(int suit, int k, int seat) const {
    const int at = 16 * suit + kTopBit - k;
    if ((all >> at & 1) == 0) return 4;
    return ((static_cast<int>(low >> at & 1) | static_cast<int>(high >> at & 1) << 1) - seat) & 3;
  }
};

// The card that cut in a like place before, and the lead that worked under a fitting pattern.
struct Hints {
  int cutoff = kNoCard;
  int lead = kNoCard;
};

// Puts the leads of `cards` into `out` with their scores; `weights` as in weights.hpp, of all kinds of play.
template <TrumpMode M>
void order_leads(const Trick& trick, CardSet cards, const Moves& moves, const std::int16_t* weights, Hints hints,
                 Candidates& out);
// The same for the player who is number I of the trick.
template <TrumpMode M, int I>
void order_follows(const Trick& trick, CardSet cards, const Moves& moves, const std::int16_t* weights, Hints hints,
                   Candidates& out);

}  // namespace backalley
