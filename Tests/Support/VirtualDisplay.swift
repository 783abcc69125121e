public import Foundation

/// An X server of a test's own, with a hand on its mouse and keyboard and an eye on its pixels.
///
/// Needs Xvfb, xdotool and xwd (Debian: xvfb, xdotool, x11-apps). The server ends with the value, and also
/// when the test process dies.
public final class VirtualDisplay: @unchecked Sendable {
  /// As DISPLAY has it: ":7".
  public let name: String
  private var server: pid_t?
  private var programs: [Process] = []

  /// Whether tests that need a display are to run: where the tools are, and always in continuous
  /// integration, so a missing tool fails there rather than passing unseen.
  public static var isExpected: Bool {
    let isCI = (ProcessInfo.processInfo.environment["CI"] ?? "") == "true"
    return isCI || ["Xvfb", "xdotool", "xwd"].allSatisfy { (try? ChildProcess.path(of: $0)) != nil }
  }

  /// Starts a server with one screen.
  public convenience init(width: Int = 1280, height: Int = 800, depth: Int = 24) throws {
    let xvfb = try ChildProcess.path(of: "Xvfb")
    try self.init(server: xvfb, ["-screen 0 \(width)x\(height)x\(depth)"])
  }

  /// Starts an X server, with arguments that are a shell's words.
  init(server path: String, _ arguments: [String]) throws {
    _ = try ChildProcess.path(of: "xdotool")
    _ = try ChildProcess.path(of: "xwd")
    let guardian = Process()
    guardian.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Ends the server when this process is gone, however it went.
    guardian.arguments = [
      "-c",
      """
      '\(path)' -displayfd 1 \(arguments.joined(separator: " ")) -nolisten tcp -noreset 2>/dev/null &
      echo "pid $!"
      exec >/dev/null
      while kill -0 $! 2>/dev/null; do
        kill -0 \(getpid()) 2>/dev/null || kill -9 $!
        sleep 1
      done
      """,
    ]
    let output = ChildProcess.privatePipe()
    guardian.standardInput = FileHandle.nullDevice
    guardian.standardOutput = output
    guardian.standardError = FileHandle.nullDevice
    try guardian.run()
    var said = ""
    while said.split(separator: "\n", omittingEmptySubsequences: false).count < 3 {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw ChildFailure(description: "\(path) did not start") }
      said += String(decoding: bytes, as: UTF8.self)
    }
    let lines = said.split(separator: "\n")
    guard let pid = lines.first(where: { $0.hasPrefix("pid ") }).flatMap({ Int32($0.dropFirst(4)) }),
      let number = lines.first(where: { Int($0) != nil })
    else { throw ChildFailure(description: "\(path) said: \(said)") }
    server = pid
    name = ":" + number
  }

  deinit { stop() }

  /// Ends the programs started here and the server.
  public func stop() {
    for program in programs where program.isRunning { kill(program.processIdentifier, SIGKILL) }
    programs.removeAll()
    guard let server else { return }
    // A child of a test's thread has all other signals blocked.
    kill(server, SIGKILL)
    self.server = nil
    let number = name.dropFirst()
    for leftover in ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"] { unlink(leftover) }
  }

  // MARK: Programs

  /// Starts a program on this display; it is killed with it at the latest.
  ///
  /// - Returns: the process, and a file that takes its output and errors.
  public func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:]
  ) throws -> RunningProgram {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try ChildProcess.path(of: program))
    process.arguments = arguments
    // What a window shows is compared with files, and those are the same in every language.
    let standard: [String: String?] = self.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    process.environment = ChildProcess.merged(standard.merging(environment) { $1 })
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("scoreview-\(UUID().uuidString).log")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    let file = try FileHandle(forWritingTo: log)
    process.standardOutput = file
    process.standardError = file
    process.standardInput = FileHandle.nullDevice
    try ChildProcess.start(process)
    programs.append(process)
    return RunningProgram(process: process, log: log)
  }

  /// What a program needs to find this display and no other.
  public var environment: [String: String?] {
    ["DISPLAY": name, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "XAUTHORITY": nil]
  }

  // MARK: Hands

  /// Runs xdotool: `mousemove`, `mousedown`, `click`, `key`, `windowsize` and more, one chain of commands.
  @discardableResult
  public func xdotool(_ arguments: String...) throws -> String { try xdotool(arguments) }

  @discardableResult
  public func xdotool(_ arguments: [String]) throws -> String {
    let result = try ChildProcess.run("xdotool", arguments, environment: environment)
    guard result.status == 0 else {
      throw ChildFailure(description: "xdotool \(arguments.joined(separator: " ")): \(result.errorText)")
    }
    return result.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits for a visible window whose class matches and returns its number as xdotool has it.
  public func window(ofClass name: String) throws -> String {
    try eventually("a window of class \(name)") {
      let result = try ChildProcess.run(
        "xdotool", ["search", "--onlyvisible", "--class", "^\(name)$"], environment: environment)
      return result.text.split(separator: "\n").first.map(String.init)
    }
  }

  // MARK: Eyes

  /// The pixels of a window, or of the whole screen.
  public func screenshot(of window: String? = nil) throws -> Screenshot {
    let target = window.map { ["-id", $0] } ?? ["-root"]
    let result = try ChildProcess.run("xwd", ["-silent"] + target, environment: environment)
    guard result.status == 0 else { throw ChildFailure(description: "xwd: \(result.errorText)") }
    return try Screenshot(xwd: result.standardOutput)
  }
}

/// A program on a virtual display.
public struct RunningProgram: @unchecked Sendable {
  public let process: Process
  /// Takes what the program says.
  public let log: URL

  public var said: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// Waits for the end and returns the exit status.
  public func waitForExit(timeout: Double = 20) throws -> Int32 {
    try eventually("the program to end; it said: \(said)", timeout: timeout) {
      process.isRunning ? nil : process.terminationStatus
    }
  }
}
