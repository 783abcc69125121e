internal import ScoreDrawing

/// The colours of a sixel picture: a fixed set, made for what a chart consists of.
///
/// Most of them are steps of the area's gradient, for a table with the same few levels
/// for every channel bands visibly. The rest are the mixtures along the edges of text,
/// lines and boxes.
struct SixelPalette {
  private(set) var colors: [RGBA] = []
  /// The last answers, by a hash of the colour: the colour and 1, and its register.
  private var cache: [(key: UInt32, index: UInt8)]

  static let gradientSteps = 104
  /// The registers before the gradient's.
  static let gradientStart = 9
  static let most = 256
  private static let cacheBits = 13

  /// - Parameters:
  ///   - area: the role of the area in front.
  ///   - registers: how many colours the terminal has, where it said so.
  init(theme: Theme, area: ColorRole, registers: Int?) {
    cache = Array(repeating: (0, 0), count: 1 << SixelPalette.cacheBits)
    let limit = min(max(registers ?? SixelPalette.most, 2), SixelPalette.most)
    var seen: Set<RGBA> = []
    for (index, color) in SixelPalette.candidates(theme, area: area).enumerated() where colors.count < limit {
      // The gradient keeps its place even where two steps are the same colour.
      let isGradient =
        index >= SixelPalette.gradientStart && index < SixelPalette.gradientStart + SixelPalette.gradientSteps
      if isGradient || index < SixelPalette.gradientStart || seen.insert(color).inserted { colors.append(color) }
    }
  }

  /// In falling order of importance, so that a terminal with few registers loses the least.
  private static func candidates(_ theme: Theme, area areaRole: ColorRole) -> [RGBA] {
    let ground = theme.color(.background)
    let area = theme.color(areaRole)
    let strongest = Double(area.alpha) / 255
    func ramp(_ top: RGBA, over bottom: RGBA, _ steps: Int) -> [RGBA] {
      (1...steps).map { top.over(bottom, alpha: Double($0) / Double(steps)) }
    }
    let middle = area.over(ground, alpha: strongest / 2)
    let roles: [ColorRole] = [
      .background, .line, .dateLabel, .valueLabel, .dateLabelStrong, .title, .guide, .calloutText, .calloutBox,
    ]
    var list = roles.map { theme.color($0).over(ground, alpha: 1) }
    list += (1...gradientSteps).map { area.over(ground, alpha: strongest * Double($0) / Double(gradientSteps)) }
    list += ramp(theme.color(.line), over: ground, 6) + ramp(theme.color(.line), over: middle, 5)
    list += ramp(theme.color(.calloutText), over: theme.color(.calloutBox), 7)
    list += ramp(theme.color(.dateLabel), over: ground, 7) + ramp(theme.color(.dateLabelStrong), over: ground, 6)
    list += ramp(theme.color(.title), over: ground, 6)
    // Guides lie beneath the area; a hairline covers half a pixel or more.
    for share in [0.5, 1.0] {
      let guide = theme.color(.guide).over(ground, alpha: share)
      list += (0...6).map { area.over(guide, alpha: strongest * Double($0) / 6) }
    }
    for series in 1...5 { list += ramp(theme.color(.line(ofSeries: series)), over: ground, 5) }
    list += ramp(theme.color(.panelText), over: theme.color(.panel), 6)
    let shadow = RGBA(0, 0, 0)
    let darkest = Double(theme.color(.shadow).alpha) / 255
    list += (1...6).map { shadow.over(ground, alpha: darkest * Double($0) / 6) }
    list += (1...5).map { shadow.over(middle, alpha: darkest * Double($0) / 5) }
    return list
  }

  /// A register beside `register` in the gradient that every sixteen of its steps share; others are their own.
  func coarse(_ register: UInt8) -> UInt8 {
    let step = Int(register) - SixelPalette.gradientStart
    guard step >= 0, step < SixelPalette.gradientSteps else { return register }
    let shared = SixelPalette.gradientStart + min(step / 16 * 16 + 8, SixelPalette.gradientSteps - 1)
    return shared < colors.count ? UInt8(truncatingIfNeeded: shared) : register
  }

  /// The register whose colour is nearest to a pixel.
  mutating func register(of pixel: UInt32) -> UInt8 {
    let key = pixel & 0x00FF_FFFF | 0x0100_0000
    let slot = Int(truncatingIfNeeded: (key &* 2_654_435_761) >> UInt32(32 - SixelPalette.cacheBits))
    let known = cache[slot]
    if known.key == key { return known.index }
    let index = nearest(to: pixel)
    cache[slot] = (key, index)
    return index
  }

  private func nearest(to pixel: UInt32) -> UInt8 {
    let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    var best = (index: 0, distance: Int.max)
    for (index, color) in colors.enumerated() {
      let (r, g, b) = (Int(color.red) - red, Int(color.green) - green, Int(color.blue) - blue)
      // The eye is surest in green, then in red.
      let distance = 3 * r * r + 5 * g * g + 2 * b * b
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(truncatingIfNeeded: best.index)
  }
}
