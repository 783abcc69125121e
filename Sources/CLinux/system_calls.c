#define _GNU_SOURCE
#include "system_calls.h"

#include <sys/mman.h>
#include <sys/stat.h>

void *resize_mapping(void *start, size_t size, size_t new_size) {
  return mremap(start, size, new_size, MREMAP_MAYMOVE);
}

int64_t modification_time(const struct stat *status) {
  // Unsigned, so that a nonsensical time of a damaged file system wraps instead of being undefined.
  return (int64_t)((uint64_t)status->st_mtim.tv_sec * 1000000000u + (uint64_t)status->st_mtim.tv_nsec);
}
