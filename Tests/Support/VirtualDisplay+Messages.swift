import Glibc

/// What no tool of the package set does: messages of a window manager, and files that are dropped on a window.
extension VirtualDisplay {
  /// Asks a window to close, as its title bar would.
  public func requestClose(of window: String) throws {
    let x11 = try connect()
    let id = try number(of: window)
    x11.send("WM_PROTOCOLS", to: id, data: [x11.atom("WM_DELETE_WINDOW")])
  }

  /// Sets the resource database, as `xrdb` does: "Xft.dpi:\t192\n".
  public func setResources(_ text: String) throws {
    let x11 = try connect()
    x11.setProperty(of: x11.root, 23, type: 31, Array(text.utf8))
  }

  /// The pointer's present shape: "left_ptr", "hand2", …
  public func pointerName() throws -> String? { try connect().pointerName }

  /// Drops files on a window, as a file manager does (XDND, version 5).
  ///
  /// - Throws: when the window takes no files or does not say that it took them.
  public func drop(_ paths: [String], on window: String) throws {
    let x11 = try connect()
    let target = try number(of: window)
    let source = x11.makeWindow()
    let (selection, list, copy) = (x11.atom("XdndSelection"), x11.atom("text/uri-list"), x11.atom("XdndActionCopy"))
    x11.own(selection: selection, from: source)
    x11.send("XdndEnter", to: target, data: [source, 5 << 24, list])
    x11.send("XdndPosition", to: target, data: [source, 0, 100 << 16 | 100, 0, copy])
    try answer(on: x11, source, paths, until: "XdndStatus", accepts: { $0[8] & 1 == 1 })
    x11.send("XdndDrop", to: target, data: [source, 0, 0])
    try answer(on: x11, source, paths, until: "XdndFinished", accepts: { _ in true })
  }

  /// Hands the paths over when asked for, until a message comes.
  private func answer(
    on x11: borrowing X11Connection, _ source: UInt, _ paths: [String], until message: String,
    accepts: (X11Connection.Event) -> Bool
  ) throws {
    let awaited = x11.atom(message)
    for _ in 0..<1000 {
      guard let event = x11.nextEvent() else {
        usleep(10_000)
        continue
      }
      switch event[0] & 0x7F {
      case 30:
        // The selection is asked for: owner, requestor, selection, target, property, time.
        let (requestor, selection, type, property) = (event[5], event[6], event[7], event[8])
        let text = paths.map { "file://\(percentEncoded($0))\r\n" }.joined()
        x11.setProperty(of: requestor, property, type: type, Array(text.utf8))
        x11.send([31, 0, 0, 0, requestor, selection, type, property, event[9]], to: requestor)
      case 33 where event[5] == awaited:
        guard accepts(event) else { throw ChildFailure(description: "the window takes no files") }
        return
      default: break
      }
    }
    throw ChildFailure(description: "the window sent no \(message)")
  }

  private func percentEncoded(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain = byte == 0x2F || byte == 0x2E || byte == 0x2D || byte == 0x5F || isAlphanumeric(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private func connect() throws -> X11Connection {
    guard let x11 = X11Connection(display: name) else { throw ChildFailure(description: "cannot open \(name)") }
    return x11
  }

  private func number(of window: String) throws -> UInt {
    guard let id = UInt(window) else { throw ChildFailure(description: "\(window) is no window") }
    return id
  }
}
