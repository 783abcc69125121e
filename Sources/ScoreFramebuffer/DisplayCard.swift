internal import ScoreDrawing

/// What the surface asks of a graphics card: the kernel's mode-setting calls, one each.
///
/// The real one is `DRMCard`; tests have one that refuses, loses its display and counts.
protocol DisplayCard: AnyObject {
  /// Its device file, for messages.
  var path: String { get }
  /// Readable when a flip is done.
  var descriptor: Int32 { get }

  /// Looks anew at what is plugged in.
  func connectors() throws(SystemCallError) -> [Connector]
  /// Memory that can be shown.
  func makeBuffer(_ size: PixelSize) throws(SystemCallError) -> CardBuffer
  func destroy(_ buffer: CardBuffer)
  /// Shows a buffer on a connector, in mode number `mode` of those that `connectors` last gave.
  func setMode(_ mode: Int, of connector: UInt32, controller: UInt32, buffer: CardBuffer) throws(SystemCallError)
  /// Shows another buffer at the next vertical blank.
  func flip(controller: UInt32, to buffer: CardBuffer) throws(SystemCallError)
  /// Tells the card that a shown buffer was drawn to.
  func flush(_ buffer: CardBuffer) throws(SystemCallError)
  /// Reads that flips are done; how many.
  func readFlips() -> Int
  func setPower(_ isOn: Bool, of connector: Connector) throws(SystemCallError)
  func becomeMaster() throws(SystemCallError)
  func dropMaster() throws(SystemCallError)
}

/// A buffer of a graphics card, mapped into our memory.
struct CardBuffer {
  var handle: UInt32
  var framebuffer: UInt32
  var pitch: Int
  var byteCount: Int
  /// The first pixel; nil before it is mapped.
  var base: UnsafeMutableRawPointer?
  var size: PixelSize
  var format: PixelFormat
}
