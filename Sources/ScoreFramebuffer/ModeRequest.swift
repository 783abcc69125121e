/// A way to drive a display: its pixels and how often a second it shows them.
public struct DisplayMode: Equatable, Sendable {
  public var width: Int
  public var height: Int
  /// Pictures a second.
  public var refresh: Double
  /// Whether the display says that this is the one it was made for.
  public var isPreferred: Bool
  public var isInterlaced: Bool

  public init(width: Int, height: Int, refresh: Double, isPreferred: Bool = false, isInterlaced: Bool = false) {
    self.width = width
    self.height = height
    self.refresh = refresh
    self.isPreferred = isPreferred
    self.isInterlaced = isInterlaced
  }
}

/// The mode that the user asks for: `1920x1080` or `1920x1080@60`.
public struct ModeRequest: Equatable, Sendable {
  public var width: Int
  public var height: Int
  public var refresh: Double?

  /// Reads a request; nil when `text` is none or a number is out of reach (1 to 16384 pixels, 1 to 1000 a second).
  public init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else { return nil }
    guard (1...16_384).contains(width), (1...16_384).contains(height) else { return nil }
    self.width = width
    self.height = height
    if parts.count == 2 {
      guard let refresh = Double(parts[1]), refresh >= 1, refresh <= 1000 else { return nil }
      self.refresh = refresh
    }
  }

  /// Which of `modes` to use: nil only when there is none, or none of the size that was asked for.
  ///
  /// Without a request, the display's own, or else its first. With one, the rate nearest to what was
  /// asked for or else the display's own of that size, or else the fastest; progressive before interlaced.
  static func choose(_ request: ModeRequest?, from modes: [DisplayMode]) -> Int? {
    guard let request else { return modes.firstIndex(where: \.isPreferred) ?? modes.indices.first }
    let fitting = modes.indices.filter { modes[$0].width == request.width && modes[$0].height == request.height }
    let progressive = fitting.filter { !modes[$0].isInterlaced }
    let candidates = progressive.isEmpty ? fitting : progressive
    if let refresh = request.refresh {
      return candidates.min { abs(modes[$0].refresh - refresh) < abs(modes[$1].refresh - refresh) }
    }
    return candidates.first { modes[$0].isPreferred } ?? candidates.max { modes[$0].refresh < modes[$1].refresh }
  }
}

extension DisplayMode: CustomStringConvertible {
  /// As one types it: `1920x1080@60`.
  public var description: String {
    let tenths = Int((min(max(refresh, 0), 10_000) * 10).rounded())
    let rate = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return "\(width)x\(height)@\(rate)\(isInterlaced ? "i" : "")"
  }
}
