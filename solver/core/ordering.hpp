// Which card to try first: weights over what four open hands show.
#pragma once

#include <algorithm>
#include <array>

#include "node.hpp"

namespace backalley {

// A list of candidates, best first.
struct Candidates {
  int size = 0;
  std::array<std::uint8_t, 16> card;
  std::array<std::int16_t, 16> score;

  void add(int c, int s) {
    int i = size++;
    while (i > 0 && score[i - 1] < s) {
      score[i] = score[i - 1];
      card[i] = card[i - 1];
      --i;
    }
    score[i] = static_cast<std::int16_t>(s);
    card[i] = static_cast<std::uint8_t>(c);
  }
};

// Tuned by node counts; the names say when each is added.
struct Weights {
  // leads
  int lead_wins = 60;        // the side can win the trick
  int lead_ruffed = -80;     // an opponent can ruff it
  int lead_partner_ruffs = 70;
  int lead_trump = 10;
  int lead_through = 25;     // the left opponent's honour sits before the partner's
  int lead_length = 2;
  int lead_top = 12;         // the top card of the lane itself
  int lead_into = -30;       // the right opponent holds the top
  int lead_void_soon = 10;   // shortness with trumps in hand
  int lead_low_rank = 1;
  // follows
  int follow_wins = 40;
  int follow_cheap = 2;
  int follow_low = 20;
  // discards and ruffs
  int ruff = 50;
  int overruffed = -30;
  int discard_length = 3;
  int discard_top = -20;
  int cut_bonus = 45;
  int table_bonus = 100;
};

}  // namespace backalley
