import Glibc
import ScoreDrawing
import ScoreRaster
import Testing

@testable import ScoreFramebuffer

/// A graphics card that does what a test says: refuses calls, loses its display, never finishes a flip.
private final class FakeCard: DisplayCard {
  let path = "/dev/dri/card7"
  let descriptor: Int32 = -1
  var plugged: [Connector]
  var calls: [String] = []
  /// What the next calls of a name answer; nil is success.
  var refusals: [String: [Int32?]] = [:]
  var finishedFlips = 0
  var buffers: [UInt32: CardBuffer] = [:]
  var shown: UInt32?
  private var nextNumber: UInt32 = 1

  init(_ modes: [DisplayMode]) { plugged = [FakeCard.connector(modes)] }

  static func connector(_ modes: [DisplayMode]) -> Connector {
    Connector(id: 31, name: "HDMI-A-1", isConnected: !modes.isEmpty, modes: modes, controllers: [41], powerProperty: 2)
  }

  deinit { buffers.values.forEach { $0.base?.deallocate() } }

  private func call(_ name: String, _ detail: String = "") throws(SystemCallError) {
    calls.append(detail.isEmpty ? name : "\(name) \(detail)")
    guard var answers = refusals[name], !answers.isEmpty else { return }
    let answer = answers.removeFirst()
    refusals[name] = answers
    if let answer { throw SystemCallError(name, code: answer) }
  }

  func connectors() throws(SystemCallError) -> [Connector] { plugged }

  func makeBuffer(_ size: PixelSize) throws(SystemCallError) -> CardBuffer {
    try call("create", "\(size.width)x\(size.height)")
    // A pitch of its own, as cards have.
    let pitch = size.width * 4 + 64
    let base = UnsafeMutableRawPointer.allocate(byteCount: pitch * size.height, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: pitch * size.height)
    let buffer = CardBuffer(
      handle: nextNumber, framebuffer: nextNumber, pitch: pitch, byteCount: pitch * size.height, base: base, size: size,
      format: .xrgb8888)
    nextNumber += 1
    buffers[buffer.framebuffer] = buffer
    return buffer
  }

  func destroy(_ buffer: CardBuffer) {
    calls.append("destroy \(buffer.framebuffer)")
    buffers.removeValue(forKey: buffer.framebuffer)?.base?.deallocate()
  }

  func setMode(_ mode: Int, of connector: UInt32, controller: UInt32, buffer: CardBuffer) throws(SystemCallError) {
    try call("mode", "\(mode)")
    shown = buffer.framebuffer
  }

  func flip(controller: UInt32, to buffer: CardBuffer) throws(SystemCallError) {
    try call("flip")
    shown = buffer.framebuffer
  }

  func flush(_ buffer: CardBuffer) throws(SystemCallError) { try call("flush") }

  func readFlips() -> Int {
    defer { finishedFlips = 0 }
    return finishedFlips
  }

  func setPower(_ isOn: Bool, of connector: Connector) throws(SystemCallError) {
    try call("power", isOn ? "on" : "off")
  }
  func becomeMaster() throws(SystemCallError) { try call("master") }
  func dropMaster() throws(SystemCallError) { try call("drop") }

  /// The shown buffer's pixels without its padding.
  var screen: [UInt32] {
    guard let buffer = shown.flatMap({ buffers[$0] }), let base = buffer.base else { return [] }
    return (0..<buffer.size.height).flatMap { y in
      (0..<buffer.size.width).map { x in base.load(fromByteOffset: y * buffer.pitch + x * 4, as: UInt32.self) }
    }
  }

  func takeCalls() -> [String] {
    defer { calls.removeAll() }
    return calls
  }
}

/// A card, what shows pictures on it, and a picture.
private struct Stage {
  static let mode = DisplayMode(width: 12, height: 8, refresh: 60, isPreferred: true)

  let card: FakeCard
  let output: CardOutput<FakeCard>
  var transform: ScreenTransform
  var pixels: [UInt32]

  init(_ modes: [DisplayMode] = [mode], rotation: Rotation = .none) throws {
    card = FakeCard(modes)
    output = try CardOutput(card: card, connector: nil, mode: nil)
    transform = ScreenTransform(panel: output.panel ?? PixelSize(width: 12, height: 8), rotation: rotation)
    pixels = Array(repeating: 0xFF00_0000, count: transform.picture.width * transform.picture.height)
    _ = card.takeCalls()
  }

  private mutating func withRows(_ body: (PixelRows) -> Void) {
    let size = transform.picture
    pixels.withUnsafeMutableBufferPointer { pixels in
      if let base = pixels.baseAddress { body(PixelRows(base: base, size: size, stride: size.width)) }
    }
  }

