public import Foundation

/// What a program said and how it ended.
public struct ChildOutput: Sendable {
  public var standardOutput: Data
  public var standardError: Data
  /// The exit status, or 128 + the signal that ended it, as shells count.
  public var status: Int32

  public var text: String { String(decoding: standardOutput, as: UTF8.self) }
  public var errorText: String { String(decoding: standardError, as: UTF8.self) }
}

/// A program could not be run at all, or took too long.
public struct ChildFailure: Error, CustomStringConvertible {
  public var description: String

  public init(description: String) { self.description = description }
}

/// Runs programs for tests.
public enum ChildProcess {
  /// Runs a program to its end and returns all it said.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked up in PATH.
  ///   - environment: replaces or adds variables; nil takes one away.
  ///   - input: what the program reads; nothing by default.
  ///   - timeout: seconds after which the program is killed and an error thrown.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:], input: Data = Data(),
    timeout: Double = 60
  ) throws -> ChildOutput {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path(of: program))
    process.arguments = arguments
    process.environment = merged(environment)
    let (output, error) = (privatePipe(), privatePipe())
    let inward = input.isEmpty ? nil : privatePipe()
    process.standardOutput = output
    process.standardError = error
    process.standardInput = inward ?? FileHandle.nullDevice
    try process.run()
    let reading = DispatchQueue(label: "child output", attributes: .concurrent)
    let group = DispatchGroup()
    let collected = Collected()
    reading.async(group: group) { collected.output = output.fileHandleForReading.readDataToEndOfFile() }
    reading.async(group: group) { collected.error = error.fileHandleForReading.readDataToEndOfFile() }
    reading.async(group: group) {
      try? inward?.fileHandleForWriting.write(contentsOf: input)
      try? inward?.fileHandleForWriting.close()
    }
    guard group.wait(timeout: .now() + timeout) == .success else {
      kill(process.processIdentifier, SIGKILL)
      throw ChildFailure(description: "\(program) \(arguments) did not end within \(timeout) s")
    }
    process.waitUntilExit()
    let signalled = process.terminationReason == .uncaughtSignal
    return ChildOutput(
      standardOutput: collected.output, standardError: collected.error,
      status: process.terminationStatus + (signalled ? 128 : 0))
  }

  /// Starts a program that hears signals: the threads of tests have most of them blocked, and children inherit that.
  static func start(_ process: Process) throws {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Where a program is, as PATH has it.
  public static func path(of program: String) throws -> String {
    if program.contains("/") { return program }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let path = "\(folder)/\(program)"
      if access(path, X_OK) == 0 { return path }
    }
    throw ChildFailure(description: "\(program) is not installed")
  }

  /// A pipe whose ends no other child inherits: one that did would keep it open.
  static func privatePipe() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }

  static func merged(_ changes: [String: String?]) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in changes { environment[name] = value }
    return environment
  }

  /// Written by one reader each, read after both are done.
  private final class Collected: @unchecked Sendable {
    var output = Data()
    var error = Data()
  }
}

/// Waits until `condition` gives a value, asking again every few milliseconds.
///
/// - Throws: what `condition` throws, or `ChildFailure` after `timeout` seconds.
public func eventually<Value>(
  _ what: String, timeout: Double = 20, _ condition: () throws -> Value?
) throws -> Value {
  let deadline = Date(timeIntervalSinceNow: timeout)
  while true {
    if let value = try condition() { return value }
    guard Date() < deadline else { throw ChildFailure(description: "waited \(timeout) s for \(what)") }
    usleep(5_000)
  }
}
