internal import ScoreDrawing

/// How the picture lies on the panel: turned, and shifted by some pixels against burn-in.
///
/// The one place that knows; the blit and the touchscreen share it, so a finger always hits what it
/// sees. *Picture* pixels are the painter's, *panel* pixels the display's own.
struct ScreenTransform: Equatable, Sendable {
  /// The panel's size in its own pixels.
  var panel: PixelSize
  var rotation = Rotation.none
  /// How far the picture is moved right and down, in picture pixels.
  var shiftX = 0
  var shiftY = 0

  /// The picture's size in pixels.
  var picture: PixelSize {
    rotation.isSideways ? PixelSize(width: panel.height, height: panel.width) : panel
  }

  /// Where a place on the panel, in fractions of its width and height, lies in the picture, in picture pixels.
  func picturePlace(panelX u: Double, panelY v: Double) -> (x: Double, y: Double) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let (x, y) =
      switch rotation {
      case .none: (u * width, v * height)
      case .quarter: (v * width, (1 - u) * height)
      case .half: ((1 - u) * width, (1 - v) * height)
      case .threeQuarters: ((1 - v) * width, u * height)
      }
    return (x - Double(shiftX), y - Double(shiftY))
  }

  /// The panel pixels that show a part of the picture; what the shift moved away from an edge is part of it.
  func panelRect(of rect: PixelRect) -> PixelRect {
    let size = picture
    var moved = PixelRect(
      minX: rect.minX + shiftX, minY: rect.minY + shiftY, maxX: rect.maxX + shiftX, maxY: rect.maxY + shiftY)
    if rect.minX <= 0 { moved.minX = 0 }
    if rect.minY <= 0 { moved.minY = 0 }
    if rect.maxX >= size.width { moved.maxX = size.width }
    if rect.maxY >= size.height { moved.maxY = size.height }
    moved = moved.intersection(PixelRect(size))
    return switch rotation {
    case .none: moved
    case .quarter:
      PixelRect(
        minX: size.height - moved.maxY, minY: moved.minX, maxX: size.height - moved.minY, maxY: moved.maxX)
    case .half:
      PixelRect(
        minX: size.width - moved.maxX, minY: size.height - moved.maxY, maxX: size.width - moved.minX,
        maxY: size.height - moved.minY)
    case .threeQuarters:
      PixelRect(minX: moved.minY, minY: size.width - moved.maxX, maxX: moved.maxY, maxY: size.width - moved.minX)
    }
  }
}
