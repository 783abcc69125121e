/// What a colour is for; a `Theme` says which colour that is.
public enum ColorRole: UInt8, CaseIterable, Sendable {
  case background
  case line
  case area
  case dot
  case dotRing
  case guide
  case axis
  case dateLabel
  case dateLabelStrong
  case valueLabel
  case calloutBox
  case calloutText
  case shadow
  case title
  case crosshair
  case offScaleMark
}

/// A colour with straight (not premultiplied) alpha, 8 bits a channel, in sRGB.
public struct RGBA: Equatable, Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

/// A colour for every role.
public enum Theme: String, CaseIterable, Sendable {
  case light
  case dark

  /// The colour of `role`; shadow and area carry the alpha they are drawn with at their strongest.
  public func color(_ role: ColorRole) -> RGBA {
    switch self {
    case .light: Theme.lightColor(role)
    case .dark: Theme.darkColor(role)
    }
  }

  private static func lightColor(_ role: ColorRole) -> RGBA {
    switch role {
    case .background, .dotRing, .calloutText: RGBA(255, 255, 255)
    case .line, .dot, .calloutBox: RGBA(255, 128, 0)
    case .area: RGBA(255, 128, 0, 102)
    case .guide, .axis, .dateLabel, .valueLabel: RGBA(170, 170, 170)
    case .dateLabelStrong, .crosshair: RGBA(96, 96, 96)
    case .title: RGBA(38, 38, 38)
    case .shadow: RGBA(0, 0, 0, 66)
    case .offScaleMark: RGBA(255, 128, 0)
    }
  }

  private static func darkColor(_ role: ColorRole) -> RGBA {
    switch role {
    case .background, .dotRing: RGBA(22, 22, 24)
    case .line, .dot, .calloutBox: RGBA(255, 138, 20)
    case .area: RGBA(255, 138, 20, 102)
    case .guide, .axis: RGBA(84, 84, 88)
    case .dateLabel, .valueLabel: RGBA(142, 142, 147)
    case .dateLabelStrong, .crosshair: RGBA(199, 199, 204)
    case .calloutText: RGBA(255, 255, 255)
    case .title: RGBA(235, 235, 240)
    case .shadow: RGBA(0, 0, 0, 140)
    case .offScaleMark: RGBA(255, 138, 20)
    }
  }
}
