public import ScoreDrawing

/// Turns what a terminal sends into input events and replies.
///
/// Bytes in, values out: it reads no clock and no device. Positions are view points.
public struct InputDecoder: Sendable {
  /// Points of a place that a mouse report names.
  public enum MouseUnit: Equatable, Sendable {
    /// Reports count cells from 1.
    case cells
    /// Reports count pixels from 1 (mode 1016), of which `scale` make a point.
    case pixels(scale: Double)
    /// Reports count cells from 1, and a cell has this size in points: pixels without mode 1016.
    case sizedCells(ViewSize)
  }

  public enum Output: Equatable, Sendable {
    case event(InputEvent.Kind)
    case reply(TerminalReply)
  }

  public var mouseUnit: MouseUnit
  private var parser = ControlParser()
  private var isPressed = false
  private var isPasting = false
  private var pointer = ViewPoint(x: 0, y: 0)

  public init(mouseUnit: MouseUnit = .cells) { self.mouseUnit = mouseUnit }

  /// Whether an ESC came last; after a pause `endEscape` takes it for the key.
  public var isAfterEscape: Bool { parser.isAfterEscape }

  public mutating func endEscape() -> [Output] {
    guard let token = parser.endEscape() else { return [] }
    return decode(token)
  }

  /// Takes bytes in, split anywhere, and says what they meant, oldest first.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Output] {
    var tokens: [ControlToken] = []
    parser.feed(bytes) { tokens.append($0) }
    return tokens.flatMap { decode($0) }
  }

  private mutating func decode(_ token: ControlToken) -> [Output] {
    if case .csi(0, let parameters, [], 0x7E) = token, parameters.first == 200 || parameters.first == 201 {
      isPasting = parameters.first == 200
      return []
    }
    // What is pasted is not typed: a word with a q in it must not quit.
    guard !isPasting else { return [] }
    if let reply = TerminalReply(token) {
      return reply == .focus(false) ? [.event(.pointerLeft), .reply(reply)] : [.reply(reply)]
    }
    if case .csi(0x3C, let parameters, [], let final) = token, final == 0x4D || final == 0x6D {
      return mouse(parameters.map { $0 ?? 0 }, isRelease: final == 0x6D)
    }
    if let scroll = shiftedArrow(token) {
      return [.event(.wheel(dx: 0, dy: scroll, at: pointer, []))]
    }
    guard let (key, modifiers) = TerminalKey.decode(token) else { return [] }
    return [.event(.key(key, modifiers, isRepeat: false))]
  }

  /// Some terminals turn Shift and the wheel into Shift and an arrow; the wheel scrolls.
  private func shiftedArrow(_ token: ControlToken) -> Double? {
    guard case .csi(0, let parameters, [], let final) = token, parameters.count == 2, parameters[1] == 2 else {
      return nil
    }
    return final == 0x41 ? 1 : final == 0x42 ? -1 : nil
  }

  // MARK: Mouse

  private static let motion = 32
  private static let wheel = 64

  /// - Parameter report: button and modifiers, column, row (SGR mouse, modes 1006 and 1016).
  private mutating func mouse(_ report: [Int], isRelease: Bool) -> [Output] {
    guard report.count == 3, report[0] < 128 else { return [] }
    let code = report[0]
    pointer = place(report[1], report[2])
    let modifiers = InputDecoder.modifiers(code)
    if code & InputDecoder.wheel != 0 {
      // Some terminals also report a release for every notch.
      guard !isRelease else { return [] }
      let turns: [(dx: Double, dy: Double)] = [(0, 1), (0, -1), (-1, 0), (1, 0)]
      let turn = turns[code & 3]
      return [.event(.wheel(dx: turn.dx, dy: turn.dy, at: pointer, modifiers))]
    }
    if code & InputDecoder.motion != 0 {
      // Motion without a button while one is held: its release was lost outside the window.
      if code & 3 == 3, isPressed {
        isPressed = false
        return [.event(.pointerUp(pointer)), .event(.pointerMoved(pointer))]
      }
      return [.event(.pointerMoved(pointer))]
    }
    guard code & 3 == 0 else { return [] }
    if isRelease {
      guard isPressed else { return [] }
      isPressed = false
      return [.event(.pointerUp(pointer))]
    }
    isPressed = true
    return [.event(.pointerDown(pointer, .mouse))]
  }

  private static func modifiers(_ code: Int) -> Modifiers {
    var modifiers: Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private func place(_ column: Int, _ row: Int) -> ViewPoint {
    switch mouseUnit {
    case .cells: CellGeometry.center(column: column - 1, row: row - 1)
    case .pixels(let scale):
      ViewPoint(x: (Double(column) - 0.5) / max(scale, 0.01), y: (Double(row) - 0.5) / max(scale, 0.01))
    case .sizedCells(let size):
      ViewPoint(x: (Double(column) - 0.5) * size.width, y: (Double(row) - 0.5) * size.height)
    }
  }
}
