public import ScoreDrawing
internal import ScoreThreads
internal import Synchronization

/// Draws frames into 32-bit pixels, back to front as `Frame` says, from the theme's background up.
///
/// Keeps masks of text and shadows, and its working memory, from one frame to
/// the next; use one painter for all frames of a surface, from one thread. A
/// frame is painted in bands that stay in the processor's cache while everything
/// is laid over one another, those of a large frame by two threads in turn.
public final class FramePainter {
  public let text: TextEngine
  private var plan = PaintPlan()
  private let shadows = ShadowCache()
  /// One for each thread that paints.
  private var scratches: [ScratchBox] = []
  /// Started for the first large frame.
  private var helper: HelperThread?

  public init(text: TextEngine) { self.text = text }

  /// Draws `frame` into `rows`, whose first pixel is the frame's top left one.
  ///
  /// What was there before never shines through. Only pixels inside `clip` are written, and they
  /// are exactly those that painting everything would give. No value in a frame is a reason to
  /// trap: what is not finite or lies outside is not drawn.
  ///
  /// - Parameter ground: the opaque pixel beneath everything, instead of the theme's background.
  public func paint(
    _ frame: borrowing Frame, into rows: PixelRows, clip: PixelRect? = nil, ground: UInt32? = nil
  ) {
    let bounds = PixelRect(rows.size)
    let visible = clip.map { $0.intersection(bounds) } ?? bounds
    guard !visible.isEmpty else { return }
    let isLarge = visible.width * visible.height >= Self.leastShared && !rows.isWriteOnly
    if isLarge, helper == nil, WorkerThread.processorCount > 1 { helper = HelperThread() }
    let helper = isLarge ? helper : nil
    let background = makePlan(frame, visible, ground: ground, helper: helper)
    let job = PaintingJob(
      plan: plan, clip: visible, background: background, rows: rows,
      workspaces: (0..<(helper == nil ? 1 : 2)).map { workspace($0, visible) })
    if let helper { helper.share(job.run) } else { job.run() }
  }

  /// From so many pixels on, painting takes much longer than waking a thread does.
  private static let leastShared = 1 << 19

  /// Draws `frame` band after band from the top, each into the same small piece of memory, and
  /// lends it to `body` with the y of its first row: for encoders, which need no whole picture.
  ///
  /// - Parameter frame: its size and scale give the picture's size in pixels.
  public func paintBands<Failure: Error>(
    _ frame: borrowing Frame, _ body: (_ band: PixelRows, _ y: Int) throws(Failure) -> Void
  ) throws(Failure) {
    let all = PixelRect(PixelSize(covering: frame.size, scale: frame.scale))
    try paintBands(frame, all) { (canvas) throws(Failure) in
      let band = PixelRows(
        base: canvas.pixel(canvas.bounds.minX, canvas.bounds.minY),
        size: PixelSize(width: all.width, height: canvas.bounds.height), stride: canvas.pitch)
      try body(band, canvas.bounds.minY)
    }
  }

  private func paintBands<Failure: Error>(
    _ frame: borrowing Frame, _ clip: PixelRect, _ body: (BandCanvas) throws(Failure) -> Void
  ) throws(Failure) {
    guard !clip.isEmpty else { return }
    let background = makePlan(frame, clip)
    let workspace = workspace(0, clip)
    var y = clip.minY
    while y < clip.maxY {
      let band = y..<min(y + workspace.bandRows, clip.maxY)
      let canvas = workspace.canvas(clip, band, background: background, rows: nil)
      canvas.clear()
      plan.paint(canvas, workspace.curve)
      try body(canvas)
      y = canvas.bounds.maxY
    }
  }

  /// Works out what to paint; returns the background.
  private func makePlan(
    _ frame: borrowing Frame, _ clip: PixelRect, ground: UInt32? = nil, helper: HelperThread? = nil
  ) -> UInt32 {
    plan.begin(clip: clip)
    var planner = FramePlanner(frame: frame, clip: clip, text: text, plan: plan, shadows: shadows, helper: helper)
    plan = PaintPlan()
    planner.add(frame)
    plan = planner.plan
    return plan.background ?? ground ?? planner.ink(.background).pixel
  }

  private func workspace(_ index: Int, _ clip: PixelRect) -> BandWorkspace {
    while scratches.count <= index { scratches.append(ScratchBox()) }
    scratches[index].scratch.reserve(width: clip.maxX - clip.minX / BandCanvas.chunk * BandCanvas.chunk)
    return scratches[index].scratch.workspace
  }
}

private final class ScratchBox {
  var scratch = BandScratch()
}

/// Painting a plan into rows, which several threads may run at once.
private final class PaintingJob: @unchecked Sendable {
  // Unchecked: the plan is only read, every run takes a workspace of its own, and no two bands share a row.
  private let plan: PaintPlan
  private let clip: PixelRect
  private let background: UInt32
  private let rows: PixelRows
  private let workspaces: [BandWorkspace]
  private let nextWorkspace = Atomic(0)
  private let nextRow: Atomic<Int>

  init(plan: PaintPlan, clip: PixelRect, background: UInt32, rows: PixelRows, workspaces: [BandWorkspace]) {
    self.plan = plan
    self.clip = clip
    self.background = background
    self.rows = rows
    self.workspaces = workspaces
    nextRow = Atomic(clip.minY)
  }

  /// Paints the bands that no other run has begun; at most as many runs as there are workspaces.
  @Sendable func run() {
    let workspace = workspaces[nextWorkspace.add(1, ordering: .relaxed).oldValue]
    // A workspace that was made for a wider clip has room for fewer rows.
    let height = workspaces.map(\.bandRows).min() ?? 1
    while true {
      let top = nextRow.add(height, ordering: .relaxed).oldValue
      guard top < clip.maxY else { return }
      let band = top..<min(top + height, clip.maxY)
      let canvas = workspace.canvas(clip, band, background: background, rows: rows.isWriteOnly ? nil : rows)
      canvas.clear()
      plan.paint(canvas, workspace.curve)
      if canvas.isInside(rows) { continue }
      for y in band {
        (rows.base + (y * rows.stride + clip.minX)).update(from: canvas.pixel(clip.minX, y), count: clip.width)
      }
    }
  }
}
