import Glibc
import ScoreChart
import ScoreData
import ScoreDrawing
import ScoreFramebuffer
import ScoreRaster

/// A chart on a bare display, for tests in a virtual machine: shows made-up scores, tells what happens on
/// standard output and does what a pipe says.
struct KioskDemo {
  private let options: DemoOptions
  private let chart: Chart
  private var composer = Composer()

  init(arguments: [String]) throws(DemoError) {
    options = try DemoOptions(arguments)
    chart = Chart(table: Self.history(options.scores))
  }

  mutating func run() throws(DemoError) {
    let painter: FramePainter
    do { painter = FramePainter(text: try TextEngine()) } catch {
      throw DemoError(message: error.message, status: 3)
    }
    if options.isMeasuring { return measure(painter) }
    do { try show(painter) } catch {
      throw DemoError(message: error.message, status: 3)
    }
  }

  private mutating func show(_ painter: FramePainter) throws(FramebufferError) {
    var surface = try FramebufferSurface(options.display, painter: painter)
    for warning in surface.takeWarnings() { say("NOTE \(warning)") }
    let control = options.control.map { open($0, O_RDWR | O_NONBLOCK | O_CLOEXEC) } ?? -1
    if control >= 0 { surface.watch(control) }
    if options.isFlashing { return try flash(&surface) }
    var state = ChartState(
      chart: chart, size: surface.size, scale: surface.scale, theme: options.isDark ? .dark : .light,
      metrics: surface.metrics)
    var manners = KioskManners(options.manners, start: Self.now)
    var invalidation = Invalidation.full
    var shownNotice: String?
    while true {
      let wall = Self.timeOfDay
      let step = manners.step(
        time: Self.now, wall: wall, offset: state.viewport.offset, maximumOffset: state.viewport.maximumOffset,
        pointsPerNotch: max(2 * TimelineStyle.columnWidth, state.viewport.columnWidth), scale: surface.scale)
      for event in step.events { invalidation.merge(state.apply(event, chart: chart, metrics: surface.metrics)) }
      let notice = [step.notice, step.clock].compactMap { $0 }.joined(separator: "  ")
      if notice != shownNotice ?? "" { invalidation.merge(.overlay) }
      shownNotice = notice
      surface.setAsleep(step.isAsleep)
      surface.setShift(step.shift)
      if invalidation > .none {
        var frame = composer.compose(chart, state, metrics: surface.metrics)
        KioskNotice.add(notice, to: &frame, metrics: surface.metrics)
        try surface.present(frame, invalidation)
        if invalidation == .full { say("FRAME \(surface.summary) at \(surface.scale)") }
        invalidation = .none
      }
      let tick = state.nextTick(after: Self.now, frameInterval: surface.frameInterval)
      let events = try surface.waitForEvents(until: [step.deadline, tick].compactMap { $0 }.min())
      if let tick, tick <= Self.now {
        invalidation.merge(state.apply(InputEvent(time: Self.now, .tick), chart: chart, metrics: surface.metrics))
      }
      let onlyWakes = manners.note(events, time: Self.now, wall: wall)
      for event in events {
        say("EVENT \(event.kind)")
        if onlyWakes, event.kind != .closed { continue }
        invalidation.merge(state.apply(event, chart: chart, metrics: surface.metrics))
      }
      if state.takeRequests().contains(.quit) { break }
      if surface.readyDescriptors.contains(control) {
        serve(control, &surface, painter, state, notice)
      }
    }
    say("BYE paints=\(surface.statistics.paints) wakeups=\(surface.statistics.wakeUps)")
  }

  // MARK: The pipe

