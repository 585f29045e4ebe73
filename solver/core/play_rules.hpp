// The knobs of the rules that touch the play (R12, R13), compiled into flags.
#pragma once

#include <cstdint>

namespace backalley {

enum class BreakOn : std::uint8_t { kAnyTrump, kRuffOnly, kNever, kUnrestricted };
enum class Forced : std::uint8_t { kNone, kOpponents, kAll };

struct PlayRules {
  BreakOn break_on = BreakOn::kAnyTrump;
  Forced big_led = Forced::kAll;
  Forced little_led = Forced::kAll;

  bool operator==(const PlayRules&) const = default;
};

}  // namespace backalley
