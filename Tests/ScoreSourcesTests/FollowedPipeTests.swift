import Foundation
import Glibc
import ScoreData
import Testing

@testable import ScoreSources

/// A followed pipe as a class, since an expectation cannot hold what cannot be copied.
final class PipeReader {
  private var pipe: FollowedPipe

  init(_ location: Location) throws(SourceError) { pipe = try FollowedPipe(location) }

  var hasEnded: Bool { pipe.hasEnded }
  var bytes: [UInt8] { pipe.withBytes { Array($0) } }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func read() throws(SourceError) -> Range<Int> { try pipe.read() }

  /// Reads to the end, which a program that another test is starting may put off for a moment.
  func readToEnd() throws(SourceError) { try read(until: .max) }

  /// Reads until there are that many bytes of whole lines or the end.
  func read(until count: Int) throws(SourceError) {
    while pipe.count < count && !pipe.hasEnded {
      var request = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 10_000) == 1 else { return }
      _ = try pipe.read()
    }
  }
}

@Suite struct FollowedPipeTests {
  @Test func linesComeAsTheyAreWritten() throws {
    let ends = TestPipe()
    let pipe = try PipeReader(.file(path: ends.path))
    #expect(try pipe.read() == 0..<0)
    ends.write("Date,Score\na,")
    #expect(try pipe.read() == 0..<11)
    #expect(try pipe.read() == 11..<11)
    ends.write("1\nb,2\nc")
    #expect(try pipe.read() == 11..<19)
    #expect(pipe.text == "Date,Score\na,1\nb,2\n")
    ends.closeWriter()
    try pipe.readToEnd()
    #expect(pipe.hasEnded)
    #expect(pipe.text == "Date,Score\na,1\nb,2\nc")
    #expect(try pipe.read() == 20..<20)
  }

  @Test func aPipeThatHasEndedBeforeItIsOpened() throws {
    for written in ["", "a\nb", "x"] {
      let ends = TestPipe()
      ends.write(written)
      ends.closeWriter()
      let pipe = try PipeReader(.file(path: ends.path))
      try pipe.readToEnd()
      #expect(pipe.hasEnded && pipe.text == written)
    }
  }

  @Test func aNamedPipeIsOpenedBeforeItsWriter() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/p", 0o644)
    let pipe = try PipeReader(.file(path: folder.bytes(of: "p")))
    #expect(try pipe.read() == 0..<0)
    #expect(!pipe.hasEnded)
    let writer = open(folder.path + "/p", O_WRONLY | O_CLOEXEC)
    #expect(try pipe.read() == 0..<0)
    #expect(!pipe.hasEnded)
    write(writer, "a\n", 2)
    #expect(try pipe.read() == 0..<2)
    close(writer)
    try pipe.readToEnd()
    #expect(pipe.hasEnded)
  }

  @Test func packedLinesAreUnpackedOnTheWay() throws {
    let folder = try TemporaryFolder()
    let table = GzipTests.table(rows: 20_000)
    try folder.write("plain", table)
    #expect(try run("gzip -c plain > packed", in: folder) == 0)
    let packed = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/packed")))
    let ends = TestPipe()
    let pipe = try PipeReader(.file(path: ends.path))
    ends.write(Array(packed[..<(packed.count / 2)]))
    let half = try pipe.read().upperBound
    #expect(half > 0 && half < table.count && table[half - 1] == 0x0A)
    ends.write(Array(packed[(packed.count / 2)...]))
    ends.closeWriter()
    try pipe.read(until: table.count)
    #expect(pipe.bytes == table)
  }

  @Test func aCutPackedPipeIsAnErrorAtItsEnd() throws {
    let ends = TestPipe()
    ends.write([0x1F, 0x8B])
    ends.closeWriter()
    let pipe = try PipeReader(.file(path: ends.path))
    do {
      try pipe.readToEnd()
      Issue.record("was read")
    } catch {
      #expect(error.diagnostic.kind.rawValue == "truncated-gzip")
    }
  }

  @Test func aLongPipeIsTakenInPortions() throws {
    let ends = TestPipe()
    let bytes = GzipTests.table(rows: 300_000)
    Thread.detachNewThread {
      ends.write(bytes)
      ends.closeWriter()
    }
    let pipe = try PipeReader(.file(path: ends.path))
    try pipe.read(until: .max)
    #expect(pipe.bytes == bytes)
  }

  @Test func standardInputKeepsItsFlags() async {
    await #expect(processExitsWith: .success) {
      let ends = TestPipe()
      dup2(ends.reader, STDIN_FILENO)
      let pipe = try PipeReader(.standardInput)
      let nothing = try pipe.read()
      #expect(nothing == 0..<0)
      ends.write("a\n")
      let line = try pipe.read()
      #expect(line == 0..<2)
      #expect(fcntl(STDIN_FILENO, F_GETFL) & Int32(O_NONBLOCK) == 0)
      ends.closeWriter()
      try pipe.readToEnd()
      #expect(pipe.hasEnded)
    }
  }

  @Test func whatCannotBeFollowedIsAnError() throws {
    let terminal = try #require(TestTerminal())
    let cases: [(Location, String)] = [
      (.file(path: Array("/".utf8)), "is-directory"), (.file(path: Array("/missing".utf8)), "not-found"),
      (.file(path: Array(terminal.name.utf8)), "usage"), (.address("http://127.0.0.1/"), "usage"),
    ]
    for (location, kind) in cases {
      do throws(SourceError) {
        _ = try PipeReader(location)
        Issue.record("\(location) was followed")
      } catch {
        #expect(error.diagnostic.kind.rawValue == kind)
      }
    }
  }
}
