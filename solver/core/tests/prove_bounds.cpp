// Holds what the bounds assert without search (quick_tricks.hpp, trump_tricks.hpp, later_tricks.hpp) against plain play
// to the end, assertion by assertion. ctest runs a few, scripts/check/techniques.py as many as one likes.
//
//     prove_bounds SEED COUNT FEWEST MOST
//
// Takes COUNT random positions of FEWEST to MOST cards a hand, most of them of few, which are done soonest.  An
// assertion is a number of tricks and the ranks it rests on.  It must be true where it is made, and in redeals that
// keep the suit lengths and who holds those ranks and the bloopers: a table pattern made of it fits them all.  A redeal
// may play any other low card of the suit, since low cards stand for one another, and anyone may be free to lead
// trumps, since assertions do not ask who is.
//
// Prints each false assertion, then for each bound how many it made and how many were false.  Ends with status 1 if
// any was.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "later_tricks.hpp"
#include "moves.hpp"
#include "quick_tricks.hpp"
#include "trump_tricks.hpp"

using namespace backalley;

namespace {

constexpr int kRedeals = 3;
constexpr int kShown = 20;

struct Game {
  PlayRules rules;
  CardSet trump = 0;
};

// A point of the play in the search's cards, whose gaps are not closed as play goes on.
struct Point {
  Hands hand{};  // cards still held
  int leader = 0;
  unsigned free = 0xF;  // seats that may lead trumps
  int played = 0;       // cards on the table
  std::array<int, 4> table{};

  int turn() const { return (leader + played) & 3; }
  int tricks() const { return count(hand[turn()]); }  // this one included
};

// The rules R11 to R13 once more, in plain steps, so that nothing of the search vouches for itself.
CardSet follow_set(const Game& game, int card) {
  return (bit(card) & game.trump) != 0 ? game.trump : suit_cards(suit_of(card)) & ~game.trump;
}

CardSet legal(const Game& game, const Point& point) {
  const CardSet hand = point.hand[point.turn()];
  const CardSet plain = hand & ~game.trump;
  if (point.played == 0) return (point.free >> point.leader & 1) != 0 || plain == 0 ? hand : plain;
  const int led = point.table[0];
  const CardSet follows = hand & follow_set(game, led);
  if (follows == 0) return hand;
  const bool blooper = led == kBig || led == kLittle;
  const Forced forced = led == kBig ? game.rules.big_led : game.rules.little_led;
  if (!blooper || forced == Forced::kNone) return follows;
  if (forced == Forced::kOpponents && point.played == 2) return follows;
  return bit(led == kBig ? top(follows) : low(follows));
}

Point after(const Game& game, Point point, int card) {
  point.hand[point.turn()] &= ~bit(card);
  point.table[point.played++] = card;
  if (point.played < 4) return point;
  int best = 0;
  CardSet all = 0;
  for (int i = 0; i < 4; ++i) {
    const int now = point.table[i];
    const int high = point.table[best];
    all |= bit(now);
    if (follow_set(game, now) == follow_set(game, high) ? now > high : (bit(now) & game.trump) != 0) best = i;
  }
  const bool ruffed = (all & game.trump) != 0 && (bit(point.table[0]) & game.trump) == 0;
  if (game.rules.break_on == BreakOn::kAnyTrump && (all & game.trump) != 0) point.free = 0xF;
  if (game.rules.break_on == BreakOn::kRuffOnly && ruffed) point.free = 0xF;
  point.leader = (point.leader + best) & 3;
  point.played = 0;
  return point;
}

// Does the side take `want` of the tricks left, whatever the other side does?
bool takes(const Game& game, const Point& point, int side, int want) {
  if (want <= 0) return true;
  if (want > point.tricks()) return false;
  const bool mine = side_of(point.turn()) == side;
  for (CardSet rest = legal(game, point); rest != 0; rest ^= bit(top(rest))) {
    const Point next = after(game, point, top(rest));
    const bool won = next.played == 0 && side_of(next.leader) == side;
    if (takes(game, next, side, want - (won ? 1 : 0)) == mine) return mine;
  }
  return !mine;
}

class Prover {
 public:
  explicit Prover(std::uint64_t seed) : rng_(seed) {}

  void prove(int fewest, int most) {
    int cards = fewest;
    while (cards < most && random(4) == 0) ++cards;
    deal(cards);
    const Moves moves(game_.rules, game_.trump);
    const CardSet live = node_.all() & game_.trump;
    if (live == 0) {
      at_the_lead<TrumpMode::kNoTrump>();
      in_the_trick<TrumpMode::kNoTrump>(moves);
    } else if (node_.free == 0xF && (live & kBloopers) == 0) {
      at_the_lead<TrumpMode::kTrump>();
      in_the_trick<TrumpMode::kTrump>(moves);
    } else {
      at_the_lead<TrumpMode::kGeneral>();
      in_the_trick<TrumpMode::kGeneral>(moves);
    }
  }

