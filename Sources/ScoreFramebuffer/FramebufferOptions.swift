public import ScoreDrawing

/// Which display to use, and how.
public struct FramebufferOptions: Equatable, Sendable {
  public enum Backend: String, CaseIterable, Sendable {
    /// A graphics card with a display, or else a plain framebuffer.
    case auto
    case drm
    case fbdev
  }

  public var backend = Backend.auto
  /// A device file, `/dev/dri/card1` or `/dev/fb0`; nil: the first that has a display.
  public var device: String?
  /// A connector's name, `HDMI-A-1`; nil: the first with a display.
  public var connector: String?
  /// nil: the display's own mode.
  public var mode: ModeRequest?
  public var rotation = Rotation.none
  /// Device pixels a point; nil: so large that the type can be read from three metres.
  public var scale: Double?

  public init() {}

  /// Device pixels a point for a screen that is looked at from afar, in quarters.
  ///
  /// The shorter side is 432 points: date labels are a 36th of it high, an inch on a display that is three feet high.
  public static func scale(for panel: PixelSize) -> Double {
    let side = Double(min(panel.width, panel.height))
    return min(max((side / 432 * 4).rounded() / 4, 1), 16)
  }
}
