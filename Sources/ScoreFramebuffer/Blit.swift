internal import ScoreDrawing
internal import ScoreRaster

/// Memory that a display shows: rows of its own pixels, which somebody else owns.
struct ScanoutMemory {
  /// The top left visible pixel.
  var base: UnsafeMutableRawPointer
  var size: PixelSize
  /// Bytes from one row to the next.
  var pitch: Int
}

/// Brings the painted picture to a display: turned, shifted and in the display's format.
struct Blit {
  var transform: ScreenTransform
  var converter: PixelConverter

  /// Rows of the panel that are gathered together, so that a turned picture is read in runs.
  private static let bandHeight = 16

  /// Copies what changed.
  ///
  /// - Parameters:
  ///   - damage: the changed part, in picture pixels.
  ///   - target: memory of the panel's size; what is outside `damage` is not written.
  func copy(_ damage: PixelRect, of picture: PixelRows, to target: ScanoutMemory) {
    let area = transform.panelRect(of: damage).intersection(PixelRect(target.size))
    guard !area.isEmpty, picture.size == transform.picture, picture.size.width > 0, picture.size.height > 0
    else { return }
    if transform.rotation == .none, transform.shiftX == 0, transform.shiftY == 0 {
      for y in area.minY..<area.maxY {
        convert(picture.base + y * picture.stride + area.minX, area, row: y, to: target)
      }
    } else {
      copyInBands(area, of: picture, to: target)
    }
  }

  private func convert(_ source: UnsafePointer<UInt32>, _ area: PixelRect, row y: Int, to target: ScanoutMemory) {
    converter.convert(
      source, count: area.width, x: area.minX, y: y,
      into: target.base + y * target.pitch + area.minX * converter.format.bytesPerPixel)
  }

  private func copyInBands(_ area: PixelRect, of picture: PixelRows, to target: ScanoutMemory) {
    let band = [UInt32](unsafeUninitializedCapacity: area.width * Self.bandHeight) { memory, count in
      guard let base = memory.baseAddress else { return }
      for top in stride(from: area.minY, to: area.maxY, by: Self.bandHeight) {
        let rows = top..<min(top + Self.bandHeight, area.maxY)
        gather(rows, area, of: picture, into: base)
        for y in rows { convert(base + (y - top) * area.width, area, row: y, to: target) }
      }
      count = 0
    }
    _ = band
  }

  /// Collects the pixels for panel rows `rows`, columns of `area`.
  private func gather(
    _ rows: Range<Int>, _ area: PixelRect, of picture: PixelRows, into band: UnsafeMutablePointer<UInt32>
  ) {
    let size = picture.size
    let (shiftX, shiftY) = (transform.shiftX, transform.shiftY)
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
      // Beyond the picture its edge goes on: that is its background.
      let (x, y) = (min(max(x - shiftX, 0), size.width - 1), min(max(y - shiftY, 0), size.height - 1))
      return picture.base[y * picture.stride + x]
    }
    switch transform.rotation {
    case .none:
      for y in rows {
        for x in area.minX..<area.maxX { band[(y - rows.lowerBound) * area.width + x - area.minX] = pixel(x, y) }
      }
    case .half:
      for y in rows {
        for x in area.minX..<area.maxX {
          band[(y - rows.lowerBound) * area.width + x - area.minX] = pixel(size.width - 1 - x, size.height - 1 - y)
        }
      }
    case .quarter:
      for x in area.minX..<area.maxX {
        for y in rows { band[(y - rows.lowerBound) * area.width + x - area.minX] = pixel(y, size.height - 1 - x) }
      }
    case .threeQuarters:
      for x in area.minX..<area.maxX {
        for y in rows { band[(y - rows.lowerBound) * area.width + x - area.minX] = pixel(size.width - 1 - y, x) }
      }
    }
  }
}
