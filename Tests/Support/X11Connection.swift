import Glibc

/// A connection to an X server for the length of a call, through a libX11 that is opened when needed.
struct X11Connection: ~Copyable {
  private let library: UnsafeMutableRawPointer
  private let display: OpaquePointer

  /// An event as the library's union has it on 64-bit systems: 24 words.
  typealias Event = [UInt]

  private typealias Open = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias Act = @convention(c) (OpaquePointer) -> Int32
  private typealias Intern = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt
  private typealias Send = @convention(c) (OpaquePointer, UInt, Int32, Int, UnsafeMutableRawPointer) -> Int32
  private typealias Root = @convention(c) (OpaquePointer) -> UInt
  private typealias Change =
    @convention(c) (OpaquePointer, UInt, UInt, UInt, Int32, Int32, UnsafePointer<UInt8>, Int32) -> Int32
  private typealias Create =
    @convention(c) (OpaquePointer, UInt, Int32, Int32, UInt32, UInt32, UInt32, UInt, UInt) -> UInt
  private typealias Own = @convention(c) (OpaquePointer, UInt, UInt, UInt) -> Int32
  private typealias Next = @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Int32

  init?(display name: String) {
    guard let library = dlopen("libX11.so.6", RTLD_NOW),
      let open = X11Connection.function("XOpenDisplay", of: library, as: Open.self), let display = open(name)
    else { return nil }
    self.library = library
    self.display = display
  }

  deinit { _ = X11Connection.function("XCloseDisplay", of: library, as: Act.self)?(display) }

  private static func function<F>(_ name: String, of library: UnsafeMutableRawPointer, as type: F.Type) -> F? {
    dlsym(library, name).map { unsafeBitCast($0, to: type) }
  }

  private func function<F>(_ name: String, as type: F.Type) -> F? {
    X11Connection.function(name, of: library, as: type)
  }

  func atom(_ name: String) -> UInt { function("XInternAtom", as: Intern.self)?(display, name, 0) ?? 0 }

  var root: UInt { function("XDefaultRootWindow", as: Root.self)?(display) ?? 0 }

  /// A client message of 32-bit words.
  func send(_ message: String, to window: UInt, data: [UInt]) {
    send([33, 0, 0, 0, window, atom(message), 32] + data, to: window)
  }

  func send(_ words: Event, to window: UInt) {
    var event = words + [UInt](repeating: 0, count: 24 - words.count)
    event.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = function("XSendEvent", as: Send.self)?(display, window, 0, 0, base)
    }
    _ = function("XFlush", as: Act.self)?(display)
  }

  func setProperty(of window: UInt, _ property: UInt, type: UInt, _ bytes: [UInt8]) {
    _ = function("XChangeProperty", as: Change.self)?(display, window, property, type, 8, 0, bytes, Int32(bytes.count))
    _ = function("XFlush", as: Act.self)?(display)
  }

  /// A window that is never shown: something to send from.
  func makeWindow() -> UInt {
    function("XCreateSimpleWindow", as: Create.self)?(display, root, 0, 0, 1, 1, 0, 0, 0) ?? 0
  }

  func own(selection: UInt, from window: UInt) {
    _ = function("XSetSelectionOwner", as: Own.self)?(display, selection, window, 0)
    _ = function("XFlush", as: Act.self)?(display)
  }

  /// What the pointer's shape is called, as the XFixes extension tells it.
  var pointerName: String? {
    typealias Image = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?
    guard let fixes = dlopen("libXfixes.so.3", RTLD_NOW),
      let image = X11Connection.function("XFixesGetCursorImage", of: fixes, as: Image.self)?(display)
    else { return nil }
    defer { _ = function("XFree", as: (@convention(c) (UnsafeMutableRawPointer) -> Int32).self)?(image) }
    // `XFixesCursorImage`: six shorts, then three words, then the name.
    return image.load(fromByteOffset: 40, as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
  }

  /// The next event, if one has come.
  func nextEvent() -> Event? {
    guard let pending = function("XPending", as: Act.self), pending(display) > 0 else { return nil }
    var event = [UInt](repeating: 0, count: 24)
    event.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = function("XNextEvent", as: Next.self)?(display, base)
    }
    return event
  }
}
