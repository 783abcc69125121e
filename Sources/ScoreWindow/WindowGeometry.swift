internal import ScoreDrawing

/// A window's size in the three units that meet in it, and the way from one to another.
///
/// *Window units* are what SDL speaks: device pixels on X11, compositor points on Wayland.
/// Nothing else converts between them.
struct WindowGeometry: Equatable {
  /// In window units.
  var unitWidth: Int
  var unitHeight: Int
  var pixels: PixelSize
  /// Device pixels a point.
  var scale: Double

  init(unitWidth: Int, unitHeight: Int, pixels: PixelSize, scale: Double) {
    self.unitWidth = unitWidth
    self.unitHeight = unitHeight
    self.pixels = pixels
    self.scale = scale
  }

  /// The size in points.
  var size: ViewSize { ViewSize(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale) }

  /// Whether there is no pixel to draw on.
  var isEmpty: Bool { pixels.width <= 0 || pixels.height <= 0 }

  /// A place given in window units, in points.
  func point(x: Double, y: Double) -> ViewPoint {
    ViewPoint(
      x: x * ratio(pixels.width, unitWidth) / scale,
      y: y * ratio(pixels.height, unitHeight) / scale)
  }

  /// A place given as fractions of the window's width and height, in points.
  func point(fractionX: Double, fractionY: Double) -> ViewPoint {
    ViewPoint(x: fractionX * size.width, y: fractionY * size.height)
  }

  private func ratio(_ pixels: Int, _ units: Int) -> Double {
    units > 0 && pixels > 0 ? Double(pixels) / Double(units) : 1
  }
}
