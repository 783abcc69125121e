internal import Glibc
internal import ScoreDrawing

/// The terminal while it is ours: its modes, its questions and answers, bytes in and out.
///
/// Made in the background it changes nothing, and takes the terminal when the
/// process comes to the front. Giving it back is sure: by `leave`, by `deinit`, and
/// by the handlers of every signal that ends the process.
final class TerminalSession {
  enum News {
    case event(InputEvent.Kind)
    case reply(TerminalReply)
    /// The terminal has another size, or was given back and taken again.
    case sizeChanged
    case resumed
    /// A signal asks the program to end.
    case ended(Int32)
    case hungUp
  }

  let environment: TerminalEnvironment
  private(set) var traits = TerminalTraits()
  var decoder = InputDecoder()
  /// Whether the terminal is ours now.
  private(set) var isEntered = false
  private(set) var isGone = false
  private let device: TerminalDevice
  private let signals: SignalHub
  private var output: [UInt8] = []
  private var outputStart = 0
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var escapeTime: Double?
  private var enterTime = 0.0
  private var pendingAttributes = 0
  /// Memory that the terminal is asked to open.
  private var probe: String?
  /// What else has to be sent before the terminal is given back.
  var farewell: [UInt8] = []
  private var modeBytes: [UInt8] = []

  /// How long an ESC may be the beginning of a sequence, in milliseconds.
  private static let escapePatience = 40.0
  /// How long answers are waited for before the terminal is given back.
  private static let drainPatience = 1000.0

  init(environment: TerminalEnvironment, path: String = "/dev/tty") throws(TerminalError) {
    self.environment = environment
    device = try TerminalDevice(path: path)
    signals = try SignalHub()
  }

  deinit { leave() }

  var hasOutput: Bool { outputStart < output.count }
  var windowSize: (cells: CellSize, pixels: (width: Int, height: Int)) { device.windowSize }

  // MARK: Taking and giving back

  /// Takes the terminal, unless somebody else stands in front of it.
  func enter() throws(TerminalError) {
    guard !isEntered, !isGone, device.isForeground else { return }
    try device.set(TerminalModes.raw(device.original), flushing: false)
    signals.arm(device)
    isEntered = true
    enterTime = TerminalDevice.now
    send(TerminalModes.enter)
    if pendingAttributes == 0, !traits.hasAnswered {
      // A terminal on another machine cannot open this one's memory.
      if !environment.isRemote, !environment.isMultiplexed { probe = SharedMemory.probe() }
      send(TerminalQueries.bytes(environment, sharedMemory: probe))
      pendingAttributes += 1
    }
    send(modeBytes)
    try flush()
  }

  /// Sets a mode now and whenever the terminal is taken again; `leave` resets all that may be set.
  func keep(_ bytes: [UInt8]) {
    guard !isKept(bytes) else { return }
    modeBytes += bytes
    if isEntered { send(bytes) }
  }

  private func isKept(_ bytes: [UInt8]) -> Bool { modeBytes.indices.contains { modeBytes[$0...].starts(with: bytes) } }

  /// Takes a mode back that was kept; `reset` undoes it.
  func unkeep(_ bytes: [UInt8], reset: [UInt8]) {
    guard let start = modeBytes.indices.first(where: { modeBytes[$0...].starts(with: bytes) }) else { return }
    modeBytes.removeSubrange(start..<start + bytes.count)
    if isEntered { send(reset) }
  }

