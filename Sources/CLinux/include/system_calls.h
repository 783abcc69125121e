#ifndef SCOREVIEW_SYSTEM_CALLS_H
#define SCOREVIEW_SYSTEM_CALLS_H

#include <stddef.h>
#include <stdint.h>

struct stat;

// System calls and fields that are hidden from Swift's Glibc module.

/// mremap(2) with MREMAP_MAYMOVE: resizes a mapping by moving its pages; MAP_FAILED on failure.
void *resize_mapping(void *start, size_t size, size_t new_size);

/// The last change of a file's contents, in nanoseconds since 1970.
int64_t modification_time(const struct stat *status);

#endif
