internal import ScoreDrawing

/// The colours of a sixel picture: a fixed set, made for what a chart consists of.
///
/// Most of them are steps of the area's gradient, for a table with the same few levels
/// for every channel bands visibly. The rest are the mixtures along the edges of text,
/// lines and boxes. Edges need fewer of them than areas: every colour that a band of sixels
/// consists of costs a pass over it, and in a pixel or two no eye tells near ones apart.
struct SixelPalette {
  private(set) var colors: [RGBA] = []
  /// The last answers, by a hash of the colour: the colour and 1, and its registers.
  private var cache: [(key: UInt32, registers: (all: UInt8, sparse: UInt8))]
  /// So many registers come first whose colours are far apart.
  private let sparseCount: Int

  static let most = 256
  /// The background's register.
  static let ground = 0
  private static let gradientSteps = 104
  /// Sparse colours differ by more than this in a channel.
  private static let spacing = 12
  private static let cacheBits = 13

  /// - Parameters:
  ///   - area: the role of the area in front.
  ///   - registers: how many colours the terminal has, where it said so.
  init(theme: Theme, area: ColorRole, registers: Int?) {
    cache = Array(repeating: (0, (0, 0)), count: 1 << SixelPalette.cacheBits)
    let limit = min(max(registers ?? SixelPalette.most, 2), SixelPalette.most)
    var seen: Set<RGBA> = []
    for color in SixelPalette.candidates(theme, area: area, limit: limit) where colors.count < limit {
      if seen.insert(color).inserted { colors.append(color) }
    }
    // They are selected most often, and so get the shortest numbers; the background is the first.
    var sparse: [RGBA] = []
    for color in colors where !sparse.contains(where: { SixelPalette.difference($0, color) <= SixelPalette.spacing }) {
      sparse.append(color)
    }
    sparseCount = sparse.count
    colors = sparse + colors.filter { !sparse.contains($0) }
  }

  private static func difference(_ a: RGBA, _ b: RGBA) -> Int {
    max(abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)))
  }

  /// In falling order of importance, so that a terminal with few registers loses the least.
  private static func candidates(_ theme: Theme, area areaRole: ColorRole, limit: Int) -> [RGBA] {
    let ground = theme.color(.background)
    let area = theme.color(areaRole)
    let strongest = Double(area.alpha) / 255
    func ramp(_ top: RGBA, over bottom: RGBA, _ steps: Int, alpha: Double = 1) -> [RGBA] {
      (1...steps).map { top.over(bottom, alpha: alpha * Double($0) / Double(steps)) }
    }
    let middle = area.over(ground, alpha: strongest / 2)
    let roles: [ColorRole] = [
      .background, .line, .dateLabel, .valueLabel, .dateLabelStrong, .title, .guide, .calloutText, .calloutBox,
    ]
    var list = roles.map { theme.color($0).over(ground, alpha: 1) }
    list += ramp(area, over: ground, min(gradientSteps, max((limit - roles.count) / 2, 1)), alpha: strongest)
    list += ramp(theme.color(.line), over: ground, 6) + ramp(theme.color(.line), over: middle, 8)
    list += ramp(theme.color(.calloutText), over: theme.color(.calloutBox), 7)
    list += ramp(theme.color(.dateLabel), over: ground, 7) + ramp(theme.color(.dateLabelStrong), over: ground, 6)
    list += ramp(theme.color(.title), over: ground, 6)
    // Guides lie beneath the area; a hairline covers half a pixel or more.
    for share in [0.25, 0.5, 0.75, 1] {
      let guide = theme.color(.guide).over(ground, alpha: share)
      list += (0...6).map { area.over(guide, alpha: strongest * Double($0) / 6) }
    }
    for series in 1...5 { list += ramp(theme.color(.line(ofSeries: series)), over: ground, 5) }
    list += ramp(theme.color(.panelText), over: theme.color(.panel), 6)
    let shadow = RGBA(0, 0, 0)
    let darkest = Double(theme.color(.shadow).alpha) / 255
    list += ramp(shadow, over: ground, 6, alpha: darkest) + ramp(shadow, over: middle, 5, alpha: darkest)
    return list
  }

  /// The registers whose colours are nearest to a pixel: of all, and of the sparse ones.
  mutating func registers(of pixel: UInt32) -> (all: UInt8, sparse: UInt8) {
    let key = pixel & 0x00FF_FFFF | 0x0100_0000
    let slot = Int(truncatingIfNeeded: (key &* 2_654_435_761) >> UInt32(32 - SixelPalette.cacheBits))
    let known = cache[slot]
    if known.key == key { return known.registers }
    let registers = (nearest(to: pixel, 0..<colors.count), nearest(to: pixel, 0..<sparseCount))
    cache[slot] = (key, registers)
    return registers
  }

  private func nearest(to pixel: UInt32, _ range: Range<Int>) -> UInt8 {
    let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    var best = (index: 0, distance: Int.max)
    for index in range {
      let color = colors[index]
      let (r, g, b) = (Int(color.red) - red, Int(color.green) - green, Int(color.blue) - blue)
      // The eye is surest in green, then in red.
      let distance = 3 * r * r + 5 * g * g + 2 * b * b
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(truncatingIfNeeded: best.index)
  }
}
