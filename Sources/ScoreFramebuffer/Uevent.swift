/// What the kernel says when a device comes, goes or changes.
struct Uevent: Equatable, Sendable {
  enum Action: String, Sendable {
    case add
    case remove
    case change
  }

  var action: Action
  var subsystem: String
  /// The node below `/dev`, where the device has one: `input/event5`.
  var deviceName: String?
  /// Whether a display was plugged in or out.
  var isHotplug = false

  /// Reads a message of the kernel's uevent socket.
  ///
  /// - Parameter message: `add@/devices/…` and then `KEY=value` parts, each ended by a zero byte. Nil for actions
  ///   that nothing here needs and for messages that are none (udev sends its own to others).
  init?(_ message: some Sequence<UInt8>) {
    let parts = Array(message).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard let header = parts.first, header.contains("@"), !header.hasPrefix("libudev") else { return nil }
    var values: [Substring: Substring] = [:]
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      values[part[..<equals]] = part[part.index(after: equals)...]
    }
    guard let action = values["ACTION"].flatMap({ Action(rawValue: String($0)) }),
      let subsystem = values["SUBSYSTEM"]
    else { return nil }
    self.action = action
    self.subsystem = String(subsystem)
    deviceName = values["DEVNAME"].map(String.init)
    isHotplug = values["HOTPLUG"] == "1"
  }

  /// The number of the input device it speaks of: 5 for `input/event5`.
  var inputDevice: Int? {
    guard subsystem == "input", let name = deviceName, name.hasPrefix("input/event") else { return nil }
    return Int(name.dropFirst("input/event".count))
  }

  /// Whether displays may have come, gone or changed.
  var concernsDisplays: Bool { subsystem == "drm" }
}
