internal import Glibc

/// Device files that are numbered: `/dev/dri/card0`, `/dev/input/event3`.
enum DeviceFolder {
  /// The numbers of the files in `folder` whose names are `prefix` and a number, rising.
  static func numbers(in folder: String, prefix: String) -> [Int] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var numbers: [Int] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), number >= 0 { numbers.append(number) }
    }
    return numbers.sorted()
  }
}
