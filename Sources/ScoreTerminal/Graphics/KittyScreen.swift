internal import ScoreDrawing
internal import ScoreRaster

/// A frame on a terminal with kitty graphics: what scrolls in tiles, the value axis above it, a callout above both.
///
/// Scrolling sends no pixels: the terminal moves what it has.
struct KittyScreen {
  private var encoder: KittyEncoder
  private var strip = KittyStrip(ids: Array(tileIDs))
  private var axis = KittyLayer(ids: (737, 738), layer: 1)
  private var callout = KittyLayer(ids: (739, 740), layer: 2)
  private var canvas: KittyCanvas?
  private var look: (scale: Double, theme: Theme)?
  private var isUnknown = true
  private var frame: Frame?

  private static let tileIDs = 730..<736
  private static let allIDs = 730..<741
  /// How far beyond the view frames have to describe the content, in widths of the view.
  static let overscan = 1.5

  init(usesSharedMemory: Bool) { encoder = KittyEncoder(usesSharedMemory: usesSharedMemory) }

  /// Deletes every image of ours and its data.
  static let farewell: [UInt8] = {
    var bytes: [UInt8] = []
    for id in allIDs { KittyEncoder.delete(id, into: &bytes) }
    return bytes
  }()

  /// Whether an image of ours has this id.
  static func owns(_ id: Int) -> Bool { allIDs.contains(id) }

  /// Forgets what the screen shows.
  mutating func forget() { isUnknown = true }

  /// Removes shared memory that no terminal has opened.
  mutating func close() { encoder.close() }

  /// Appends what turns what is shown into `frame`, which is `size` pixels large.
  mutating func update(
    to frame: borrowing Frame, _ invalidation: Invalidation, size: PixelSize, cell: PixelSize, painter: FramePainter,
    into output: inout [UInt8]
  ) throws(RasterError) {
    if canvas?.size != size || canvas?.cell != cell || look?.scale != frame.scale || look?.theme != frame.theme {
      canvas = try KittyCanvas(painter: painter, cell: cell, size: size)
      look = (frame.scale, frame.theme)
      isUnknown = true
    }
    guard let canvas, size.width > 0, size.height > 0 else { return }
    if isUnknown {
      output += KittyScreen.farewell
      strip.forget()
      axis.forget()
      callout.forget()
      isUnknown = false
    }
    strip.update(to: frame, from: self.frame, invalidation, canvas: canvas, encoder: &encoder, into: &output)
    let fixed = frame.fixedOverlayCount
    try axis.update(frame.overlay(0..<fixed), canvas: canvas, encoder: &encoder, into: &output)
    try callout.update(
      frame.overlay(fixed..<frame.overlay.commands.count), canvas: canvas, encoder: &encoder, into: &output)
    self.frame = copy frame
  }

  /// Appends one picture that will be needed soon, while there is time; false where there is nothing to send.
  mutating func sendAhead(into output: inout [UInt8]) -> Bool {
    guard !isUnknown, let canvas, let frame else { return false }
    return strip.sendAhead(of: frame, canvas: canvas, encoder: &encoder, into: &output)
  }
}
