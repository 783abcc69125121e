internal import CLinuxDisplay
internal import Glibc

/// The virtual terminal that the picture covers: it draws no text, and asks before it is switched.
///
/// A guard process gives it back when this one is killed, whatever kills it. The keyboard is never
/// switched off, so it works afterwards.
final class Console {
  static let releaseSignal = SIGUSR1
  static let acquireSignal = SIGUSR2

  private let file: Descriptor
  /// Its number: 1 for `/dev/tty1`.
  let number: Int
  private let guardian: scoreview_guardian
  /// Whether typed keys would be echoed on it, and how it was before.
  private let attributes: termios?

  /// Finds the console and takes it over; nil when there is none that we may use: over ssh, or without a keyboard
  /// and screen of its own.
  init?() {
    guard let (file, number, isOurs) = Self.find() else { return nil }
    let guardian = scoreview_guard_console(file)
    Self.bringToFront(number, file)
    scoreview_console_cursor(file, 0)
    var mode = vt_mode()
    mode.mode = CChar(VT_PROCESS)
    mode.relsig = Int16(Self.releaseSignal)
    mode.acqsig = Int16(Self.acquireSignal)
    guard ioctl(file, UInt(KDSETMODE), Int32(KD_GRAPHICS)) == 0, ioctl(file, UInt(VT_SETMODE), &mode) == 0 else {
      scoreview_console_restore(file)
      scoreview_guard_dismiss(guardian)
      close(file)
      return nil
    }
    self.file = Descriptor(taking: file)
    self.number = number
    self.guardian = guardian
    attributes = isOurs ? Self.quiet(file) : nil
  }

  deinit {
    scoreview_console_restore(file.number)
    if var attributes {
      // What was typed meanwhile was not meant for the shell.
      tcflush(file.number, TCIFLUSH)
      tcsetattr(file.number, TCSANOW, &attributes)
    }
    scoreview_guard_dismiss(guardian)
  }

  var descriptor: Int32 { file.number }

  /// Whether its picture is on the screen now.
  var isActive: Bool { Self.active(file.number).map { $0 == number } ?? true }

  /// Another console may come to the front.
  func release() { _ = ioctl(file.number, UInt(VT_RELDISP), Int32(1)) }

  /// We know that we are in front again.
  func acquire() {
    _ = ioctl(file.number, UInt(VT_RELDISP), Int32(VT_ACKACQ))
    _ = ioctl(file.number, UInt(KDSETMODE), Int32(KD_GRAPHICS))
  }

  /// Asks for another console; we are told when it is about to come.
  func activate(_ number: Int) {
    guard number != self.number else { return }
    _ = ioctl(file.number, UInt(VT_ACTIVATE), Int32(number))
  }

  /// The console's own keyboard map, American where it says nothing.
  var keymap: Keymap {
    let file = file.number
    return Keymap { code, isShifted in
      var entry = kbentry(kb_table: isShifted ? 1 : 0, kb_index: UInt8(truncatingIfNeeded: code), kb_value: 0)
      return ioctl(file, UInt(KDGKBENT), &entry) == 0 ? entry.kb_value : nil
    }
  }

  // MARK: Finding it

  /// Our own terminal if it is a virtual one, or the one in front, which root may take.
  private static func find() -> (file: Int32, number: Int, isOurs: Bool)? {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      if let number = number(of: stream) {
        let file = fcntl(stream, F_DUPFD_CLOEXEC, 3)
        if file >= 0 { return (file, number, true) }
      }
    }
    let own = open("/dev/tty", O_RDWR | O_CLOEXEC)
    if own >= 0 {
      if let number = number(of: own) { return (own, number, true) }
      close(own)
    }
    let front = open("/dev/tty0", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard front >= 0 else { return nil }
    defer { close(front) }
    guard let number = active(front) else { return nil }
    let file = open("/dev/tty\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    return file >= 0 ? (file, number, false) : nil
  }

  /// Which virtual terminal a descriptor is, nil for anything else.
  private static func number(of file: Int32) -> Int? {
    var status = stat()
    var mode: Int32 = 0
    guard fstat(file, &status) == 0, ioctl(file, UInt(KDGETMODE), &mode) == 0 else { return nil }
    // The kernel gives terminals major number 4; minor numbers 1 to 63 are virtual ones.
    let (major, minor) = (status.st_rdev >> 8 & 0xFFF, status.st_rdev & 0xFF)
    guard major == 4, (1...63).contains(minor) else { return active(file) }
    return Int(minor)
  }

  private static func active(_ file: Int32) -> Int? {
    var state = vt_stat()
    return ioctl(file, UInt(VT_GETSTATE), &state) == 0 && state.v_active > 0 ? Int(state.v_active) : nil
  }

  private static func bringToFront(_ number: Int, _ file: Int32) {
    guard active(file) != number, ioctl(file, UInt(VT_ACTIVATE), Int32(number)) == 0 else { return }
    _ = ioctl(file, UInt(VT_WAITACTIVE), Int32(number))
  }

  /// Stops echo and line editing; what was before.
  private static func quiet(_ file: Int32) -> termios? {
    var before = termios()
    guard tcgetattr(file, &before) == 0 else { return nil }
    var quiet = before
    quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
    return tcsetattr(file, TCSANOW, &quiet) == 0 ? before : nil
  }
}