  private mutating func serve(
    _ control: Int32, _ surface: inout FramebufferSurface, _ painter: FramePainter, _ state: ChartState,
    _ notice: String
  ) {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(control, &bytes, bytes.count)
    guard count > 0 else { return }
    for line in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "dump" where words.count == 2:
        var frame = composer.compose(chart, state, metrics: surface.metrics)
        KioskNotice.add(notice, to: &frame, metrics: surface.metrics)
        dump(frame, painter, to: String(words[1]))
      case "sleep": surface.setAsleep(true)
      case "wake": surface.setAsleep(false)
      case "stats":
        say("STATS paints=\(surface.statistics.paints) wakeups=\(surface.statistics.wakeUps)")
      default: say("what? \(line)")
      }
    }
  }

  /// Writes what the painter paints, without any display: a PPM.
  private func dump(_ frame: Frame, _ painter: FramePainter, to path: String) {
    let size = PixelSize(frame.size, scale: frame.scale)
    guard var buffer = try? PixelBuffer(size: size), let file = fopen("\(path).part", "w") else {
      say("DUMP failed")
      return
    }
    buffer.withRows { painter.paint(frame, into: $0) }
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    bytes.reserveCapacity(size.width * size.height * 3 + 32)
    buffer.withPixels { pixels in
      for pixel in pixels {
        for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(pixel >> shift & 0xFF)) }
      }
    }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    rename("\(path).part", path)
    say("DUMPED \(path)")
  }

  // MARK: Figures

  /// What a picture costs at 1080p: 200 steps of the ticker, without any display.
  private mutating func measure(_ painter: FramePainter) {
    let scale = FramebufferOptions.scale(for: PixelSize(width: 1920, height: 1080))
    let metrics = painter.text.metrics
    let size = ViewSize(width: 1920 / scale, height: 1080 / scale)
    var state = ChartState(chart: chart, size: size, scale: scale, theme: .light, metrics: metrics)
    guard var picture = try? PixelBuffer(size: PixelSize(width: 1920, height: 1080)),
      var screen = try? PixelBuffer(size: PixelSize(width: 1920, height: 1080))
    else { return say("no memory") }
    var (painting, copying) = (0.0, 0.0)
    for step in 0..<220 {
      let wheel = InputEvent.Kind.wheel(dx: -1 / scale / 84, dy: 0, at: ViewPoint(x: 0, y: 0), [])
      state.apply(InputEvent(time: Double(step) * 20, wheel), chart: chart, metrics: metrics)
      let start = Self.now
      let frame = composer.compose(chart, state, metrics: metrics)
      picture.withRows { painter.paint(frame, into: $0) }
      let middle = Self.now
      picture.withRows { from in
        screen.withRows { to in _ = memcpy(to.base, from.base, 1920 * 1080 * 4) }
      }
      guard step >= 20 else { continue }
      painting += middle - start
      copying += Self.now - middle
    }
    let each = (painting + copying) / 200
    let rate = Ticker.rate(scale: scale)
    say("MEASURED paint \(painting / 200) ms, copy \(copying / 200) ms; at \(rate)/s \(each * rate / 10) % of a core")
  }

  // MARK: Flat colours

  private func flash(_ surface: inout FramebufferSurface) throws(FramebufferError) {
    let colors: [ColorRole] = [.background, .line, .axis, .dateLabelStrong, .title, .calloutText]
    var number = 0
    while true {
      let plot = PlotArea(
        rect: ViewRect(x: 0, y: 0, width: surface.size.width, height: surface.size.height), axisLeft: 0,
        labelMidline: nil)
      var frame = Frame(
        size: surface.size, scale: surface.scale, theme: number / colors.count % 2 == 0 ? .light : .dark, plot: plot)
      frame.backdrop.append(.fill(plot.rect, colors[number % colors.count]))
      try surface.present(frame, .full)
      number += 1
      if number == 1 { say("FRAME \(surface.summary)") }
      let events = try surface.waitForEvents(until: Self.now)
      if events.contains(where: { $0.kind == .closed }) { break }
    }
    say("BYE paints=\(number)")
  }

  // MARK: Clocks and scores

  private static var now: Double { FramebufferSurface.now }

  private static var timeOfDay: TimeOfDay {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// Scores that wander up and down, the same every time.
  private static func history(_ count: Int) -> ScoreTable {
    var state: UInt32 = 7
    var level = 60.0
    let scores: [Double?] = (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      level = min(max(level + (78 - level) / 8 + Double(state >> 16 & 31) - 15.5, 8), 100)
      return level.rounded()
    }
    let start = Calendar.days(year: 2024, month: 1, day: 1) ?? 0
    let dates = scores.indices.map { ScoreDate(day: start + Int32($0)) }
    return ScoreTable(
      dateColumn: "date", hasYears: true,
      series: [ScoreSeries(name: "score", dates: DateColumn(dates), scores: ScoreColumn(scores))])
  }
}