  // Whether all was true.
  bool report() const {
    for (std::size_t i = 0; i < kBounds; ++i)
      std::cout << kNames[i] << ' ' << assertions_[i] << ' ' << false_[i] << '\n';
    return std::all_of(false_.begin(), false_.end(), [](long n) { return n == 0; });
  }

 private:
  enum Bound { kLeader, kLater, kTrumps, kSecond, kThird };
  static constexpr std::size_t kBounds = 5;
  static constexpr std::array<const char*, kBounds> kNames = {"leader", "later", "trumps", "second", "third"};

  int random(int below) { return static_cast<int>(rng_() % static_cast<unsigned>(below)); }

  // Suits of random lengths, often one long or three alone, so that trumps meet trumps.
  void deal(int cards) {
    game_ = {};
    const int style = random(8);  // of trumps: none, plain ones, those with all that is special, bloopers alone
    const bool special = style >= 6;
    if (style >= 3) game_.trump = style == 7 ? kBloopers : suit_cards(0) | kBloopers;
    if (special) {
      game_.rules.break_on = static_cast<BreakOn>(random(4));
      game_.rules.big_led = static_cast<Forced>(random(3));
      game_.rules.little_led = static_cast<Forced>(random(3));
    }
    std::vector<int> pack;
    if (special && random(4) != 0) pack.push_back(kBig);
    if (special && random(4) != 0 && (style == 6 || pack.empty())) pack.push_back(kLittle);
    const int suits = random(3);
    std::array<int, kSuits> size{};
    while (static_cast<int>(pack.size()) < 4 * cards) {
      const int suit = suits == 0 ? random(4) : suits == 1 ? random(3) : random(2) * random(4);
      if (size[suit] < kTopBit + 1) pack.push_back(16 * suit + kTopBit - size[suit]++);
    }
    std::shuffle(pack.begin(), pack.end(), rng_);
    Hands hands{};
    for (std::size_t i = 0; i < pack.size(); ++i) hands[i & 3] |= bit(pack[i]);
    const bool broken = !special || game_.rules.break_on == BreakOn::kUnrestricted || random(2) == 0;
    node_ = node(hands, random(4), broken ? 0xF : static_cast<unsigned>(random(16)));
  }

  Node node(const Hands& hands, int leader, unsigned free) const {
    Node n;
    n.hand = hands;
    n.leader = leader;
    n.free = free;
    n.tricks = count(hands[0]);
    const CardSet suits = (game_.trump & kNatural) != 0 ? kNatural | kBloopers : kNatural;
    for (int s = 0; s < kSeats; ++s) {
      for (int suit = 0; suit < kSuits; ++suit) {
        const CardSet mine = hands[s] & suits & CardSet{0xFFFF} << (16 * suit);
        n.lengths |= static_cast<std::uint64_t>(count(mine)) << (16 * s + 4 * suit);
      }
    }
    return n;
  }

  template <TrumpMode M>
  void at_the_lead() {
    const Point start{node_.hand, node_.leader, node_.free};
    const int side = side_of(node_.leader);
    for (int enough = 1; enough <= node_.tricks; ++enough) {
      const SureTricks lead = quick_tricks<M>(node_, node_.leader, game_.trump, enough);
      if (lead.tricks != 0) check(start, side, enough, lead.rank_winners, kLeader);
      SureTricks other;
      if constexpr (M == TrumpMode::kNoTrump) {
        other = later_tricks(node_, enough);
      } else {
        other = trump_tricks<M>(node_, side ^ 1, game_.trump, enough);
      }
      if (other.tricks >= enough)
        check(start, side ^ 1, enough, other.rank_winners, M == TrumpMode::kNoTrump ? kLater : kTrumps);
    }
  }

  template <TrumpMode M>
  void in_the_trick(const Moves& moves) {
    Point point{node_.hand, node_.leader, node_.free};
    Trick trick;
    trick.node = &node_;
    for (int played = 1; played <= 2; ++played) {
      const CardSet choices = legal(game_, point);
      CardSet rest = choices;
      for (int skip = random(count(choices)); skip > 0; --skip) rest &= rest - 1;
      moves.play_card(trick, low(rest));
      point = after(game_, point, low(rest));
      if ((trick.led & game_.trump) != 0) return;
      // The search asks only a player with a choice.
      const CardSet own = highest_touching(legal(game_, point));
      if ((own & (own - 1)) == 0) continue;
      const int side = side_of(point.turn());
      for (int enough = 1; enough <= node_.tricks; ++enough) {
        const int need = side == 0 ? enough : node_.tricks - enough + 1;
        const SureTricks sure = played == 1 ? quick_tricks_in_trick<M, 1>(trick, game_.trump, need)
                                            : quick_tricks_in_trick<M, 2>(trick, game_.trump, need);
        if (sure.tricks != 0) check(point, side, enough, sure.rank_winners, played == 1 ? kSecond : kThird);
      }
    }
  }

