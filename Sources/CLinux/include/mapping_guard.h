#ifndef SCOREVIEW_MAPPING_GUARD_H
#define SCOREVIEW_MAPPING_GUARD_H

#include <stdbool.h>
#include <stddef.h>

// A file that is cut while it is mapped raises SIGBUS at the next look at a
// page that is gone. A guarded mapping then reads as zeros from that page on and
// remembers it, so its owner can say what happened instead of being killed.

/// Guards `length` bytes at the page `start`; returns a slot, or -1 if all are taken or the
/// signal cannot be caught.
int mapping_guard_add(const void *start, size_t length);

/// Whether a page of the mapping in `slot` was gone when it was looked at.
bool mapping_guard_tripped(int slot);

/// Ends the guard; the mapping must not be looked at any more.
void mapping_guard_remove(int slot);

#endif
