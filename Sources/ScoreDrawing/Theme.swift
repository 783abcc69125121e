/// A colour for every role.
///
/// Text has a contrast of 4.5 : 1 or more against what it stands on, except the
/// light theme's date and value labels and the white on the orange callout, which
/// are decoration and part of the design; the themes of high contrast have 7 : 1.
public enum Theme: String, CaseIterable, Sendable {
  case light
  case dark
  case lightHighContrast = "light-high-contrast"
  case darkHighContrast = "dark-high-contrast"

  public var isDark: Bool { self == .dark || self == .darkHighContrast }
  public var isHighContrast: Bool { self == .lightHighContrast || self == .darkHighContrast }

  /// Dark for light and the other way round, at the same contrast.
  public var toggled: Theme {
    switch self {
    case .light: .dark
    case .dark: .light
    case .lightHighContrast: .darkHighContrast
    case .darkHighContrast: .lightHighContrast
    }
  }

  /// The same theme with high or with ordinary contrast.
  public func withHighContrast(_ isHigh: Bool) -> Theme {
    isDark ? (isHigh ? .darkHighContrast : .dark) : (isHigh ? .lightHighContrast : .light)
  }

  /// The colour of `role`; shadow and areas carry the alpha they are drawn with at their strongest.
  public func color(_ role: ColorRole) -> RGBA {
    switch self {
    case .light: Theme.lightColor(role)
    case .dark: Theme.darkColor(role)
    case .lightHighContrast: Theme.lightHighContrastColor(role)
    case .darkHighContrast: Theme.darkHighContrastColor(role)
    }
  }

  private static let areaAlpha: UInt8 = 102

  private static func lightColor(_ role: ColorRole) -> RGBA {
    switch role {
    case .background, .dotRing, .calloutText: RGBA(255, 255, 255)
    case .line, .dot, .calloutBox, .offScaleMark: RGBA(255, 128, 0)
    case .area: RGBA(255, 128, 0, areaAlpha)
    case .guide, .axis, .dateLabel, .valueLabel: RGBA(170, 170, 170)
    case .dateLabelStrong, .crosshair: RGBA(96, 96, 96)
    case .title: RGBA(38, 38, 38)
    case .shadow: RGBA(0, 0, 0, 66)
    case .panel: RGBA(52, 52, 56)
    case .panelText: RGBA(245, 245, 247)
    default: seriesColor(role, Theme.onLight)
    }
  }

  private static func darkColor(_ role: ColorRole) -> RGBA {
    switch role {
    case .background, .dotRing, .calloutText: RGBA(22, 22, 24)
    case .line, .dot, .calloutBox, .offScaleMark: RGBA(255, 138, 20)
    case .area: RGBA(255, 138, 20, areaAlpha)
    case .guide, .axis: RGBA(84, 84, 88)
    case .dateLabel, .valueLabel: RGBA(142, 142, 147)
    case .dateLabelStrong, .crosshair: RGBA(199, 199, 204)
    case .title: RGBA(235, 235, 240)
    case .shadow: RGBA(0, 0, 0, 140)
    case .panel: RGBA(58, 58, 62)
    case .panelText: RGBA(240, 240, 244)
    default: seriesColor(role, Theme.onDark)
    }
  }

  private static func lightHighContrastColor(_ role: ColorRole) -> RGBA {
    switch role {
    case .background, .dotRing, .calloutText, .panelText: RGBA(255, 255, 255)
    case .line, .dot, .calloutBox, .offScaleMark: RGBA(140, 60, 0)
    case .area: RGBA(140, 60, 0, areaAlpha)
    case .guide, .axis: RGBA(118, 118, 118)
    case .dateLabel, .valueLabel: RGBA(64, 64, 64)
    case .dateLabelStrong, .crosshair, .title, .panel: RGBA(0, 0, 0)
    case .shadow: RGBA(0, 0, 0, 66)
    default: seriesColor(role, Theme.onLightHighContrast)
    }
  }

  private static func darkHighContrastColor(_ role: ColorRole) -> RGBA {
    switch role {
    case .background, .dotRing, .calloutText, .panelText: RGBA(0, 0, 0)
    case .line, .dot, .calloutBox, .offScaleMark: RGBA(255, 160, 64)
    case .area: RGBA(255, 160, 64, areaAlpha)
    case .guide, .axis: RGBA(140, 140, 140)
    case .dateLabel, .valueLabel: RGBA(208, 208, 208)
    case .dateLabelStrong, .crosshair, .title, .panel: RGBA(255, 255, 255)
    case .shadow: RGBA(0, 0, 0, 140)
    default: seriesColor(role, Theme.onDark)
    }
  }

  /// Blue, green, purple, sky and black (or white) beside orange stay apart for every kind of colour
  /// blindness (after Okabe and Ito, "Color Universal Design", 2008).
  private static let onLight = [
    RGBA(0, 114, 178), RGBA(0, 134, 98), RGBA(184, 84, 142), RGBA(60, 150, 208), RGBA(40, 40, 40),
  ]
  private static let onDark = [
    RGBA(66, 156, 222), RGBA(34, 178, 136), RGBA(222, 146, 190), RGBA(134, 204, 242), RGBA(236, 236, 236),
  ]
  private static let onLightHighContrast = [
    RGBA(0, 72, 124), RGBA(0, 86, 60), RGBA(130, 32, 94), RGBA(0, 92, 148), RGBA(24, 24, 24),
  ]

  private static func seriesColor(_ role: ColorRole, _ palette: [RGBA]) -> RGBA {
    let isArea = role.rawValue >= ColorRole.area2.rawValue
    let first = isArea ? ColorRole.area2 : ColorRole.line2
    let color = palette[Int(role.rawValue - first.rawValue) % palette.count]
    return isArea ? color.withAlpha(areaAlpha) : color
  }
}
