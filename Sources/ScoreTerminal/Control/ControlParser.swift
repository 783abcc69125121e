/// One thing that a terminal sent: a character, or a control sequence taken apart.
public enum ControlToken: Equatable, Sendable {
  /// A character, or ESC before it (Alt held down).
  case character(Unicode.Scalar, isAlt: Bool)
  /// A byte below 0x20, or 0x7F.
  case control(UInt8, isAlt: Bool)
  case escape
  /// `marker` is `<`, `=`, `>`, `?` or 0; a parameter that was left out is nil.
  case csi(marker: UInt8, parameters: [Int?], intermediates: [UInt8], final: UInt8)
  /// ESC O and a letter: keypad and function keys.
  case singleShift(UInt8)
  /// The text of an operating system command, a device control string or an application command.
  case string(StringKind, [UInt8])

  public enum StringKind: UInt8, Sendable {
    case osc
    case dcs
    case apc
    case other
  }
}

/// Takes a terminal's bytes apart, however they are split into reads.
///
/// One read may hold many sequences or half of one; the parser keeps what is not yet
/// whole. Nothing a terminal sends makes it trap or grow without bound.
public struct ControlParser: Sendable {
  private enum State: Sendable {
    case ground
    case escape
    case csi
    /// `ESC [ [`: function keys of the Linux console.
    case linuxKey
    case singleShift
    case string(ControlToken.StringKind)
    case stringEscape(ControlToken.StringKind)
    case utf8(remaining: Int, value: UInt32, least: UInt32)
  }

  private var state = State.ground
  private var isAlt = false
  private var marker: UInt8 = 0
  private var parameters: [Int?] = []
  private var intermediates: [UInt8] = []
  private var text: [UInt8] = []

  /// More text of one string is dropped, and so are more parameters.
  static let longestString = 1 << 16
  static let mostParameters = 32

  public init() {}

  /// Whether an ESC came last, which is either the key or the beginning of a sequence.
  public var isAfterEscape: Bool {
    if case .escape = state { true } else { false }
  }

  /// Takes a lone ESC for the key: nothing has followed it for a while.
  public mutating func endEscape() -> ControlToken? {
    guard isAfterEscape else { return nil }
    state = .ground
    return .escape
  }

  /// Takes bytes in; every whole token goes to `emit`.
  public mutating func feed(_ bytes: some Sequence<UInt8>, _ emit: (ControlToken) -> Void) {
    for byte in bytes { feed(byte, emit) }
  }

  private mutating func feed(_ byte: UInt8, _ emit: (ControlToken) -> Void) {
    switch state {
    case .ground: ground(byte, emit)
    case .escape: afterEscape(byte, emit)
    case .csi: csi(byte, emit)
    case .linuxKey:
      state = .ground
      if (0x41...0x45).contains(byte) {
        emit(.csi(marker: 0, parameters: [Int(byte) - 0x41 + 11], intermediates: [], final: 0x7E))
      }
    case .singleShift:
      state = .ground
      emit(.singleShift(byte))
    case .string(let kind): string(kind, byte, emit)
    case .stringEscape(let kind):
      finishString(kind, emit)
      // A string is ended by ESC \; any other sequence ends it as well and begins anew.
      if byte != 0x5C { afterEscape(byte, emit) }
    case .utf8(let remaining, let value, let least): utf8(byte, remaining, value, least, emit)
    }
  }

  private mutating func ground(_ byte: UInt8, _ emit: (ControlToken) -> Void) {
    switch byte {
    case 0x1B:
      state = .escape
      return
    case 0x00..<0x20, 0x7F: emit(.control(byte, isAlt: isAlt))
    case 0x20..<0x7F: emit(.character(Unicode.Scalar(byte), isAlt: isAlt))
    case 0xC2...0xDF: return state = .utf8(remaining: 1, value: UInt32(byte & 0x1F), least: 0x80)
    case 0xE0...0xEF: return state = .utf8(remaining: 2, value: UInt32(byte & 0x0F), least: 0x800)
    case 0xF0...0xF4: return state = .utf8(remaining: 3, value: UInt32(byte & 0x07), least: 0x10000)
    default: break
    }
    isAlt = false
  }

  private mutating func utf8(
    _ byte: UInt8, _ remaining: Int, _ value: UInt32, _ least: UInt32, _ emit: (ControlToken) -> Void
  ) {
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      isAlt = false
      return ground(byte, emit)
    }
    let longer = value << 6 | UInt32(byte & 0x3F)
    guard remaining == 1 else { return state = .utf8(remaining: remaining - 1, value: longer, least: least) }
    state = .ground
    if longer >= least, let scalar = Unicode.Scalar(longer) { emit(.character(scalar, isAlt: isAlt)) }
    isAlt = false
  }

  private mutating func afterEscape(_ byte: UInt8, _ emit: (ControlToken) -> Void) {
    switch byte {
    case 0x5B: beginCSI()
    case 0x4F: state = .singleShift
    case 0x5D: beginString(.osc)
    case 0x50: beginString(.dcs)
    case 0x5F: beginString(.apc)
    case 0x58, 0x5E: beginString(.other)
    case 0x1B:
      emit(.escape)
      state = .escape
    case 0x5C: state = .ground
    default:
      state = .ground
      isAlt = true
      ground(byte, emit)
    }
  }

  private mutating func beginCSI() {
    state = .csi
    marker = 0
    parameters.removeAll(keepingCapacity: true)
    intermediates.removeAll(keepingCapacity: true)
    parameters.append(nil)
  }

  private mutating func csi(_ byte: UInt8, _ emit: (ControlToken) -> Void) {
    switch byte {
    case 0x30...0x39: appendDigit(Int(byte) - 0x30)
    case 0x3A, 0x3B: if parameters.count < ControlParser.mostParameters { parameters.append(nil) }
    case 0x3C...0x3F: marker = byte
    case 0x20...0x2F: if intermediates.count < 4 { intermediates.append(byte) }
    case 0x5B where parameters == [nil] && marker == 0 && intermediates.isEmpty: state = .linuxKey
    case 0x40...0x7E:
      state = .ground
      emit(.csi(marker: marker, parameters: parameters, intermediates: intermediates, final: byte))
    case 0x1B: state = .escape
    case 0x18, 0x1A: state = .ground
    default: break
    }
  }

  private mutating func appendDigit(_ digit: Int) {
    let last = parameters.count - 1
    guard last >= 0 else { return }
    parameters[last] = min((parameters[last] ?? 0) * 10 + digit, 1 << 24)
  }

  private mutating func beginString(_ kind: ControlToken.StringKind) {
    state = .string(kind)
    text.removeAll(keepingCapacity: true)
  }

  private mutating func string(_ kind: ControlToken.StringKind, _ byte: UInt8, _ emit: (ControlToken) -> Void) {
    switch byte {
    case 0x1B: state = .stringEscape(kind)
    case 0x07 where kind == .osc: finishString(kind, emit)
    case 0x18, 0x1A: state = .ground
    default: if text.count < ControlParser.longestString { text.append(byte) }
    }
  }

  private mutating func finishString(_ kind: ControlToken.StringKind, _ emit: (ControlToken) -> Void) {
    state = .ground
    emit(.string(kind, text))
  }
}
