internal import CHarfBuzz
internal import ScoreDrawing

/// Shapes and draws the texts that need one font and no bidirectional layout: dates, numbers, Latin titles.
///
/// The result is what Pango makes of them, which asks the same HarfBuzz; but Pango, with the thirty libraries
/// and the list of all fonts that it needs, takes ten times as long to the first text.
struct FontShaper: ~Copyable {
  /// Where Debian's package fonts-inter has the font that draws the interface.
  private static let path = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"
  /// HarfBuzz's units a point, the same as Pango's.
  private static let unitsPerPoint = 1024.0

  private let file: FontFile
  private let language: hb_language_t?

  /// Nil where a library or the font is missing.
  init?() {
    guard let library = HarfBuzzLibrary.opened, let file = FontFile(path: Self.path, library) else { return nil }
    self.file = file
    language = library.functions.hb_language_from_string("en", -1)
  }

  var version: String { file.library.version }

  // MARK: Which texts

  /// Whether `text` has only characters of the font that stand from left to right, one beside the other.
  func canDraw(_ text: String) -> Bool {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return true }
    return text.unicodeScalars.allSatisfy { scalar in
      var glyph: hb_codepoint_t = 0
      return Self.isPlain(scalar)
        && file.library.functions.hb_font_get_nominal_glyph(file.font, scalar.value, &glyph) != 0
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Latin; the soft hyphen is invisible, © and ® may be pictures.
    case 0xA9, 0xAD, 0xAE: false
    case 0x20..<0x7F, 0xA0...0x17F, 0x1E00...0x1EFF: true
    // Spaces of several widths, dashes, quotation marks, bullet, ellipsis, minus.
    case 0x2009, 0x202F, 0x2010...0x2015, 0x2018...0x201E, 0x2020...0x2022, 0x2026, 0x20AC, 0x2212: true
    default: false
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x17F, 0x1E00...0x1EFF: true
    default: false
    }
  }

  // MARK: Shaping

  private struct Glyph {
    var id: UInt32
    /// From the start of the text, in units, y upwards.
    var x: Int
    var y: Int
  }

  private struct Run {
    var glyphs: [Glyph] = []
    var advance = 0
  }

  private func shape(_ text: String, _ font: FontRole) -> Run {
    let functions = file.library.functions
    let size = Int32(font.pointSize * Self.unitsPerPoint)
    functions.hb_font_set_scale(file.font, size, size)
    functions.hb_buffer_clear_contents(file.buffer)
    functions.hb_buffer_set_direction(file.buffer, HB_DIRECTION_LTR)
    functions.hb_buffer_set_script(
      file.buffer, text.unicodeScalars.contains(where: Self.isLetter) ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON)
    functions.hb_buffer_set_language(file.buffer, language)
    functions.hb_buffer_set_flags(
      file.buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        functions.hb_buffer_add_utf8(file.buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
    }
    // Digits of one width: "tnum".
    var feature = hb_feature_t(tag: 0x746E_756D, value: 1, start: 0, end: .max)
    functions.hb_shape(file.font, file.buffer, &feature, 1)
    return placed()
  }

  private func placed() -> Run {
    let functions = file.library.functions
    var count: UInt32 = 0
    var run = Run()
    guard let infos = functions.hb_buffer_get_glyph_infos(file.buffer, &count),
      let positions = functions.hb_buffer_get_glyph_positions(file.buffer, &count)
    else { return run }
    run.glyphs.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let position = positions[index]
      run.glyphs.append(
        Glyph(id: infos[index].codepoint, x: run.advance + Int(position.x_offset), y: Int(position.y_offset)))
      run.advance += Int(position.x_advance)
    }
    return run
  }

  // MARK: Measures

  /// The advance width of `text` in points.
  func width(of text: String, font: FontRole) -> Double {
    Double(shape(text, font).advance) / Self.unitsPerPoint
  }

  /// Half the height of a digit, in ems.
  var halfDigit: Double {
    // A 1 ends flat at both ends; round digits overshoot it.
    let ink = inkBox(shape("1", .title))
    return Double(-ink.minY) / Self.unitsPerPoint / 2 / FontRole.title.pointSize
  }

  /// What the glyphs cover, in units from the start of the baseline, y downwards.
  private func inkBox(_ run: Run) -> PixelRect {
    var box = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    for glyph in run.glyphs {
      var extents = hb_glyph_extents_t()
      guard file.library.functions.hb_font_get_glyph_extents(file.font, glyph.id, &extents) != 0 else { continue }
      let (left, top) = (glyph.x + Int(extents.x_bearing), -glyph.y - Int(extents.y_bearing))
      box = box.union(
        PixelRect(minX: left, minY: top, maxX: left + Int(extents.width), maxY: top - Int(extents.height)))
    }
    return box
  }

  // MARK: Pixels

  /// Draws `text` at `scale` pixels a point.
  func mask(of text: String, font: FontRole, scale: Double) -> TextMask {
    let run = shape(text, font)
    let unit = scale / Self.unitsPerPoint
    let box = TextMask.box(inkBox(run), unit: unit)
    let advance = Double(run.advance) * unit
    guard !box.isEmpty else {
      return TextMask(width: 0, height: 0, left: 0, top: 0, advance: advance, coverage: [])
    }
    let canvas = GlyphCanvas(width: box.width, height: box.height)
    canvas.unit = unit
    for glyph in run.glyphs {
      canvas.origin = ViewPoint(
        x: Double(glyph.x) * unit - Double(box.minX), y: -Double(glyph.y) * unit - Double(box.minY))
      file.library.functions.hb_font_get_glyph_shape(
        file.font, glyph.id, file.pen, Unmanaged.passUnretained(canvas).toOpaque())
    }
    return TextMask(
      width: box.width, height: box.height, left: box.minX, top: box.minY, advance: advance, coverage: canvas.coverage)
  }
}
