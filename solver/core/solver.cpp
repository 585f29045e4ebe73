#include "solver.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace backalley {

namespace {

// What the table may hold of other deals when a question begins: of those with half of their cards in the same hands,
// as layouts around two known hands, and of any.
constexpr std::size_t kAlikeBytes = std::size_t{8} << 20;
constexpr std::size_t kOthersBytes = std::size_t{1} << 20;

// All cards of `legal` that touch `card` from below, and itself.
CardSet touching_below(int card, CardSet legal) {
  CardSet touching = bit(card);
  while (((touching >> 1) & legal & kUpperNeighbour & ~touching) != 0) touching |= touching >> 1;
  return touching;
}

}  // namespace

// Holds the solver for one call: its table and counters serve one caller at a time.
class Solver::Turn {
 public:
  explicit Turn(Solver& solver) : solver_(solver) {
    if (solver.busy_.exchange(true))
      throw std::logic_error("an engine answers one question at a time: give each thread its own");
  }
  ~Turn() { solver_.busy_.store(false); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Solver& solver_;
};

Solver::Solver(const PlayRules& rules, std::size_t max_bytes, int threads)
    : rules_(rules), table_(max_bytes, threads > 1), team_(table_, threads) {}

SearchPosition Solver::begin(const Position& position, const Limits& limits) {
  const SearchPosition start(position, rules_);
  drop_other_deals(position);
  team_.begin(start.moves(), limits);
  return start;
}

// What other deals left seldom helps, takes room in the caches, and as hints leads astray.
void Solver::drop_other_deals(const Position& position) {
  Position now = position;
  for (std::size_t i = 0; i < now.trick.size(); ++i) {
    now.hands[(now.leader + static_cast<int>(i)) & 3] |= std::uint64_t{1} << now.trick[i];
  }
  int before = 0;
  int after = 0;
  int both = 0;
  for (int seat = 0; seat < kSeats; ++seat) {
    before += count(last_.hands[seat]);
    after += count(now.hands[seat]);
    both += count(last_.hands[seat] & now.hands[seat]);
  }
  const int fewer = now.trump == last_.trump ? std::min(before, after) : 0;
  if (both < fewer || fewer == 0) {
    table_.forget(2 * both >= fewer && fewer > 0 ? kAlikeBytes : kOthersBytes);
    team_.forget();
  }
  last_ = std::move(now);
}

std::vector<std::string> Solver::techniques() {
  std::vector<std::string> names;
  for (const auto& [name, member] : kTechniques) names.emplace_back(name);
  return names;
}

bool Solver::set_technique(std::string_view name, bool on) {
  for (const auto& [known, member] : kTechniques) {
    if (known != name) continue;
    team_.set_technique(member, on);
    return true;
  }
  return false;
}

int Solver::value(const Position& position, const Limits& limits, int guess) {
  const Turn turn(*this);
  return team_.value(begin(position, limits).trick(), guess);
}

// Every legal card's value, given the value of the position and, if known_card >= 0, of that card.
std::vector<CardValue> Solver::card_values(const SearchPosition& now, int best, int known_card, int known_tricks) {
  const CardSet legal = now.legal();
  const CardSet highest = highest_touching(legal);
  const bool ns = now.ns_to_play();
  std::vector<int> cards;
  for (CardSet rest = highest; rest != 0; rest &= rest - 1) cards.push_back(low(rest));
  std::array<int, 64> tricks{};
  team_.spread(static_cast<int>(cards.size()), [&](Search& search, int i) {
    const int card = cards[i];
    // The known card may be a lower one of those that touch.
    if (known_card >= 0 && (touching_below(card, legal) & bit(known_card)) != 0) {
      tricks[card] = known_tricks;
      return;
    }
    const Trick after = now.after(card);
    // No card does better than the position, so one window proves an equal one.
    int reached = best;
    if (ns) {
      while (reached > 0 && !search.reaches(after, reached)) --reached;
    } else {
      while (reached < now.node().tricks && search.reaches(after, reached + 1)) ++reached;
    }
    tricks[card] = reached;
  });
  std::vector<CardValue> values;
  int same = 0;
  for (CardSet rest = legal; rest != 0;) {
    const int card = top(rest);
    rest ^= bit(card);
    if ((highest & bit(card)) != 0) same = tricks[card];
    values.push_back({now.plain(card), same});
  }
  std::sort(values.begin(), values.end(), [](const CardValue& a, const CardValue& b) { return a.card > b.card; });
  return values;
}

std::vector<CardValue> Solver::cards(const Position& position, const Limits& limits) {
  const Turn turn(*this);
  const SearchPosition now = begin(position, limits);
  return card_values(now, team_.value(now.trick(), -1));
}

// Cards that touch are equal, and who takes `need` tricks takes fewer.
std::vector<bool> Solver::reaches(const Position& position, std::span<const int> cards, std::span<const int> needs,
                                  const Limits& limits) {
  const Turn turn(*this);
  const SearchPosition now = begin(position, limits);
  const CardSet legal = now.legal();
  std::array<std::array<std::int8_t, 16>, 64> known{};  // by the highest that touches, and need: 1 yes, -1 no
  const auto reach = [&](int card, int need) {
    if (need <= 0) return true;
    if (need > now.node().tricks) return false;
    std::array<std::int8_t, 16>& answers = known[static_cast<std::size_t>(card)];
    if (answers[static_cast<std::size_t>(need)] == 0) {
      if (team_.first().reaches(now.after(card), need)) {
        std::fill_n(answers.begin(), need + 1, std::int8_t{1});
      } else {
        std::fill(answers.begin() + need, answers.end(), std::int8_t{-1});
      }
    }
    return answers[static_cast<std::size_t>(need)] > 0;
  };
  std::vector<bool> reached;
  for (const int plain : cards) {
    const int card = now.relative(plain);
    if (card > 63 || (legal & bit(card)) == 0) throw std::invalid_argument("a card that is asked for is not legal");
    int highest = card;
    while ((bit(highest) & kUpperNeighbour) != 0 && (legal & bit(highest + 1)) != 0) ++highest;
    for (const int need : needs) reached.push_back(reach(highest, need));
  }
  return reached;
}

// Values are found from the last card back: the card played bounds the position before it from its player's side, so
// one window settles a card that lost nothing.
Solver::Replay Solver::replay(SearchPosition now, const std::vector<int>& plays) {
  Replay replay;
  for (const int play : plays) {
    if (now.finished()) throw std::invalid_argument("more cards are played than are held");
    const int card = now.relative(play);
    if (card > 63 || (now.legal() & bit(card)) == 0) {
      throw std::invalid_argument("a card that is played is not legal");
    }
    replay.before.push_back(now);
    replay.cards.push_back(card);
    now.play_card(card);
  }
  replay.values.resize(plays.size() + 1);
  replay.values.back() = now.finished() ? 0 : team_.value(now.trick(), -1);
  for (std::size_t i = plays.size(); i-- > 0;) {
    const SearchPosition& before = replay.before[i];
    int best = replay.values[i + 1] + before.ns_trick(replay.cards[i]);
    const CardSet choices = highest_touching(before.legal());
    if ((choices & (choices - 1)) != 0) {
      if (before.ns_to_play()) {
        while (best < before.node().tricks && team_.first().reaches(before.trick(), best + 1)) ++best;
      } else {
        while (best > 0 && !team_.first().reaches(before.trick(), best)) --best;
      }
    }
    replay.values[i] = best;
  }
  return replay;
}

std::vector<int> Solver::played_values(const Position& position, const std::vector<int>& plays, const Limits& limits) {
  const Turn turn(*this);
  return replay(begin(position, limits), plays).values;
}

std::vector<std::vector<CardValue>> Solver::played(const Position& position, const std::vector<int>& plays,
                                                   const Limits& limits) {
  const Turn turn(*this);
  const Replay played = replay(begin(position, limits), plays);
  std::vector<std::vector<CardValue>> values;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    const int card = played.cards[i];
    const int after = played.values[i + 1] + played.before[i].ns_trick(card);
    values.push_back(card_values(played.before[i], played.values[i], card, after));
  }
  return values;
}

