import Synchronization
import Foundation
import Support
import Synchronization
import Testing

@testable import ScoreDrawing
@testable import ScoreRaster
@testable import ScoreWindow

extension OnADisplay {
  /// How a window opens, and how it does not.
  @Suite(.serialized) struct Opening {
    private func open() throws {
      let painter = FramePainter(text: try TextEngine())
      var window = try SDLWindow(title: "scoreview", size: Sample.size, painter: painter)
      try window.present(Sample.frame(window), .full)
      #expect(window.statistics.paints == 1)
    }

    @Test func `SDL may be loaded ahead, once, twice, and for one window only`() throws {
      let screen = try VirtualDisplay()
      defer { screen.stop() }
      enter(screen)
      SDLWindow.preload()
      SDLWindow.preload()
      try open()
      #expect(SessionLoader.pending.withLock { $0 == nil })
      try open()
    }

    @Test func `a display that does not answer is told when the window opens`() throws {
      let screen = try VirtualDisplay()
      enter(screen)
      screen.stop()
      _ = try eventually("the server's end") {
        try ChildProcess.run("xwd", ["-silent", "-root"], environment: screen.environment).status != 0 ? true : nil
      }
      for isAhead in [true, false] {
        if isAhead { SDLWindow.preload() }
        #expect {
          try open()
        } throws: { error in
          (error as? WindowError)?.message.hasPrefix("no display: cannot open DISPLAY=\(screen.name) (") == true
        }
      }
    }

    @Test func `a message to a window that is gone does not end the program`() throws {
      #expect(X11Library.isHarmless(errorCode: 3, requestCode: 25))
      #expect(!X11Library.isHarmless(errorCode: 3, requestCode: 8))
      #expect(!X11Library.isHarmless(errorCode: 8, requestCode: 25))
      try withWindow { window, screen, id in
        // Sent from this very process, so the error comes back to it.
        try screen.requestClose(of: "12345")
        try screen.requestClose(of: id)
        try pump(&window, "the request") { _, events in events.contains { $0.kind == .closed } }
      }
      // Nor one that comes when the connections are already being closed.
      let gone = try VirtualDisplay()
      defer { gone.stop() }
      try gone.requestClose(of: "12345")
    }

    @Test func `only drivers that have a display are asked`() throws {
      #expect(VideoSession.drivers(environment: { ["DISPLAY": ":1"][$0] }) == "x11")
      #expect(VideoSession.drivers(environment: { ["WAYLAND_DISPLAY": "w", "DISPLAY": ""][$0] }) == "wayland")
      #expect(VideoSession.drivers(environment: { ["WAYLAND_DISPLAY": "w", "DISPLAY": ":1"][$0] }) == "x11,wayland")
    }
  }
}
