import Foundation
import Glibc
import ScoreData
import Testing

@testable import ScoreSources

/// A followed file with a clock that only moves when it is told to.
///
/// A class, since an expectation cannot hold what cannot be copied.
final class Follower {
  var file: FollowedFile
  var now = 0.0

  init(_ path: [UInt8]) throws(SourceError) {
    file = try FollowedFile(path: path, at: 0)
  }

  /// What is told until nothing is left to wait for but the writer. Waits for the system to
  /// report something first, a generous time.
  func changes() -> [FollowChange] {
    var found: [FollowChange] = []
    guard isReadable(within: 10_000) else { return found }
    repeat {
      while isReadable(within: 30) { found += file.changes(at: now) }
      guard let deadline = file.deadline else { break }
      now = max(now, deadline)
      found += file.changes(at: now)
    } while true
    return found
  }

  func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) == 1
  }

  var name: String { file.displayName }
  var deadline: Double? { file.deadline }

  func changes(at now: Double) -> [FollowChange] { file.changes(at: now) }

  func all() throws -> String { try file.readAll().withBytes { String(decoding: $0, as: UTF8.self) } }

  func byteCount() throws -> Int { try file.readAll().count }

  func text(_ range: Range<Int>) throws -> String {
    try file.read(range).withBytes { String(decoding: $0, as: UTF8.self) }
  }
}

@Suite struct FollowedFileTests {
  let folder: TemporaryFolder
  let header = "Date,Score\n"

  init() throws { folder = try TemporaryFolder() }

  /// The warning of a single `gone`.
  private func goneWarning(_ changes: [FollowChange]) -> Diagnostic? {
    guard changes.count == 1, case .gone(let warning)? = changes.first else { return nil }
    return warning
  }

  @Test func aFileThatGrows() throws {
    let follower = try Follower(folder.write("x.csv", header + "a,1\nb,"))
    #expect(try follower.all() == header + "a,1\n")
    try folder.append("x.csv", "2")
    #expect(follower.changes() == [])
    try folder.append("x.csv", "5\nc")
    #expect(follower.changes() == [.appended(15..<20)])
    #expect(try follower.text(15..<20) == "b,25\n")
    #expect(try follower.all() == header + "a,1\nb,25\n")
  }

  @Test func aFileThatIsReplacedByRename() throws {
    let follower = try Follower(folder.write("x.csv", header + "a,1\n"))
    try folder.replace("x.csv", header + "a,1\nb,2\n")
    #expect(follower.changes() == [.replaced])
    #expect(try follower.all() == header + "a,1\nb,2\n")
    try folder.append("x.csv", "c,3\n")
    #expect(follower.changes() == [.appended(19..<23)])
    try folder.replace("x.csv", header)
    #expect(follower.changes() == [.replaced])
    #expect(try follower.all() == header)
  }

  @Test func aFileThatIsCutAndWrittenAgain() throws {
    let follower = try Follower(folder.write("x.csv", header + "a,1\nb,2\n"))
    truncate(folder.path + "/x.csv", 0)
    #expect(follower.changes() == [])
    try folder.append("x.csv", header + "c,3\n")
    #expect(follower.changes() == [.truncated])
    #expect(try follower.all() == header + "c,3\n")
  }

  @Test func aFileThatIsRewrittenLongerBetweenTwoLooks() throws {
    let follower = try Follower(folder.write("x.csv", header + "a,1\n"))
    try folder.write("x.csv", header + "b,2\nc,3\nd,4\n")
    #expect(follower.changes() == [.replaced])
    #expect(try follower.all() == header + "b,2\nc,3\nd,4\n")
  }

  @Test func aFileThatIsEditedInPlace() throws {
    let follower = try Follower(folder.write("x.csv", header + "a,1\n"))
    usleep(20_000)
    let file = open(folder.path + "/x.csv", O_WRONLY | O_CLOEXEC)
    pwrite(file, "9", 1, 13)
    close(file)
    #expect(follower.changes() == [.replaced])
    #expect(try follower.all() == header + "a,9\n")
  }

