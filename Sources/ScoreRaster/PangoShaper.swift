internal import CCairo
internal import ScoreDrawing

/// Shapes and draws texts of any script, each with the fonts that it needs: a font map of our own, one layout
/// that is used again and again.
struct PangoShaper: ~Copyable {
  private let library: PangoCairoLibrary
  private let fontMap: ObjectHandle
  private let context: ObjectHandle
  private let layout: ObjectHandle
  private let description: FontDescriptionHandle
  /// Inter draws the interface; the others stand in where it is missing or lacks a script.
  static let families =
    "Inter,Noto Sans,DejaVu Sans,Liberation Sans,Noto Sans CJK SC,Noto Sans CJK JP,WenQuanYi Micro Hei,sans-serif"

  /// Only folders and caches, no rules: the desktop's font settings must not change a picture, and
  /// reading some thirty files of rules would cost three quarters of the time to the first text.
  private static let configuration = """
    <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><dir prefix="xdg">fonts</dir>
    <cachedir>/var/cache/fontconfig</cachedir><cachedir prefix="xdg">fontconfig</cachedir>
    </fontconfig>
    """

  init?(_ library: PangoCairoLibrary) {
    let pango = library.functions
    Self.installFontConfiguration(library)
    guard let map = pango.pango_cairo_font_map_new(),
      let fontMap = ObjectHandle(OpaquePointer(map), library),
      let context = ObjectHandle(pango.pango_font_map_create_context(map), library),
      let description = FontDescriptionHandle(families: Self.families, library)
    else { return nil }
    // Nothing may depend on the desktop or the locale: outlines as designed, in a fixed language.
    let options = pango.cairo_font_options_create()
    pango.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    pango.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango.pango_cairo_context_set_font_options(context.pointer, options)
    pango.cairo_font_options_destroy(options)
    pango.pango_context_set_round_glyph_positions(context.pointer, 0)
    pango.pango_context_set_language(context.pointer, pango.pango_language_from_string("en"))

    guard let layout = ObjectHandle(pango.pango_layout_new(context.pointer), library) else { return nil }
    pango.pango_layout_set_single_paragraph_mode(layout.pointer, 1)
    let attributes = pango.pango_attr_list_new()
    pango.pango_attr_list_insert(attributes, pango.pango_attr_font_features_new("tnum=1"))
    pango.pango_layout_set_attributes(layout.pointer, attributes)
    pango.pango_attr_list_unref(attributes)
    self.library = library
    self.fontMap = fontMap
    self.context = context
    self.layout = layout
    self.description = description
  }

  /// Makes fontconfig's current configuration one of our own, before Pango asks for the default one.
  private static func installFontConfiguration(_ library: PangoCairoLibrary) {
    let fonts = library.functions
    guard let config = fonts.FcConfigCreate() else { return }
    let parsed = configuration.withCString { text in
      text.withMemoryRebound(to: FcChar8.self, capacity: configuration.utf8.count + 1) {
        fonts.FcConfigParseAndLoadFromMemory(config, $0, 1)
      }
    }
    if parsed == 0 || fonts.FcConfigBuildFonts(config) == 0 || fonts.FcConfigSetCurrent(config) == 0 {
      // Without it, Pango takes the system's configuration: slower, but text is drawn.
      fonts.FcConfigDestroy(config)
      return
    }
    fonts.FcConfigDestroy(config)
  }

  var versions: String {
    func text(_ version: UnsafePointer<CChar>?) -> String { version.map { String(cString: $0) } ?? "?" }
    return "cairo \(text(library.functions.cairo_version_string())), "
      + "pango \(text(library.functions.pango_version_string()))"
  }

  /// The advance width of `text` in points.
  func width(of text: String, font: FontRole) -> Double {
    guard let extents = extents(of: text, font: font) else { return 0 }
    return Double(extents.logical.width) / Double(PANGO_SCALE)
  }

  /// Half the height of a digit, in ems.
  var halfDigit: Double {
    // A 1 ends flat at both ends; round digits overshoot it.
    let extents = extents(of: "1", font: .title)
    return extents.map { Double(-$0.ink.y) / Double(PANGO_SCALE) / 2 / FontRole.title.pointSize } ?? 0.36
  }

  /// Draws `text` at `scale` pixels a point; nil when nothing of it is visible or there is no memory.
  func mask(of text: String, font: FontRole, scale: Double) -> TextMask? {
    guard let extents = extents(of: text, font: font) else { return nil }
    let unit = scale / Double(PANGO_SCALE)
    let advance = Double(extents.logical.width) * unit
    let ink = extents.ink
    let box = TextMask.box(
      PixelRect(
        minX: Int(ink.x), minY: Int(ink.y), maxX: Int(ink.x) + Int(ink.width), maxY: Int(ink.y) + Int(ink.height)),
      unit: unit)
    guard !box.isEmpty, let surface = CoverageSurface(width: box.width, height: box.height, library)
    else { return TextMask(width: 0, height: 0, left: 0, top: 0, advance: advance, coverage: []) }
    let cairo = library.functions
    cairo.cairo_translate(surface.context, Double(-box.minX), Double(-box.minY))
    cairo.cairo_scale(surface.context, scale, scale)
    // As outlines, not as glyphs: those would be placed on whole pixels, and letters would stand unevenly.
    cairo.pango_cairo_layout_line_path(surface.context, cairo.pango_layout_get_line_readonly(layout.pointer, 0))
    cairo.cairo_fill(surface.context)
    cairo.cairo_surface_flush(surface.surface)
    guard let data = cairo.cairo_image_surface_get_data(surface.surface) else { return nil }
    let stride = Int(cairo.cairo_image_surface_get_stride(surface.surface))
    var coverage: [UInt8] = []
    coverage.reserveCapacity(box.width * box.height)
    for row in 0..<box.height {
      coverage.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: box.width))
    }
    return TextMask(
      width: box.width, height: box.height, left: box.minX, top: box.minY, advance: advance, coverage: coverage)
  }

  private func extents(of text: String, font: FontRole) -> (ink: PangoRectangle, logical: PangoRectangle)? {
    let pango = library.functions
    pango.pango_font_description_set_absolute_size(description.pointer, font.pointSize * Double(PANGO_SCALE))
    pango.pango_layout_set_font_description(layout.pointer, description.pointer)
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.pango_layout_set_text(layout.pointer, $0.baseAddress ?? UnsafePointer(bitPattern: 1), Int32($0.count))
      }
    }
    guard let first = pango.pango_layout_get_line_readonly(layout.pointer, 0) else { return nil }
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango.pango_layout_line_get_extents(first, &ink, &logical)
    return (ink, logical)
  }
}