  void check(const Point& point, int side, int enough, CardSet rank_winners, Bound bound) {
    ++assertions_[bound];
    Point now = point;
    for (int i = 0;; ++i) {
      if (!takes(game_, now, side, enough)) {
        if (++false_[bound] <= kShown) show(now, point, side, enough, rank_winners, bound);
        return;
      }
      if (i == kRedeals) return;
      now = redeal(point, rank_winners, i == 0 ? side ^ 1 : -1);
    }
  }

  // Where a side is `favoured` it gets the highest of the cards that may move.
  Point redeal(const Point& point, CardSet rank_winners, int favoured) {
    Hands hands = node_.hand;
    for (int suit = 0; suit < kSuits; ++suit) {
      const CardSet loose = node_.all() & suit_cards(suit) & ~rank_winners;
      std::vector<int> owners;
      for (CardSet rest = loose; rest != 0; rest &= rest - 1) {
        for (int s = 0; s < kSeats; ++s) {
          if ((hands[s] & bit(low(rest))) != 0) owners.push_back(s);
        }
      }
      std::shuffle(owners.begin(), owners.end(), rng_);
      if (favoured >= 0) std::partition(owners.begin(), owners.end(), [&](int s) { return side_of(s) != favoured; });
      for (CardSet& hand : hands) hand &= ~loose;
      auto owner = owners.begin();
      for (CardSet rest = loose; rest != 0; rest &= rest - 1) hands[*owner++] |= bit(low(rest));
    }
    const bool limited = game_.trump != 0 && game_.rules.break_on != BreakOn::kUnrestricted;
    const bool special = (node_.all() & kBloopers) != 0 || node_.free != 0xF;
    Point other{hands, point.leader, limited && special ? static_cast<unsigned>(random(16)) : 0xF};
    for (int i = 0; i < point.played; ++i) {
      const int card = point.table[i];
      CardSet same = bit(card);
      if ((same & kNatural & ~rank_winners) != 0)
        same = other.hand[other.turn()] & suit_cards(suit_of(card)) & ~rank_winners;
      for (int skip = random(count(same)); skip > 0; --skip) same &= same - 1;
      // What was led freely may be forbidden here; then the pattern is of no account.
      other = after(game_, other, low(same));
    }
    return other;
  }

  std::string cards(CardSet set) const {
    std::string text;
    for (int suit = 0; suit < kSuits; ++suit) {
      if (suit != 0) text += '.';
      if (suit == 0 && (set & bit(kBig)) != 0) text += '+';
      if (suit == 0 && (set & bit(kLittle)) != 0) text += '-';
      for (int rank = kTopBit; rank >= 0; --rank) {
        if ((set & bit(16 * suit + rank)) != 0) text += "23456789TJQKA"[rank];
      }
    }
    return text;
  }

  std::string told(const Point& point) const {
    std::ostringstream out;
    for (const CardSet hand : point.hand) out << cards(hand) << ' ';
    out << "leader " << "NESW"[point.leader] << " free " << point.free << " table";
    for (int i = 0; i < point.played; ++i) out << ' ' << cards(bit(point.table[i]));
    return out.str();
  }

  void show(const Point& now, const Point& point, int side, int enough, CardSet rank_winners, Bound bound) const {
    std::cout << "false: " << kNames[bound] << ": " << (side == 0 ? "NS" : "EW") << " take " << enough << " at "
              << told(point) << "; it rests on " << cards(rank_winners) << ", fails at " << told(now) << "; trump "
              << (game_.trump == 0           ? "none"
                  : game_.trump == kBloopers ? "bloopers"
                                             : "first suit")
              << " break " << static_cast<int>(game_.rules.break_on) << " big " << static_cast<int>(game_.rules.big_led)
              << " little " << static_cast<int>(game_.rules.little_led) << std::endl;
  }

  std::mt19937_64 rng_;
  Game game_;
  Node node_;
  std::array<long, kBounds> assertions_{};
  std::array<long, kBounds> false_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "prove_bounds SEED COUNT FEWEST MOST\n";
    return 2;
  }
  Prover prover(std::strtoull(argv[1], nullptr, 10));
  const long positions = std::atol(argv[2]);
  const int fewest = std::atoi(argv[3]);
  const int most = std::atoi(argv[4]);
  for (long i = 0; i < positions; ++i) prover.prove(fewest, most);
  return prover.report() ? 0 : 1;
}
