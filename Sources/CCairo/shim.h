#ifndef SCOREVIEW_CCAIRO_SHIM_H
#define SCOREVIEW_CCAIRO_SHIM_H

#include <dlfcn.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

// Cairo and Pango are opened when a picture is first drawn, never linked: a run
// that draws no pixels must not pay for loading them. Each name below becomes a
// typed member of the table, so the headers still check every call.
#define SCOREVIEW_PANGOCAIRO_FUNCTIONS(X)     \
  X(FcConfigCreate)                           \
  X(FcConfigDestroy)                          \
  X(FcConfigParseAndLoadFromMemory)           \
  X(FcConfigBuildFonts)                       \
  X(FcConfigSetCurrent)                       \
  X(cairo_create)                             \
  X(cairo_destroy)                            \
  X(cairo_fill)                               \
  X(cairo_font_options_create)                \
  X(cairo_font_options_destroy)               \
  X(cairo_font_options_set_antialias)         \
  X(cairo_font_options_set_hint_metrics)      \
  X(cairo_font_options_set_hint_style)        \
  X(cairo_image_surface_create)               \
  X(cairo_image_surface_create_for_data)      \
  X(cairo_image_surface_get_data)             \
  X(cairo_image_surface_get_stride)           \
  X(cairo_line_to)                            \
  X(cairo_move_to)                            \
  X(cairo_paint)                              \
  X(cairo_pattern_add_color_stop_rgba)        \
  X(cairo_pattern_create_linear)              \
  X(cairo_pattern_destroy)                    \
  X(cairo_scale)                              \
  X(cairo_set_dash)                           \
  X(cairo_set_line_cap)                       \
  X(cairo_set_line_join)                      \
  X(cairo_set_line_width)                     \
  X(cairo_set_source)                         \
  X(cairo_set_source_rgba)                    \
  X(cairo_stroke)                             \
  X(cairo_surface_destroy)                    \
  X(cairo_surface_flush)                      \
  X(cairo_surface_status)                     \
  X(cairo_translate)                          \
  X(cairo_version_string)                     \
  X(g_object_unref)                           \
  X(pango_attr_font_features_new)             \
  X(pango_attr_list_insert)                   \
  X(pango_attr_list_new)                      \
  X(pango_attr_list_unref)                    \
  X(pango_cairo_context_set_font_options)     \
  X(pango_cairo_font_map_new)                 \
  X(pango_cairo_layout_line_path)             \
  X(pango_context_set_language)               \
  X(pango_context_set_round_glyph_positions)  \
  X(pango_fc_font_map_set_config)             \
  X(pango_font_description_free)              \
  X(pango_font_description_new)               \
  X(pango_font_description_set_absolute_size) \
  X(pango_font_description_set_family)        \
  X(pango_font_map_create_context)            \
  X(pango_language_from_string)               \
  X(pango_layout_get_line_readonly)           \
  X(pango_layout_line_get_extents)            \
  X(pango_layout_new)                         \
  X(pango_layout_set_attributes)              \
  X(pango_layout_set_font_description)        \
  X(pango_layout_set_single_paragraph_mode)   \
  X(pango_layout_set_text)                    \
  X(pango_version_string)

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
