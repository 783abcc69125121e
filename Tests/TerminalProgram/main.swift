import Glibc
import ScoreChart
import ScoreDrawing
import ScoreTerminal
import Support

// A small program around the terminal surface, for tests that run it in a terminal of their own.

/// A made-up history: always the same, with highs, lows and steps.
func history(count: Int) -> [Double?] {
  var generator = SeededGenerator(seed: 11)
  var level = 70.0
  return (0..<count).map { index in
    level = min(max(level + Double.random(in: -22...22, using: &generator), 12), 100)
    return index % 37 == 36 ? nil : level.rounded()
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: "--" + name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

let count = option("count").flatMap(Int.init) ?? 60
let table = count == 12 ? SampleHistories.twelve : SampleHistories.daily(history(count: count))
let theme = option("theme").flatMap(Theme.init(rawValue:)) ?? .dark
let chart = Chart(table: table, options: ChartOptions(title: option("title")))
let colors: [String: ColorDepth] = ["none": .none, "16": .ansi16, "256": .ansi256, "true": .trueColor]

func printStatic() {
  let size = CellSize(
    columns: option("columns").flatMap(Int.init) ?? 80, rows: option("rows").flatMap(Int.init) ?? 24)
  var state = ChartState(
    chart: chart, size: CellGeometry.size(of: size), scale: CellGeometry.scale, theme: theme,
    metrics: CellGeometry.metrics)
  if let hover = option("hover").flatMap(Double.init) {
    state.apply(
      InputEvent(time: 0, .pointerMoved(ViewPoint(x: hover, y: 50))), chart: chart, metrics: CellGeometry.metrics)
  }
  var composer = Composer()
  let frame = composer.compose(chart, state, metrics: CellGeometry.metrics)
  let bytes = StaticText.render(
    frame: frame, size: size, glyphs: option("glyphs").flatMap(GlyphSet.init(rawValue:)) ?? .half,
    colors: option("colors").flatMap { colors[$0] } ?? .trueColor)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

func environment() -> TerminalEnvironment {
  var variables: [String: String] = [:]
  for name in ["TERM", "LC_ALL", "LC_CTYPE", "LANG", "COLORTERM", "NO_COLOR", "TMUX", "STY", "COLUMNS", "LINES"] {
    if let value = getenv(name) { variables[name] = String(cString: value) }
  }
  if arguments.contains("--remote") { variables["SSH_TTY"] = "/dev/pts/0" }
  return TerminalEnvironment(variables: variables, isOutputTerminal: isatty(1) == 1, hasTerminal: true)
}

func runInteractively() throws(TerminalError) -> Int32? {
  var options = TerminalSurface.Options(environment: environment())
  options.graphics = option("graphics").flatMap(GraphicsChoice.init(rawValue:)) ?? .cells
  options.glyphs = option("glyphs").flatMap(GlyphSet.init(rawValue:))
  var surface = try TerminalSurface.open(options)
  var state = ChartState(
    chart: chart, size: surface.size, scale: surface.scale,
    theme: option("theme").flatMap(Theme.init(rawValue:)) ?? surface.suggestedTheme ?? .dark, metrics: surface.metrics)
  var composer = Composer()
  var invalidation = Invalidation.full
  surface.status = "\(count) scores"
  while true {
    if invalidation > .none || surface.isStale {
      let frame = composer.compose(chart, state, metrics: surface.metrics, overscan: surface.overscan)
      try surface.present(frame, invalidation)
    }
    invalidation = .none
    let deadline = state.nextTick(after: TerminalSurface.now, frameInterval: 1000.0 / 60)
    var events = try surface.waitForEvents(until: deadline)
    if deadline != nil { events.append(InputEvent(time: TerminalSurface.now, .tick)) }
    for event in events {
      if case .key(.character("C"), _, _) = event.kind, arguments.contains("--may-crash") { raise(SIGSEGV) }
      if case .key(.character("T"), _, _) = event.kind, arguments.contains("--may-crash") { fatalError("asked for") }
      invalidation.merge(state.apply(event, chart: chart, metrics: surface.metrics))
    }
    if state.takeRequests().contains(.quit) { return surface.endingSignal }
  }
}

if arguments.contains("--run") {
  do throws(TerminalError) {
    if let signal = try runInteractively() { exit(128 + signal) }
  } catch {
    print(error)
    exit(1)
  }
} else if arguments.contains("--reset") {
  do throws(TerminalError) { try TerminalReset.run() } catch { print(error) }
} else {
  printStatic()
}
