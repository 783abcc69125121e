internal import ScoreDrawing
internal import ScoreRaster

/// A picture with alpha that lies above the content and does not scroll with it: the value axis, a callout.
struct KittyLayer {
  /// Two ids in turn: a picture is never replaced under its own id, for that blinks.
  private let ids: (Int, Int)
  private let layer: Int
  private var commands: [DrawCommand]?
  private var frameSize = PixelSize(width: 0, height: 0)
  private var shown: (id: Int, hash: UInt64, place: KittyEncoder.Place)?

  init(ids: (Int, Int), layer: Int) {
    self.ids = ids
    self.layer = layer
  }

  /// Forgets what the terminal has.
  mutating func forget() {
    commands = nil
    shown = nil
  }

  /// Appends what turns the layer that is shown into `frame`, which consists of nothing but an overlay.
  mutating func update(
    _ frame: borrowing Frame, canvas: borrowing KittyCanvas, encoder: inout KittyEncoder, into output: inout [UInt8]
  ) throws(RasterError) {
    guard frame.overlay.commands != commands || frameSize != canvas.size else { return }
    commands = frame.overlay.commands
    frameSize = canvas.size
    let before = shown
    guard var picture = try canvas.paintLayer(frame) else {
      if let before { KittyEncoder.delete(before.id, into: &output) }
      shown = nil
      return
    }
    let (x, y, size) = (picture.x, picture.y, picture.pixels.size)
    let hash = picture.pixels.withRows { PixelHash.of($0) }
    let place = KittyEncoder.Place(
      x: x, y: y, source: PixelArea(x: 0, y: 0, width: size.width, height: size.height))
    if let before, before.hash == hash {
      guard before.place != place else { return }
      KittyEncoder.place(place, id: before.id, layer: layer, cell: canvas.cell, into: &output)
      shown?.place = place
      return
    }
    let id = before?.id == ids.0 ? ids.1 : ids.0
    picture.pixels.withRows { encoder.upload($0, id: id, period: 0, hasAlpha: true, into: &output) }
    KittyEncoder.place(place, id: id, layer: layer, cell: canvas.cell, into: &output)
    if let before { KittyEncoder.delete(before.id, into: &output) }
    shown = (id, hash, place)
  }
}
