internal import CHarfBuzz
internal import Glibc

/// HarfBuzz, opened once a process and never closed.
struct HarfBuzzLibrary: @unchecked Sendable {
  // Unchecked: a table of functions that is never written again after it was filled.
  let functions: HarfBuzzFunctions

  /// Nil where it is missing or too old: Pango, which needs it too, then says so.
  static let opened: HarfBuzzLibrary? = {
    guard let library = dlopen("libharfbuzz.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
    var functions = HarfBuzzFunctions()
    return harfbuzz_resolve(library, &functions) == nil ? HarfBuzzLibrary(functions: functions) : nil
  }()

  var version: String { "HarfBuzz " + (functions.hb_version_string().map { String(cString: $0) } ?? "?") }
}

/// One font, opened for shaping, and what HarfBuzz needs to shape and to draw with it.
struct FontFile: ~Copyable {
  let library: HarfBuzzLibrary
  let font: OpaquePointer
  let buffer: OpaquePointer
  /// Draws outlines on the `GlyphCanvas` that is passed with them.
  let pen: OpaquePointer

  /// Nil when the file is not there or is not a font.
  init?(path: String, _ library: HarfBuzzLibrary) {
    let functions = library.functions
    guard let blob = functions.hb_blob_create_from_file_or_fail(path) else { return nil }
    let face = functions.hb_face_create(blob, 0)
    functions.hb_blob_destroy(blob)
    defer { functions.hb_face_destroy(face) }
    guard functions.hb_face_get_glyph_count(face) > 0, let font = functions.hb_font_create(face),
      let buffer = functions.hb_buffer_create(), let pen = functions.hb_draw_funcs_create()
    else { return nil }
    GlyphCanvas.connect(pen, functions)
    self.library = library
    self.font = font
    self.buffer = buffer
    self.pen = pen
  }

  deinit {
    library.functions.hb_draw_funcs_destroy(pen)
    library.functions.hb_buffer_destroy(buffer)
    library.functions.hb_font_destroy(font)
  }
}
