import Glibc
import ScoreData
import Support
import Testing

@testable import ScoreSources

@Suite struct RefreshScheduleTests {
  private let down = SourceError(.fetchFailed, at: "x", "down")
  private let refused = SourceError(.httpStatus, at: "x", "503")

  @Test func aFetchStartsAnIntervalAfterTheLastOneEnded() {
    var schedule = RefreshSchedule(interval: 5000, firstAt: 100)
    #expect(schedule.deadline == 100)
    #expect(schedule.start(at: 99) == false)
    #expect(schedule.start(at: 100) == true)
    #expect(schedule.deadline == nil)
    #expect(schedule.start(at: 99_999) == false)
    schedule.succeed(at: 20_000)
    #expect(schedule.deadline == 25_000)
    #expect(schedule.start(at: 26_000) == true)
  }

  @Test func aFailureIsNewsOnce() {
    var schedule = RefreshSchedule(interval: 1000, firstAt: 0)
    func fail(_ error: SourceError, at now: Double) -> Bool {
      guard schedule.start(at: now) else { return false }
      return schedule.fail(with: error, retryAfter: nil, at: now)
    }
    #expect(fail(down, at: 0))
    #expect(fail(down, at: 1000) == false)
    #expect(fail(refused, at: 2000))
    #expect(fail(down, at: 3000))
    #expect(schedule.start(at: 4000) == true)
    schedule.succeed(at: 4000)
    #expect(fail(down, at: 5000))
  }

  @Test func aServerIsLeftAloneAsLongAsItWants() {
    var schedule = RefreshSchedule(interval: 1000, firstAt: 0)
    #expect(schedule.start(at: 0) == true)
    _ = schedule.fail(with: refused, retryAfter: 30_000, at: 10)
    #expect(schedule.deadline == 30_010)
    #expect(schedule.start(at: 30_010) == true)
    _ = schedule.fail(with: refused, retryAfter: 1, at: 30_010)
    #expect(schedule.deadline == 31_010)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 999] as [Double])
  func aServerIsNeverFlooded(interval: Double) {
    #expect(RefreshSchedule(interval: interval, firstAt: 0).interval == 1000)
  }
}

/// A refreshing source as a class, since an expectation cannot hold what cannot be copied.
private final class Refresher {
  private var source: RefreshingSource

  init(_ source: consuming RefreshingSource) { self.source = source }

  var isFetching: Bool { source.isFetching }
  var deadline: Double? { source.deadline }

  func advance(to now: Double) -> String { Self.describe(source.advance(to: now)) }

  /// Starts a fetch or finds one running, and waits for its end.
  func next(at now: Double) -> String {
    let started = advance(to: now)
    guard started == "nothing" else { return started }
    var request = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 20_000) == 1 else { return "no end" }
    return advance(to: now)
  }

  private static func describe(_ event: consuming RefreshEvent) -> String {
    switch consume event {
    case .nothing: "nothing"
    case .fresh(let source): "fresh \(source.withBytes { String(decoding: $0, as: UTF8.self) })"
    case .unchanged: "unchanged"
    case .failed(let error, let isNews): "failed \(error.diagnostic.kind.rawValue) \(isNews)"
    }
  }
}

@Suite struct RefreshingSourceTests {
  init() { setenv("no_proxy", "*", 1) }

  @Test func onlyWhatIsNewerIsFetched() throws {
    let server = LoopbackServer { request, number in
      let isKnown = request.header("If-None-Match") == "\"v1\"" && request.header("If-Modified-Since") == "then"
      if number < 3 && isKnown { return [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")] }
      if number == 3 {
        return [.send("HTTP/1.1 500 No\r\nRetry-After: 60\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
      }
      let tag = number < 3 ? "ETag: \"v1\"\r\nLast-Modified: then\r\n" : "ETag: \"v2\"\r\n"
      return [.send("HTTP/1.1 200 OK\r\n\(tag)Content-Length: 2\r\nConnection: close\r\n\r\n\(number)\n")]
    }
    let first = try ByteSource.open(.address(server.address()))
    #expect(first.withBytes { $0.elementsEqual("0\n".utf8) })
    let source = Refresher(
      try RefreshingSource(address: server.address(), every: 1000, firstAt: 1000, validators: first.validators))
    #expect(source.advance(to: 500) == "nothing")
    #expect(!source.isFetching)
    #expect(source.next(at: 1000) == "unchanged")
    #expect(source.next(at: 2000) == "unchanged")
    #expect(source.next(at: 3000) == "failed http-status true")
    #expect(source.deadline == 63_000)
    #expect(source.next(at: 63_000) == "fresh 4\n")
    #expect(source.next(at: 64_000) == "fresh 5\n")
    #expect(server.requests.last?.header("If-None-Match") == "\"v2\"")
    #expect(server.requests.last?.header("If-Modified-Since") == nil)
  }

  @Test func aFetchDoesNotHoldUpTheCaller() throws {
    let server = LoopbackServer { _, _ in
      [.wait(milliseconds: 200), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\na\n")]
    }
    let source = Refresher(try RefreshingSource(address: server.address(), every: 1000, firstAt: 0))
    #expect(source.advance(to: 0) == "nothing")
    #expect(source.isFetching)
    #expect(source.advance(to: 5000) == "nothing")
    #expect(source.next(at: 6000) == "fresh a\n")
    #expect(source.deadline == 7000)
  }

  @Test func aServerThatIsDownIsMentionedOnce() throws {
    let address = "http://127.0.0.1:\(LoopbackServer.refusedPort)/x"
    let source = Refresher(try RefreshingSource(address: address, every: 1000, firstAt: 0))
    #expect(source.next(at: 0) == "failed fetch-failed true")
    #expect(source.next(at: 1000) == "failed fetch-failed false")
  }

  @Test func leavingStopsAFetchAndClosesEverything() async {
    await #expect(processExitsWith: .success) {
      setenv("no_proxy", "*", 1)
      let server = LoopbackServer([
        .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nDate"), .wait(milliseconds: 3000),
      ])
      func descriptors() -> Int { (0..<256).filter { fcntl($0, F_GETFD) >= 0 }.count }
      // The library opens what it keeps at its first use.
      _ = failure(.address("http://127.0.0.1:\(LoopbackServer.refusedPort)/"))
      let before = descriptors()
      do {
        let source = Refresher(try RefreshingSource(address: server.address(), every: 1000, firstAt: 0))
        #expect(source.advance(to: 0) == "nothing")
        while server.requests.isEmpty { usleep(1000) }
        let during = descriptors()
        #expect(during > before)
      }
      // The server's own end of the connection is open until it has waited.
      var left = 400
      while descriptors() > before + 1 && left > 0 {
        usleep(10_000)
        left -= 1
      }
      #expect(left > 0)
    }
  }
}
