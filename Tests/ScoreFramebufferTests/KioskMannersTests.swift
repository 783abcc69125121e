import ScoreDrawing
import Testing

@testable import ScoreFramebuffer

@Suite struct TickerTests {
  /// Runs a ticker for some seconds in steps of `interval` and returns the offsets.
  private func run(
    _ ticker: inout Ticker, from start: Double, seconds: Double, interval: Double, offset: inout Double,
    maximum: Double = 1000, scale: Double = 1
  ) -> [Double] {
    var offsets: [Double] = []
    var time = start
    while time < start + seconds * 1000 {
      offset += ticker.step(at: time, offset: offset, maximumOffset: maximum, scale: scale)
      offsets.append(offset)
      time += interval
    }
    return offsets
  }

  @Test(arguments: [7.0, 16.7, 33.3, 47.6])
  func itsSpeedDoesNotDependOnTheFrameRate(_ interval: Double) {
    var ticker = Ticker()
    var offset = 1000.0
    _ = run(&ticker, from: 0, seconds: 8 + 20, interval: interval, offset: &offset)
    #expect(abs(offset - (1000 - 20 * Ticker.speed)) <= 3)
  }

  @Test func itWalksThereAndBack() {
    var ticker = Ticker()
    var offset = 100.0
    let offsets = run(&ticker, from: 0, seconds: 60, interval: 40, offset: &offset, maximum: 100)
    #expect(offsets.min() == 0)
    #expect(offsets.first == 100)
    let bottom = offsets.firstIndex(of: 0) ?? 0
    #expect(offsets[bottom...].contains(100))
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { abs($0 - $1) <= 3 }, "no jump")
  }

  @Test func itMovesByWholePixels() {
    var ticker = Ticker()
    var offset = 500.0
    let offsets = run(&ticker, from: 0, seconds: 30, interval: 21, offset: &offset, scale: 2.5)
    for offset in offsets { #expect(abs((offset * 2.5).rounded() - offset * 2.5) < 1e-6) }
  }

  @Test(arguments: [0.5, 1.0, 1.5, 2.5, 5.0, 16.0])
  func itsStepsAreFewAndOfWholePixels(_ scale: Double) {
    let rate = Ticker.rate(scale: scale)
    #expect(rate <= 30)
    let pixels = Ticker.speed * scale / rate
    #expect(abs(pixels.rounded() - pixels) < 1e-9 && pixels >= 1)
  }

  @Test func inputPausesItForTwentySeconds() {
    var ticker = Ticker()
    var offset = 900.0
    _ = run(&ticker, from: 0, seconds: 10, interval: 30, offset: &offset)
    let before = offset
    #expect(before < 900)
    ticker.pause(at: 10_000)
    _ = run(&ticker, from: 10_000, seconds: 19.9, interval: 30, offset: &offset)
    #expect(offset == before)
    #expect(ticker.nextStep(after: 15_000, maximumOffset: 1000, scale: 1) == 30_000)
    _ = run(&ticker, from: 29_900, seconds: 3, interval: 30, offset: &offset)
    #expect(offset < before)
  }

  @Test func aLateWakeUpDoesNotJump() {
    var ticker = Ticker()
    _ = ticker.step(at: 0, offset: 500, maximumOffset: 1000, scale: 1)
    _ = ticker.step(at: 9_000, offset: 500, maximumOffset: 1000, scale: 1)
    let step = ticker.step(at: 3_000_000, offset: 500, maximumOffset: 1000, scale: 1)
    #expect(step < 0 && step > -10)
  }

  @Test func withNothingToScrollItNeverWakes() {
    var ticker = Ticker()
    let step = ticker.step(at: 0, offset: 0, maximumOffset: 0, scale: 1)
    #expect(step == 0)
    #expect(ticker.nextStep(after: 0, maximumOffset: 0, scale: 1) == nil)
  }
}

@Suite struct PixelShiftTests {
  @Test func itCreepsAroundByOnePointAMinute() {
    let places = (0..<200).map { PixelShift(at: Double($0) * 60_000 + 1) }
    #expect(places[0] == .none)
    for (a, b) in zip(places, places.dropFirst()) { #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1) }
    #expect(places.allSatisfy { abs($0.x) <= PixelShift.reach && abs($0.y) <= PixelShift.reach })
    #expect(places.map(\.x).min() == -3 && places.map(\.y).min() == -3 && places.map(\.y).max() == 3)
    #expect(PixelShift(at: .infinity) == .none)
  }
}

@Suite struct SleepScheduleTests {
  @Test func readsTimes() {
    #expect(SleepSchedule("22:00-07:00")?.start == 1320)
    #expect(SleepSchedule("7:05-8:00")?.start == 425)
    for bad in ["", "22-7", "22:00", "24:00-07:00", "22:60-07:00", "22:00-22:00", "22:00-07:00-08:00", "a:bc-d:ef"] {
      #expect(SleepSchedule(bad) == nil, "\(bad)")
    }
  }

