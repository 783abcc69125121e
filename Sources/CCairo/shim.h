#ifndef SCOREVIEW_CCAIRO_SHIM_H
#define SCOREVIEW_CCAIRO_SHIM_H

#include <dlfcn.h>
#include <pango/pangocairo.h>

// Cairo and Pango are opened when a picture is first drawn, never linked: a run
// that draws no pixels must not pay for loading them. Each name below becomes a
// typed member of the table, so the headers still check every call.
#define SCOREVIEW_PANGOCAIRO_FUNCTIONS(X) \
  X(cairo_create)                         \
  X(cairo_destroy)                        \
  X(cairo_image_surface_create)

struct PangoCairoFunctions {
#define SCOREVIEW_MEMBER(name) __typeof__(&name) name;
  SCOREVIEW_PANGOCAIRO_FUNCTIONS(SCOREVIEW_MEMBER)
#undef SCOREVIEW_MEMBER
};

/// Fills the table from an opened library; returns the first name that is missing, or NULL.
static inline const char *pango_cairo_resolve(void *library, struct PangoCairoFunctions *table) {
#define SCOREVIEW_RESOLVE(name)                          \
  table->name = (__typeof__(&name))dlsym(library, #name); \
  if (table->name == 0) return #name;
  SCOREVIEW_PANGOCAIRO_FUNCTIONS(SCOREVIEW_RESOLVE)
#undef SCOREVIEW_RESOLVE
  return 0;
}

#endif
