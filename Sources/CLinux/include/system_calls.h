#ifndef SCOREVIEW_SYSTEM_CALLS_H
#define SCOREVIEW_SYSTEM_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stat;

// System calls and fields that are hidden from Swift's Glibc module.

/// mremap(2) with MREMAP_MAYMOVE: resizes a mapping by moving its pages; MAP_FAILED on failure.
void *resize_mapping(void *start, size_t size, size_t new_size);

/// The last change of a file's contents, in nanoseconds since 1970.
int64_t modification_time(const struct stat *status);

/// A descriptor that becomes readable once `signal_event` was called, or -1; neither it nor its
/// use ever blocks, and a child does not inherit it.
int new_event(void);
void signal_event(int descriptor);
void clear_event(int descriptor);

/// Whether other machines or programs may change what is in the file system of `path`
/// without this kernel seeing it: network and user-space file systems. True if unknown.
bool is_on_remote_file_system(const char *path);

#endif
