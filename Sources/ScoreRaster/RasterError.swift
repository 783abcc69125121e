public import ScoreDrawing

/// Pixels could not be made.
public enum RasterError: Error, Equatable, Sendable {
  /// A shared library could not be opened; `package` is the Debian package that brings it.
  case missingLibrary(name: String, package: String, reason: String)
  /// A shared library was opened but lacks a function: it is too old.
  case outdatedLibrary(name: String, function: String)
  /// No memory for a picture of this size.
  case outOfMemory(PixelSize)
  /// A thread could not be started; the value is an errno.
  case noThread(Int32)

  /// What is wrong and what to do, one line.
  public var message: String {
    switch self {
    case .missingLibrary(let name, let package, let reason):
      "cannot draw text: \(name) cannot be opened (\(reason)); install the package \(package)"
    case .outdatedLibrary(let name, let function):
      "cannot draw text: \(name) has no function \(function); a newer version is needed"
    case .outOfMemory(let size):
      "not enough memory for a picture of \(size.width) × \(size.height) pixels"
    case .noThread(let code):
      "cannot start a thread (errno \(code))"
    }
  }
}
