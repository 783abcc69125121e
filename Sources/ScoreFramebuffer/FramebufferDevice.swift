internal import CLinuxDisplay
internal import Glibc
internal import ScoreDrawing

/// A plain framebuffer of the kernel, mapped into our memory.
final class FramebufferDevice {
  let path: String
  let geometry: FramebufferGeometry
  private let file: Descriptor
  private let mapping: UnsafeMutableRawPointer
  private let mappedBytes: Int

  /// Opens and maps a device, and loads its colour table where it has one.
  init(path: String) throws(FramebufferError) {
    let description: FramebufferDescription
    do {
      file = try Descriptor(path: path)
      // Nothing in the kernel keeps two programs from drawing here; at least two of us shall not.
      try file.lock()
      description = try Self.describe(file)
    } catch { throw FramebufferError(error, device: path) }
    do { geometry = try FramebufferGeometry(description) } catch {
      throw FramebufferError.unsupported(device: path, reason: error.reason)
    }
    mappedBytes = description.memoryLength
    guard let mapping = mmap(nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0),
      mapping != MAP_FAILED
    else { throw FramebufferError(SystemCallError("mmap"), device: path) }
    self.path = path
    self.mapping = mapping
    if geometry.format == .colorCube { Self.load(PalettedColor.cube, into: file) }
    if description.visual == .directColor { Self.load(PalettedColor.greys, into: file) }
  }

  deinit { munmap(mapping, mappedBytes) }

  var memory: ScanoutMemory {
    ScanoutMemory(
      base: mapping + geometry.start, size: PixelSize(width: geometry.width, height: geometry.height),
      pitch: geometry.pitch)
  }

  static func paths() -> [String] { DeviceFolder.numbers(in: "/dev", prefix: "fb").map { "/dev/fb\($0)" } }

  /// Switches the screen's light on or off; not every driver can.
  func setPower(_ isOn: Bool) {
    try? file.request(
      UInt(FBIOBLANK), "FBIOBLANK", number: Int32(isOn ? FB_BLANK_UNBLANK : FB_BLANK_POWERDOWN))
  }

  private static func describe(_ file: borrowing Descriptor) throws(SystemCallError) -> FramebufferDescription {
    var variable = fb_var_screeninfo()
    var fixed = fb_fix_screeninfo()
    try file.request(UInt(FBIOGET_VSCREENINFO), "FBIOGET_VSCREENINFO", &variable)
    try file.request(UInt(FBIOGET_FSCREENINFO), "FBIOGET_FSCREENINFO", &fixed)
    func field(_ bits: fb_bitfield) -> ChannelField {
      ChannelField(offset: Int(bits.offset), length: Int(bits.length))
    }
    var description = FramebufferDescription()
    description.width = Int(variable.xres)
    description.height = Int(variable.yres)
    description.virtualWidth = Int(variable.xres_virtual)
    description.xOffset = Int(variable.xoffset)
    description.yOffset = Int(variable.yoffset)
    description.bitsPerPixel = Int(variable.bits_per_pixel)
    description.red = field(variable.red)
    description.green = field(variable.green)
    description.blue = field(variable.blue)
    description.alpha = field(variable.transp)
    description.isGrey = variable.grayscale == 1
    description.lineLength = Int(fixed.line_length)
    description.memoryLength = Int(fixed.smem_len)
    description.isPacked = fixed.type == UInt32(FB_TYPE_PACKED_PIXELS)
    description.visual = visual(fixed.visual, file)
    return description
  }

  private static func visual(_ number: UInt32, _ file: borrowing Descriptor) -> FramebufferDescription.Visual {
    switch Int32(number) {
    case FB_VISUAL_MONO01, FB_VISUAL_MONO10: .mono
    case FB_VISUAL_PSEUDOCOLOR: .palette
    case FB_VISUAL_STATIC_PSEUDOCOLOR: .fixedPalette(colorTable(of: file))
    case FB_VISUAL_DIRECTCOLOR: .directColor
    default: .trueColor
    }
  }

  /// Lends the parts of a colour table of 256 entries to a request.
  private static func withTable(
    _ colors: inout [[UInt16]], _ body: (inout fb_cmap) throws(SystemCallError) -> Void
  ) throws(SystemCallError) {
    var (red, green, blue) = (colors[0], colors[1], colors[2])
    try red.withUnsafeMutableBufferPointer { (red) throws(SystemCallError) in
      try green.withUnsafeMutableBufferPointer { (green) throws(SystemCallError) in
        try blue.withUnsafeMutableBufferPointer { (blue) throws(SystemCallError) in
          var table = fb_cmap()
          table.len = 256
          table.red = red.baseAddress
          table.green = green.baseAddress
          table.blue = blue.baseAddress
          try body(&table)
        }
      }
    }
    colors = [red, green, blue]
  }

  private static func load(_ palette: [UInt32], into file: borrowing Descriptor) {
    var colors = [16, 8, 0].map { shift in palette.map { UInt16($0 >> UInt32(shift) & 0xFF) * 257 } }
    let number = file.number
    try? withTable(&colors) { (table) throws(SystemCallError) in
      guard ioctl(number, UInt(FBIOPUTCMAP), &table) == 0 else { throw SystemCallError("FBIOPUTCMAP") }
    }
  }

  /// The device's colours, 0xRRGGBB; empty when it does not tell.
  private static func colorTable(of file: borrowing Descriptor) -> [UInt32] {
    var colors = [[UInt16]](repeating: [UInt16](repeating: 0, count: 256), count: 3)
    let number = file.number
    let isKnown: Void? = try? withTable(&colors) { (table) throws(SystemCallError) in
      guard ioctl(number, UInt(FBIOGETCMAP), &table) == 0 else { throw SystemCallError("FBIOGETCMAP") }
    }
    guard isKnown != nil, colors.joined().contains(where: { $0 != 0 }) else { return [] }
    return (0..<256).map { index in
      UInt32(colors[0][index] >> 8) << 16 | UInt32(colors[1][index] >> 8) << 8 | UInt32(colors[2][index] >> 8)
    }
  }
}
