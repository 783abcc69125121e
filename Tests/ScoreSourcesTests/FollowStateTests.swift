import ScoreData
import Support
import Testing

@testable import ScoreSources

@Suite struct FollowStateTests {
  private let gone = Diagnostic(.warning, .fileGone, "gone")

  private func version(
    inode: UInt64 = 1, size: Int, lineEnd: Int? = nil, modified: Int64 = 0, continues: Bool = true
  ) -> FollowedVersion {
    FollowedVersion(
      device: 1, inode: inode, size: size, modified: modified, lineEnd: lineEnd ?? size, continuesKnown: continues)
  }

  @Test func growthIsToldAtOnceInWholeLines() {
    var state = FollowState(version(size: 10))
    #expect(state.observe(version(size: 15, lineEnd: 10, modified: 1), at: 1) == nil)
    #expect(state.observe(version(size: 20, lineEnd: 18, modified: 2), at: 2) == .appended(10..<18))
    #expect(state.observe(version(size: 20, lineEnd: 18, modified: 2), at: 3) == nil)
    #expect(state.observe(version(size: 21, lineEnd: 21, modified: 3), at: 4) == .appended(18..<21))
    #expect(state.deadline == nil)
  }

  @Test func aFileThatIsEmptyAtFirstGrows() {
    var state = FollowState(version(size: 0))
    #expect(state.observe(version(size: 4, lineEnd: 0, modified: 1), at: 1) == nil)
    #expect(state.observe(version(size: 12, modified: 2), at: 2) == .appended(0..<12))
  }

  @Test func anEmptyFileIsNeverTold() {
    var state = FollowState(version(size: 10))
    #expect(state.observe(version(size: 0, modified: 1, continues: false), at: 100) == nil)
    #expect(state.deadline == nil)
    #expect(state.observe(version(size: 0, modified: 1, continues: false), at: 60_000) == nil)
    #expect(state.observe(version(size: 5, lineEnd: 0, modified: 2, continues: false), at: 60_100) == nil)
    #expect(state.deadline == nil)
    #expect(state.observe(version(size: 8, modified: 3, continues: false), at: 60_200) == nil)
    #expect(state.deadline == 60_260)
    #expect(state.observe(version(size: 8, modified: 3, continues: false), at: 60_260) == .truncated)
    #expect(state.known.lineEnd == 8)
    #expect(state.deadline == nil)
  }

  @Test func aRewrittenFileIsReadWhenItIsQuiet() {
    var state = FollowState(version(size: 100))
    #expect(state.observe(version(size: 10, modified: 1, continues: false), at: 0) == nil)
    #expect(state.observe(version(size: 40, modified: 2, continues: false), at: 50) == nil)
    #expect(state.observe(version(size: 120, modified: 3, continues: true), at: 100) == nil)
    #expect(state.deadline == 160)
    #expect(state.observe(version(size: 120, modified: 3, continues: true), at: 160) == .truncated)
  }

  @Test func aFileThatIsNeverQuietIsReadAllTheSame() {
    var state = FollowState(version(size: 1000))
    var told: [Double: FollowChange] = [:]
    for step in 0..<60 {
      let time = Double(step) * 10
      let seen = version(size: step + 1, modified: Int64(step), continues: false)
      if let change = state.observe(seen, at: time) { told[time] = change }
      if !told.isEmpty { break }
    }
    #expect(told == [500: .truncated])
  }

  @Test func anotherFileIsToldAsReplaced() {
    var state = FollowState(version(size: 10))
    #expect(state.observe(version(inode: 2, size: 30, continues: true), at: 0) == nil)
    #expect(state.observe(version(inode: 2, size: 30, continues: true), at: 60) == .replaced)
    #expect(state.observe(version(inode: 2, size: 40, modified: 1), at: 61) == .appended(30..<40))
  }

  @Test func otherContentsOfTheSameSizeAreToldAsReplaced() {
    var state = FollowState(version(size: 10))
    #expect(state.observe(version(size: 10, modified: 1), at: 0) == nil)
    #expect(state.observe(version(size: 10, modified: 1), at: 60) == .replaced)
    #expect(state.observe(version(size: 14, modified: 2, continues: false), at: 100) == nil)
    #expect(state.observe(version(size: 14, modified: 2, continues: false), at: 160) == .replaced)
  }

