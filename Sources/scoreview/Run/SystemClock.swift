internal import Glibc
internal import ScoreData

/// The one place where the program asks what day it is.
enum SystemClock {
  /// Today in local time: the default of `--today`.
  static var today: CivilDate {
    var now = time(nil)
    var parts = tm()
    guard localtime_r(&now, &parts) != nil else { return CivilDate(year: 1970, month: 1, day: 1) }
    return CivilDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}
