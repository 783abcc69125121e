import Foundation
import Glibc
import Testing

@testable import ScoreTerminal

/// An independent terminal emulator (libvterm, opened when a test asks for it): what our bytes look like to others.
final class ReferenceTerminal {
  struct Place: Equatable {
    var text: String
    var foreground: [UInt8]
    var background: [UInt8]
    var isBold: Bool
  }

  private typealias Handle = OpaquePointer
  private let library: UnsafeMutableRawPointer
  private let terminal: Handle
  private let screen: Handle
  /// A structure of two ints is passed as one 64-bit value.
  private let getCell: @convention(c) (Handle, Int64, UnsafeMutableRawPointer) -> Int32
  let columns: Int
  let rows: Int

  /// Nil, with an issue where CI runs, if the library is missing.
  init?(columns: Int, rows: Int) {
    guard let library = dlopen("libvterm.so.0", RTLD_NOW) else {
      if ProcessInfo.processInfo.environment["CI"] == "true" {
        Issue.record("libvterm.so.0 is missing: install libvterm0")
      }
      return nil
    }
    self.library = library
    self.columns = columns
    self.rows = rows
    func symbol<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let new = symbol("vterm_new", (@convention(c) (Int32, Int32) -> Handle?).self),
      let setUTF8 = symbol("vterm_set_utf8", (@convention(c) (Handle, Int32) -> Void).self),
      let obtain = symbol("vterm_obtain_screen", (@convention(c) (Handle) -> Handle?).self),
      let reset = symbol("vterm_screen_reset", (@convention(c) (Handle, Int32) -> Void).self),
      let alternate = symbol("vterm_screen_enable_altscreen", (@convention(c) (Handle, Int32) -> Void).self),
      let getCell = symbol(
        "vterm_screen_get_cell", (@convention(c) (Handle, Int64, UnsafeMutableRawPointer) -> Int32).self),
      let terminal = new(Int32(rows), Int32(columns))
    else { return nil }
    self.getCell = getCell
    setUTF8(terminal, 1)
    guard let screen = obtain(terminal) else { return nil }
    alternate(screen, 1)
    reset(screen, 1)
    self.terminal = terminal
    self.screen = screen
  }

  deinit {
    if let free = dlsym(library, "vterm_free") {
      unsafeBitCast(free, to: (@convention(c) (Handle) -> Void).self)(terminal)
    }
    dlclose(library)
  }

  func write(_ bytes: [UInt8]) {
    guard let symbol = dlsym(library, "vterm_input_write") else { return }
    let write = unsafeBitCast(symbol, to: (@convention(c) (Handle, UnsafePointer<UInt8>?, Int) -> Int).self)
    bytes.withUnsafeBufferPointer { _ = write(terminal, $0.baseAddress, $0.count) }
  }

  /// The library's cell: six scalars, a width at byte 24, attributes at 28, two colours at 32 and 36.
  func place(_ column: Int, _ row: Int) -> Place? {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { bytes in
      guard let base = bytes.baseAddress, getCell(screen, Int64(column) << 32 | Int64(row), base) != 0 else {
        return nil
      }
      var scalars = String.UnicodeScalarView()
      for index in 0..<6 {
        let value = bytes.load(fromByteOffset: 4 * index, as: UInt32.self)
        guard value != 0 else { break }
        if value != .max, let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
      }
      let text = String(scalars)
      return Place(
        text: text.isEmpty ? " " : text, foreground: Array(bytes[32..<36]), background: Array(bytes[36..<40]),
        isBold: bytes[28] & 1 != 0)
    }
  }

  func line(_ row: Int) -> String {
    var line = (0..<columns).compactMap { place($0, row)?.text }.joined()
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  /// How many cells do not show what the grid says: character, weight and 24-bit colours.
  func mistakes(in grid: CellGrid) -> Int {
    var wrong = 0
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let cell = grid[column, row]
        guard cell.glyph != 0, let place = place(column, row) else { continue }
        let isRight =
          place.text == grid.text(of: cell) && color(place.background) == channels(cell.background)
          && (cell.isBlank || color(place.foreground) == channels(cell.foreground) && place.isBold == cell.isBold)
        if !isRight { wrong += 1 }
      }
    }
    return wrong
  }

  /// Nil for the terminal's own colour.
  private func color(_ bytes: [UInt8]) -> [UInt8]? { bytes[0] & 6 != 0 ? nil : Array(bytes[1...3]) }
  private func channels(_ color: CellColor) -> [UInt8]? {
    color.isOwn ? nil : [color.red, color.green, color.blue]
  }
}
