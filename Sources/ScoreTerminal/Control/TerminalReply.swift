public import ScoreDrawing

/// A terminal's answer to a question, or news it tells by itself.
public enum TerminalReply: Equatable, Sendable {
  /// The features that primary device attributes list; 4 is sixel.
  case attributes([Int])
  /// Whether a private mode is known: 1 and 2 mean that it can be set and reset.
  case mode(Int, state: Int)
  case version(String)
  /// A kitty graphics command with this id was answered; `isOK` tells how.
  case kittyGraphics(id: Int, isOK: Bool)
  case sixelRegisters(Int)
  case sixelLimit(PixelSize)
  case cellSize(PixelSize)
  case background(RGBA)
  case cursor(column: Int, row: Int)
  /// The colour settings as the terminal understood them.
  case graphicRendition(String)
  /// In-band news of a new size.
  case resized(CellSize, PixelSize)
  case focus(Bool)

  /// What `token` answers, or nil if it is input.
  public init?(_ token: ControlToken) {
    switch token {
    case .csi(let marker, let parameters, let intermediates, let final):
      guard
        let reply = TerminalReply(
          marker: marker, parameters: parameters, intermediates: intermediates, final: final)
      else { return nil }
      self = reply
    case .string(let kind, let bytes):
      guard let reply = TerminalReply(kind, bytes) else { return nil }
      self = reply
    default: return nil
    }
  }

  private init?(marker: UInt8, parameters: [Int?], intermediates: [UInt8], final: UInt8) {
    let numbers = parameters.map { $0 ?? 0 }
    func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
    let size = PixelSize(width: number(2), height: number(1))
    switch (marker, final, intermediates) {
    case (0x3F, 0x63, []): self = .attributes(numbers)
    case (0x3F, 0x79, [0x24]): self = .mode(number(0), state: number(1))
    case (0x3F, 0x53, []) where number(1) == 0 && number(0) == 1: self = .sixelRegisters(number(2))
    case (0x3F, 0x53, []) where number(1) == 0 && number(0) == 2:
      self = .sixelLimit(PixelSize(width: number(2), height: number(3)))
    case (0, 0x74, []) where number(0) == 6: self = .cellSize(size)
    case (0, 0x74, []) where number(0) == 48 && numbers.count >= 5:
      self = .resized(
        CellSize(columns: number(2), rows: number(1)), PixelSize(width: number(4), height: number(3)))
    case (0, 0x52, []) where numbers.count == 2, (0x3F, 0x52, []):
      self = .cursor(column: number(1), row: number(0))
    case (0, 0x49, []) where parameters == [nil]: self = .focus(true)
    case (0, 0x4F, []) where parameters == [nil]: self = .focus(false)
    default: return nil
    }
  }

  private init?(_ kind: ControlToken.StringKind, _ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch kind {
    case .osc:
      guard text.hasPrefix("11;"), let color = TerminalReply.color(text.dropFirst(3)) else { return nil }
      self = .background(color)
    case .dcs:
      if text.hasPrefix(">|") {
        self = .version(String(text.dropFirst(2)))
      } else if text.hasPrefix("1$r"), text.hasSuffix("m") {
        self = .graphicRendition(String(text.dropFirst(3).dropLast()))
      } else {
        return nil
      }
    case .apc:
      guard text.hasPrefix("G"), let end = text.firstIndex(of: ";") else { return nil }
      let keys = text[text.index(after: text.startIndex)..<end].split(separator: ",")
      let id = keys.first { $0.hasPrefix("i=") }.flatMap { Int($0.dropFirst(2)) } ?? 0
      self = .kittyGraphics(id: id, isOK: text[text.index(after: end)...] == "OK")
    case .other: return nil
    }
  }

  /// `rgb:` or `rgba:` with one to four hexadecimal digits a channel, as X writes colours; or `#RRGGBB`.
  static func color(_ text: Substring) -> RGBA? {
    if text.hasPrefix("#"), text.utf8.count == 7, let value = UInt32(text.dropFirst(), radix: 16) {
      return RGBA(
        UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value))
    }
    guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:"), let colon = text.firstIndex(of: ":") else { return nil }
    let channels = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
    guard channels.count >= 3 else { return nil }
    let values = channels.prefix(3).compactMap { channel -> UInt8? in
      guard (1...4).contains(channel.utf8.count), let value = UInt32(channel, radix: 16) else { return nil }
      let most = (UInt32(1) << (4 * UInt32(channel.utf8.count))) - 1
      return UInt8(truncatingIfNeeded: (value * 255 + most / 2) / most)
    }
    return values.count == 3 ? RGBA(values[0], values[1], values[2]) : nil
  }
}
