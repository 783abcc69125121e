import Foundation
import ScoreDrawing
import ScoreTerminal
import Support
import Testing

/// A terminal that people use on a display of its own, with the program in a shell that tells how it left the terminal.
final class TerminalWindow {
  /// A terminal program and how it is looked at.
  struct Kind {
    var program: String
    /// Makes a window of `size`.
    var arguments: [String]
    var size = CellSize(columns: 60, rows: 22)
    /// Nil for a program of Wayland.
    var windowClass: String?
    var theme: String
    /// How far apart two colours may be, by the palette or by the way to the screen.
    var tolerance: Int
    /// What the window shows left of the first cell, and in all beside the cells.
    var margin = (left: 0, width: 0)
    var environment: [String: String?] = [:]
    /// Files in the user's home folder, by their path in it.
    var settings: [String: String] = [:]
  }

  static let sample = Scoreview.sample("scores-3-years.csv")

  let display: VirtualDisplay
  let folder = try? TemporaryFolder()
  private let kind: Kind
  private let wayland: WaylandDisplay?
  private let process: RunningProgram
  private let window: String?
  /// The first cell in the window, or on the screen.
  private var origin = (x: 0, y: 0)
  private(set) var cell = PixelSize(width: 1, height: 1)
  private var pointer = (x: -1, y: -1)
  private var size: CellSize

  init(_ kind: Kind) throws {
    self.kind = kind
    size = kind.size
    wayland = kind.windowClass == nil ? try WaylandDisplay(width: 1280, height: 800) : nil
    display = if let wayland { wayland.host } else { try VirtualDisplay(width: 1280, height: 800) }
    let home = try #require(folder).path
    for (name, text) in kind.settings {
      let place = URL(fileURLWithPath: home).appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: place)
    }
    try display.xdotool("mousemove", "1278", "798")
    // Return closes the window. In a file, for some terminals take a command line apart in their own way.
    let script = "\(home)/run"
    try Data(
      """
      '\(Scoreview.path)' '\(TerminalWindow.sample)' --surface=terminal 2>'\(home)/errors'
      echo $? >'\(home)/status'
      stty -a >'\(home)/stty'
      read -r end
      """.utf8
    ).write(to: URL(fileURLWithPath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home)
    let standard: [String: String?] = [
      "LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1", "HOME": home, "NO_COLOR": nil, "XDG_RUNTIME_DIR": home,
    ]
    let environment = standard.merging(wayland?.environment ?? [:]) { $1 }.merging(kind.environment) { $1 }
    process = try display.start(
      kind.program, kind.arguments + ["/bin/sh", script], environment: environment)
    window = if let name = kind.windowClass { try display.window(ofClass: name) } else { nil }
    try findCells()
  }

  deinit {
    display.stop()
    wayland?.stop()
  }

  /// Waits until the window has its size, and finds how large its cells are and, on Wayland, where they are.
  private func findCells() throws {
    var last = (x: -1, y: -1, width: 0, height: 0)
    let place = try eventually("the window; the terminal said: \(process.said)") {
      () -> (x: Int, y: Int, width: Int, height: Int)? in
      guard let place = try geometry() else { return nil }
      defer { last = place }
      return last == place ? place : nil
    }
    origin = (place.x + kind.margin.left, place.y)
    cell = PixelSize(
      width: (place.width - kind.margin.width) / size.columns, height: place.height / size.rows)
  }

  private func geometry() throws -> (x: Int, y: Int, width: Int, height: Int)? {
    if window == nil { return try wayland?.window().map { ($0.x, $0.y, $0.pixels.width, $0.pixels.height) } }
    let shot = try screenshot()
    return (0, 0, shot.width, shot.height)
  }

  /// The window, or the whole screen where a compositor knows its place only.
  private func screenshot() throws -> Screenshot { try display.screenshot(of: window) }

