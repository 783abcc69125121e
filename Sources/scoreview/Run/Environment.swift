internal import Glibc

/// The process's environment.
enum Environment {
  /// Whether a variable is there and not empty.
  static func isSet(_ name: String) -> Bool {
    getenv(name).map { $0.pointee != 0 } ?? false
  }
}
