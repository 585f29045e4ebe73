// The techniques of the search, to be left out one by one in tests and in the ablation benchmark.
#pragma once

#include <string_view>
#include <utility>

namespace backalley {

struct Techniques {
  bool table = true;          // partition search
  bool quick_tricks = true;   // tricks of the side on lead, read off the top ranks
  bool trump_tricks = true;   // trump tricks of the other side
  bool later_tricks = true;   // no-trump tricks of the other side, once it is in
  bool trick_winners = true;  // quick tricks for who holds the top of the suit led
  bool few_ranks = true;      // proofs name no rank that another card could stand for
  bool skip_low = true;       // low cards of a suit whose rank did not matter fail together
  bool ordering = true;       // fitted weights, else the highest card first
  bool hints = true;          // cards that cut before
};

// Their names outside the core.
inline constexpr std::pair<std::string_view, bool Techniques::*> kTechniques[] = {
    {"table", &Techniques::table},
    {"quick_tricks", &Techniques::quick_tricks},
    {"trump_tricks", &Techniques::trump_tricks},
    {"later_tricks", &Techniques::later_tricks},
    {"trick_winners", &Techniques::trick_winners},
    {"few_ranks", &Techniques::few_ranks},
    {"skip_low", &Techniques::skip_low},
    {"ordering", &Techniques::ordering},
    {"hints", &Techniques::hints},
};

}  // namespace backalley
