import Support
import Testing

@testable import ScoreDrawing
@testable import ScoreWindow

extension OnADisplay {
  @Suite(.serialized) struct Scales {
    @Test func `the desktop's scale multiplies the window and divides the events`() throws {
      try withWindow(resources: "Xft.dpi:\t192\n") { window, screen, id in
        #expect(window.scale == 2)
        #expect(window.size == Sample.size)
        let frame = Sample.frame(window, callout: 90)
        try window.present(frame, .full)
        let shown = try screen.screenshot(of: id)
        #expect(shown.width == 800 && shown.height == 600)
        #expect(shown.difference(from: try Sample.pixels(frame)) == nil)
        try screen.xdotool("mousemove", "--window", id, "101", "60")
        try pump(&window, "the pointer") { _, events in
          events.contains { $0.kind == .pointerMoved(ViewPoint(x: 50.5, y: 30)) }
        }
      }
    }

    @Test func `a change of scale while running keeps the points`() throws {
      try withWindow(resources: "Xft.dpi:\t96\n") { window, screen, id in
        try window.present(Sample.frame(window), .full)
        try screen.setResources("Xft.dpi:\t144\n")
        try screen.xdotool("mousemove", "1", "1", "mousemove", "--window", id, "10", "10")
        try pump(&window, "the new scale") { window, _ in window.scale == 1.5 && window.size == Sample.size }
        let frame = Sample.frame(window)
        try window.present(frame, .full)
        let shown = try screen.screenshot(of: id)
        #expect(shown.width == 600 && shown.height == 450)
        #expect(shown.difference(from: try Sample.pixels(frame)) == nil)
      }
    }

    @Test func `a window is no larger than the screen`() throws {
      try withWindow(size: ViewSize(width: 9000, height: 200)) { window, _, _ in
        #expect(window.size == ViewSize(width: 1280, height: 200))
      }
    }
  }
}
