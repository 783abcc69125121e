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
    SystemTheme.prefersDark(environment: { variables[$0] }, read: { files[$0] })
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
