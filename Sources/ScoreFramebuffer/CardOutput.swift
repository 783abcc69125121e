internal import Glibc
internal import ScoreDrawing
internal import ScoreRaster

/// Shows pictures with two buffers of a graphics card and page flips.
///
/// A picture is drawn to the buffer that is not shown, and never while a flip is under way. A refused
/// flip loses nothing: what changed stays marked and is shown at the next opportunity.
final class CardOutput<Card: DisplayCard>: ScreenOutput {
  private struct Buffer {
    var memory: CardBuffer
    /// What of it is older than the picture, in picture pixels; nil: all of it.
    var damage: PixelRect? = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  }

  private struct Screen {
    var connector: Connector
    var modeNumber: Int
    var mode: DisplayMode
    var controller: UInt32
    var buffers: [Buffer]
    var front = 0
  }

  /// A flip that says nothing for this long counts as done: the display may have been pulled meanwhile.
  static var flipTimeout: Double { 1000 }
  /// A refused flip is tried again after this long.
  static var retryDelay: Double { 10 }

  let card: Card
  private let connectorName: String?
  private let modeRequest: ModeRequest?
  private var screen: Screen?
  private var converter = PixelConverter(.xrgb8888)
  private var isMaster = true
  private var isPowered = true
  private var isModeSet = false
  private var hasNews = false
  private var canFlip = true
  private var flipSince: Double?
  /// Flips in a row that were refused though the mode had just been set.
  private var refusedFlips = 0
  private var refusalEnd: Double?

  /// Finds the display.
  ///
  /// - Throws: `FramebufferError` when the card refuses, when there is no such connector, or its display has no such
  ///   mode. A card without a display is no error: one may be plugged in later.
  init(card: Card, connector: String?, mode: ModeRequest?) throws(FramebufferError) {
    self.card = card
    connectorName = connector
    modeRequest = mode
    do { try card.becomeMaster() } catch {
      // Whoever is allowed to open the card and does not get the screen is too late for it.
      throw FramebufferError.displayInUse(device: card.path)
    }
    let connectors = try probeConnectors()
    if let connector, !connectors.contains(where: { $0.isNamed(connector) }) {
      throw FramebufferError.noSuchConnector(connector, available: connectors.map(\.name))
    }
    if let mode, let found = Connector.choose(connector, from: connectors),
      ModeRequest.choose(mode, from: found.modes) == nil
    {
      throw FramebufferError.noSuchMode(mode.text, available: found.modes.map(\.description))
    }
    try use(connectors)
  }

  deinit { destroyBuffers() }

  var panel: PixelSize? { screen.map { PixelSize(width: $0.mode.width, height: $0.mode.height) } }
  var frameInterval: Double { 1000 / min(max(screen?.mode.refresh ?? 60, 20), 240) }
  var descriptor: Int32? { card.descriptor }
  var retryTime: Double? { refusalEnd ?? (hasNews ? flipSince.map { $0 + Self.flipTimeout } : nil) }
  var isSettled: Bool { !hasNews && flipSince == nil && isModeSet }

  var summary: String {
    guard let screen else { return "DRM \(card.path), no display plugged in" }
    return "DRM \(card.path) \(screen.connector.name) \(screen.mode)"
  }

  // MARK: Displays that come and go

  private func probeConnectors() throws(FramebufferError) -> [Connector] {
    do { return try card.connectors() } catch { throw FramebufferError(error, device: card.path) }
  }

  func probe() throws(FramebufferError) -> Bool {
    let connectors = try probeConnectors()
    let found = Connector.choose(connectorName, from: connectors)
    guard let found else {
      guard screen != nil else { return false }
      destroyBuffers()
      return true
    }
    let number = modeNumber(for: found)
    if let screen, screen.connector.id == found.id, found.modes[number] == screen.mode {
      // The same display as before may have been off: it needs its mode again.
      self.screen?.modeNumber = number
      self.screen?.connector = found
      isModeSet = false
      hasNews = true
      return false
    }
    try use(connectors)
    return true
  }

  /// The mode that was asked for, or the display's own when a swapped display has no such mode.
  private func modeNumber(for connector: Connector) -> Int {
    ModeRequest.choose(modeRequest, from: connector.modes) ?? ModeRequest.choose(nil, from: connector.modes) ?? 0
  }

  private func use(_ connectors: [Connector]) throws(FramebufferError) {
    destroyBuffers()
    guard let found = Connector.choose(connectorName, from: connectors), let controller = found.controllers.first
    else { return }
    let number = modeNumber(for: found)
    let mode = found.modes[number]
    var buffers: [Buffer] = []
    do {
      for _ in 0..<2 {
        buffers.append(
          Buffer(memory: try card.makeBuffer(PixelSize(width: mode.width, height: mode.height)), damage: nil))
      }
    } catch {
      buffers.forEach { card.destroy($0.memory) }
      throw FramebufferError(error, device: card.path)
    }
    if buffers[0].memory.format != converter.format { converter = PixelConverter(buffers[0].memory.format) }
    screen = Screen(connector: found, modeNumber: number, mode: mode, controller: controller, buffers: buffers)
    isModeSet = false
  }

