/// A socket that a display can be plugged into.
struct Connector: Equatable, Sendable {
  var id: UInt32
  /// As the kernel names it: `HDMI-A-1`.
  var name: String
  var isConnected: Bool
  var modes: [DisplayMode] = []
  /// What can drive it, the one that does so now first.
  var controllers: [UInt32] = []
  /// The property that switches the display's power, where there is one.
  var powerProperty: UInt32?

  /// The kernel's names of connector types, by number.
  private static let typeNames = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A",
    "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// The name of connector number `index` of a type.
  static func name(type: UInt32, index: UInt32) -> String {
    let type = Int(type)
    return "\(typeNames.indices.contains(type) ? typeNames[type] : "Unknown")-\(index)"
  }

  /// Whether a picture can be shown on it.
  var isUsable: Bool { isConnected && !modes.isEmpty && !controllers.isEmpty }

  /// Whether `text` names this connector: its name in any case, with or without the card and with `HDMI` for `HDMI-A`.
  func isNamed(_ text: String) -> Bool {
    func plain(_ name: String) -> String {
      let lower = name.lowercased()
      let parts = lower.split(separator: "-").filter { $0 != "a" && !$0.hasPrefix("card") }
      return parts.joined(separator: "-")
    }
    return plain(name) == plain(text)
  }

  /// Which of `connectors` to use: the named one, or the first with a display; nil when that has none now.
  static func choose(_ request: String?, from connectors: [Connector]) -> Connector? {
    connectors.first { connector in
      connector.isUsable && (request.map { connector.isNamed($0) } ?? (connector.name != "Writeback-1"))
    }
  }
}
