internal import Glibc
internal import ScoreThreads
internal import Synchronization

/// A thread that sleeps in `poll` on descriptors and wakes the window when one has something to read.
///
/// SDL waits on its own connection and takes no other descriptors. What woke the window is not looked at
/// again before `rearm`, so data that nobody has read yet does not wake it over and over.
final class DescriptorWatcher: Sendable {
  private struct State {
    var descriptors: [Int32] = []
    var isArmed = true
    var isStopping = false
  }

  private let state = Mutex(State())
  /// A pipe: a byte in it makes the thread look at its state again.
  private let control: (read: Int32, write: Int32)
  private let waker: SurfaceWaker

  /// Starts the thread; nil when the system has no descriptor or thread to give.
  init?(waker: SurfaceWaker) {
    self.waker = waker
    var ends: [Int32] = [-1, -1]
    let isOpen = pipe(&ends) == 0
    control = (ends[0], ends[1])
    for end in ends where isOpen {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    guard isOpen, start() else { return nil }
  }

  deinit {
    if control.read >= 0 { close(control.read) }
    if control.write >= 0 { close(control.write) }
  }

  var descriptors: [Int32] { state.withLock { $0.descriptors } }

  func add(_ descriptor: Int32) {
    state.withLock { state in
      if !state.descriptors.contains(descriptor) { state.descriptors.append(descriptor) }
    }
    notify()
  }

  func remove(_ descriptor: Int32) {
    state.withLock { $0.descriptors.removeAll { $0 == descriptor } }
    notify()
  }

  /// Looks at the descriptors again after they woke the window.
  func rearm() {
    let wasArmed = state.withLock { state in
      defer { state.isArmed = true }
      return state.isArmed
    }
    if !wasArmed { notify() }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    notify()
  }

  private func notify() {
    // A full pipe will be read anyway.
    _ = write(control.write, [1], 1)
  }

  private func start() -> Bool {
    WorkerThread.startDetached { self.run() }
  }

  private func run() {
    while let descriptors = state.withLock({ $0.isStopping ? nil : ($0.isArmed ? $0.descriptors : []) }) {
      var polled = ([control.read] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[0].revents != 0 {
        _ = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { read(control.read, $0.baseAddress, 64) }
      }
      let closed = polled.dropFirst().filter { Int32($0.revents) & POLLNVAL != 0 }.map(\.fd)
      if !closed.isEmpty { state.withLock { $0.descriptors.removeAll { closed.contains($0) } } }
      let isReady = polled.dropFirst().contains { $0.revents != 0 && Int32($0.revents) & POLLNVAL == 0 }
      if isReady {
        state.withLock { $0.isArmed = false }
        waker.wake()
      }
    }
  }
}
