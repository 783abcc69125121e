internal import Glibc
internal import ScoreData
internal import ScoreFramebuffer

/// The one place where the program asks what day it is, and what time.
enum SystemClock {
  /// Today in local time: the default of `--today`.
  static var today: CivilDate {
    var now = time(nil)
    var parts = tm()
    guard localtime_r(&now, &parts) != nil else { return CivilDate(year: 1970, month: 1, day: 1) }
    return CivilDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// The time of day in local time, for a display that sleeps at night.
  static var timeOfDay: TimeOfDay {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// Milliseconds of a clock that nobody sets, for deadlines.
  static var steady: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) * 1000 + Double(now.tv_nsec) / 1e6
  }

  /// The clock on the wall, with fractions.
  static var secondsSince1970: Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// When a file was last written, in seconds since 1970; nil where there is none.
  static func writingTime(ofFileAt path: [UInt8]) -> Double? {
    var status = stat()
    guard stat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}
