#ifndef SCOREVIEW_CPIXELS_SHIM_H
#define SCOREVIEW_CPIXELS_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character is as large as a pixel");

/// Sets `count` pixels: the C library does it with the widest stores that the processor has.
static inline void set_pixels(uint32_t *pixels, uint32_t pixel, size_t count) {
  wmemset((wchar_t *)pixels, (wchar_t)pixel, count);
}

/// How the coverage of sixteen pixel columns differs from that of the row above, in 1 / 65536 of 1 / 8192: by a jump of its
/// own, and by the growths of this row and all above it.
struct coverage_row {
  int32_t jump[16];
  int32_t growth[16];
};

/// Lays `color` on sixteen pixel columns, `count` rows of them, and leaves the coverage zero.
///
/// Blending is that of `Ink.blend`, to the bit: the sum of two products of a byte with 0 ... 8192, and the nearest byte.
static inline void lay_columns_portably(
  uint32_t *pixels, size_t pitch, struct coverage_row *rows, const intptr_t *opacities, size_t count, uint32_t color
) {
  int32_t value[16], growth[16];
  for (int i = 0; i < 16; i++) {
    value[i] = 32768;
    growth[i] = 0;
  }
  for (size_t row = 0; row < count; row++, pixels += pitch) {
    for (int i = 0; i < 16; i++) {
      growth[i] = (int32_t)((uint32_t)growth[i] + (uint32_t)rows[row].growth[i]);
      value[i] = (int32_t)((uint32_t)value[i] + (uint32_t)growth[i] + (uint32_t)rows[row].jump[i]);
      rows[row].growth[i] = rows[row].jump[i] = 0;
      int32_t part = value[i] >> 16;
      part = part < 0 ? 0 : part > 8192 ? 8192 : part;
      const uint32_t layer = ((uint32_t)part * (uint32_t)opacities[row] + 4096) >> 13;
      uint32_t sum = 0xFF000000;
      for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t old = pixels[i] >> shift & 0xFF, ink = color >> shift & 0xFF;
        sum |= (old * (8192 - layer) + ink * layer + 4096) >> 13 << shift;
      }
      pixels[i] = sum;
    }
  }
}

/// The same with the processor's vectors, where it is known to have some.
static inline void lay_columns(
  uint32_t *pixels, size_t pitch, struct coverage_row *rows, const intptr_t *opacities, size_t count, uint32_t color
) {
#ifdef __SSE2__
  const __m128i zero = _mm_setzero_si128(), half = _mm_set1_epi32(4096), full = _mm_set1_epi16(8192);
  const __m128i alpha = _mm_set1_epi32((int)0xFF000000);
  const __m128i ink = _mm_unpacklo_epi8(_mm_set1_epi32((int)(color | 0xFF000000)), zero);
  __m128i value[4], growth[4];
  for (int i = 0; i < 4; i++) {
    value[i] = _mm_set1_epi32(32768);
    growth[i] = zero;
  }
  for (size_t row = 0; row < count; row++, pixels += pitch) {
    __m128i *jumps = (__m128i *)rows[row].jump, *growths = (__m128i *)rows[row].growth;
    __m128i part[4];
    for (int i = 0; i < 4; i++) {
      growth[i] = _mm_add_epi32(growth[i], _mm_loadu_si128(growths + i));
      value[i] = _mm_add_epi32(value[i], _mm_add_epi32(growth[i], _mm_loadu_si128(jumps + i)));
      _mm_storeu_si128(growths + i, zero);
      _mm_storeu_si128(jumps + i, zero);
      part[i] = _mm_srai_epi32(value[i], 16);
    }
    // Sixteen bits hold any part; then those that are none at all are cut off.
    const __m128i left = _mm_max_epi16(_mm_min_epi16(_mm_packs_epi32(part[0], part[1]), full), zero);
    const __m128i right = _mm_max_epi16(_mm_min_epi16(_mm_packs_epi32(part[2], part[3]), full), zero);
    if (_mm_movemask_epi8(_mm_cmpeq_epi16(_mm_or_si128(left, right), zero)) == 0xFFFF) continue;
    const __m128i opacity = _mm_set1_epi32((int)opacities[row]);
    part[0] = _mm_unpacklo_epi16(left, zero);
    part[1] = _mm_unpackhi_epi16(left, zero);
    part[2] = _mm_unpacklo_epi16(right, zero);
    part[3] = _mm_unpackhi_epi16(right, zero);
    for (int i = 0; i < 4; i++) {
      const __m128i layer = _mm_srli_epi32(_mm_add_epi32(_mm_madd_epi16(part[i], opacity), half), 13);
      const __m128i weights = _mm_or_si128(_mm_slli_epi32(layer, 16), _mm_sub_epi32(_mm_set1_epi32(8192), layer));
      __m128i *target = (__m128i *)(pixels + 4 * i);
      const __m128i old = _mm_loadu_si128(target);
      const __m128i low = _mm_unpacklo_epi8(old, zero), high = _mm_unpackhi_epi8(old, zero);
      __m128i a = _mm_madd_epi16(_mm_unpacklo_epi16(low, ink), _mm_shuffle_epi32(weights, 0x00));
      __m128i b = _mm_madd_epi16(_mm_unpackhi_epi16(low, ink), _mm_shuffle_epi32(weights, 0x55));
      __m128i c = _mm_madd_epi16(_mm_unpacklo_epi16(high, ink), _mm_shuffle_epi32(weights, 0xAA));
      __m128i d = _mm_madd_epi16(_mm_unpackhi_epi16(high, ink), _mm_shuffle_epi32(weights, 0xFF));
      a = _mm_packs_epi32(_mm_srli_epi32(_mm_add_epi32(a, half), 13), _mm_srli_epi32(_mm_add_epi32(b, half), 13));
      c = _mm_packs_epi32(_mm_srli_epi32(_mm_add_epi32(c, half), 13), _mm_srli_epi32(_mm_add_epi32(d, half), 13));
      _mm_storeu_si128(target, _mm_or_si128(_mm_packus_epi16(a, c), alpha));
    }
  }
#else
  lay_columns_portably(pixels, pitch, rows, opacities, count, color);
#endif
}

#endif
