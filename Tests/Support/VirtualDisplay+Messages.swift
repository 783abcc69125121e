import Glibc

/// What no tool of the package set does: the message that a window manager's close button sends.
extension VirtualDisplay {
  /// Asks a window to close, as its title bar would.
  public func requestClose(of window: String) throws {
    guard let id = UInt(window), let x11 = X11(display: name) else {
      throw ChildFailure(description: "cannot send a message to window \(window) on \(name)")
    }
    x11.send("WM_PROTOCOLS", to: id, data: x11.atom("WM_DELETE_WINDOW"))
  }

  /// Sets the resource database, as `xrdb` does: "Xft.dpi:\t192\n".
  public func setResources(_ text: String) throws {
    guard let x11 = X11(display: name) else { throw ChildFailure(description: "cannot open \(name)") }
    x11.setRootProperty(atom: 23, type: 31, Array(text.utf8))
  }
}

/// A connection to an X server for the length of a call.
private struct X11: ~Copyable {
  private let library: UnsafeMutableRawPointer
  private let display: OpaquePointer

  private typealias Open = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias Close = @convention(c) (OpaquePointer) -> Int32
  private typealias Intern = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt
  private typealias Send = @convention(c) (OpaquePointer, UInt, Int32, Int, UnsafeMutableRawPointer) -> Int32
  private typealias Root = @convention(c) (OpaquePointer) -> UInt
  private typealias Change =
    @convention(c) (OpaquePointer, UInt, UInt, UInt, Int32, Int32, UnsafePointer<UInt8>, Int32) -> Int32

  init?(display name: String) {
    guard let library = dlopen("libX11.so.6", RTLD_NOW),
      let open = X11.function("XOpenDisplay", of: library, as: Open.self), let display = open(name)
    else { return nil }
    self.library = library
    self.display = display
  }

  deinit { _ = X11.function("XCloseDisplay", of: library, as: Close.self)?(display) }

  private static func function<F>(_ name: String, of library: UnsafeMutableRawPointer, as type: F.Type) -> F? {
    dlsym(library, name).map { unsafeBitCast($0, to: type) }
  }

  func atom(_ name: String) -> UInt {
    X11.function("XInternAtom", of: library, as: Intern.self)?(display, name, 0) ?? 0
  }

  /// A client message of 32-bit words; the layout is that of `XClientMessageEvent` on 64-bit systems.
  func send(_ message: String, to window: UInt, data: UInt) {
    let words: [UInt] = [33, 0, 0, 0, window, atom(message), 32, data, 0, 0, 0, 0]
    var event = words + [UInt](repeating: 0, count: 24 - words.count)
    event.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = X11.function("XSendEvent", of: library, as: Send.self)?(display, window, 0, 0, base)
    }
  }

  func setRootProperty(atom: UInt, type: UInt, _ bytes: [UInt8]) {
    guard let root = X11.function("XDefaultRootWindow", of: library, as: Root.self),
      let change = X11.function("XChangeProperty", of: library, as: Change.self)
    else { return }
    _ = change(display, root(display), atom, type, 8, 0, bytes, Int32(bytes.count))
  }
}
