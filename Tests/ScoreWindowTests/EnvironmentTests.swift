import Foundation
import Support
import Testing

@testable import ScoreDrawing
@testable import ScoreWindow

@Suite struct DisplayScales {
  @Test(
    arguments: [
      ([:], nil), (["SCOREVIEW_SCALE": "1.5", "GDK_SCALE": "2"], 1.5), (["GDK_SCALE": "2"], 2),
      (["QT_SCALE_FACTOR": "1.25"], 1.25), (["SCOREVIEW_SCALE": "zero", "GDK_SCALE": "3"], 3),
      (["SCOREVIEW_SCALE": "0"], nil), (["SCOREVIEW_SCALE": "-2"], nil), (["SCOREVIEW_SCALE": "1e9"], nil),
      (["SCOREVIEW_SCALE": "nan"], nil), (["SCOREVIEW_SCALE": ""], nil),
    ] as [([String: String], Double?)])
  func `a variable asks for a scale`(variables: [String: String], scale: Double?) {
    #expect(DisplayScale.requested(environment: { variables[$0] }) == scale)
  }

  @Test(
    arguments: [
      ("Xft.dpi:\t192\n", 2), ("*background: white\nXft.dpi: 120\nXft.rgba: rgb\n", 1.25), ("Xft.dpi:96", 1),
      ("", nil), ("Xft.dpi", nil), ("Xft.dpi:\n", nil), ("Xft.dpi: 0\n", nil), ("XXft.dpi: 192\n", nil),
      ("Xft.dpi: many\n", nil),
    ] as [(String, Double?)])
  func `the resource database asks for a scale`(resources: String, scale: Double?) {
    #expect(DisplayScale.scale(resources: resources) == scale)
  }
}

@Suite struct SystemThemes {
  private func dark(_ variables: [String: String], _ files: [String: String] = [:]) -> Bool? {
    settings(variables, files).prefersDark
  }

  private func settings(_ variables: [String: String], _ files: [String: String]) -> DesktopSettings {
    DesktopSettings(environment: { variables[$0] }, read: { path in files[path].map { Array($0.utf8) } })
  }

  @Test func `nothing says nothing`() {
    #expect(dark([:]) == nil)
    #expect(dark(["HOME": "/h"], ["/h/.config/gtk-3.0/settings.ini": "[Settings]\ngtk-font-name=Sans 10\n"]) == nil)
    #expect(dark(["HOME": "/h"], ["/h/.config/gtk-3.0/settings.ini": "gtk-theme-name=Adwaita-dark\n"]) == nil)
  }

  @Test func `the variable, GTK's settings, KDE's colours`() {
    #expect(dark(["GTK_THEME": "Adwaita:dark"]) == true)
    #expect(dark(["GTK_THEME": "Adwaita"]) == false)
    let gtk = "/h/.config/gtk-3.0/settings.ini"
    #expect(dark(["HOME": "/h"], [gtk: "[Settings]\r\ngtk-application-prefer-dark-theme = 1\r\n"]) == true)
    #expect(dark(["HOME": "/h"], [gtk: "[Settings]\ngtk-theme-name=Yaru-dark\n"]) == true)
    #expect(dark(["HOME": "/h"], [gtk: "[Settings]\ngtk-theme-name=Adwaita\n"]) == false)
    let kde = "/c/kdeglobals"
    #expect(dark(["XDG_CONFIG_HOME": "/c"], [kde: "[General]\nColorScheme=BreezeDark\n[KDE]\nx=1\n"]) == true)
    #expect(dark(["XDG_CONFIG_HOME": "/c"], [kde: "[Other]\nColorScheme=BreezeDark\n"]) == nil)
    let both = [
      kde: "[General]\nColorScheme=BreezeLight\n", "/c/gtk-3.0/settings.ini": "[Settings]\ngtk-theme-name=A-dark\n",
    ]
    #expect(dark(["XDG_CONFIG_HOME": "/c", "XDG_CURRENT_DESKTOP": "KDE"], both) == false)
    #expect(dark(["XDG_CONFIG_HOME": "/c", "XDG_CURRENT_DESKTOP": "GNOME"], both) == true)
  }
}

@Suite struct ReducedMotion {
  private func still(_ files: [String: String], desktop: String = "") -> Bool? {
    DesktopSettings(
      environment: { ["HOME": "/h", "XDG_CURRENT_DESKTOP": desktop][$0] },
      read: { path in files[path].map { Array($0.utf8) } }
    ).reducesMotion
  }

