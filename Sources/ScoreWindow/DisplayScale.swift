internal import CSDL2
internal import Glibc

/// How many device pixels make a point on an X display.
///
/// X has no such number: monitors report sizes that are often wrong (`SDL_GetDisplayDPI` trusts
/// them), while desktops write what the user chose into the resource `Xft.dpi`, where 96 means 1.
/// A variable that the user set for this program or for a toolkit wins.
enum DisplayScale {
  static let range = 0.5...8.0
  static let variables = ["SCOREVIEW_SCALE", "GDK_SCALE", "QT_SCALE_FACTOR"]

  /// The scale the user asked for by a variable; nonsense and values out of range are passed over.
  static func requested(environment: (String) -> String?) -> Double? {
    for name in variables {
      if let text = environment(name), let value = Double(text), range.contains(value) { return value }
    }
    return nil
  }

  /// The scale that a resource database asks for ("Xft.dpi:\t192"), if it does.
  static func scale(resources: String) -> Double? {
    for line in resources.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmed == "Xft.dpi", let dpi = Double(parts[1].trimmed) else { continue }
      let scale = dpi / 96
      return range.contains(scale) ? scale : nil
    }
    return nil
  }

  /// The root window's resource database as it stands now (Xlib's own copy dates from connecting).
  static func resources(of display: OpaquePointer) -> String? {
    guard let x11 = X11Library.functions else { return nil }
    let resourceManager: Atom = 23
    let string: Atom = 31
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var bytes: UnsafeMutablePointer<UInt8>?
    let status = x11.XGetWindowProperty(
      display, x11.XDefaultRootWindow(display), resourceManager, 0, 65_536, 0, string, &type, &format, &count,
      &left, &bytes)
    guard let bytes else { return nil }
    defer { _ = x11.XFree(bytes) }
    guard status == 0, format == 8 else { return nil }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
}

extension Substring {
  /// Without spaces and tabs at its ends.
  var trimmed: Substring {
    let isBlank = { (character: Character) in character == " " || character == "\t" || character == "\r" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return Substring()
    }
    return self[first...last]
  }
}