  @Test func aWriteThatIsSeenHalfWayIsGrowth() {
    // The time of the change can be seen before the size that belongs to it.
    var state = FollowState(version(size: 10))
    #expect(state.observe(version(size: 10, modified: 1), at: 0) == nil)
    #expect(state.observe(version(size: 16, modified: 1), at: 5) == nil)
    #expect(state.observe(version(size: 16, modified: 1), at: 65) == .appended(10..<16))
  }

  @Test func aMissingFileIsToldOnceAndAfterAWhile() {
    var state = FollowState(version(size: 10))
    #expect(state.observeMissing(gone, at: 1000) == nil)
    #expect(state.deadline == 1250)
    #expect(state.observeMissing(gone, at: 1100) == nil)
    #expect(state.observeMissing(gone, at: 1250) == .gone(gone))
    #expect(state.deadline == nil)
    #expect(state.observeMissing(gone, at: 9000) == nil)
    #expect(state.observe(version(inode: 2, size: 0, continues: false), at: 9100) == nil)
    #expect(state.observeMissing(gone, at: 9200) == nil)
    #expect(state.deadline == nil)
    #expect(state.observe(version(inode: 3, size: 7, continues: false), at: 9300) == nil)
    #expect(state.observe(version(inode: 3, size: 7, continues: false), at: 9360) == .back)
    #expect(state.observeMissing(gone, at: 9400) == nil)
    #expect(state.observeMissing(gone, at: 9700) == .gone(gone))
  }

  @Test func aFileThatIsAwayForAMomentIsReplaced() {
    var state = FollowState(version(size: 10))
    #expect(state.observeMissing(gone, at: 0) == nil)
    #expect(state.observe(version(inode: 2, size: 12, continues: true), at: 100) == nil)
    #expect(state.observe(version(inode: 2, size: 12, continues: true), at: 160) == .replaced)
  }

  @Test func aFileThatIsAwayForAMomentAndTheSameIsNoChange() {
    var state = FollowState(version(size: 10))
    #expect(state.observeMissing(gone, at: 0) == nil)
    #expect(state.observe(version(size: 10), at: 100) == nil)
    #expect(state.deadline == nil)
    #expect(state.observeMissing(gone, at: 200) == nil)
    #expect(state.observe(version(size: 13, modified: 1), at: 300) == .appended(10..<13))
  }

  /// Whatever is seen: offsets go on without a hole, `gone` and `back` take turns, and once the
  /// file is left alone everything is told and no deadline is left.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func anyHistoryIsConsistent(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var state = FollowState(version(size: 0))
    var time = 0.0
    var shown = 0
    var isGone = false
    func check(_ change: FollowChange?) {
      switch change {
      case nil: break
      case .appended(let range):
        #expect(range.lowerBound == shown && !range.isEmpty && !isGone)
        shown = range.upperBound
      case .gone:
        #expect(!isGone)
        isGone = true
      case .back:
        #expect(isGone)
        isGone = false
        shown = state.known.lineEnd
      case .replaced, .truncated:
        #expect(!isGone)
        shown = state.known.lineEnd
      }
      #expect(shown == state.known.lineEnd || isGone)
    }
    for step in 0..<200 {
      time += Double.random(in: 0...120, using: &generator)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        check(state.observeMissing(gone, at: time))
      } else {
        let size = Int.random(in: 0...40, using: &generator)
        let seen = version(
          inode: .random(in: 1...2, using: &generator), size: size, lineEnd: size / 10 * 10,
          modified: Int64(step / 3), continues: Bool.random(using: &generator))
        check(state.observe(seen, at: time))
      }
    }
    for _ in 0..<3 {
      let isKnown = state.known.inode == 9
      check(state.observe(version(inode: 9, size: 77, modified: 999, continues: isKnown), at: time))
      time = state.deadline ?? time
    }
    #expect(state.deadline == nil && shown == 77 && !isGone)
  }
}
