public import ScoreDrawing

/// How cells are drawn: with which characters and colours, and on what ground.
public struct CellStyle: Equatable, Sendable {
  public var glyphs: GlyphSet
  public var colors: ColorDepth
  /// The terminal's own background where it is known: cells then show it instead of the theme's.
  public var ground: RGBA?

  public init(glyphs: GlyphSet = .half, colors: ColorDepth = .trueColor, ground: RGBA? = nil) {
    self.glyphs = glyphs
    self.colors = colors
    self.ground = ground
  }
}

/// A theme's colours on one terminal.
struct CellPalette {
  let depth: ColorDepth
  let theme: Theme
  /// The area's role: that of the series in front.
  var areaRole = ColorRole.area
  /// What lies beneath everything, as colour and as the terminal is told.
  let ground: RGBA
  let background: CellColor
  private let roles: [CellColor]

  /// How far a guide that crosses the area is lifted towards white.
  private static let guideLift = 0.28

  init(theme: Theme, style: CellStyle) {
    self.theme = theme
    depth = style.colors
    let painted = theme.color(.background)
    // A terminal that is as dark as the theme keeps its own ground, with whatever shines through it.
    // High contrast needs the ground that it was made for.
    let fits = !theme.isHighContrast && style.ground.map { $0.isDark == painted.isDark } ?? false
    ground = fits ? style.ground ?? painted : painted
    let depth = style.colors
    background = fits || depth <= .ansi16 ? .own : CellPalette.quantised(painted, depth: depth)
    roles = ColorRole.allCases.map { CellPalette.color($0, theme: theme, depth: depth) }
  }

  /// Whether the area can be a ground of its own colour; without, nothing is drawn beneath the line.
  var hasGradient: Bool { depth >= .ansi256 }

  subscript(role: ColorRole) -> CellColor { roles[Int(role.rawValue)] }

  /// The ground as a colour of its own, for a character that has to look like it.
  var groundColor: CellColor { CellPalette.quantised(ground, depth: depth) }

  /// `color` laid over the ground.
  func blended(_ color: RGBA, alpha: Double) -> CellColor {
    CellPalette.quantised(color.over(ground, alpha: alpha), depth: depth)
  }

  /// The area's colour where its own alpha is `alpha`.
  func area(alpha: Double) -> CellColor { blended(theme.color(areaRole), alpha: alpha) }

  /// A guide that crosses the area there.
  func guide(overAreaOf alpha: Double) -> CellColor {
    let area = theme.color(areaRole).over(ground, alpha: alpha)
    return CellPalette.quantised(RGBA(255, 255, 255).over(area, alpha: CellPalette.guideLift), depth: depth)
  }

  static func quantised(_ color: RGBA, depth: ColorDepth) -> CellColor {
    switch depth {
    case .trueColor: CellColor(red: color.red, green: color.green, blue: color.blue)
    case .ansi256: color.nearestOf256
    case .ansi16, .none: .own
    }
  }

  private static func color(_ role: ColorRole, theme: Theme, depth: ColorDepth) -> CellColor {
    switch depth {
    case .none: return .own
    case .trueColor, .ansi256: return quantised(theme.color(role), depth: depth)
    case .ansi16: break
    }
    // The named colours are the terminal's own, so they suit its ground whatever the theme.
    func named(_ color: UInt8) -> CellColor { CellColor(index: theme.isDark ? color + 8 : color) }
    switch role {
    case .line, .dot, .calloutBox, .offScaleMark, .area: return named(3)
    case .line2, .area2: return named(4)
    case .line3, .area3: return named(2)
    case .line4, .area4: return named(5)
    case .line5, .area5: return named(6)
    case .line6, .area6: return named(1)
    case .guide, .axis: return CellColor(index: theme.isDark ? 8 : 7)
    case .calloutText: return CellColor(index: 0)
    case .dateLabel, .valueLabel: return CellColor(index: theme.isDark ? 7 : 8)
    case .panel: return CellColor(index: 8)
    case .panelText: return CellColor(index: 15)
    case .background, .dotRing, .dateLabelStrong, .shadow, .title, .crosshair: return .own
    }
  }
}
