// Moves the weights of the move ordering while that takes nodes off the search of random deals;
// scripts/generate/tune_ordering.py compiles and runs it.
//
//     tune_ordering KIND DEALS CARDS SEED SECONDS OUT
//
// KIND is 0 no-trump, 1 a trump suit, 2 live bloopers or limited leads.  OUT receives the text of weights.hpp whenever
// a better set is found.  The measure is the mean logarithm of the nodes of a deal, so that no hard deal rules the
// rest.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "solver.hpp"

using namespace backalley;

namespace {

// A feature's weights as an array of `sizes`; weights that agree on the `held` axes are moved together.
struct Feature {
  const char* name;
  std::vector<int> sizes;
  std::vector<std::vector<int>> held;

  int count() const { return std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>()); }
};

// In the order of ordering.hpp.
const std::vector<Feature> kFeatures = {
    {"kLeadRanks", {2, 5, 5, 5, 4}, {{0, 1, 2}, {0, 1, 4}, {0, 2, 4}}},
    {"kLeadVoid", {27}, {{0}}},
    {"kLeadLength", {2, 2, 6}, {{0, 1, 2}}},
    {"kLeadPartner", {2, 6}, {{0, 1}}},
    {"kLeadOpponents", {2, 4, 4}, {{0, 1, 2}}},
    {"kLeadBlooper", {2}, {{0}}},
    {"kLeadHint", {2}, {{0}}},
    {"kLeadBest", {1}, {{0}}},
    {"kFollow", {3, 3, 3, 3, 2, 4}, {{0, 1, 2, 3, 4}, {0, 1, 5}}},
    {"kFollowLength", {3, 3, 5}, {{0, 1, 2}}},
    {"kDiscard", {5, 5, 4}, {{0, 1}, {0, 2}}},
    {"kFollowHint", {3}, {{0}}},
    {"kDiscardHint", {1}, {{0}}},
    {"kLiveTrumpLead", {1}, {{0}}},
    {"kBreakingLead", {1}, {{0}}},
    {"kLiveRuff", {1}, {{0}}},
};
const std::vector<std::string> kKinds = {"no-trump", "a trump suit", "live bloopers or limited leads"};

struct Sample {
  Position deal;
  PlayRules rules;
  std::vector<LeadCase> cases;
};

std::vector<Sample> samples(int kind, int count, int cards, std::mt19937& random) {
  std::vector<Sample> all(static_cast<std::size_t>(count));
  for (Sample& sample : all) {
    std::vector<int> pack(kind == 2 ? 54 : 52);
    std::iota(pack.begin(), pack.end(), 0);
    std::shuffle(pack.begin(), pack.end(), random);
    for (int i = 0; i < 4 * cards; ++i) sample.deal.hands[i & 3] |= std::uint64_t{1} << pack[i];
    sample.deal.trump = kind == 0 ? -1 : static_cast<int>(random() % 4);
    if (kind != 2) sample.rules = {BreakOn::kUnrestricted, Forced::kNone, Forced::kNone};
    for (int leader = 0; leader < kSeats; ++leader) sample.cases.push_back({leader, 0});
    for (int claimants = 1; kind == 2 && claimants < 16; ++claimants) {
      const int last = 31 - std::countl_zero(static_cast<unsigned>(claimants));
      sample.cases.push_back({last, static_cast<unsigned>(claimants)});
    }
  }
  return all;
}

std::vector<std::vector<int>> groups_of(int first) {
  std::vector<std::vector<int>> groups;
  for (const Feature& feature : kFeatures) {
    const int count = feature.count();
    for (const auto& held : feature.held) {
      std::vector<std::vector<int>> by_key(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) {
        int key = 0;
        int below = count;
        for (std::size_t axis = 0; axis < feature.sizes.size(); ++axis) {
          below /= feature.sizes[axis];
          const int at = i / below % feature.sizes[axis];
          if (std::find(held.begin(), held.end(), static_cast<int>(axis)) != held.end()) {
            key = key * feature.sizes[axis] + at;
          }
        }
        by_key[static_cast<std::size_t>(key)].push_back(first + i);
      }
      for (auto& group : by_key) {
        if (!group.empty()) groups.push_back(std::move(group));
      }
    }
    first += count;
  }
  return groups;
}

void write(const std::string& path, const std::vector<std::int16_t>& weights) {
  std::ofstream out(path);
  out << "// Fitted weights of the move ordering (ordering.hpp), for each kind of play; written by\n"
         "// scripts/generate/tune_ordering.py.\n"
         "#pragma once\n\n#include <cstdint>\n\nnamespace backalley {\n\n// clang-format off\n"
         "inline constexpr std::int16_t kFittedWeights[] = {\n";
  std::size_t at = 0;
  for (const std::string& kind : kKinds) {
    out << "  // " << kind << '\n';
    for (const Feature& feature : kFeatures) {
      out << "  // " << feature.name << '\n';
      std::string line = "  ";
      for (int i = 0; i < feature.count(); ++i) {
        const std::string number = std::to_string(weights[at++]) + ",";
        if (line.size() + number.size() > 119) {
          out << line << '\n';
          line = "  ";
        }
        line += number;
      }
      out << line << '\n';
    }
  }
  out << "};\n// clang-format on\n\n}  // namespace backalley\n";
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 7) return 2;
  int all = 0;
  for (const Feature& feature : kFeatures) all += feature.count();
  if (all != feature::kCount) {
    std::cerr << "the features here are not those of ordering.hpp\n";
    return 2;
  }
  const int kind = std::atoi(arguments[1]);
  std::mt19937 random(static_cast<unsigned>(std::atoi(arguments[4])));
  const auto deals = samples(kind, std::atoi(arguments[2]), std::atoi(arguments[3]), random);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(arguments[5]));
  std::vector<std::int16_t> weights(std::begin(kFittedWeights), std::end(kFittedWeights));
  const auto measure = [&] {
    double sum = 0;
    for (const Sample& sample : deals) {
      Solver solver(sample.rules, std::size_t{64} << 20, 1);
      solver.set_weights(weights.data());
      solver.table(sample.deal, sample.cases, {});
      sum += std::log(static_cast<double>(solver.nodes()) + 20);
    }
    return sum / static_cast<double>(deals.size());
  };
  const auto move = [&](const std::vector<int>& group, int change) {
    for (const int i : group) weights[static_cast<std::size_t>(i)] += static_cast<std::int16_t>(change);
  };
  double best = measure();
  std::cout << "at first " << best << std::endl;
  auto groups = groups_of(kind * feature::kCount);
  // A change must save a tenth of a per cent, or it only fits the noise of these deals.
  constexpr double kLeast = 0.001;
  for (const int step : {8, 4, 12, 6, 3}) {
    std::shuffle(groups.begin(), groups.end(), random);
    for (const auto& group : groups) {
      for (const int change : {step, -step}) {
        if (std::chrono::steady_clock::now() >= end) return 0;
        move(group, change);
        const double now = measure();
        if (now < best - kLeast) {
          best = now;
          std::cout << "step " << change << ": " << best << std::endl;
          write(arguments[6], weights);
          break;
        }
        move(group, -change);
        if (now == best) break;  // nothing asks for these
      }
    }
  }
  return 0;
}