  /// Waits until the window shows what the program writes into a picture of its size.
  func shows(_ what: String, _ options: String...) throws {
    let size = PixelSize(width: cell.width * size.columns, height: cell.height * (size.rows - 1))
    let written = try ChildProcess.run(
      Scoreview.path,
      [TerminalWindow.sample, "--format=png", "--size=\(size.width)x\(size.height)", "--theme=\(kind.theme)"] + options,
      environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    #expect(written.status == 0, "\(written.errorText)")
    let picture = try Screenshot(png: [UInt8](written.standardOutput))
    var share = 1.0
    do {
      _ = try eventually(what, timeout: 60) {
        share = difference(try screenshot(), picture)
        return share < 0.002 ? true : nil
      }
    } catch {
      let shot = FileManager.default.temporaryDirectory.appendingPathComponent("scoreview-\(kind.program).png").path
      _ = try ChildProcess.run("import", ["-window", "root", shot], environment: display.environment)
      Issue.record("\(what): \(share) of the pixels differ, see \(shot); the terminal said: \(process.said)")
    }
  }

  /// The share of pixels that differ by more than the palette's error.
  private func difference(_ screen: Screenshot, _ picture: Screenshot) -> Double {
    guard screen.width >= origin.x + picture.width, screen.height >= origin.y + picture.height else { return 1 }
    var wrong = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where !isUnderPointer(x, y) {
        let error = ColorError.between(screen[origin.x + x, origin.y + y], picture[x, y])
        if error > kind.tolerance { wrong += 1 }
      }
    }
    return Double(wrong) / Double(max(picture.width * picture.height, 1))
  }

  /// A compositor draws the pointer into its picture of the screen.
  private func isUnderPointer(_ x: Int, _ y: Int) -> Bool {
    wayland != nil && abs(x - pointer.x - 16) <= 24 && abs(y - pointer.y - 16) <= 24
  }

  /// The pixels of the cells, as they are now.
  func cells() throws -> [UInt32] {
    let screen = try screenshot()
    return (0..<cell.height * size.rows).flatMap { y in
      (0..<cell.width * size.columns).filter { !isUnderPointer($0, y) }.map {
        screen[origin.x + $0, origin.y + y]
      }
    }
  }

  func move(_ x: Int, _ y: Int) throws {
    pointer = (x, y)
    let target = window.map { ["--window", $0] } ?? []
    try display.xdotool(["mousemove"] + target + ["\(origin.x + x)", "\(origin.y + y)"])
  }

  func click(_ button: Int) throws { try display.xdotool("click", "\(button)") }

  /// Makes the window as large as so many cells.
  func resize(columns: Int, rows: Int) throws {
    defer { size = CellSize(columns: columns, rows: rows) }
    guard let window else {
      // The compositor resizes by its key and the right button, and by how far the pointer then moves.
      let (width, height) = (cell.width * size.columns, cell.height * size.rows)
      try move(width - 8, height - 8)
      try display.xdotool("keydown", "super", "mousedown", "3")
      try move(cell.width * columns - 8, cell.height * rows - 8)
      try display.xdotool("mouseup", "3", "keyup", "super")
      return
    }
    try display.xdotool(
      "windowsize", window, "\(columns * cell.width + kind.margin.width)", "\(rows * cell.height)")
  }

  /// Ends the program by its key and then the terminal.
  ///
  /// - Returns: its exit status, what it left of the terminal's settings, and the share of the cells'
  ///   pixels, before the terminal was closed, that have not the terminal's own ground.
  func quit() throws -> (status: String, settings: String, left: Double) {
    try display.xdotool("key", "q")
    let path = try #require(folder).path
    func read(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }
    _ = try eventually("the program to end") { read("stty").isEmpty ? nil : true }
    var left = 1.0
    _ = try? eventually("an empty terminal", timeout: 5) {
      let pixels = try cells()
      let counts = pixels.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      left = 1 - Double(counts.values.max() ?? 0) / Double(max(pixels.count, 1))
      return left < 0.01 ? true : nil
    }
    try display.xdotool("key", "Return")
    _ = try process.waitForExit()
    return (read("status").trimmingCharacters(in: .whitespacesAndNewlines), read("stty"), left)
  }
}
