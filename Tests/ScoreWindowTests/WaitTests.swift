import Foundation
import Support
import Testing

@testable import ScoreDrawing
@testable import ScoreWindow

extension OnADisplay {
  /// How a window waits: counted in wake-ups, not in time.
  @Suite(.serialized) struct Waiting {
    @Test func `an idle window sleeps`() throws {
      try withWindow { window, _, _ in
        try window.present(Sample.frame(window), .full)
        let wakeUps = window.statistics.wakeUps
        let before = try voluntarySwitches()
        let events = try window.waitForEvents(until: SDLWindow.now + 1000)
        #expect(events.isEmpty)
        // A loop that polls every millisecond or ten would come back a hundred times and more.
        #expect(window.statistics.wakeUps - wakeUps <= 3)
        let switches = try voluntarySwitches() - before
        #expect(switches <= 10)
      }
    }

    @Test func `a deadline that has passed does not wait`() throws {
      try withWindow { window, _, _ in
        let wakeUps = window.statistics.wakeUps
        let events = try window.waitForEvents(until: SDLWindow.now - 5)
        #expect(events.isEmpty)
        #expect(window.statistics.wakeUps == wakeUps)
      }
    }

    @Test func `another thread ends an endless wait, and many calls end one`() throws {
      try withWindow { window, _, _ in
        let waker = window.waker
        Thread.detachNewThread { for _ in 0..<1000 { waker.wake() } }
        try window.expectWake()
        var returns = 0
        while returns < 1000 {
          guard try window.endsEarly() else { break }
          returns += 1
        }
        #expect(returns < 1000, "a thousand calls are not a thousand wake-ups")
      }
    }

    @Test func `a waker outlives its window`() throws {
      var waker: SurfaceWaker?
      try withWindow { window, _, _ in waker = window.waker }
      waker?.wake()
    }

    @Test func `a watched pipe ends the wait until it is read`() throws {
      try withWindow { window, _, _ in
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        try window.watch(descriptor)
        let isEarly = try window.endsEarly()
        #expect(!isEarly, "there is nothing to read yet")
        try pipe.fileHandleForWriting.write(contentsOf: Data("90\n".utf8))
        try window.expectWake()
        // Nobody has read it.
        try window.expectWake()
        #expect(pipe.fileHandleForReading.availableData.count == 3)
        while try window.endsEarly() {}
        try pipe.fileHandleForWriting.close()
        // The end wakes, too.
        try window.expectWake()
        window.unwatch(descriptor)
        while try window.endsEarly() {}
      }
    }

    @Test func `a descriptor that is none is dropped`() throws {
      try withWindow { window, _, _ in
        try window.watch(9_999)
        while try window.endsEarly() {}
        let watcher = window.watcher
        _ = try eventually("the watcher notices") { watcher?.descriptors == [] ? true : nil }
      }
    }

    /// How often this thread has gone to sleep.
    private func voluntarySwitches() throws -> Int {
      let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
      return try #require(line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) })
    }
  }
}

extension SDLWindow {
  /// An endless wait that ends without an event.
  fileprivate mutating func expectWake() throws {
    let events = try waitForEvents(until: nil)
    #expect(events.isEmpty)
  }

  /// Whether something ends a wait of 50 ms before its time.
  fileprivate mutating func endsEarly() throws -> Bool {
    let deadline = SDLWindow.now + 50
    _ = try waitForEvents(until: deadline)
    return SDLWindow.now < deadline
  }
}