  @Test func aFileThatIsDeletedAndComesBack() throws {
    let follower = try Follower(folder.write("x.csv", header + "a,1\n"))
    unlink(folder.path + "/x.csv")
    let warning = try #require(goneWarning(follower.changes()))
    #expect(
      warning.text(file: follower.name)
        == "\(folder.path)/x.csv: warning: the file is not there any more; the chart stays as it is until the file is back [file-gone]"
    )
    #expect(try follower.all() == header + "a,1\n")
    try folder.write("x.csv", header + "b,2\n")
    #expect(follower.changes() == [.back])
    #expect(try follower.all() == header + "b,2\n")
    try folder.append("x.csv", "c,3\n")
    #expect(follower.changes() == [.appended(15..<19)])
  }

  @Test func aLinkThatIsSwitched() throws {
    try folder.write("one.csv", header + "a,1\n")
    try folder.write("two.csv", header + "b,2\n")
    symlink("one.csv", folder.path + "/x.csv")
    let follower = try Follower(folder.bytes(of: "x.csv"))
    symlink("two.csv", folder.path + "/x.new")
    rename(folder.path + "/x.new", folder.path + "/x.csv")
    #expect(follower.changes() == [.replaced])
    #expect(try follower.all() == header + "b,2\n")
    try folder.append("two.csv", "c,3\n")
    #expect(follower.changes() == [.appended(15..<19)])
    try folder.replace("two.csv", header + "d,4\n")
    #expect(follower.changes() == [.replaced])
  }

  @Test func aLinkedFolderThatIsSwitched() throws {
    for name in ["1", "2"] {
      mkdir(folder.path + "/" + name, 0o755)
      try folder.write(name + "/x.csv", header + "a,\(name)\n")
    }
    symlink("1", folder.path + "/current")
    let follower = try Follower(folder.bytes(of: "current/x.csv"))
    symlink("2", folder.path + "/new")
    rename(folder.path + "/new", folder.path + "/current")
    #expect(follower.changes() == [.replaced])
    #expect(try follower.all() == header + "a,2\n")
  }

  @Test func aFolderThatVanishesAndComesBack() throws {
    mkdir(folder.path + "/a", 0o755)
    mkdir(folder.path + "/a/b", 0o755)
    let follower = try Follower(folder.write("a/b/x.csv", header + "a,1\n"))
    rename(folder.path + "/a", folder.path + "/away")
    #expect(goneWarning(follower.changes()) != nil)
    mkdir(folder.path + "/a", 0o755)
    mkdir(folder.path + "/a/b", 0o755)
    try folder.write("a/b/x.csv", header + "b,2\n")
    #expect(follower.changes() == [.back])
    #expect(try follower.all() == header + "b,2\n")
    try run("rm -r a", in: folder)
    #expect(goneWarning(follower.changes()) != nil)
  }

  @Test func somethingElseInItsPlaceIsGone() throws {
    let follower = try Follower(folder.write("x.csv", header + "a,1\n"))
    unlink(folder.path + "/x.csv")
    mkdir(folder.path + "/x.csv", 0o755)
    let warning = try #require(goneWarning(follower.changes()))
    #expect(warning.message.hasPrefix("the file cannot be read any more: this is a folder"))
    rmdir(folder.path + "/x.csv")
    mkfifo(folder.path + "/x.csv", 0o644)
    #expect(follower.changes() == [])
    #expect(try follower.all() == header + "a,1\n")
  }

  @Test func otherFilesInTheFolderAreNoNews() throws {
    let follower = try Follower(folder.write("x.csv", header))
    try folder.write("y.csv", header)
    #expect(follower.isReadable(within: 10_000))
    #expect(follower.changes(at: 0) == [])
    #expect(follower.deadline == nil)
  }

  @Test func packedFilesAreReadWhole() throws {
    try folder.write("plain", header + "a,1\nb,")
    #expect(try run("gzip -c plain > x.csv", in: folder) == 0)
    let follower = try Follower(folder.bytes(of: "x.csv"))
    #expect(try follower.all() == header + "a,1\n")
    #expect(try run("echo c,3 | gzip -c >> x.csv", in: folder) == 0)
    #expect(follower.changes() == [.replaced])
    #expect(try follower.all() == header + "a,1\nb,c,3\n")
  }

  @Test func largeFilesAreMappedAndGrow() throws {
    let row = "2024-08-29,70\n"
    let rows = String(repeating: row, count: 200_000)
    let follower = try Follower(folder.write("x.csv", rows + "2024"))
    #expect(try follower.byteCount() == rows.utf8.count)
    try folder.append("x.csv", "-08-30,71\n" + rows + "half")
    let expected = rows.utf8.count..<(2 * rows.utf8.count + row.utf8.count)
    let changes = follower.changes()
    // The writer may be seen between two of its writes.
    var end = expected.lowerBound
    for change in changes {
      guard case .appended(let range) = change else {
        Issue.record("told as \(change)")
        return
      }
      #expect(range.lowerBound == end)
      end = range.upperBound
    }
    #expect(end == expected.upperBound)
    #expect(try follower.text(expected) == "2024-08-30,71\n" + rows)
  }

  @Test func linesOfUTF16AreWhole() throws {
    func units(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] } }
    let whole = [0xFF, 0xFE] + units("a\tb\n")
    let follower = try Follower(folder.write("x.csv", whole + units("c") + [0x0A]))
    #expect(try follower.byteCount() == whole.count)
    let file = open(folder.path + "/x.csv", O_WRONLY | O_APPEND | O_CLOEXEC)
    write(file, [0x00], 1)
    close(file)
    #expect(follower.changes() == [.appended(whole.count..<whole.count + 4)])
  }

  @Test func aFolderThatMayNotBeReadIsLookedAtSlowly() throws {
    mkdir(folder.path + "/in", 0o755)
    let path = try folder.write("in/x.csv", header)
    try folder.write("in/new", header + "a,1\n")
    chmod(folder.path + "/in", 0o311)
    let name = folder.path + "/in/"
    let found = onThread { () -> [[FollowChange]] in
      setFileIdentity(65534)
      guard var file = try? FollowedFile(path: path, at: 0) else { return [] }
      setFileIdentity(0)
      guard file.deadline == FollowedFile.slowLook else { return [] }
      rename(name + "new", name + "x.csv")
      let slow = FollowedFile.slowLook
      // Root may watch the folder, so the second look watches it.
      return [file.changes(at: slow), file.changes(at: slow + FollowState.settleTime)]
    }
    #expect(found == [[], [.replaced]])
  }

  @Test func whatCannotBeFollowedIsAnError() throws {
    mkfifo(folder.path + "/p", 0o644)
    for (name, kind) in [("missing", "not-found"), ("p", "open-failed"), (".", "is-directory")] {
      do throws(SourceError) {
        _ = try FollowedFile(path: folder.bytes(of: name), at: 0)
        Issue.record("\(name) was followed")
      } catch {
        #expect(error.diagnostic.kind.rawValue == kind)
      }
    }
  }

  @Test func nothingStaysOpen() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      func descriptors() -> [String] {
        (0..<256).compactMap { number in
          let target = SymbolicLink.target(of: Array("/proc/self/fd/\(number)".utf8)) ?? []
          let name = String(decoding: target, as: UTF8.self)
          return name.hasPrefix(folder.path) || name.hasSuffix("inotify") ? name : nil
        }
      }
      #expect(descriptors().isEmpty)
      do {
        let follower = try Follower(folder.write("x.csv", "a\n"))
        for _ in 0..<5 {
          try folder.replace("x.csv", "b\n")
          let changes = follower.changes()
          #expect(changes == [.replaced])
          _ = try follower.all()
        }
        let during = descriptors()
        #expect(during.count == 2)
        _ = try follower.all()
      }
      #expect(descriptors().isEmpty)
    }
  }
}
