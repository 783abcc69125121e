import Foundation
import Glibc
import ScoreData
import Testing

@testable import ScoreSources

/// A pipe in memory; the ends are closed with it.
final class TestPipe: @unchecked Sendable {
  let reader: Int32
  private(set) var writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reader = ends[0]
    writer = ends[1]
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(writer, $0.baseAddress, $0.count) }
      precondition(count > 0)
      done += count
    }
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }

  deinit {
    closeWriter()
    close(reader)
  }

  /// The path a shell gives for `<(…)`.
  var path: [UInt8] { Array("/dev/fd/\(reader)".utf8) }
}

/// A terminal that nobody sits at.
final class TestTerminal {
  let name: String
  private let controller: Int32

  init?() {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    let unlock: UInt = 0x4004_5431  // TIOCSPTLCK
    let getNumber: UInt = 0x8004_5430  // TIOCGPTN
    guard controller >= 0, ioctl(controller, unlock, &lock) == 0, ioctl(controller, getNumber, &number) == 0
    else { return nil }
    name = "/dev/pts/\(number)"
  }

  deinit { close(controller) }
}

@Suite struct StreamSourceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aNamedPipeFedByteByByteIsReadToItsEnd() throws {
    let path = folder.bytes(of: "p.csv")
    mkfifo(folder.path + "/p.csv", 0o644)
    let text = "Date,Score\n2024-08-29,70\n2024-08-30,74"
    let name = folder.path + "/p.csv"
    Thread.detachNewThread {
      let writer = open(name, O_WRONLY | O_CLOEXEC)
      for byte in text.utf8 {
        var byte = byte
        _ = Glibc.write(writer, &byte, 1)
        usleep(200)
      }
      close(writer)
    }
    #expect(try contents(.file(path: path)) == Array(text.utf8))
  }

  @Test(arguments: [0, 1, 2, 3, 70_000, 3_000_000])
  func aProcessSubstitutionIsReadToItsEnd(size: Int) throws {
    let pipe = TestPipe()
    var generator = SeededBytes(seed: 3)
    let bytes = generator.bytes(count: size)
    Thread.detachNewThread {
      pipe.write(bytes)
      pipe.closeWriter()
    }
    #expect(try contents(.file(path: pipe.path)) == bytes)
  }

  @Test func aDescriptorThatDoesNotWaitIsWaitedFor() throws {
    let pipe = TestPipe()
    _ = fcntl(pipe.reader, F_SETFL, O_NONBLOCK)
    Thread.detachNewThread {
      usleep(30_000)
      pipe.write("late")
      pipe.closeWriter()
    }
    let source = try ByteSource.read(
      FileDescriptor(borrowing: pipe.reader), at: .standardInput, options: SourceOptions())
    #expect(source.withBytes { Array($0) } == Array("late".utf8))
  }

  @Test func aPipeLargerThanTheLimitIsAnError() throws {
    let pipe = TestPipe()
    var options = SourceOptions()
    options.memoryLimit = 10_000
    pipe.write([UInt8](repeating: 1, count: 10_001))
    pipe.closeWriter()
    let error = failure(pipe.path, options)
    #expect(error?.diagnostic.kind.rawValue == "too-large")
    #expect(error?.exitStatus == 3)
  }

  @Test func aFileIsReadFromWhereItsDescriptorStands() throws {
    for size in [100, 3 << 20] {
      var generator = SeededBytes(seed: 5)
      let bytes = generator.bytes(count: size)
      let path = try folder.write("x.csv", bytes)
      let file = try FileDescriptor(opening: path)
      lseek(file.number, 57, SEEK_SET)
      let source = try ByteSource.read(
        FileDescriptor(borrowing: file.number), at: .standardInput, options: SourceOptions())
      #expect(source.withBytes { $0.elementsEqual(bytes[57...]) })
    }
  }

  @Test func aTerminalIsNotWaitedFor() throws {
    let terminal = try #require(TestTerminal())
    let error = failure(Array(terminal.name.utf8))
    #expect(error?.diagnostic.kind.rawValue == "usage")
    #expect(error?.diagnostic.message.contains("standard input") == true)
    #expect(error?.exitStatus == 2)
  }

  // Standard input belongs to the process, so each state of it gets a process of its own.

  @Test func aPipeIsStandardInput() async {
    await #expect(processExitsWith: .success) {
      let pipe = TestPipe()
      dup2(pipe.reader, STDIN_FILENO)
      pipe.write("Date,Score\n")
      pipe.closeWriter()
      let bytes = try contents(.standardInput)
      #expect(bytes == Array("Date,Score\n".utf8))
      #expect(fcntl(STDIN_FILENO, F_GETFD) >= 0)
    }
  }

  @Test func closedStandardInputIsAnError() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      let error = failure(.standardInput)
      #expect(error?.text.hasPrefix("standard input: error: standard input is closed") == true)
      #expect(error?.exitStatus == 3)
    }
  }

  @Test func aFolderAsStandardInputIsAnError() async {
    await #expect(processExitsWith: .success) {
      dup2(open("/", O_RDONLY), STDIN_FILENO)
      #expect(failure(.standardInput)?.diagnostic.kind.rawValue == "is-directory")
    }
  }

  @Test func aTerminalAsStandardInputIsAnError() async {
    await #expect(processExitsWith: .success) {
      let terminal = try #require(TestTerminal())
      dup2(open(terminal.name, O_RDWR | O_NOCTTY), STDIN_FILENO)
      let error = failure(.standardInput)
      #expect(error?.diagnostic.kind.rawValue == "usage")
      #expect(error?.diagnostic.message.hasPrefix("standard input is a terminal") == true)
    }
  }

  @Test func signalsDoNotDisturbReading() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGALRM) { _ in }
      var action = sigaction()
      #expect(sigaction(SIGALRM, nil, &action) == 0)
      action.sa_flags &= ~Int32(SA_RESTART)
      #expect(sigaction(SIGALRM, &action, nil) == 0)
      let reader = pthread_self()
      Thread.detachNewThread {
        while true {
          pthread_kill(reader, SIGALRM)
          usleep(500)
        }
      }
      let pipe = TestPipe()
      Thread.detachNewThread {
        for _ in 0..<100 {
          usleep(300)
          pipe.write("0123456789")
        }
        pipe.closeWriter()
      }
      let count = try contents(.file(path: pipe.path)).count
      #expect(count == 1000)
    }
  }
}
