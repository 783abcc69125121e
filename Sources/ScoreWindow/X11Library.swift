internal import CSDL2
internal import Glibc

/// What is asked of libX11 itself, where SDL has no word for it.
enum X11Library {
  /// Nil where SDL has not loaded it: this only finds it.
  static var functions: X11Functions? {
    guard let library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD) else { return nil }
    defer { dlclose(library) }
    var functions = X11Functions()
    return x11_resolve(library, &functions) != 0 ? functions : nil
  }

  /// Whether an error of the server changes nothing for the user.
  ///
  /// SDL 2.26 wakes itself with a message to its own window on a second connection. When the event that it
  /// was sent for closes the window, the server may see the window's end first, and Xlib's own handler
  /// would end the program with "BadWindow" and status 1.
  static func isHarmless(errorCode: UInt8, requestCode: UInt8) -> Bool {
    let badWindow: UInt8 = 3
    let sendEvent: UInt8 = 25
    return errorCode == badWindow && requestCode == sendEvent
  }

  /// Has harmless errors passed over from now on; all others go where they went before.
  ///
  /// Called before SDL starts: SDL hands errors on to the handler it found, and puts that one back before
  /// it closes its connections, which is when the last errors arrive.
  static func passOverHarmlessErrors() {
    _ = formerHandler
  }

  private typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutablePointer<XErrorEvent>?) -> Int32

  /// The handler that was there before ours, which is set with it, once.
  private static let formerHandler: Handler? = functions?.XSetErrorHandler(handler)

  private static let handler: Handler = { display, error in
    if let error, isHarmless(errorCode: error.pointee.error_code, requestCode: error.pointee.request_code) { return 0 }
    return formerHandler?(display, error) ?? 0
  }
}
