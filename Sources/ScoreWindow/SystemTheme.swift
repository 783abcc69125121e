internal import Glibc

/// Whether the desktop is set to dark, as far as files and variables tell.
enum SystemTheme {
  private static let largestFile = 65_536

  /// Nil where nothing says so.
  ///
  /// GNOME keeps its newest switch in a database that only a call over D-Bus reads; this asks what can be
  /// had without one: `GTK_THEME`, GTK's settings.ini and KDE's kdeglobals.
  static func prefersDark(environment: (String) -> String?, read: (String) -> String?) -> Bool? {
    if let theme = environment("GTK_THEME"), !theme.isEmpty { return isDark(theme: theme) }
    let home = environment("HOME") ?? ""
    let configured = environment("XDG_CONFIG_HOME") ?? ""
    let folder = configured.hasPrefix("/") ? configured : home + "/.config"
    let isKDE = (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").contains("KDE")
    let kde = read(folder + "/kdeglobals").flatMap(darkness(kdeGlobals:))
    if isKDE, let kde { return kde }
    for version in ["gtk-4.0", "gtk-3.0"] {
      if let dark = read(folder + "/\(version)/settings.ini").flatMap(darkness(gtkSettings:)) { return dark }
    }
    return kde
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

  /// The beginning of a text file, nil when there is none.
  static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: largestFile) { buffer, count in
      count = max(0, Glibc.read(file, buffer.baseAddress, largestFile))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
