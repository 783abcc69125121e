internal import ScoreDrawing

/// Sending frames and taking news in.
extension TerminalSurface {
  static let askForCursor: StaticString = "\u{1B}[6n"

  /// Sends the newest picture if the terminal is ready for it.
  mutating func sendPending() throws(TerminalError) {
    guard isPending, session.isEntered, !session.isGone, !session.hasOutput else { return }
    guard pacer.canSend(at: TerminalDevice.now) else { return }
    isPending = false
    let bytes = takePendingBytes()
    guard !bytes.isEmpty else { return }
    // A picture that is uploaded within a synchronized update may never be seen.
    let isSynchronized = session.traits.modes.contains(TerminalTraits.synchronized) && graphics != .kitty
    if isSynchronized { session.send("\u{1B}[?2026h") }
    session.send(bytes)
    if isSynchronized { session.send("\u{1B}[?2026l") }
    if pacer.isAsking { session.send(TerminalSurface.askForCursor) }
    pacer.sent(at: TerminalDevice.now)
    do { try session.flush() } catch { if error != .hungUp { throw error } }
  }

  /// Sends pictures that will be needed soon, once all frames have arrived.
  mutating func sendAhead() throws(TerminalError) {
    guard let pixels, !isPending, pacer.isIdle, session.isEntered, !session.isGone, !session.hasOutput else { return }
    let bytes = pixels.ahead()
    guard !bytes.isEmpty else { return }
    session.send(bytes)
    session.send(TerminalSurface.askForCursor)
    pacer.sent(at: TerminalDevice.now)
    do { try session.flush() } catch { if error != .hungUp { throw error } }
  }

  private mutating func takePendingBytes() -> [UInt8] {
    guard let pixels else {
      let bytes = renderer.update(
        to: wanted, scroll: wantedAnchor?.scroll(from: shownAnchor, rows: chartCells.rows))
      shownAnchor = wantedAnchor
      return bytes
    }
    guard let frame = pendingFrame else { return [] }
    let invalidation = pendingInvalidation
    pendingFrame = nil
    pendingInvalidation = .none
    do {
      return try pixels.update(to: frame, cells: chartCells, invalidation) + statusBytes(theme: frame.theme)
    } catch {
      pictureProblem = error
      return []
    }
  }

  mutating func paintStatus(theme: Theme) {
    TerminalSurface.paint(status, into: &wanted, row: cells.rows - 1, theme: theme, style: painter.style)
  }

  static func paint(_ status: String, into grid: inout CellGrid, row: Int, theme: Theme, style: CellStyle) {
    let palette = CellPalette(theme: theme, style: style)
    let isAscii = style.glyphs.isAscii
    let clusters = isAscii ? VisibleText.asciiClusters(of: status) : VisibleText.clusters(of: status)
    let room = grid.columns - 2
    let width = clusters.reduce(0) { $0 + $1.width }
    var column = 1
    for cluster in clusters {
      let isCut = width > room && column + cluster.width > room
      let next = isCut ? VisibleText.Cluster(text: isAscii ? "~" : "…", width: 1) : cluster
      grid.put(next, column: column, row: row, foreground: palette[.dateLabel])
      if isCut { break }
      column += next.width
    }
  }

  // MARK: Start

  /// Waits for the answers to the first questions, at most as long as the environment's patience.
  mutating func awaitAnswers() {
    guard session.isEntered else { return }
    let limit = TerminalDevice.now + options.environment.patience
    while !session.traits.hasAnswered, !session.isGone, TerminalDevice.now < limit {
      for item in session.wait(until: limit, others: []).news { take(item) }
    }
  }

  /// Uses what the terminal has said.
  mutating func applyTraits() {
    let traits = session.traits
    var style = painter.style
    style.ground = traits.background
    if traits.hasAnswered { style.glyphs = options.glyphs ?? traits.glyphs(options.environment) }
    if traits.hasTrueColor, style.colors > .none { style.colors = .trueColor }
    guard style != painter.style else { return }
    if style.colors != painter.style.colors { renderer = CellRenderer(depth: style.colors) }
    painter.style = style
    isStale = !wanted.cells.isEmpty
  }

  /// Asks for the size anew: the kernel, then the environment, then 80 × 24.
  mutating func measure() {
    let kernel = session.windowSize.cells
    let fallback = options.environment.printedSize
    cells = CellSize(
      columns: min(kernel.columns > 0 ? kernel.columns : fallback.columns, CellGrid.limit),
      rows: min(kernel.rows > 0 ? kernel.rows : fallback.rows, CellGrid.limit))
  }

  mutating func forgetScreen() {
    renderer.forget()
    pixels?.forget()
    shownStatus = nil
  }

  // MARK: News

  mutating func take(_ news: TerminalSession.News) {
    switch news {
    case .event(let kind): append(kind)
    case .reply(let reply): take(reply)
    case .sizeChanged:
      // Where the letters have another size now, so have the pictures, be there as many of them as before.
      if pixels != nil { session.send(TerminalQueries.cellSize) }
      let before = cells
      measure()
      guard cells != before else { return }
      // What a terminal keeps of its screen while it is resized is its own affair.
      forgetScreen()
      // While the first answers are waited for, nobody knows yet in which measure the chart will be drawn.
      if isOpen { append(.resized(size, scale: scale)) }
    case .resumed:
      pacer.forget()
      forgetScreen()
      isPending = !wanted.cells.isEmpty
      isStale = pixels != nil
      take(.sizeChanged)
    case .ended(let number):
      endingSignal = number
      append(.closed)
    case .hungUp: append(.closed)
    }
  }

  private mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .cursor: pacer.acknowledged()
    case .attributes:
      if session.traits.modes.contains(TerminalTraits.inBandResize) { session.keep(Array("\u{1B}[?2048h".utf8)) }
      applyTraits()
      // Answers that came late are used all the same.
      if isOpen, pixels == nil { choosePictures() }
    case .background(let color):
      if session.traits.hasAnswered { applyTraits() }
      if isOpen { append(.surroundings(isDark: color.isDark)) }
    case .cellSize: if isOpen, let pixels, let cell = cellPixels, cell != pixels.cell { choosePictures() }
    case .kittyGraphics(let id, isOK: false) where KittyScreen.owns(id): pictureIsLost()
    default: break
    }
  }

  mutating func append(_ kind: InputEvent.Kind) {
    events.append(InputEvent(time: TerminalDevice.now, kind))
  }

  /// Motion that is followed by more motion tells nothing: only the last place of a run counts.
  static func coalesced(_ events: [InputEvent]) -> [InputEvent] {
    var result: [InputEvent] = []
    result.reserveCapacity(events.count)
    for event in events {
      if case .pointerMoved = event.kind, let last = result.last, case .pointerMoved = last.kind {
        result[result.count - 1] = event
      } else {
        result.append(event)
      }
    }
    return result
  }
}
