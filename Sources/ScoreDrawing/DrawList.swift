/// Commands in the order they are drawn, and the points that their paths share.
///
/// A list is a value that can be printed, compared and replayed. `removeAll`
/// keeps the memory, so composing a frame into a used list allocates nothing.
public struct DrawList: Equatable, Sendable {
  public private(set) var commands: [DrawCommand] = []
  public private(set) var points: [ViewPoint] = []

  public init() {}

  public var isEmpty: Bool { commands.isEmpty }

  /// Empties the list; its memory is kept for the next frame.
  public mutating func removeAll() {
    commands.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
  }

  public mutating func append(_ command: DrawCommand) {
    commands.append(command)
  }

  /// Appends a point to the path being built; `pathRange(from:)` closes the path.
  public mutating func addPoint(_ point: ViewPoint) {
    points.append(point)
  }

  /// The points added since there were `start` of them.
  public func pathRange(from start: Int) -> PathRange { start..<points.count }
}
