#ifndef SCOREVIEW_CPIXELS_SHIM_H
#define SCOREVIEW_CPIXELS_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character is as large as a pixel");

/// Sets `count` pixels: the C library does it with the widest stores that the processor has.
static inline void set_pixels(uint32_t *pixels, uint32_t pixel, size_t count) {
  wmemset((wchar_t *)pixels, (wchar_t)pixel, count);
}

#endif
