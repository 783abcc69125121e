import Foundation
import Glibc

@testable import ScoreTerminal

/// A program at one end of a pseudo-terminal, and a made-up terminal at the other that answers as a real one did.
final class PseudoTerminal {
  private(set) var output: [UInt8] = []
  private(set) var processID: pid_t = 0
  /// As `waitpid` gives it, once the program has ended.
  private(set) var waitStatus: Int32?
  private var master: Int32
  private let fixture: TerminalFixture?
  private let answerDelay: Double
  /// How many bytes the terminal takes at a time, and how long it rests afterwards, in milliseconds.
  var readSize = 1 << 16
  var restAfterRead = 0.0
  private var scanned = 0
  private var answers: [(time: Double, bytes: [UInt8])] = []
  /// Whether cursor reports are answered: every frame asks for one.
  var answersCursor = true

  enum Failure: Error { case cannotOpen(Int32) }

  /// The program that the tests drive, built beside them.
  static let program =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent("terminal-test-program").path

  init(
    _ command: [String], fixture: TerminalFixture? = .xterm, environment: [String: String] = [:],
    size: CellSize = CellSize(columns: 80, rows: 24), answerDelay: Double = 0
  ) throws {
    self.fixture = fixture
    self.answerDelay = answerDelay
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN: unlock the other end and ask for its number.
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw Failure.cannotOpen(errno)
    }
    let path = "/dev/pts/\(number)"
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    resize(to: size)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // A session of its own: the terminal it opens first becomes its controlling terminal.
    let setSession: Int16 = 0x80
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(
      &attributes, setSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var variables = [
      "TERM": fixture?.term ?? "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "PS1": "$ ",
    ]
    variables.merge(environment) { $1 }
    var arguments = command.map { strdup($0) } + [nil]
    var list = variables.map { strdup("\($0)=\($1)") } + [nil]
    let result = posix_spawn(&processID, command[0], &actions, &attributes, &arguments, &list)
    (arguments + list).forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    guard result == 0 else { throw Failure.cannotOpen(result) }
  }

  deinit {
    if waitStatus == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    if master >= 0 { close(master) }
  }

  /// The terminal goes away, as when its window is closed.
  func hangUp() {
    close(master)
    master = -1
  }

  /// The terminal's end, to ask who is in front.
  var descriptor: Int32 { master }

  /// The processor time that the program has used, in ticks of the system's clock.
  var processorTicks: Int {
    guard let line = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
      let end = line.lastIndex(of: ")")
    else { return 0 }
    let fields = line[end...].split(separator: " ")
    return fields.count > 13 ? (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0) : 0
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  func signal(_ number: Int32) { kill(processID, number) }

  func resize(to size: CellSize) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  /// Whether keys are echoed and read by lines, as a shell wants it.
  var isSane: Bool {
    var settings = termios()
    tcgetattr(master, &settings)
    let wanted = tcflag_t(ECHO | ICANON | ISIG)
    return settings.c_lflag & wanted == wanted && settings.c_oflag & tcflag_t(OPOST) != 0
  }

  func clearOutput() {
    output.removeAll()
    scanned = 0
  }

  /// Lets terminal and program run until `condition` holds; false when it did not within `limit` milliseconds.
  @discardableResult
  func run(_ limit: Double = 20_000, until condition: () -> Bool) -> Bool {
    let end = TerminalDevice.now + limit
    while TerminalDevice.now < end {
      step()
      if condition() { return true }
    }
    return false
  }

  /// Lets both run for a while.
  func run(for milliseconds: Double) { run(milliseconds) { false } }

  /// Lets the program end; false when it did not.
  func runUntilEnd(_ limit: Double = 20_000) -> Bool {
    let ended = run(limit) { waitStatus != nil }
    if ended { step() }
    return ended
  }

  private func step() {
    var descriptors = [pollfd(fd: master, events: Int16(POLLIN), revents: 0)]
    TerminalDevice.poll(&descriptors, milliseconds: 5)
    var buffer = [UInt8](repeating: 0, count: readSize)
    let count = read(master, &buffer, buffer.count)
    if count > 0 {
      output += buffer[..<count]
      answer()
      if restAfterRead > 0 { usleep(UInt32(restAfterRead * 1000)) }
    }
    while let first = answers.first, first.time <= TerminalDevice.now {
      _ = write(master, first.bytes, first.bytes.count)
      answers.removeFirst()
    }
    if waitStatus == nil {
      var status: Int32 = 0
      if waitpid(processID, &status, WNOHANG) == processID { waitStatus = status }
    }
  }

  /// Finds the questions in what has come since, and queues the answers.
  private func answer() {
    guard let fixture else { return }
    // A question may come in two reads: the beginning is kept until its end is there.
    let tail = output[scanned...]
    guard let end = tail.lastIndex(where: { (0x40...0x7E).contains($0) && $0 != 0x5B }) else { return }
    let text = String(decoding: tail[...end], as: UTF8.self)
    scanned = end + 1
    var replies = fixture.replies(to: text)
    if answersCursor {
      let widths = fixture.answers.count { $0.question.hasSuffix("\u{1B}[6n") && text.contains($0.question) }
      let asked = text.components(separatedBy: "\u{1B}[6n").count - 1 - widths
      replies += String(repeating: "\u{1B}[1;1R", count: max(0, asked))
    }
    guard !replies.isEmpty else { return }
    answers.append((TerminalDevice.now + answerDelay, Array(replies.utf8)))
  }
}
