internal import Glibc

/// What the user set for all programs of the desktop, as far as files and variables tell.
struct DesktopSettings {
  let environment: (String) -> String?
  /// The beginning of a file, nil when there is none.
  let read: (String) -> [UInt8]?

  private static let largestFile = 4 << 20
  private static let interface = "/org/gnome/desktop/interface/"

  /// Whether the desktop is dark; nil where nothing says so.
  ///
  /// Asked are `GTK_THEME`, KDE's kdeglobals, the settings that GNOME and its relatives keep, and GTK's
  /// settings.ini: the running desktop's own first.
  var prefersDark: Bool? {
    if let theme = environment("GTK_THEME"), !theme.isEmpty { return DesktopSettings.isDark(theme: theme) }
    let kde = text("kdeglobals").flatMap(DesktopSettings.darkness(kdeGlobals:))
    if isKDE, let kde { return kde }
    if let scheme = database?.text(DesktopSettings.interface + "color-scheme") { return scheme == "prefer-dark" }
    return gtk(DesktopSettings.darkness(gtkSettings:)) ?? kde
  }

  /// Whether the user asked for less motion; nil where nothing says so.
  var reducesMotion: Bool? {
    let kde = text("kdeglobals").flatMap(DesktopSettings.stillness(kdeGlobals:))
    if isKDE, let kde { return kde }
    if let moves = database?.flag(DesktopSettings.interface + "enable-animations") { return !moves }
    return gtk(DesktopSettings.stillness(gtkSettings:)) ?? kde
  }

  private var isKDE: Bool { (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").contains("KDE") }

  private var folder: String {
    let configured = environment("XDG_CONFIG_HOME") ?? ""
    return configured.hasPrefix("/") ? configured : (environment("HOME") ?? "") + "/.config"
  }

  private func text(_ name: String) -> String? {
    read(folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  private var database: SettingsDatabase? { read(folder + "/dconf/user").flatMap(SettingsDatabase.init) }

  private func gtk(_ answer: @escaping (String) -> Bool?) -> Bool? {
    ["gtk-4.0", "gtk-3.0"].lazy.compactMap { text($0 + "/settings.ini").flatMap(answer) }.first
  }

  static func darkness(gtkSettings text: String) -> Bool? {
    let settings = values(of: text, section: "Settings")
    if let switched = settings["gtk-application-prefer-dark-theme"] {
      let isOn = ["1", "true"].contains(switched.lowercased())
      if isOn { return true }
      return settings["gtk-theme-name"].map { isDark(theme: $0) } ?? false
    }
    return settings["gtk-theme-name"].map { isDark(theme: $0) }
  }

  static func stillness(gtkSettings text: String) -> Bool? {
    values(of: text, section: "Settings")["gtk-enable-animations"].map { ["0", "false"].contains($0.lowercased()) }
  }

  /// KDE stretches all its animations by a factor; at 0 there are none.
  static func stillness(kdeGlobals text: String) -> Bool? {
    values(of: text, section: "KDE")["AnimationDurationFactor"].flatMap { Double($0) }.map { $0 <= 0 }
  }

  static func darkness(kdeGlobals text: String) -> Bool? {
    values(of: text, section: "General")["ColorScheme"].map { isDark(theme: $0) }
  }

  /// Themes call themselves "Adwaita:dark", "Yaru-dark", "BreezeDark".
  private static func isDark(theme: String) -> Bool { theme.lowercased().hasSuffix("dark") }

  private static func values(of text: String, section: String) -> [String: String] {
    var values: [String: String] = [:]
    var isInside = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        isInside = line == "[\(section)]"
      } else if isInside, let equals = line.firstIndex(of: "=") {
        values[String(line[..<equals].trimmed)] = String(line[line.index(after: equals)...].trimmed)
      }
    }
    return values
  }

  static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = min(max(0, Int(status.st_size)), largestFile)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, Glibc.read(file, buffer.baseAddress, size))
    }
    return bytes.isEmpty ? nil : bytes
  }
}