  /// Gives the terminal back; every answer under way is read first, so that none reaches the shell.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    if !isGone {
      finishOutput()
      output += farewell
      send(TerminalModes.leave)
      if isListening {
        output += Array("\u{1B}[c".utf8)
        pendingAttributes += 1
      }
      finishOutput()
      drain()
    }
    output.removeAll()
    outputStart = 0
    removeProbe()
    try? device.set(device.original, flushing: true)
    signals.disarm()
  }

  private func removeProbe() {
    if let probe { SharedMemory.remove(probe) }
    probe = nil
  }

  /// Whether the terminal answers, or may still do so.
  private var isListening: Bool {
    traits.hasAnswered || TerminalDevice.now - enterTime < 2 * SessionLimits.slowAnswer
  }

  private enum SessionLimits {
    static let slowAnswer = 1000.0
    static let unwritable = 500.0
    static let foregroundCheck = 250.0
  }

  /// Writes what is left; where the terminal takes no more, ends the sequence that was cut.
  private func finishOutput() {
    let limit = TerminalDevice.now + SessionLimits.unwritable
    while hasOutput, !isGone {
      do { try flush() } catch { return isGone = true }
      guard hasOutput else { return }
      let left = limit - TerminalDevice.now
      guard left > 0 else {
        output = [0x18]
        outputStart = 0
        return
      }
      var descriptors = [pollfd(fd: device.descriptor, events: Int16(POLLOUT), revents: 0)]
      TerminalDevice.poll(&descriptors, milliseconds: left)
    }
  }

  private func drain() {
    let limit = TerminalDevice.now + TerminalSession.drainPatience
    while pendingAttributes > 0, !isGone {
      let left = limit - TerminalDevice.now
      guard left > 0 else { return }
      var descriptors = [pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)]
      TerminalDevice.poll(&descriptors, milliseconds: left)
      guard descriptors[0].revents != 0 else { return }
      _ = receive()
    }
  }

  // MARK: Output

  func send(_ bytes: [UInt8]) { output += bytes }

  func send(_ text: StaticString) {
    output += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Writes as much as the terminal takes now.
  func flush() throws(TerminalError) {
    guard hasOutput, !isGone else { return }
    outputStart += try device.write(output[outputStart...])
    if outputStart == output.count {
      output.removeAll(keepingCapacity: true)
      outputStart = 0
    }
  }

  // MARK: Input

  /// Waits for news until `deadline`, or until one of `others` can be read.
  ///
  /// - Returns: what happened, and which of `others` are ready; both empty when the time was up.
  func wait(until deadline: Double?, others: [Int32]) -> (news: [News], ready: [Int32]) {
    var descriptors = [pollfd(fd: signals.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
    let wantsWriting = hasOutput && isEntered
    descriptors.append(
      pollfd(
        fd: isGone || !isEntered ? -1 : device.descriptor, events: Int16(POLLIN | (wantsWriting ? POLLOUT : 0)),
        revents: 0))
    descriptors += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // A shell that brings a running job to the front does not say so.
    let lookAgain = isEntered || isGone ? nil : TerminalDevice.now + SessionLimits.foregroundCheck
    let limit = [deadline, escapeTime, lookAgain].compactMap { $0 }.min()
    TerminalDevice.poll(&descriptors, milliseconds: limit.map { $0 - TerminalDevice.now })
    var news: [News] = []
    if descriptors[0].revents != 0 { for number in signals.takeSignals() { handle(number, &news) } }
    if lookAgain != nil, device.isForeground { comeBack(&news) }
    if descriptors[1].revents & Int16(POLLOUT) != 0 { do { try flush() } catch { hangUp(&news) } }
    if descriptors[1].revents & ~Int16(POLLOUT) != 0 { news += receive() }
    if let time = escapeTime, TerminalDevice.now >= time {
      escapeTime = nil
      news += decoder.endEscape().map { note($0) }
    }
    let ready = zip(others, descriptors.dropFirst(2)).filter { $0.1.revents != 0 }.map { $0.0 }
    return (news, ready)
  }

  private func receive() -> [News] {
    var news: [News] = []
    do {
      let count = try device.read(into: &buffer)
      let hasHungUp = count == 0 && pollState & Int16(POLLHUP) != 0
      if hasHungUp { throw TerminalError.hungUp }
      news = decoder.feed(buffer[..<count]).map { note($0) }
    } catch {
      hangUp(&news)
    }
    escapeTime = decoder.isAfterEscape ? TerminalDevice.now + TerminalSession.escapePatience : nil
    return news
  }

  private var pollState: Int16 {
    var descriptors = [pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)]
    TerminalDevice.poll(&descriptors, milliseconds: 0)
    return descriptors[0].revents
  }

  private func note(_ output: InputDecoder.Output) -> News {
    switch output {
    case .event(let kind): return .event(kind)
    case .reply(let reply):
      if case .attributes = reply {
        pendingAttributes = max(0, pendingAttributes - 1)
        removeProbe()
      }
      traits.note(reply)
      if case .resized = reply { return .sizeChanged }
      return .reply(reply)
    }
  }

  private func hangUp(_ news: inout [News]) {
    guard !isGone else { return }
    isGone = true
    news.append(.hungUp)
  }

  private func handle(_ number: Int32, _ news: inout [News]) {
    switch number {
    case SIGWINCH: news.append(.sizeChanged)
    case SIGTSTP:
      leave()
      signals.stop()
      comeBack(&news)
    case SIGCONT: comeBack(&news)
    default: news.append(.ended(number))
    }
  }

  /// After a stop the shell has changed the terminal's settings: they are set again, in the foreground only.
  private func comeBack(_ news: inout [News]) {
    do {
      if isEntered, device.isForeground {
        try device.set(TerminalModes.raw(device.original), flushing: false)
        send(TerminalModes.enter)
        send(modeBytes)
      }
      try enter()
    } catch {
      return hangUp(&news)
    }
    if isEntered { news.append(.resumed) }
  }
}
