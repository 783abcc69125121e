internal import CCairo
internal import Glibc

/// Cairo, Pango and fontconfig, opened once a process and never closed.
struct PangoCairoLibrary: @unchecked Sendable {
  // Unchecked: a table of functions that is never written again after it was filled.
  let functions: PangoCairoFunctions

  /// The library, opened by whoever asks first.
  static func open() throws(RasterError) -> PangoCairoLibrary { try opened.get() }

  private static let opened: Result<PangoCairoLibrary, RasterError> = openLibrary(
    named: "libpangocairo-1.0.so.0", package: "libpangocairo-1.0-0")

  /// The loader looks a name up in what the library depends on too, so one handle serves for Cairo,
  /// Pango, fontconfig and GObject.
  static func openLibrary(named name: String, package: String) -> Result<PangoCairoLibrary, RasterError> {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
      return .failure(.missingLibrary(name: name, package: package, reason: reason))
    }
    var functions = PangoCairoFunctions()
    if let missing = pango_cairo_resolve(handle, &functions) {
      return .failure(.outdatedLibrary(name: name, function: String(cString: missing)))
    }
    return .success(PangoCairoLibrary(functions: functions))
  }
}

/// A reference to a GObject (a font map, a context, a layout).
struct ObjectHandle: ~Copyable {
  let pointer: OpaquePointer
  private let library: PangoCairoLibrary

  /// Takes over one reference to `pointer`.
  init?(_ pointer: OpaquePointer?, _ library: PangoCairoLibrary) {
    guard let pointer else { return nil }
    self.pointer = pointer
    self.library = library
  }

  deinit { library.functions.g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// A description of the font asked for.
struct FontDescriptionHandle: ~Copyable {
  let pointer: OpaquePointer
  private let library: PangoCairoLibrary

  init?(families: String, _ library: PangoCairoLibrary) {
    guard let pointer = library.functions.pango_font_description_new() else { return nil }
    self.pointer = pointer
    self.library = library
    library.functions.pango_font_description_set_family(pointer, families)
  }

  deinit { library.functions.pango_font_description_free(pointer) }
}

/// A surface of one coverage byte a pixel, with a context that draws on it.
struct CoverageSurface: ~Copyable {
  let surface: OpaquePointer
  let context: OpaquePointer
  private let library: PangoCairoLibrary

  /// A transparent surface, or nil when there is no memory for it.
  init?(width: Int, height: Int, _ library: PangoCairoLibrary) {
    let cairo = library.functions
    guard let surface = cairo.cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)) else {
      return nil
    }
    guard cairo.cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo.cairo_create(surface) else {
      cairo.cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.context = context
    self.library = library
  }

  deinit {
    library.functions.cairo_destroy(context)
    library.functions.cairo_surface_destroy(surface)
  }
}
