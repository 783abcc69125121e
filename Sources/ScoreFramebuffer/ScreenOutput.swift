internal import ScoreDrawing
internal import ScoreRaster

/// A screen that pictures are brought to: a graphics card's or a plain framebuffer.
protocol ScreenOutput: AnyObject {
  /// The panel's pixels, nil while no display is plugged in.
  var panel: PixelSize? { get }
  /// Milliseconds from one picture to the next.
  var frameInterval: Double { get }
  /// Becomes readable when a picture is on the screen; nil where nothing tells.
  var descriptor: Int32? { get }
  /// When to call `flush` again though nothing becomes readable.
  var retryTime: Double? { get }
  /// Whether everything that was shown is on the screen.
  var isSettled: Bool { get }
  /// Where the display is, for messages: `DRM /dev/dri/card0 HDMI-A-1 1920x1080@60`.
  var summary: String { get }

  /// Brings the damaged part of `picture` to the screen, now or as soon as the display takes it.
  func show(_ picture: PixelRows, damage: PixelRect, _ transform: ScreenTransform, time: Double)
  /// Goes on with what could not be shown before.
  func flush(_ picture: PixelRows, _ transform: ScreenTransform, time: Double)
  /// Reads that pictures arrived.
  func readEvents(time: Double)
  /// Looks whether displays came or went; true when `panel` or the mode may be another now.
  func probe() throws(FramebufferError) -> Bool
  /// Our console is left: gives the screen away.
  func leave()
  /// Our console is back: takes the screen; everything is drawn anew.
  func enter()
  func setPower(_ isOn: Bool)
}
