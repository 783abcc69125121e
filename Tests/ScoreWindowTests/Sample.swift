import Foundation
import Support

@testable import ScoreDrawing
@testable import ScoreRaster
@testable import ScoreWindow

/// A window on a display of its own, both gone at the end.
func withWindow(
  size: ViewSize = Sample.size, depth: Int = 24, resources: String? = nil,
  _ body: (inout SDLWindow, VirtualDisplay, String) throws -> Void
) throws {
  let screen = try VirtualDisplay(depth: depth)
  defer { screen.stop() }
  if let resources { try screen.setResources(resources) }
  enter(screen)
  var window = try SDLWindow(title: "scoreview", size: size, painter: FramePainter(text: try TextEngine()))
  let id = try screen.window(ofClass: SDLWindow.applicationID)
  _ = try window.waitForEvents(until: SDLWindow.now)
  try body(&window, screen, id)
}

/// Makes a display the one that windows of this process open on.
func enter(_ screen: VirtualDisplay) {
  for (name, value) in screen.environment {
    if let value { setenv(name, value, 1) } else { unsetenv(name) }
  }
  for name in DisplayScale.variables { unsetenv(name) }
}

/// Lets the window work until `condition` holds, and returns what came in.
@discardableResult
func pump(
  _ window: inout SDLWindow, _ what: String, _ condition: (borrowing SDLWindow, [InputEvent]) throws -> Bool
) throws -> [InputEvent] {
  var events: [InputEvent] = []
  let deadline = SDLWindow.now + 20_000
  while true {
    events += try window.waitForEvents(until: SDLWindow.now + 20)
    if try condition(window, events) { return events }
    guard SDLWindow.now < deadline else { throw ChildFailure(description: "waited for: \(what); came: \(events)") }
  }
}

/// Frames made by hand, of few commands.
enum Sample {
  static let size = ViewSize(width: 400, height: 300)

  /// - Parameter offset: how far it is scrolled, in points.
  static func frame(_ window: borrowing SDLWindow, callout: Double? = nil, offset: Double = 0) -> Frame {
    let (width, height) = (window.size.width, window.size.height)
    let plot = PlotArea(
      rect: ViewRect(x: 0, y: 0, width: width, height: max(height - 27, 1)), axisLeft: width - 56, labelMidline: nil)
    var frame = Frame(size: window.size, scale: window.scale, theme: .light, plot: plot)
    (frame.offset, frame.overscan) = (offset, window.overscan)
    frame.backdrop.append(.fill(ViewRect(x: 0, y: 0, width: width, height: height), .background))
    frame.backdrop.append(.rule(y: height - 27, from: 0, to: width, thickness: 0.5, .axis))
    for (x, y) in [(20.0, 0.8), (120, 0.3), (240, 0.6), (330, 0.2)] {
      frame.curve.addPoint(ViewPoint(x: x - offset, y: y * height))
    }
    frame.curve.append(.area(0..<4, top: 0, base: height - 27, .area))
    frame.curve.append(.line(0..<4, thickness: 1, .solid, .line))
    frame.overlay.append(.fade(ViewRect(x: width - 52, y: 0, width: 17, height: height), .background))
    if let callout {
      frame.overlay.append(.fill(ViewRect(x: callout, y: 40, width: 60, height: 21), .calloutBox))
      frame.overlay.append(.dashes(x: callout, from: 0, to: 200, on: 4, off: 4, thickness: 1, .crosshair))
    }
    return frame
  }

  /// The frame painted by itself.
  static func pixels(_ frame: Frame) throws -> Screenshot {
    var buffer = try PixelBuffer(size: PixelSize(frame.size, scale: frame.scale))
    let painter = FramePainter(text: try TextEngine())
    buffer.withRows { painter.paint(frame, into: $0) }
    let size = buffer.size
    return buffer.withPixels { Screenshot(width: size.width, height: size.height, pixels: Array($0)) }
  }

  /// The largest difference of two pixels in a channel.
  static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  /// Where a window stands on its screen.
  static func place(of id: String, on screen: VirtualDisplay) throws -> (x: Int, y: Int) {
    let lines = try screen.xdotool("getwindowgeometry", "--shell", id).split(separator: "\n")
    func value(_ name: String) -> Int {
      lines.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("X"), value("Y"))
  }
}
