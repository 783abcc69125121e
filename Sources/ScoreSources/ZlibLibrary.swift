internal import CZlib
internal import Glibc

/// zlib's functions, from a library that is opened when first needed and then stays.
struct ZlibLibrary: @unchecked Sendable {
  let functions: UnsafePointer<ZlibFunctions>

  /// Nil if zlib is not installed or lacks a function.
  static let shared: ZlibLibrary? = {
    guard let library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
    let table = UnsafeMutablePointer<ZlibFunctions>.allocate(capacity: 1)
    table.initialize(to: ZlibFunctions())
    guard zlib_resolve(library, table) == nil else {
      table.deallocate()
      _ = dlclose(library)
      return nil
    }
    return ZlibLibrary(functions: UnsafePointer(table))
  }()
}
