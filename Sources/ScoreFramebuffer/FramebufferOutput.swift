internal import ScoreDrawing
internal import ScoreRaster

/// Shows pictures on a plain framebuffer: each is copied once it is complete, so only the copy can tear.
final class FramebufferOutput: ScreenOutput {
  private let device: FramebufferDevice
  private let converter: PixelConverter
  private var isActive = true
  private var isPowered = true
  /// What is not copied yet, in picture pixels; nil: everything.
  private var damage: PixelRect?

  init(path: String) throws(FramebufferError) {
    device = try FramebufferDevice(path: path)
    converter = PixelConverter(device.geometry.format)
  }

  var panel: PixelSize? { device.memory.size }
  var frameInterval: Double { 1000.0 / 60 }
  var descriptor: Int32? { nil }
  var retryTime: Double? { nil }
  var isSettled: Bool { damage?.isEmpty ?? false }
  var summary: String {
    let geometry = device.geometry
    return "fbdev \(device.path) \(geometry.width)x\(geometry.height), \(geometry.format.bytesPerPixel * 8) bits"
  }

  func show(_ picture: PixelRows, damage: PixelRect, _ transform: ScreenTransform, time: Double) {
    self.damage = self.damage?.union(damage)
    flush(picture, transform, time: time)
  }

  func flush(_ picture: PixelRows, _ transform: ScreenTransform, time: Double) {
    guard isActive, isPowered, panel == transform.panel else { return }
    if damage == nil { device.setPower(true) }
    Blit(transform: transform, converter: converter).copy(
      damage ?? PixelRect(picture.size), of: picture, to: device.memory)
    damage = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  }

  func readEvents(time: Double) {}
  func probe() throws(FramebufferError) -> Bool { false }
  func leave() { isActive = false }

  func enter() {
    isActive = true
    damage = nil
  }

  func setPower(_ isOn: Bool) {
    guard isOn != isPowered else { return }
    isPowered = isOn
    damage = nil
    if isActive { device.setPower(isOn) }
  }
}
