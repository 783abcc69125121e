internal import Glibc

/// What a signal handler needs to give the terminal back, in memory that it may read.
private struct EmergencyState {
  var descriptor: Int32 = -1
  var settings = termios()
  /// Whether the terminal is ours now.
  var isArmed = false
  /// The write end of the pipe that wakes the loop.
  var wakeDescriptor: Int32 = -1
  var terminations = 0
}

/// Allocated once and never freed: a handler may run at any time.
nonisolated(unsafe) private let state: UnsafeMutablePointer<EmergencyState> = {
  let pointer = UnsafeMutablePointer<EmergencyState>.allocate(capacity: 1)
  pointer.initialize(to: EmergencyState())
  return pointer
}()

/// Calls only what POSIX allows in a signal handler.
private func restoreTerminal() {
  guard state.pointee.isArmed else { return }
  state.pointee.isArmed = false
  let leave = TerminalModes.leave
  _ = write(state.pointee.descriptor, leave.utf8Start, leave.utf8CodeUnitCount)
  tcsetattr(state.pointee.descriptor, TCSAFLUSH, &state.pointee.settings)
}

private func wake(_ signal: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = write(state.pointee.wakeDescriptor, &byte, 1)
  errno = saved
}

/// A crash: give the terminal back, then die of the same signal.
private func crashed(_ number: Int32) {
  restoreTerminal()
  signal(number, SIG_DFL)
  raise(number)
}

/// The user's or the system's wish to end: the loop is told; when it does not react, a second one is obeyed at once.
private func terminated(_ number: Int32) {
  state.pointee.terminations += 1
  guard state.pointee.terminations > 1 else { return wake(number) }
  restoreTerminal()
  signal(number, SIG_DFL)
  raise(number)
}

/// Gives the terminal back in every way in which a process can end or stop, and tells the loop of signals.
///
/// There is one for a process; `deinit` puts the handlers back that were there before.
struct SignalHub: ~Copyable {
  static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT, SIGSYS]
  static let terminations = [SIGINT, SIGTERM, SIGHUP]
  static let notices = [SIGWINCH, SIGTSTP, SIGCONT]

  /// Becomes readable with a signal's number.
  let wakeDescriptor: Int32
  private let writeDescriptor: Int32
  private var previous: [(Int32, sigaction)] = []
  /// A handler must run even when the stack is used up.
  private let stack: UnsafeMutableRawPointer
  private static let stackSize = 1 << 16

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    wakeDescriptor = ends[0]
    writeDescriptor = ends[1]
    stack = UnsafeMutableRawPointer.allocate(byteCount: SignalHub.stackSize, alignment: 16)
    var alternate = stack_t(ss_sp: stack, ss_flags: 0, ss_size: SignalHub.stackSize)
    sigaltstack(&alternate, nil)
    state.pointee.wakeDescriptor = writeDescriptor
    state.pointee.terminations = 0
    for number in SignalHub.crashes { install(number, crashed) }
    for number in SignalHub.terminations { install(number, terminated) }
    for number in SignalHub.notices { install(number, wake) }
  }

  deinit {
    for (number, action) in previous {
      var action = action
      sigaction(number, &action, nil)
    }
    state.pointee.wakeDescriptor = -1
    var alternate = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
    sigaltstack(&alternate, nil)
    stack.deallocate()
    close(wakeDescriptor)
    close(writeDescriptor)
  }

  private mutating func install(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var old = sigaction()
    guard sigaction(number, nil, &old) == 0 else { return }
    // What the parent chose to ignore (nohup) stays ignored.
    let oldHandler = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
    if SignalHub.terminations.contains(number), oldHandler == unsafeBitCast(SIG_IGN, to: Int.self) { return }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = handler
    new.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
    sigfillset(&new.sa_mask)
    sigaction(number, &new, nil)
    previous.append((number, old))
  }

  /// From now on a signal that ends the process gives the terminal back first.
  func arm(_ device: borrowing TerminalDevice) {
    state.pointee.descriptor = device.descriptor
    state.pointee.settings = device.original
    state.pointee.isArmed = true
  }

  func disarm() { state.pointee.isArmed = false }

  /// The signals that came since the last call, oldest first.
  func takeSignals() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(wakeDescriptor, &buffer, buffer.count)
    return count > 0 ? buffer[..<count].map { Int32($0) } : []
  }

  /// Stops the process as Ctrl+Z does; returns when it is continued.
  func stop() {
    var action = sigaction()
    var old = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &action, &old)
    kill(getpid(), SIGTSTP)
    sigaction(SIGTSTP, &old, nil)
  }
}
