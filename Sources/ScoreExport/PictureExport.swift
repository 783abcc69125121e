public import ScoreDrawing
public import ScoreRaster

/// Files that show a frame.
public enum PictureExport {
  /// A PNG file of `frame` at its own size and scale; drawn in bands, so no whole picture is held.
  ///
  /// - Throws: when the frame is empty, too large, or there is no memory.
  public static func png(_ frame: borrowing Frame, _ painter: FramePainter) throws(ExportError) -> [UInt8] {
    var encoder = try PNGEncoder(size: PixelSize(covering: frame.size, scale: frame.scale), scale: frame.scale)
    try painter.paintBands(frame) { (band, _) throws(ExportError) in
      try encoder.append(band)
    }
    return try encoder.finish()
  }
}
