internal import Glibc
public import ScoreDrawing
public import ScoreRaster

/// A bare display without a window system: a graphics card or a plain framebuffer, with the kernel's input devices.
///
/// Takes the console while it lives, and gives it back when it ends, however it ends. Use it from one thread.
public struct FramebufferSurface: ~Copyable {
  /// The pointer disappears when it was not moved for this long.
  static let pointerRest = 10_000.0
  /// A display that was just plugged in may take this long to say what it is.
  static let probeDelays = [300.0, 1500.0, 5000.0]
  /// Without a display, looks for one this often.
  static let probeInterval = 10_000.0
  static let fallbackPanel = PixelSize(width: 1280, height: 720)

  let options: FramebufferOptions
  let painter: FramePainter
  let output: any ScreenOutput
  let console: Console?
  let signals: SignalPipe
  let uevents: UeventSocket?
  let notifier: ServiceNotifier?
  var inputs: InputDevices
  var hub: InputHub
  var picture: PixelBuffer
  var transform: ScreenTransform
  var sprite: PointerSprite
  var shownPointer: PixelRect?
  public internal(set) var scale: Double

  var isInFront = true
  var isAsleep = false
  var hasPicture = false
  /// What the picture shows.
  var frame: Frame?
  var isReadySent = false
  var pendingEvents: [InputEvent] = []
  var watched: [Int32] = []
  /// Descriptors of `watch` that had something to read when the last wait ended.
  public internal(set) var readyDescriptors: [Int32] = []
  var probeTimes: [Double] = []
  var pointerHideTime: Double?
  var watchdogTime: Double?
  var lastPresentation = -Double.infinity
  var warnings: [String]
  /// Counts for tests and benchmarks: pictures painted, and how often a wait ended.
  public internal(set) var statistics = Statistics()

  public struct Statistics: Equatable, Sendable {
    public var paints = 0
    public var wakeUps = 0
  }

  /// Takes the display, the console and the input devices.
  ///
  /// Nothing is shown before the first frame: until then the screen stays as it was.
  ///
  /// - Throws: `FramebufferError` when there is no display, it may not be used, or another program has it.
  public init(_ options: FramebufferOptions, painter: FramePainter) throws(FramebufferError) {
    let signals: SignalPipe
    do {
      signals = try SignalPipe([SIGTERM, SIGINT, SIGHUP, SIGQUIT, Console.releaseSignal, Console.acquireSignal])
    } catch { throw FramebufferError.system(device: "signals", reason: error.reason) }
    // The screen first: where another program has it, the console is that program's, too.
    let (output, warnings) = try ScreenOpener.open(options)
    let console = Console()
    let panel = output.panel ?? Self.fallbackPanel
    let transform = ScreenTransform(panel: panel, rotation: options.rotation)
    let scale = options.scale ?? FramebufferOptions.scale(for: panel)
    picture = try Self.makePicture(transform.picture)
    inputs = InputDevices()
    self.signals = signals
    self.output = output
    self.warnings = warnings
    self.transform = transform
    self.scale = scale
    sprite = PointerSprite(scale: scale)
    hub = InputHub(
      pointer: ScreenPointer(transform: transform, scale: scale), keymap: console?.keymap ?? .american)
    if console == nil {
      self.warnings.append("no console of our own: text of the kernel may show, and Ctrl-Alt-F1 does nothing")
    }
    self.console = console
    self.options = options
    self.painter = painter
    uevents = try? UeventSocket()
    notifier = ServiceNotifier()
    isInFront = console?.isActive ?? true
    if !isInFront { output.leave() }
    findInput()
    if output.panel == nil { self.warnings.append("no display is plugged in; waiting for one") }
  }

  private mutating func findInput() {
    inputs.setGrabbing(isInFront)
    _ = inputs.scan(into: &hub, time: steadyMilliseconds())
    if inputs.isForbidden {
      warnings.append(
        "no permission to read keyboard, mouse or touchscreen; add the user to the group input (usermod -aG input USER)"
      )
    }
  }

  static func makePicture(_ size: PixelSize) throws(FramebufferError) -> PixelBuffer {
    do { return try PixelBuffer(size: size) } catch {
      throw FramebufferError.outOfMemory(width: size.width, height: size.height)
    }
  }

  /// What the user should know though it is no error; each is told once.
  public mutating func takeWarnings() -> [String] {
    defer { warnings.removeAll() }
    return warnings
  }

  /// The display in use, for the log: `DRM /dev/dri/card0 HDMI-A-1 1920x1080@60`.
  public var summary: String { output.summary }

  /// Ends a wait when `descriptor` has something to read.
  public mutating func watch(_ descriptor: Int32) {
    if !watched.contains(descriptor) { watched.append(descriptor) }
  }

  public mutating func unwatch(_ descriptor: Int32) { watched.removeAll { $0 == descriptor } }
}

extension FramebufferSurface: Surface {
  public typealias Failure = FramebufferError

  public var size: ViewSize {
    ViewSize(width: Double(transform.picture.width) / scale, height: Double(transform.picture.height) / scale)
  }

  public var metrics: TextMetrics { painter.text.metrics }
  public var overscan: Double { FrameChange.overscan }

  /// Milliseconds from one picture of the display to the next.
  public var frameInterval: Double { output.frameInterval }

  /// The steady clock in milliseconds, to which deadlines and the times of events belong.
  public static var now: Double { steadyMilliseconds() }
}
