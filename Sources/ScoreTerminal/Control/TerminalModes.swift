internal import Glibc

/// The sequences that take a terminal over and give it back.
enum TerminalModes {
  /// Alternate screen, hidden cursor, no automatic wrap, mouse motion in SGR form, focus, paste in brackets.
  static let enter: StaticString =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1003h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?2004h\u{1B}[2J"

  /// Undoes `enter` and every mode that is set later; harmless where nothing was set.
  static let leave: StaticString = """
    \u{1B}[?2026l\u{1B}[?2048l\u{1B}[?1016l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1000l\
    \u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
    """

  /// Also ends strings and pictures that a killed program may have left half sent.
  static let repair: StaticString = """
    \u{18}\u{1B}\\\u{1B}[?2026l\u{1B}[?2048l\u{1B}[?1016l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1003l\
    \u{1B}[?1002l\u{1B}[?1000l\u{1B}[!p\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
    """

  static let setPixelMouse = Array("\u{1B}[?1016h".utf8)
  static let resetPixelMouse = Array("\u{1B}[?1016l".utf8)

  /// Bytes as they come and no echo; Ctrl+C, Ctrl+\ and Ctrl+Z stay signals.
  static func raw(_ settings: termios) -> termios {
    var raw = settings
    raw.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    raw.c_lflag |= tcflag_t(ISIG)
    raw.c_cflag = raw.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    return raw
  }

  /// The settings a shell expects.
  static func sane(_ settings: termios) -> termios {
    var sane = settings
    sane.c_iflag |= tcflag_t(ICRNL | IXON | BRKINT)
    sane.c_iflag &= ~tcflag_t(INLCR | IGNCR | ISTRIP)
    sane.c_oflag |= tcflag_t(OPOST | ONLCR)
    sane.c_lflag |= tcflag_t(ECHO | ECHOE | ECHOK | ICANON | ISIG | IEXTEN)
    sane.c_cflag |= tcflag_t(CREAD)
    withUnsafeMutableBytes(of: &sane.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return sane
  }
}