  /// Paints a rectangle and shows it.
  mutating func show(_ color: UInt32, _ rect: PixelRect? = nil, time: Double = 0) {
    let size = transform.picture
    let rect = rect ?? PixelRect(size)
    for y in rect.minY..<rect.maxY { for x in rect.minX..<rect.maxX { pixels[y * size.width + x] = color } }
    let (output, transform) = (output, transform)
    withRows { output.show($0, damage: rect, transform, time: time) }
  }

  mutating func flush(time: Double) {
    let (output, transform) = (output, transform)
    withRows { output.flush($0, transform, time: time) }
  }

  mutating func finishFlip(time: Double = 0) {
    card.finishedFlips = 1
    output.readEvents(time: time)
    flush(time: time)
  }
}

private func rect(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) -> PixelRect {
  PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
}

@Suite struct CardOutputTests {
  @Test func theFirstPictureIsDrawnBeforeTheModeIsSet() throws {
    var stage = try Stage()
    #expect(!stage.output.isSettled)
    stage.show(0xFF12_3456)
    #expect(stage.card.takeCalls() == ["mode 0", "flush"])
    #expect(stage.card.screen == stage.pixels)
    #expect(stage.output.isSettled)
  }

  @Test func whatIsShownDuringAFlipFollowsIt() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.show(0xFF00_0002, rect(0, 0, 4, 4))
    #expect(stage.card.takeCalls() == ["mode 0", "flush", "flip"])
    stage.show(0xFF00_0003, rect(6, 0, 9, 4))
    stage.show(0xFF00_0004, rect(0, 6, 12, 8))
    #expect(stage.card.takeCalls() == [], "one flip at a time")
    stage.finishFlip()
    #expect(stage.card.takeCalls() == ["flip"])
    #expect(stage.card.screen == stage.pixels)
    stage.finishFlip()
    #expect(stage.card.takeCalls() == [], "nothing changed: no more flips")
    #expect(stage.output.isSettled)
  }

  /// Each buffer lags a picture behind the other; damage of both must be made up for.
  @Test func bothBuffersAreAlwaysComplete() throws {
    var stage = try Stage()
    stage.show(0xFFFF_FFFF)
    for step in 0..<30 {
      let x = step * 5 % 11
      let y = step * 3 % 7
      stage.show(0xFF00_0000 | UInt32(step), rect(x, y, x + 1, y + 1))
      #expect(stage.card.screen == stage.pixels, "step \(step)")
      stage.finishFlip()
    }
  }

  @Test func aBusyFlipLosesNothing() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.card.refusals["flip"] = [EBUSY, EBUSY, nil]
    stage.show(0xFF00_0002, rect(0, 0, 4, 4), time: 100)
    #expect(!stage.output.isSettled)
    #expect(stage.output.retryTime == 110)
    stage.show(0xFF00_0003, rect(8, 4, 12, 8), time: 104)
    stage.flush(time: 120)
    #expect(stage.card.screen == stage.pixels)
    #expect(stage.output.retryTime == 120 + CardOutput<FakeCard>.flipTimeout || stage.output.retryTime == nil)
    stage.finishFlip()
    #expect(stage.output.isSettled)
  }

  @Test func withoutFlipsTheShownBufferIsFlushed() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.card.refusals["flip"] = [ENOSYS]
    stage.show(0xFF00_0002, rect(0, 0, 4, 4), time: 100)
    stage.flush(time: 100)
    #expect(stage.card.takeCalls() == ["mode 0", "flush", "flip", "flush"])
    #expect(stage.card.screen == stage.pixels)
    stage.show(0xFF00_0003, rect(3, 3, 6, 6), time: 101)
    #expect(stage.card.takeCalls() == ["flush"])
    #expect(stage.card.screen == stage.pixels)
  }

  @Test func aFlipThatIsRefusedForGoodEndsInFlushing() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.card.refusals["flip"] = Array(repeating: EINVAL, count: 9)
    for step in 0..<20 {
      stage.show(0xFF00_0000 | UInt32(step), rect(step % 12, 0, step % 12 + 1, 8), time: Double(step) * 500)
    }
    stage.flush(time: 20_000)
    #expect(stage.card.takeCalls().filter { $0 == "flip" }.count <= 4)
    #expect(stage.card.screen == stage.pixels)
  }

  @Test func aFlipThatNeverEndsIsGivenUp() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.show(0xFF00_0002, time: 100)
    stage.show(0xFF00_0003, time: 200)
    #expect(stage.output.retryTime == 1100)
    stage.flush(time: 1100)
    #expect(stage.card.screen == stage.pixels)
  }

  @Test func anotherConsoleGetsTheScreenAndOursIsDrawnAnew() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.output.leave()
    stage.show(0xFF00_0002)
    #expect(stage.card.takeCalls() == ["mode 0", "flush", "drop"])
    stage.output.enter()
    stage.flush(time: 0)
    #expect(stage.card.takeCalls() == ["master", "mode 0", "flush"])
    #expect(stage.card.screen == stage.pixels)
  }

  @Test func aDarkScreenIsNotDrawnTo() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.output.setPower(false)
    stage.output.setPower(false)
    stage.show(0xFF00_0002)
    #expect(stage.card.takeCalls() == ["mode 0", "flush", "power off"])
    stage.output.setPower(true)
    stage.flush(time: 0)
    #expect(stage.card.takeCalls() == ["power on", "mode 0", "flush"])
    #expect(stage.card.screen == stage.pixels)
  }

  @Test func anotherDisplayIsFollowedToItsOwnSize() throws {
    var stage = try Stage(rotation: .quarter)
    stage.show(0xFF00_0001)
    stage.card.plugged = [FakeCard.connector([DisplayMode(width: 20, height: 10, refresh: 50)])]
    #expect(try stage.output.probe())
    #expect(stage.output.panel == PixelSize(width: 20, height: 10))
    stage.show(0xFF00_0002)
    #expect(stage.card.buffers.count == 2, "the old buffers are gone")
    stage.transform.panel = PixelSize(width: 20, height: 10)
    stage.pixels = Array(repeating: 0, count: 200)
    stage.show(0xFF00_0003)
    #expect(stage.card.screen == Array(repeating: 0xFF00_0003, count: 200))
  }

  @Test func aPulledDisplayComesBack() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    stage.card.plugged = [FakeCard.connector([])]
    #expect(try stage.output.probe())
    #expect(stage.output.panel == nil)
    #expect(stage.card.buffers.isEmpty)
    stage.show(0xFF00_0002)
    #expect(try !stage.output.probe())
    stage.card.plugged = [FakeCard.connector([Stage.mode])]
    #expect(try stage.output.probe())
    stage.show(0xFF00_0002)
    #expect(stage.card.screen == stage.pixels)
  }

  @Test func theSameDisplayGetsItsModeAgain() throws {
    var stage = try Stage()
    stage.show(0xFF00_0001)
    #expect(try !stage.output.probe())
    _ = stage.card.takeCalls()
    stage.flush(time: 0)
    #expect(stage.card.takeCalls() == ["mode 0", "flush"])
    #expect(stage.card.screen == stage.pixels)
  }

  @Test func aCardWithoutADisplayWaitsForOne() throws {
    let stage = try Stage([])
    #expect(stage.output.panel == nil)
    #expect(stage.output.summary == "DRM /dev/dri/card7, no display plugged in")
  }

  @Test func whatCannotBeHadIsAnError() throws {
    let card = FakeCard([Stage.mode])
    card.refusals["master"] = [EBUSY]
    #expect(throws: FramebufferError.displayInUse(device: card.path)) {
      try CardOutput(card: card, connector: nil, mode: nil)
    }
    #expect(throws: FramebufferError.noSuchConnector("DP-1", available: ["HDMI-A-1"])) {
      try CardOutput(card: card, connector: "DP-1", mode: nil)
    }
    #expect(throws: FramebufferError.noSuchMode("640x480", available: ["12x8@60"])) {
      try CardOutput(card: card, connector: nil, mode: ModeRequest("640x480"))
    }
    card.refusals["create"] = [nil, ENOMEM]
    #expect(throws: FramebufferError.self) { try CardOutput(card: card, connector: nil, mode: nil) }
    #expect(card.buffers.isEmpty, "what was made before is given back")
  }

  @Test func messagesAreOneLineAndSayWhatToDo() {
    let errors: [FramebufferError] = [
      .noDisplay(device: nil), .noDisplay(device: "/dev/fb3"), .noPermission(device: "/dev/dri/card0", group: "video"),
      .displayInUse(device: "/dev/dri/card0"), .noSuchMode("1x1", available: ["2x2@60", "3x3@60"]),
      .noSuchConnector("DP-1", available: []), .unsupported(device: "/dev/fb0", reason: "it is black and white only"),
      .system(device: "/dev/fb0", reason: "mmap: Cannot allocate memory"), .outOfMemory(width: 8, height: 9),
    ]
    for error in errors { #expect(!error.message.contains("\n") && error.message.count > 30) }
    #expect(errors[2].message.contains("group video"))
    #expect(errors[4].message.hasSuffix("it has 2x2@60 and 3x3@60"))
  }
}
