// Sixteen patterns compared at once: the inner loop of the table, in whatever the processor offers.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#define BACKALLEY_SSE2
#include <emmintrin.h>
#elif defined(__aarch64__)
#define BACKALLEY_NEON
#include <arm_neon.h>
#endif

namespace backalley {

// Where sixteen patterns keep what is compared first: ranks as in `mask`, their owners, bounds on the tricks.
struct Columns {
  const std::uint32_t* mask;
  const std::uint32_t* owner;
  const std::uint8_t* lower;
  const std::uint8_t* upper;
};

// Of each pattern one bit: does `mine` have what it asks for, and do its bounds tell whether `need` is reached?
struct Fit {
  unsigned any;
  unsigned settled;
};

// For any processor; the others are the same in its own instructions.
namespace portable {

inline Fit fitting(const Columns& c, std::uint32_t mine, int need) {
  Fit fit{0, 0};
  for (unsigned i = 0; i < 16; ++i) {
    const auto any = static_cast<unsigned>((c.mask[i] & mine) == c.owner[i]);
    const auto settled = static_cast<unsigned>(c.lower[i] >= need) | static_cast<unsigned>(c.upper[i] < need);
    fit.any |= any << i;
    fit.settled |= (any & settled) << i;
  }
  return fit;
}

// Of each pattern one bit: does it ask for all that `mask` and `owner` ask for?
inline unsigned narrower(const Columns& c, std::uint32_t mask, std::uint32_t owner) {
  unsigned bits = 0;
  for (unsigned i = 0; i < 16; ++i) {
    bits |= (static_cast<unsigned>((c.mask[i] & mask) == mask) & static_cast<unsigned>((c.owner[i] & mask) == owner))
            << i;
  }
  return bits;
}

}  // namespace portable

#if defined(BACKALLEY_SSE2)

inline __m128i aligned16(const void* at) { return _mm_load_si128(static_cast<const __m128i*>(at)); }
inline __m128i load16(const void* at) { return _mm_loadu_si128(static_cast<const __m128i*>(at)); }
inline __m128i join16(__m128i a, __m128i b, __m128i c, __m128i d) {
  return _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
}

inline Fit fitting(const Columns& c, std::uint32_t mine, int need) {
  const __m128i have = _mm_set1_epi32(static_cast<int>(mine));
  const auto four = [&](int i) {
    return _mm_cmpeq_epi32(_mm_and_si128(aligned16(c.mask + i), have), aligned16(c.owner + i));
  };
  const __m128i any = join16(four(0), four(4), four(8), four(12));
  const __m128i want = _mm_set1_epi8(static_cast<char>(need));
  const __m128i open = _mm_and_si128(_mm_cmpgt_epi8(want, load16(c.lower)),
                                     _mm_cmpgt_epi8(load16(c.upper), _mm_set1_epi8(static_cast<char>(need - 1))));
  return {static_cast<unsigned>(_mm_movemask_epi8(any)),
          static_cast<unsigned>(_mm_movemask_epi8(_mm_andnot_si128(open, any)))};
}

inline unsigned narrower(const Columns& c, std::uint32_t mask, std::uint32_t owner) {
  const __m128i want = _mm_set1_epi32(static_cast<int>(mask));
  const __m128i whom = _mm_set1_epi32(static_cast<int>(owner));
  const auto four = [&](int i) {
    return _mm_and_si128(_mm_cmpeq_epi32(_mm_and_si128(aligned16(c.mask + i), want), want),
                         _mm_cmpeq_epi32(_mm_and_si128(aligned16(c.owner + i), want), whom));
  };
  return static_cast<unsigned>(_mm_movemask_epi8(join16(four(0), four(4), four(8), four(12))));
}

#elif defined(BACKALLEY_NEON)

inline uint8x16_t join16(uint32x4_t a, uint32x4_t b, uint32x4_t c, uint32x4_t d) {
  return vcombine_u8(vmovn_u16(vcombine_u16(vmovn_u32(a), vmovn_u32(b))),
                     vmovn_u16(vcombine_u16(vmovn_u32(c), vmovn_u32(d))));
}

inline unsigned bits_of(uint8x16_t yes) {
  static const std::uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vandq_u8(yes, vld1q_u8(kBits));
  return static_cast<unsigned>(vaddv_u8(vget_low_u8(bits))) | static_cast<unsigned>(vaddv_u8(vget_high_u8(bits))) << 8;
}

inline Fit fitting(const Columns& c, std::uint32_t mine, int need) {
  const uint32x4_t have = vdupq_n_u32(mine);
  const auto four = [&](int i) { return vceqq_u32(vandq_u32(vld1q_u32(c.mask + i), have), vld1q_u32(c.owner + i)); };
  const uint8x16_t any = join16(four(0), four(4), four(8), four(12));
  const uint8x16_t want = vdupq_n_u8(static_cast<std::uint8_t>(need));
  const uint8x16_t settled = vorrq_u8(vcgeq_u8(vld1q_u8(c.lower), want), vcltq_u8(vld1q_u8(c.upper), want));
  return {bits_of(any), bits_of(vandq_u8(any, settled))};
}

inline unsigned narrower(const Columns& c, std::uint32_t mask, std::uint32_t owner) {
  const uint32x4_t want = vdupq_n_u32(mask);
  const uint32x4_t whom = vdupq_n_u32(owner);
  const auto four = [&](int i) {
    return vandq_u32(vceqq_u32(vandq_u32(vld1q_u32(c.mask + i), want), want),
                     vceqq_u32(vandq_u32(vld1q_u32(c.owner + i), want), whom));
  };
  return bits_of(join16(four(0), four(4), four(8), four(12)));
}

#else

using portable::fitting;
using portable::narrower;

#endif

}  // namespace backalley