  @Test func `GTK's switch and KDE's factor`() {
    let gtk = "/h/.config/gtk-3.0/settings.ini"
    let kde = "/h/.config/kdeglobals"
    #expect(still([:]) == nil)
    #expect(still([gtk: "[Settings]\ngtk-enable-animations=0\n"]) == true)
    #expect(still([gtk: "[Settings]\ngtk-enable-animations=true\n"]) == false)
    #expect(still([gtk: "[Settings]\ngtk-theme-name=Adwaita\n"]) == nil)
    #expect(still([kde: "[KDE]\nAnimationDurationFactor=0\n"]) == true)
    #expect(still([kde: "[KDE]\nAnimationDurationFactor=0.5\n"]) == false)
    let both = [gtk: "[Settings]\ngtk-enable-animations=0\n", kde: "[KDE]\nAnimationDurationFactor=1\n"]
    #expect(still(both, desktop: "KDE") == false)
    #expect(still(both, desktop: "XFCE") == true)
  }
}

/// What GNOME keeps: a file that `dconf compile` made of four settings.
@Suite struct SettingsDatabases {
  static let bytes = [UInt8](
    Data(
      base64Encoded: """
        R1ZhcmlhbnQAAAAAAAAAABgAAAA4AQAAAAAAKAoAAAAAAAAAAQAAAAIAAAACAAAAAgAAAAMAAAAEAAAABQAAAAcAAAAJAAAA1LUC
        AP////84AQAAAQBMADwBAABAAQAAmXuOqAIAAABAAQAAIwB2AGgBAABrAQAABOwzNQUAAABrAQAABQBMAHABAAB0AQAAS1CQCwAA
        AAB0AQAABABMAHgBAAB8AQAAwH9fPgYAAAB8AQAAEQB2AJABAACTAQAAuYj92ggAAACTAQAACABMAJwBAACkAQAAOcU7TwUAAACk
        AQAACgBMALABAAC8AQAAmke3lgYAAAC8AQAADAB2AMgBAADWAQAAsLckMAMAAADWAQAABgBMANwBAADgAQAAnwmHMwYAAADgAQAA
        CQB2APABAAD6AQAALwAAAAMAAABhbHdheXMtc2hvdy11bml2ZXJzYWwtYWNjZXNzLXN0YXR1cwAAAAAAAQBiYTExeS8BAAAAb3Jn
        LwgAAABlbmFibGUtYW5pbWF0aW9ucwAAAAAAYmRlc2t0b3AvAAIAAAAGAAAAaW50ZXJmYWNlLwAABwAAAAQAAAAJAAAAY29sb3It
        c2NoZW1lcHJlZmVyLWRhcmsAAHNnbm9tZS8FAAAAZ3RrLXRoZW1lAAAAAAAAAEFkd2FpdGEAAHM=
        """, options: .ignoreUnknownCharacters) ?? Data())

  @Test func `settings are found by their full names`() throws {
    let database = try #require(SettingsDatabase(Self.bytes))
    #expect(database.text("/org/gnome/desktop/interface/color-scheme") == "prefer-dark")
    #expect(database.text("/org/gnome/desktop/interface/gtk-theme") == "Adwaita")
    #expect(database.flag("/org/gnome/desktop/interface/enable-animations") == false)
    #expect(database.flag("/org/gnome/desktop/a11y/always-show-universal-access-status") == true)
    for name in ["", "/", "color-scheme", "interface/color-scheme", "/org/gnome/desktop/interface/none"] {
      #expect(database.text(name) == nil && database.flag(name) == nil)
    }
    #expect(database.flag("/org/gnome/desktop/interface/color-scheme") == nil)
    #expect(database.text("/org/gnome/desktop/interface/enable-animations") == nil)
  }

  @Test func `they decide before GTK's own file`() {
    let files = [
      "/h/.config/dconf/user": Self.bytes,
      "/h/.config/gtk-3.0/settings.ini": Array("[Settings]\ngtk-theme-name=Adwaita\n".utf8),
    ]
    let settings = DesktopSettings(environment: { ["HOME": "/h"][$0] }, read: { files[$0] })
    #expect(settings.prefersDark == true && settings.reducesMotion == true)
  }

  @Test func `a damaged file says nothing, and traps nothing`() {
    #expect(SettingsDatabase([]) == nil)
    #expect(SettingsDatabase(Array("GVariant".utf8)) == nil)
    var random = SeededGenerator(seed: 7)
    var found = 0
    for round in 0..<20_000 {
      var bytes = Self.bytes
      if round.isMultiple(of: 2) { bytes.removeLast(.random(in: 0..<bytes.count, using: &random)) }
      for _ in 0..<4 where !bytes.isEmpty {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let database = SettingsDatabase(bytes)
      if database?.text("/org/gnome/desktop/interface/color-scheme") != nil { found += 1 }
      _ = database?.flag("/org/gnome/desktop/interface/enable-animations")
    }
    #expect((1..<20_000).contains(found))
  }
}

@Suite struct WaylandDisplays {
  @Test func `messages are taken off one by one`() {
    // A global: name 7, "wl_seat", version 5; then half of another.
    let text = Array("wl_seat\0".utf8)
    var bytes: [UInt8] = [2, 0, 0, 0, 0, 0, 28, 0, 7, 0, 0, 0, 8, 0, 0, 0] + text + [5, 0, 0, 0]
    bytes += [3, 0, 0, 0, 0, 0, 12, 0, 1]
    let global = WaylandProbe.takeMessage(from: &bytes)
    #expect(global?.object == 2 && global?.opcode == 0)
    #expect(global.flatMap { WaylandProbe.interface(of: $0.arguments) } == "wl_seat")
    #expect(WaylandProbe.takeMessage(from: &bytes) == nil)
    #expect(bytes.count == 9)
    #expect(WaylandProbe.interface(of: [1, 0, 0, 0, 255, 255, 255, 255, 65]) == nil)
    #expect(WaylandProbe.interface(of: []) == nil)
  }