  private func destroyBuffers() {
    screen?.buffers.forEach { card.destroy($0.memory) }
    screen = nil
    flipSince = nil
    refusalEnd = nil
    isModeSet = false
  }

  // MARK: Pictures

  func show(_ picture: PixelRows, damage: PixelRect, _ transform: ScreenTransform, time: Double) {
    guard screen != nil else { return }
    for index in 0..<2 {
      if let old = screen?.buffers[index].damage { screen?.buffers[index].damage = old.union(damage) }
    }
    hasNews = true
    flush(picture, transform, time: time)
  }

  func flush(_ picture: PixelRows, _ transform: ScreenTransform, time: Double) {
    if let since = flipSince, time - since >= Self.flipTimeout { flipSince = nil }
    guard hasNews, isMaster, isPowered, flipSince == nil, var screen, panel == transform.panel else { return }
    refusalEnd = nil
    let back = canFlip ? 1 - screen.front : screen.front
    draw(picture, into: &screen.buffers[back], transform)
    self.screen = screen
    do {
      try bring(back, of: screen, time: time)
      self.screen?.front = back
      hasNews = false
    } catch {
      refused(error, time: time)
    }
  }

  private func draw(_ picture: PixelRows, into buffer: inout Buffer, _ transform: ScreenTransform) {
    guard let base = buffer.memory.base else { return }
    let damage = buffer.damage ?? PixelRect(picture.size)
    Blit(transform: transform, converter: converter).copy(
      damage, of: picture,
      to: ScanoutMemory(base: base, size: buffer.memory.size, pitch: buffer.memory.pitch))
    buffer.damage = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  }

  private func bring(_ index: Int, of screen: Screen, time: Double) throws(SystemCallError) {
    let buffer = screen.buffers[index].memory
    guard isModeSet else {
      try card.setMode(screen.modeNumber, of: screen.connector.id, controller: screen.controller, buffer: buffer)
      isModeSet = true
      // Not every driver takes a new mode's first picture from the mode-set alone.
      try? card.flush(buffer)
      return
    }
    guard canFlip else { return try card.flush(buffer) }
    try card.flip(controller: screen.controller, to: buffer)
    flipSince = time
  }

  private func refused(_ error: SystemCallError, time: Double) {
    switch error.code {
    case _ where canFlip && isModeSet && isFlippingImpossible(error.code):
      // No flips here: from now on the shown buffer is drawn to.
      canFlip = false
      if let front = screen?.front { screen?.buffers[front].damage = nil }
      refusalEnd = time
    case EINVAL:
      // The display changed under us; a mode-set says whether it is still there.
      refusedFlips += isModeSet ? 1 : 0
      isModeSet = false
      refusalEnd = time + 20 * Self.retryDelay
    case EACCES, EPERM:
      // Somebody else has the screen now; we are told, or find out, when it is ours again.
      isModeSet = false
      try? card.becomeMaster()
      refusalEnd = time + 20 * Self.retryDelay
    default: refusalEnd = time + Self.retryDelay
    }
  }

  private func isFlippingImpossible(_ code: Int32) -> Bool {
    code == ENOSYS || code == EOPNOTSUPP || code == EINVAL && refusedFlips >= 3
  }

  func readEvents(time: Double) {
    guard card.readFlips() > 0 else { return }
    flipSince = nil
    refusedFlips = 0
  }

  // MARK: The console

  func leave() {
    var patience = 20
    while flipSince != nil, patience > 0 {
      var descriptor = pollfd(fd: card.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 10)
      readEvents(time: 0)
      patience -= 1
    }
    flipSince = nil
    isMaster = false
    try? card.dropMaster()
  }

  func enter() {
    isMaster = true
    try? card.becomeMaster()
    if !isPowered, let connector = screen?.connector { try? card.setPower(false, of: connector) }
    redrawAll()
  }

  func setPower(_ isOn: Bool) {
    guard isOn != isPowered else { return }
    isPowered = isOn
    if let connector = screen?.connector, isMaster { try? card.setPower(isOn, of: connector) }
    if isOn { redrawAll() }
  }

  private func redrawAll() {
    isModeSet = false
    hasNews = true
    for index in 0..<(screen?.buffers.count ?? 0) { screen?.buffers[index].damage = nil }
  }
}

extension ModeRequest {
  fileprivate var text: String {
    guard let refresh else { return "\(width)x\(height)" }
    return DisplayMode(width: width, height: height, refresh: refresh).description
  }
}
