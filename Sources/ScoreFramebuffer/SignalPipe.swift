internal import Glibc
internal import Synchronization

/// The pipe's writing end, for the handler; -1 while no one listens.
private let signalPipeEnd = Atomic<Int32>(-1)

/// Turns signals into bytes of a pipe, so that they wait their turn among other input.
final class SignalPipe {
  private let reading: Descriptor
  private let writing: Descriptor
  private var before: [(signal: Int32, action: sigaction)] = []

  /// Takes the signals over until the end of this value.
  init(_ signals: [Int32]) throws(SystemCallError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemCallError("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reading = Descriptor(taking: ends[0])
    writing = Descriptor(taking: ends[1])
    signalPipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    for signal in signals {
      var action = sigaction()
      var old = sigaction()
      action.__sigaction_handler.sa_handler = { signal in
        let saved = errno
        var number = UInt8(truncatingIfNeeded: signal)
        _ = write(signalPipeEnd.load(ordering: .sequentiallyConsistent), &number, 1)
        errno = saved
      }
      action.sa_flags = SA_RESTART
      if sigaction(signal, &action, &old) == 0 { before.append((signal, old)) }
    }
  }

  deinit {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
    signalPipeEnd.store(-1, ordering: .sequentiallyConsistent)
  }

  var descriptor: Int32 { reading.number }

  /// The signals that came since the last call, oldest first.
  func take() -> [Int32] {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { memory in
      let count = read(reading.number, memory.baseAddress, memory.count)
      return count > 0 ? memory.prefix(count).map { Int32($0) } : []
    }
  }
}
