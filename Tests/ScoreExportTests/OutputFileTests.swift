import Foundation
import Testing

@testable import ScoreExport

/// Files written whole or not at all.
@Suite final class OutputFileTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "scoreview-output-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) }
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return stat("\(folder)/\(name)", &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  private func error(_ body: () throws -> Void) -> OutputError? {
    do {
      try body()
      return nil
    } catch {
      return error as? OutputError
    }
  }

  @Test func aNewFileHasTheModeThatUmaskLeaves() throws {
    try OutputFile.write([1, 2, 3], to: "\(folder)/new")
    #expect(bytes("new") == [1, 2, 3])
    let mask = umask(0)
    umask(mask)
    #expect(mode("new") == 0o666 & ~mask)
    #expect(try names() == ["new"])
  }

  @Test func aReplacedFileKeepsItsMode() throws {
    try Data([9]).write(to: URL(fileURLWithPath: "\(folder)/old"))
    chmod("\(folder)/old", 0o640)
    try OutputFile.write([1, 2], to: "\(folder)/old")
    #expect(bytes("old") == [1, 2] && mode("old") == 0o640)
    #expect(try names() == ["old"])
  }

  @Test func aRelativePathIsWrittenWhereItSays() throws {
    let name = "scoreview-relative-\(UInt64.random(in: 0 ... .max))"
    defer { unlink(name) }
    try OutputFile.write([7], to: name)
    #expect(FileManager.default.contents(atPath: name).map { Array($0) } == [7])
  }

  @Test func linksAreFollowedToTheirTarget() throws {
    try Data([9]).write(to: URL(fileURLWithPath: "\(folder)/target"))
    symlink("target", "\(folder)/link")
    symlink("link", "\(folder)/second")
    try OutputFile.write([4], to: "\(folder)/second")
    #expect(bytes("target") == [4])
    var status = stat()
    #expect(lstat("\(folder)/second", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    // One that leads nowhere yet.
    symlink("later", "\(folder)/dangling")
    try OutputFile.write([5], to: "\(folder)/dangling")
    #expect(bytes("later") == [5])
    // And a ring.
    symlink("ring", "\(folder)/ring")
    #expect(error { try OutputFile.write([6], to: "\(folder)/ring") } != nil)
  }

  @Test func aMissingFolderIsToldByName() {
    let path = "\(folder)/nowhere/file"
    #expect(error { try OutputFile.write([1], to: path) } == .failed(path: path, action: .create, code: ENOENT))
    #expect(OutputError.failed(path: path, action: .create, code: ENOENT).message.contains(path))
  }

  @Test func aFolderIsNoFile() {
    #expect(error { try OutputFile.write([1], to: folder) } == .failed(path: folder, action: .open, code: EISDIR))
  }

  @Test func aFullDeviceIsAnError() {
    let failure = error { try OutputFile.write([1, 2, 3], to: "/dev/full") }
    #expect(failure == .failed(path: "/dev/full", action: .write, code: ENOSPC))
  }

  @Test func devicesAreWrittenDirectly() throws {
    try OutputFile.write([1], to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func aReadOnlyFolderLeavesTheOldFile() throws {
    // Root may write anywhere, so only others can see this.
    guard geteuid() != 0 else { return try anImmutableFileStaysAsItWas() }
    try Data([9]).write(to: URL(fileURLWithPath: "\(folder)/old"))
    chmod(folder, 0o500)
    defer { chmod(folder, 0o700) }
    #expect(error { try OutputFile.write([1], to: "\(folder)/old") } != nil)
    #expect(bytes("old") == [9])
  }

  /// An immutable file cannot be replaced even by root: the last step of all fails.
  private func anImmutableFileStaysAsItWas() throws {
    try Data([9]).write(to: URL(fileURLWithPath: "\(folder)/old"))
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sh")
    child.arguments = ["-c", "chattr +i \"$0\" 2>/dev/null", "\(folder)/old"]
    try child.run()
    child.waitUntilExit()
    guard child.terminationStatus == 0 else {
      if ProcessInfo.processInfo.environment["CI"] == "true" { Issue.record("no chattr on this file system") }
      return
    }
    defer {
      let undo = Process()
      undo.executableURL = URL(fileURLWithPath: "/bin/sh")
      undo.arguments = ["-c", "chattr -i \"$0\"", "\(folder)/old"]
      try? undo.run()
      undo.waitUntilExit()
    }
    let path = "\(folder)/old"
    #expect(error { try OutputFile.write([1], to: path) } == .failed(path: path, action: .replace, code: EPERM))
    #expect(bytes("old") == [9])
    #expect(try names() == ["old"])
  }

  @Test func aPipeGetsAllBytesHoweverSlowlyItIsRead() throws {
    let path = "\(folder)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    nonisolated(unsafe) var received: [UInt8] = []
    let reader = Thread {
      if let file = FileHandle(forReadingAtPath: path) { received = Array(file.readDataToEndOfFile()) }
    }
    reader.start()
    try OutputFile.write(content, to: path)
    while !reader.isFinished { usleep(1000) }
    #expect(received == content)
    #expect(try names() == ["pipe"])
  }

  @Test func aReaderThatGoesAwayIsItsOwnCase() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let path = "/dev/fd/\(ends[1])"
    #expect(error { try OutputFile.write([1], to: path) } == .brokenPipe(path: path))
  }

  @Test func aDescriptorOfAFileIsAppendedToNotReplaced() throws {
    let path = "\(folder)/appended"
    try Data([1, 2]).write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    try OutputFile.write([3], to: "/proc/self/fd/\(descriptor)")
    #expect(bytes("appended") == [1, 2, 3])
  }
}
