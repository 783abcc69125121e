internal import Glibc

/// The terminal that the process belongs to, as a file of its own.
///
/// It is opened anew, so that reading without blocking changes nothing for the
/// shell, and so that standard input may be a pipe with scores in it.
struct TerminalDevice: ~Copyable {
  let descriptor: Int32
  /// The settings as they were found.
  let original: termios

  init(path: String = "/dev/tty") throws(TerminalError) {
    descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noTerminal(errno: errno) }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      let code = errno
      close(descriptor)
      throw .noTerminal(errno: code)
    }
    original = settings
  }

  deinit { close(descriptor) }

  /// Whether the process may change the terminal: nobody else stands in front of it.
  var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Changes the settings and drops what was typed before (`flushing`).
  func set(_ settings: termios, flushing: Bool) throws(TerminalError) {
    var settings = settings
    while tcsetattr(descriptor, flushing ? TCSAFLUSH : TCSANOW, &settings) != 0 {
      guard errno == EINTR else { throw errno == EIO ? .hungUp : .system(call: "tcsetattr", errno: errno) }
    }
  }

  /// Cells and pixels as the kernel knows them; 0 where it does not.
  var windowSize: (cells: CellSize, pixels: (width: Int, height: Int)) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (CellSize(columns: 0, rows: 0), (0, 0)) }
    return (CellSize(columns: Int(size.ws_col), rows: Int(size.ws_row)), (Int(size.ws_xpixel), Int(size.ws_ypixel)))
  }

  /// What has arrived, at most so many bytes; empty where nothing has.
  ///
  /// - Throws: `TerminalError.hungUp` where the other end is gone.
  func read(into buffer: inout [UInt8]) throws(TerminalError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: throw errno == EIO ? .hungUp : .system(call: "read", errno: errno)
      }
    }
  }

  /// Writes as much as the terminal takes now and returns how much that was.
  func write(_ bytes: ArraySlice<UInt8>) throws(TerminalError) -> Int {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done) }
      if count >= 0 {
        done += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: return done
      default: throw errno == EIO ? .hungUp : .system(call: "write", errno: errno)
      }
    }
    return done
  }

  /// Waits until one of `descriptors` can be read, or written where `writes` says so; nil: as long as it takes.
  static func poll(_ descriptors: inout [pollfd], milliseconds: Double?) {
    let limit = milliseconds.map { Int32(min(max($0.rounded(.up), 0), 1e9)) } ?? -1
    _ = Glibc.poll(&descriptors, nfds_t(descriptors.count), limit)
  }

  /// Milliseconds of the clock that never goes back.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}

/// Repairs a terminal that a killed program left in disorder.
public enum TerminalReset {
  /// Gives the terminal its modes, screen, cursor and line settings back.
  public static func run() throws(TerminalError) {
    let device = try TerminalDevice()
    let repair = TerminalModes.repair
    let bytes = Array(UnsafeBufferPointer(start: repair.utf8Start, count: repair.utf8CodeUnitCount))
    _ = try device.write(bytes[...])
    try device.set(TerminalModes.sane(device.original), flushing: true)
  }
}
