import Testing

@testable import ScoreFramebuffer

@Suite struct DisplayChoiceTests {
  static let modes = [
    DisplayMode(width: 1920, height: 1080, refresh: 60, isInterlaced: true),
    DisplayMode(width: 1280, height: 720, refresh: 60, isPreferred: true),
    DisplayMode(width: 1920, height: 1080, refresh: 50),
    DisplayMode(width: 1920, height: 1080, refresh: 59.94),
  ]

  @Test func requestsAreRead() {
    #expect(ModeRequest("1920x1080") != nil)
    #expect(ModeRequest("1920x1080@59.94")?.refresh == 59.94)
    for bad in [
      "", "1920", "x", "0x0", "1920x1080@", "1920x1080@0", "-1x5", "99999x5", "1920x1080x60", "1920x1080@nan",
    ] {
      #expect(ModeRequest(bad) == nil, "\(bad)")
    }
  }

  @Test func theNativeModeIsTheDefault() {
    #expect(ModeRequest.choose(nil, from: Self.modes) == 1)
    #expect(ModeRequest.choose(nil, from: [Self.modes[2]]) == 0)
    #expect(ModeRequest.choose(nil, from: []) == nil)
  }

  @Test func theNearestRateOfTheSizeWins() {
    #expect(ModeRequest.choose(ModeRequest("1920x1080"), from: Self.modes) == 3)
    #expect(ModeRequest.choose(ModeRequest("1920x1080@50"), from: Self.modes) == 2)
    #expect(ModeRequest.choose(ModeRequest("1920x1080@60"), from: Self.modes) == 3, "progressive before interlaced")
    #expect(ModeRequest.choose(ModeRequest("1024x768"), from: Self.modes) == nil)
    #expect(Self.modes.map(\.description) == ["1920x1080@60i", "1280x720@60", "1920x1080@50", "1920x1080@59.9"])
  }

  @Test func connectorsAreFoundByName() {
    let mode = [DisplayMode(width: 8, height: 8, refresh: 60)]
    let connectors = [
      Connector(id: 1, name: Connector.name(type: 15, index: 1), isConnected: false, modes: [], controllers: [1]),
      Connector(id: 2, name: Connector.name(type: 11, index: 1), isConnected: true, modes: mode, controllers: [1]),
      Connector(id: 3, name: Connector.name(type: 10, index: 2), isConnected: true, modes: mode, controllers: [1]),
    ]
    #expect(connectors.map(\.name) == ["Virtual-1", "HDMI-A-1", "DP-2"])
    #expect(Connector.choose(nil, from: connectors)?.id == 2)
    #expect(Connector.choose("dp-2", from: connectors)?.id == 3)
    #expect(Connector.choose("card0-HDMI-A-1", from: connectors)?.id == 2)
    #expect(Connector.choose("HDMI-1", from: connectors)?.id == 2)
    #expect(Connector.choose("Virtual-1", from: connectors) == nil, "nothing is plugged in there")
    #expect(Connector.choose("DVI-I-1", from: connectors) == nil)
  }

  @Test func ueventsAreRead() {
    func message(_ parts: String...) -> [UInt8] { parts.flatMap { Array($0.utf8) + [0] } }
    let plugged = Uevent(
      message(
        "add@/devices/virtual/input/input9/event7", "ACTION=add", "DEVPATH=/devices/virtual/input/input9/event7",
        "SUBSYSTEM=input", "MAJOR=13", "MINOR=71", "DEVNAME=input/event7", "SEQNUM=2100"))
    #expect(plugged?.action == .add)
    #expect(plugged?.inputDevice == 7)
    let display = Uevent(
      message(
        "change@/devices/pci0000:00/drm/card0", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1", "DEVNAME=dri/card0"))
    #expect(display?.concernsDisplays == true && display?.isHotplug == true && display?.inputDevice == nil)
    #expect(Uevent(message("add@/devices/input", "ACTION=add", "SUBSYSTEM=input"))?.inputDevice == nil)
    #expect(Uevent(message("bind@/x", "ACTION=bind", "SUBSYSTEM=hid")) == nil)
    #expect(Uevent(message("libudev", "ACTION=add", "SUBSYSTEM=input")) == nil)
    #expect(Uevent([]) == nil)
    #expect(Uevent([0, 0, 61, 0]) == nil)
  }

  @Test func rotationsAreRead() {
    #expect(Rotation(degrees: "270") == .threeQuarters)
    for bad in ["45", "", "-90", "360", "90°"] { #expect(Rotation(degrees: bad) == nil) }
  }
}
