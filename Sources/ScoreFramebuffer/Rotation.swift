/// By how much the picture is turned clockwise on the panel.
public enum Rotation: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Reads `0`, `90`, `180` or `270`; nil for anything else.
  public init?(degrees text: String) {
    guard let degrees = Int(text), let rotation = Rotation(rawValue: degrees) else { return nil }
    self = rotation
  }

  /// Whether width and height change places.
  var isSideways: Bool { self == .quarter || self == .threeQuarters }
}
