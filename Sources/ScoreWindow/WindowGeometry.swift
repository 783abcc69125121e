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
  /// Whether a finger at fraction 1 is on the window's last unit, as SDL has it on X11, rather than at its edge.
  var fractionsEndOnLastUnit: Bool

  init(unitWidth: Int, unitHeight: Int, pixels: PixelSize, scale: Double, fractionsEndOnLastUnit: Bool = false) {
    self.unitWidth = unitWidth
    self.unitHeight = unitHeight
    self.pixels = pixels
    self.scale = scale
    self.fractionsEndOnLastUnit = fractionsEndOnLastUnit
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
    point(x: units(fractionX, of: unitWidth), y: units(fractionY, of: unitHeight))
  }

  /// A finger's place in window units; what is finer than this is only the noise of SDL's 32-bit fractions.
  private func units(_ fraction: Double, of length: Int) -> Double {
    let span = Double(max(fractionsEndOnLastUnit ? length - 1 : length, 1))
    return (fraction * span * 256).rounded() / 256
  }

  private func ratio(_ pixels: Int, _ units: Int) -> Double {
    units > 0 && pixels > 0 ? Double(pixels) / Double(units) : 1
  }
}
