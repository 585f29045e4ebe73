#include <array>

#include "check.hpp"
#include "pattern_match.hpp"
#include "random_positions.hpp"

using namespace backalley;

TEST(pattern_match, the_processor_and_plain_code_agree) {
  Random random(2);
  for (int i = 0; i < 5000; ++i) {
    alignas(16) std::array<std::uint32_t, 16> mask;
    alignas(16) std::array<std::uint32_t, 16> owner;
    std::array<std::uint8_t, 16> lower;
    std::array<std::uint8_t, 16> upper;
    const auto mine = static_cast<std::uint32_t>(random.bits());
    for (int k = 0; k < 16; ++k) {
      mask[k] = static_cast<std::uint32_t>(random.bits() & random.bits());
      owner[k] = random.once_in(2) ? mine & mask[k] : static_cast<std::uint32_t>(random.bits()) & mask[k];
      lower[k] = static_cast<std::uint8_t>(random.below(14));
      upper[k] = static_cast<std::uint8_t>(lower[k] + random.below(14 - lower[k]));
    }
    const Columns columns{mask.data(), owner.data(), lower.data(), upper.data()};
    const int need = 1 + random.below(13);
    const Fit fit = fitting(columns, mine, need);
    const Fit plain = portable::fitting(columns, mine, need);
    CHECK_EQUAL(fit.any, plain.any);
    CHECK_EQUAL(fit.settled, plain.settled);
    const std::uint32_t some = mask[0] & static_cast<std::uint32_t>(random.bits());
    CHECK_EQUAL(narrower(columns, some, mine & some), portable::narrower(columns, some, mine & some));
  }
}
