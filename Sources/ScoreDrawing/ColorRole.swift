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
  /// The lines of further series; the first one's is `line`.
  case line2, line3, line4, line5, line6
  /// Their areas.
  case area2, area3, area4, area5, area6
  /// Help and chips: a box that is not the callout, and its text.
  case panel
  case panelText

  /// How many series have colours of their own.
  public static let seriesCount = 6

  /// The line and dots of a series; after ``seriesCount`` the colours begin again.
  public static func line(ofSeries index: Int) -> ColorRole {
    [.line, .line2, .line3, .line4, .line5, .line6][max(index, 0) % 6]
  }

  /// The dots of a series.
  public static func dot(ofSeries index: Int) -> ColorRole {
    [.dot, .line2, .line3, .line4, .line5, .line6][max(index, 0) % 6]
  }

  /// The area of a series.
  public static func area(ofSeries index: Int) -> ColorRole {
    [.area, .area2, .area3, .area4, .area5, .area6][max(index, 0) % 6]
  }
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

  /// The same colour with another alpha.
  public func withAlpha(_ alpha: UInt8) -> RGBA { RGBA(red, green, blue, alpha) }
}