std::vector<int> Solver::line(const Position& position, const Limits& limits) {
  const Turn turn(*this);
  SearchPosition now = begin(position, limits);
  int value = team_.value(now.trick(), -1);
  std::vector<int> cards;
  while (!now.finished()) {
    const bool ns = now.ns_to_play();
    const CardSet legal = now.legal();
    int chosen = low(legal);
    for (CardSet rest = legal; (legal & (legal - 1)) != 0 && rest != 0; rest &= rest - 1) {
      const Trick after = now.after(low(rest));
      if (ns ? team_.first().reaches(after, value) : !team_.first().reaches(after, value + 1)) {
        chosen = low(rest);
        break;
      }
    }
    value -= now.ns_trick(chosen);
    cards.push_back(now.plain(chosen));
    now.play_card(chosen);
  }
  return cards;
}

std::vector<int> Solver::table(const Position& deal, std::span<const LeadCase> cases, const Limits& limits) {
  const Turn turn(*this);
  begin(deal, limits);
  std::vector<SearchPosition> starts;
  std::array<std::vector<std::size_t>, kSeats> of_leader;
  for (const LeadCase& each : cases) {
    Position position = deal;
    position.leader = each.leader;
    position.exempt = each.exempt;
    of_leader[static_cast<std::size_t>(each.leader) & 3].push_back(starts.size());
    starts.emplace_back(position, rules_);
  }
  std::array<int, kSeats> order = {0, 1, 2, 3};
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return of_leader[a].size() > of_leader[b].size(); });
  std::vector<int> values(cases.size(), -1);
  std::atomic<int> guess{-1};
  team_.spread(kSeats, [&](Search& search, int i) {
    const auto& members = of_leader[order[i]];
    if (members.empty()) return;
    std::vector<unsigned> free;
    for (const std::size_t member : members) free.push_back(starts[member].node().free);
    LeadCases leader(search, starts[members[0]].trick(), free);
    const std::vector<int>& solved = leader.solve(guess.load(std::memory_order_relaxed));
    for (std::size_t k = 0; k < members.size(); ++k) values[members[k]] = solved[k];
    guess.store(solved[0], std::memory_order_relaxed);
  });
  return values;
}

}  // namespace backalley