  @Test func `the socket is found by name or path`() {
    func path(_ variables: [String: String]) -> String? { WaylandProbe.path { variables[$0] } }
    #expect(path([:]) == nil)
    #expect(path(["WAYLAND_DISPLAY": "wayland-1"]) == nil)
    #expect(path(["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/user/1/wayland-1")
    #expect(path(["WAYLAND_DISPLAY": "/w"]) == "/w")
    let nowhere = ["WAYLAND_DISPLAY": "/tmp/there-is-no-socket-here"]
    #expect(WaylandProbe.hasSeat { nowhere[$0] } == nil)
  }

  @Test func `a display without a seat is not tried`() throws {
    func usable(_ variables: [String: String], seat: Bool?) throws -> String {
      try VideoSession.usableDrivers(environment: { variables[$0] }, hasSeat: { seat })
    }
    let both = ["DISPLAY": ":0", "WAYLAND_DISPLAY": "w"]
    #expect(try usable(both, seat: false) == "x11")
    #expect(try usable(both, seat: true) == "x11,wayland")
    #expect(try usable(both, seat: nil) == "x11,wayland")
    #expect(try usable(["DISPLAY": ":0"], seat: false) == "x11")
    for variables in [
      ["WAYLAND_DISPLAY": "w"], ["WAYLAND_DISPLAY": "w", "SDL_VIDEODRIVER": "wayland", "DISPLAY": ":0"],
    ] {
      #expect {
        try usable(variables, seat: false)
      } throws: { error in
        (error as? WindowError)?.message.contains("neither pointer nor keyboard") == true
      }
    }
  }
}

@Suite struct WindowErrors {
  @Test func `without a display the error says what is not set`() {
    #expect {
      try VideoSession.checkDisplay(environment: { ["DISPLAY": ""][$0] })
    } throws: { error in
      (error as? WindowError)?.message.hasPrefix("no display: neither DISPLAY nor WAYLAND_DISPLAY is set;") == true
    }
    #expect(throws: Never.self) { try VideoSession.checkDisplay(environment: { ["DISPLAY": ":0"][$0] }) }
    #expect(throws: Never.self) { try VideoSession.checkDisplay(environment: { ["WAYLAND_DISPLAY": "w"][$0] }) }
  }

  @Test func `a missing library names its package`() {
    guard case .failure(let error) = SDLLibrary.load("libSDL2-none.so.0") else {
      Issue.record("a library that is not there was loaded")
      return
    }
    #expect(error.message.contains("libSDL2-none.so.0"))
    #expect(error.message.contains("install the Debian package libsdl2-2.0-0"))
  }

  @Test func `a library without SDL's functions names the first one`() {
    guard case .failure(let error) = SDLLibrary.load("libc.so.6") else {
      Issue.record("libc was taken for SDL")
      return
    }
    #expect(error.message.contains("SDL_SetMainReady"))
  }
}

@Suite struct WaitTimeouts {
  @Test(
    arguments: [
      (nil, -1), (10, nil), (9, nil), (10.2, 1), (11.9, 1), (26.67, 16), (1e300, 86_400_000), (Double.nan, nil),
    ] as [(Double?, Int32?)])
  func `whole milliseconds, rounded down to them, and none once the time is over`(deadline: Double?, timeout: Int32?) {
    #expect(SDLWindow.timeout(until: deadline, now: 10) == timeout)
  }
}

@Suite struct WindowIcons {
  @Test func `a line on a rounded square`() {
    let icon = WindowIcon(side: 48)
    #expect(icon.pixels.count == 48 * 48)
    #expect(icon.pixels[0] >> 24 == 0, "the corner is clear")
    #expect(icon.pixels[24 * 48 + 24] >> 24 == 255, "the middle is not")
    #expect(icon.pixels.contains(0xFFFF_8000), "the line has the chart's orange")
    #expect(icon.pixels.contains(0xFFFF_FFFF), "the ground is white")
  }
}
