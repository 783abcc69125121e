#ifndef SCOREVIEW_CZLIB_SHIM_H
#define SCOREVIEW_CZLIB_SHIM_H

#include <dlfcn.h>
#include <zlib.h>

// zlib is opened when compressed data are met, never linked. Each name below becomes a
// typed member of the table, so the header still checks every call.
#define SCOREVIEW_ZLIB_FUNCTIONS(X) \
  X(inflateInit2_)                  \
  X(inflate)                        \
  X(inflateReset)                   \
  X(inflateEnd)

struct ZlibFunctions {
#define SCOREVIEW_MEMBER(name) __typeof__(&name) name;
  SCOREVIEW_ZLIB_FUNCTIONS(SCOREVIEW_MEMBER)
#undef SCOREVIEW_MEMBER
};

/// Fills the table from an opened library; returns the first name that is missing, or NULL.
static inline const char *zlib_resolve(void *library, struct ZlibFunctions *table) {
#define SCOREVIEW_RESOLVE(name)                           \
  table->name = (__typeof__(&name))dlsym(library, #name); \
  if (table->name == 0) return #name;
  SCOREVIEW_ZLIB_FUNCTIONS(SCOREVIEW_RESOLVE)
#undef SCOREVIEW_RESOLVE
  return 0;
}

/// Starts to unpack gzip data, whose window is at most 32 KiB (15 bits); 16 asks for gzip's header.
static inline int zlib_start_gzip(const struct ZlibFunctions *table, z_stream *stream) {
  return table->inflateInit2_(stream, 15 + 16, ZLIB_VERSION, (int)sizeof(z_stream));
}

#endif
