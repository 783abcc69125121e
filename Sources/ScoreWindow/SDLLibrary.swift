internal import CSDL2
internal import Glibc

/// libSDL2, opened the first time a window is asked for and kept for the life of the process.
///
/// It is never closed again: the libraries under it (X11, Mesa) do not survive unloading.
enum SDLLibrary {
  static let name = "libSDL2-2.0.so.0"

  /// Safe to touch from any thread; a thread that touches it early takes the loading off the start-up path.
  static let shared: Result<SDLTable, WindowError> = load(name)

  static func load(_ name: String) -> Result<SDLTable, WindowError> {
    guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE) else {
      let reason = dlerror().map { String(cString: $0) } ?? name
      return .failure(
        WindowError("cannot load SDL 2 for the window (\(reason)); install the Debian package libsdl2-2.0-0"))
    }
    var functions = SDLFunctions()
    if let missing = sdl_resolve(library, &functions) {
      return .failure(
        WindowError(
          "\(name) is too old: it has no \(String(cString: missing)); install libsdl2-2.0-0 in version 2.0.18 or later"
        ))
    }
    return .success(SDLTable(functions: functions))
  }
}

/// The resolved functions; plain code addresses, so they may cross threads.
struct SDLTable: @unchecked Sendable {
  let functions: SDLFunctions
}
