import Foundation
import Glibc
import Support
import Testing

@testable import ScoreTerminal

/// What is put into shared memory is there for a moment only, however the program ends.
@Suite struct SharedMemoryTests {
  @Test func whatKilledRunsLeftIsRemovedAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let gone = try ended()
    let names = [
      "scoreview-\(gone)-query0": true, "scoreview-\(gone)-strip12": true,
      "scoreview-\(getpid())-query0": false, "scoreview-1-query0": false, "scoreview--query0": false,
      "scoreview-x-query0": false, "scoreview-0-query0": false, "scoreview-99999999999999-query0": false,
      "other-\(gone)-query0": false,
    ]
    for name in names.keys { age(try folder.file(name, "abc"), by: 7200) }
    _ = try folder.file("scoreview-\(gone)-new0", "abc")
    SharedMemory.removeAbandoned(in: folder.path)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let expected = names.filter { !$0.value }.map(\.key) + ["scoreview-\(gone)-new0"]
    #expect(Set(left) == Set(expected))
    SharedMemory.removeAbandoned(in: folder.path + "/missing")
  }

  /// The program is killed while the terminal has not answered, and the next one tidies up behind it.
  @Test func theNextRunRemovesWhatAKilledOneLeft() throws {
    let killed = try PseudoTerminal([Scoreview.path, Scoreview.sample("scores-3-years.csv")], fixture: nil)
    #expect(killed.run { killed.text.contains("t=s") })
    let place = "/dev/shm/scoreview-\(killed.processID)-query0"
    #expect(access(place, F_OK) == 0)
    killed.signal(SIGKILL)
    #expect(killed.runUntilEnd())
    #expect(access(place, F_OK) == 0)
    age(place, by: 7200)
    let next = try PseudoTerminal([Scoreview.path, Scoreview.sample("scores-3-years.csv")], fixture: .kitty)
    #expect(next.run { access(place, F_OK) != 0 })
    next.send("q")
    #expect(next.runUntilEnd())
    #expect(access("/dev/shm/scoreview-\(next.processID)-query0", F_OK) != 0)
  }

  /// The number of a process that has ended.
  private func ended() throws -> pid_t {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try ChildProcess.path(of: "true"))
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  private func age(_ path: String, by seconds: Int) {
    let before = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, path, [before, before], 0)
  }
}