  @Test func midnightMayLieBetween() throws {
    let night = try #require(SleepSchedule("22:00-07:00"))
    #expect(night.covers(TimeOfDay(hour: 22, minute: 0)))
    #expect(night.covers(TimeOfDay(hour: 3, minute: 0)))
    #expect(!night.covers(TimeOfDay(hour: 7, minute: 0)))
    let noon = try #require(SleepSchedule("12:00-13:00"))
    #expect(noon.covers(TimeOfDay(hour: 12, minute: 59)) && !noon.covers(TimeOfDay(hour: 13, minute: 0)))
    #expect(night.secondsToChange(from: TimeOfDay(hour: 21, minute: 59, second: 30)) == 30)
    #expect(night.secondsToChange(from: TimeOfDay(hour: 22, minute: 0)) == 9 * 3600)
  }
}

@Suite struct FreshnessTests {
  @Test func durationsAreRead() {
    #expect(Freshness.duration("90") == 90_000)
    #expect(Freshness.duration("15m") == 900_000)
    #expect(Freshness.duration("1d") == 86_400_000)
    for bad in ["", "m", "0", "-5m", "1.5h", "5x", "99999999999"] { #expect(Freshness.duration(bad) == nil) }
  }

  @Test func oldDataSaysSoOnce() {
    var freshness = Freshness(staleAfter: 60_000)
    freshness.changed(at: 1000)
    #expect(freshness.notice(at: 60_999) == nil)
    #expect(freshness.nextChange(after: 1000) == 61_000)
    #expect(freshness.notice(at: 61_000) == "no new data for 1 min")
    #expect(freshness.nextChange(after: 61_000) == 121_000)
    #expect(freshness.notice(at: 1000 + 3 * 86_400_000) == "no new data for 3 days")
    freshness.problem = "not updated: line 3: not a number"
    #expect(freshness.notice(at: 61_000) == "not updated: line 3: not a number")
    freshness.problem = nil
    freshness.changed(at: 70_000)
    #expect(freshness.notice(at: 70_000) == nil)
  }

  @Test func dataMayBeOldWhenItIsFirstSeen() {
    var freshness = Freshness(staleAfter: 60_000)
    freshness.changed(at: 1000 - 7_200_000)
    #expect(freshness.notice(at: 1000) == "no new data for 2 h")
    #expect(freshness.nextChange(after: 1000) == 3_601_000)
  }
}

@Suite struct KioskMannersTests {
  private let night = TimeOfDay(hour: 23, minute: 0)

  private func asleep(_ manners: inout KioskManners, at time: Double) -> Bool {
    manners.step(time: time, wall: night, offset: 0, maximumOffset: 500, scale: 1).isAsleep
  }

  @Test func anyInputWakesAndDoesNothingElse() {
    var options = KioskManners.Options()
    options.sleep = SleepSchedule("22:00-07:00")
    var manners = KioskManners(options, start: 0)
    let before = asleep(&manners, at: 10)
    #expect(before)
    let press = InputEvent(time: 20, .key(.right, [], isRepeat: false))
    let onlyWoke = manners.note([press], time: 20, wall: night)
    #expect(onlyWoke)
    let after = asleep(&manners, at: 20)
    #expect(!after)
    let isSwallowed = manners.note([press], time: 30, wall: night)
    #expect(!isSwallowed, "awake, the key is the chart's")
    let step = manners.step(time: 30, wall: night, offset: 0, maximumOffset: 0, scale: 1)
    #expect(step.deadline == 60_000, "the pixel shift comes first")
    let later = asleep(&manners, at: 31 + KioskManners.wakeTime)
    #expect(later)
  }

  /// A machine without a battery learns the time after it has started.
  @Test func aClockThatIsSetIsHeardOfWithinAMinute() {
    var options = KioskManners.Options()
    options.sleep = SleepSchedule("22:00-07:00")
    options.pixelShift = false
    var manners = KioskManners(options, start: 0)
    let noon = manners.step(
      time: 5, wall: TimeOfDay(hour: 12, minute: 0), offset: 0, maximumOffset: 500, scale: 1)
    #expect(noon.deadline == 60_005 && !noon.isAsleep)
    let later = asleep(&manners, at: 60_005)
    #expect(later)
  }

  @Test func theTickerSpeaksInNotches() {
    var options = KioskManners.Options()
    options.ticker = true
    options.pixelShift = false
    var manners = KioskManners(options, start: 0)
    let wall = TimeOfDay(hour: 12, minute: 0)
    _ = manners.step(time: 0, wall: wall, offset: 400, maximumOffset: 500, scale: 1)
    _ = manners.step(time: 8000, wall: wall, offset: 400, maximumOffset: 500, scale: 1)
    let step = manners.step(time: 8200, wall: wall, offset: 400, maximumOffset: 500, scale: 1)
    guard case .wheel(let dx, 0, _, [])? = step.events.first?.kind else { Issue.record("no step"); return }
    #expect(abs(dx * 84 + 4) < 1e-9)
    #expect(step.deadline != nil)
  }

  @Test func idleWithNothingWantedNeverWakes() {
    var options = KioskManners.Options()
    options.pixelShift = false
    var manners = KioskManners(options, start: 0)
    let step = manners.step(time: 5, wall: night, offset: 0, maximumOffset: 500, scale: 1)
    #expect(step == KioskManners.Step())
  }

  @Test func theClockWakesOnceAMinute() {
    var options = KioskManners.Options()
    options.clock = true
    options.pixelShift = false
    var manners = KioskManners(options, start: 0)
    let step = manners.step(
      time: 0, wall: TimeOfDay(hour: 9, minute: 5, second: 50), offset: 0, maximumOffset: 0, scale: 1)
    #expect(step.clock == "09:05")
    #expect(step.deadline == 10_000)
  }
}
