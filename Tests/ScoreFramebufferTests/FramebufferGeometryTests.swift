import Testing

@testable import ScoreFramebuffer

@Suite struct FramebufferGeometryTests {
  /// 800 × 480 in 32 bits with a padded row.
  static func device() -> FramebufferDescription {
    var device = FramebufferDescription()
    device.width = 800
    device.height = 480
    device.virtualWidth = 800
    device.bitsPerPixel = 32
    device.red = ChannelField(offset: 16, length: 8)
    device.green = ChannelField(offset: 8, length: 8)
    device.blue = ChannelField(offset: 0, length: 8)
    device.lineLength = 3328
    device.memoryLength = 3328 * 480
    return device
  }

  static func device565() -> FramebufferDescription {
    var device = device()
    device.bitsPerPixel = 16
    device.red = ChannelField(offset: 11, length: 5)
    device.green = ChannelField(offset: 5, length: 6)
    device.blue = ChannelField(offset: 0, length: 5)
    device.lineLength = 1600
    return device
  }

  @Test func thePitchIsTheLineLength() throws {
    let geometry = try FramebufferGeometry(Self.device())
    #expect(geometry.pitch == 3328)
    #expect(geometry.start == 0)
    #expect(geometry.format.isPainterFormat)
  }

  @Test func withoutALineLengthThePitchIsTheVirtualWidth() throws {
    var device = Self.device()
    device.lineLength = 0
    device.virtualWidth = 816
    #expect(try FramebufferGeometry(device).pitch == 816 * 4)
  }

  @Test func panningMovesTheStart() throws {
    var device = Self.device()
    device.xOffset = 8
    device.yOffset = 480
    device.memoryLength = 3328 * 960
    #expect(try FramebufferGeometry(device).start == 480 * 3328 + 32)
  }

  @Test func fifteenBitsArePixelsOfTwoBytes() throws {
    var device = Self.device565()
    device.bitsPerPixel = 15
    device.red = ChannelField(offset: 10, length: 5)
    device.green = ChannelField(offset: 5, length: 5)
    #expect(try FramebufferGeometry(device).format.bytesPerPixel == 2)
  }

  @Test func aDepthThatContradictsTheRowGivesWay() throws {
    var device = Self.device565()
    device.bitsPerPixel = 32
    let geometry = try FramebufferGeometry(device)
    #expect(geometry.format == .rgb565)
  }

  @Test func aContradictionThatCannotBeSolvedIsAnError() {
    var device = Self.device()
    device.lineLength = 1600
    #expect(throws: FramebufferGeometry.Problem.self) { try FramebufferGeometry(device) }
  }

  @Test func memoryThatEndsBeforeThePictureIsAnError() {
    var device = Self.device()
    device.memoryLength = 3328 * 479
    #expect(throws: FramebufferGeometry.Problem.contradiction("its picture ends at byte 1597312 of 1594112")) {
      try FramebufferGeometry(device)
    }
  }

  @Test func palettesAndGreysAreTold() throws {
    var device = Self.device()
    device.bitsPerPixel = 8
    device.lineLength = 800
    device.visual = .palette
    #expect(try FramebufferGeometry(device).format == .colorCube)
    device.visual = .fixedPalette(PalettedColor.greys)
    #expect(try FramebufferGeometry(device).format == .fixedPalette(PalettedColor.greys))
    device.isGrey = true
    #expect(try FramebufferGeometry(device).format == .grey)
    device.isGrey = false
    device.visual = .trueColor
    let grey = ChannelField(offset: 0, length: 8)
    (device.red, device.green, device.blue) = (grey, grey, grey)
    #expect(try FramebufferGeometry(device).format == .grey)
  }

  @Test(arguments: [0, 1, 4, 33, 64, -8])
  func depthsThatNothingDrawsAreErrors(_ bits: Int) {
    var device = Self.device()
    device.bitsPerPixel = bits
    #expect(throws: FramebufferGeometry.Problem.self) { try FramebufferGeometry(device) }
  }

  @Test func planesMonoAndEmptyScreensAreErrors() {
    var device = Self.device()
    device.isPacked = false
    #expect(throws: FramebufferGeometry.Problem.self) { try FramebufferGeometry(device) }
    device = Self.device()
    device.visual = .mono
    #expect(throws: FramebufferGeometry.Problem.self) { try FramebufferGeometry(device) }
    device = Self.device()
    device.width = 0
    #expect(throws: FramebufferGeometry.Problem.noSize) { try FramebufferGeometry(device) }
    device = Self.device()
    device.blue = ChannelField(offset: 28, length: 8)
    #expect(throws: FramebufferGeometry.Problem.self) { try FramebufferGeometry(device) }
  }
}
