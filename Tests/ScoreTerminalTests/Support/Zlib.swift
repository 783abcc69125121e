import Glibc

/// The library that everybody reads such streams with.
enum Zlib {
  /// What zlib makes of a stream, checksum and all; nil unless it has exactly `count` bytes.
  static func inflated(_ bytes: [UInt8], count: Int) -> [UInt8]? {
    guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "uncompress") else { return nil }
    typealias Uncompress =
      @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt) -> Int32
    var output = [UInt8](repeating: 0, count: count + 1)
    var length = UInt(output.count)
    let result = unsafeBitCast(symbol, to: Uncompress.self)(&output, &length, bytes, UInt(bytes.count))
    return result == 0 && length == UInt(count) ? Array(output.dropLast()) : nil
  }
}
