#ifndef SCOREVIEW_CHARFBUZZ_SHIM_H
#define SCOREVIEW_CHARFBUZZ_SHIM_H

#include <dlfcn.h>
#include <hb.h>

// HarfBuzz is opened when text is first drawn, never linked: see Sources/CCairo/shim.h.
#define SCOREVIEW_HARFBUZZ_FUNCTIONS(X)  \
  X(hb_blob_create_from_file_or_fail)    \
  X(hb_blob_destroy)                     \
  X(hb_buffer_add_utf8)                  \
  X(hb_buffer_clear_contents)            \
  X(hb_buffer_create)                    \
  X(hb_buffer_destroy)                   \
  X(hb_buffer_get_glyph_infos)           \
  X(hb_buffer_get_glyph_positions)       \
  X(hb_buffer_set_direction)             \
  X(hb_buffer_set_flags)                 \
  X(hb_buffer_set_language)              \
  X(hb_buffer_set_script)                \
  X(hb_draw_funcs_create)                \
  X(hb_draw_funcs_destroy)               \
  X(hb_draw_funcs_set_cubic_to_func)     \
  X(hb_draw_funcs_set_line_to_func)      \
  X(hb_draw_funcs_set_quadratic_to_func) \
  X(hb_face_create)                      \
  X(hb_face_destroy)                     \
  X(hb_face_get_glyph_count)             \
  X(hb_font_create)                      \
  X(hb_font_destroy)                     \
  X(hb_font_get_glyph_extents)           \
  X(hb_font_get_glyph_shape)             \
  X(hb_font_get_nominal_glyph)           \
  X(hb_font_set_scale)                   \
  X(hb_language_from_string)             \
  X(hb_shape)                            \
  X(hb_version_string)

struct HarfBuzzFunctions {
#define SCOREVIEW_MEMBER(name) __typeof__(&name) name;
  SCOREVIEW_HARFBUZZ_FUNCTIONS(SCOREVIEW_MEMBER)
#undef SCOREVIEW_MEMBER
};

/// Fills the table from an opened library; returns the first name that is missing, or NULL.
static inline const char *harfbuzz_resolve(void *library, struct HarfBuzzFunctions *table) {
#define SCOREVIEW_RESOLVE(name)                           \
  table->name = (__typeof__(&name))dlsym(library, #name); \
  if (table->name == 0) return #name;
  SCOREVIEW_HARFBUZZ_FUNCTIONS(SCOREVIEW_RESOLVE)
#undef SCOREVIEW_RESOLVE
  return 0;
}

#endif
