/// What a framebuffer device says about itself, as its two information structures have it.
struct FramebufferDescription: Equatable, Sendable {
  var width = 0
  var height = 0
  var virtualWidth = 0
  var xOffset = 0
  var yOffset = 0
  var bitsPerPixel = 0
  var red = ChannelField.absent
  var green = ChannelField.absent
  var blue = ChannelField.absent
  var alpha = ChannelField.absent
  var isGrey = false
  /// Bytes from one row to the next.
  var lineLength = 0
  /// Bytes of memory that can be mapped.
  var memoryLength = 0
  var visual = Visual.trueColor
  /// Whether a pixel's bits lie side by side: not in planes, not as text.
  var isPacked = true

  enum Visual: Equatable, Sendable {
    case mono
    case trueColor
    /// True colour through a table for each channel.
    case directColor
    case palette
    /// A palette that cannot be changed: its colours, 0xRRGGBB, or nothing when the device does not tell.
    case fixedPalette([UInt32])
  }
}

/// Where a framebuffer's visible pixels are and how they are stored, with nothing contradictory left.
struct FramebufferGeometry: Equatable, Sendable {
  var width: Int
  var height: Int
  /// Bytes from one row to the next.
  var pitch: Int
  /// Bytes before the first visible pixel.
  var start: Int
  var format: PixelFormat

  /// Why a framebuffer cannot be drawn to.
  enum Problem: Error, Equatable, Sendable {
    case noSize
    /// Planes, text, mono, or a depth that nothing here draws.
    case unsupported(String)
    /// The numbers contradict each other; drawing would write outside or shear.
    case contradiction(String)

    var reason: String {
      switch self {
      case .noSize: "it has no pixels"
      case .unsupported(let what), .contradiction(let what): what
      }
    }
  }

  /// Checks what a device says.
  ///
  /// A depth that does not fit into the row's length gives way to the one that does and that the
  /// channels fit into: some drivers report the depth they were asked for.
  init(_ device: FramebufferDescription) throws(Problem) {
    guard device.width > 0, device.height > 0 else { throw .noSize }
    guard device.isPacked else { throw .unsupported("its pixels are in planes or text; set another video mode") }
    let bytes = try Self.bytesPerPixel(of: device)
    format = try Self.format(of: device, bytes: bytes)
    width = device.width
    height = device.height
    pitch = device.lineLength > 0 ? device.lineLength : max(device.width, device.virtualWidth) * bytes
    start = device.yOffset * pitch + device.xOffset * bytes
    let end = start + (height - 1) * pitch + width * bytes
    guard device.xOffset >= 0, device.yOffset >= 0, end <= device.memoryLength else {
      throw .contradiction("its picture ends at byte \(end) of \(device.memoryLength)")
    }
  }

  private static func bytesPerPixel(of device: FramebufferDescription) throws(Problem) -> Int {
    guard (8...32).contains(device.bitsPerPixel) else {
      throw .unsupported("it has \(device.bitsPerPixel) bits a pixel; 8 to 32 are needed")
    }
    let bytes = (device.bitsPerPixel + 7) / 8
    guard device.lineLength > 0, device.width * bytes > device.lineLength else { return bytes }
    let fields = max(device.red.end, device.green.end, device.blue.end, device.alpha.end)
    let fitting = device.lineLength / max(device.width, device.virtualWidth)
    guard fitting >= 1, fitting < bytes, fields <= fitting * 8, fields > 0 else {
      throw .contradiction(
        "rows of \(device.lineLength) bytes do not hold \(device.width) pixels of \(device.bitsPerPixel) bits")
    }
    return fitting
  }

  private static func format(of device: FramebufferDescription, bytes: Int) throws(Problem) -> PixelFormat {
    if device.isGrey, bytes == 1 { return .grey }
    switch device.visual {
    case .mono: throw .unsupported("it is black and white only")
    case .palette, .fixedPalette:
      guard bytes == 1 else { throw .unsupported("it has a palette at \(bytes * 8) bits a pixel") }
      if case .fixedPalette(let colors) = device.visual {
        return colors.count == 256 ? .fixedPalette(colors) : .grey
      }
      return .colorCube
    case .trueColor, .directColor: break
    }
    let fields = [device.red, device.green, device.blue, device.alpha]
    guard fields.allSatisfy({ $0.offset >= 0 && $0.length >= 0 && $0.length <= 16 && $0.end <= bytes * 8 }) else {
      throw .contradiction("its colour channels lie outside its \(bytes * 8) bits a pixel")
    }
    guard fields[..<3].allSatisfy({ $0.length > 0 }) else {
      throw .unsupported("it lacks a colour channel")
    }
    if device.red == device.green, device.green == device.blue {
      guard bytes == 1 else { throw .unsupported("it is grey at \(bytes * 8) bits a pixel") }
      return .grey
    }
    return .packed(bytes: bytes, red: device.red, green: device.green, blue: device.blue, alpha: device.alpha)
  }
}
