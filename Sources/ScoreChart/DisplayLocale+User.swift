extension DisplayLocale {
  /// The user's own: dates as `LC_TIME` names them, the decimal mark as `LC_NUMERIC` does.
  ///
  /// As everywhere on the system, `LC_ALL` wins over both, and `LANG` stands in for what is not set.
  /// Without a locale, or with one that the table does not know, that part is as in ISO 8601.
  public static func user(environment: (String) -> String?) -> DisplayLocale {
    func locale(_ category: String) -> DisplayLocale {
      let names = ["LC_ALL", category, "LANG"].lazy.compactMap(environment)
      return names.first { !$0.isEmpty }.flatMap(DisplayLocale.init(identifier:)) ?? .iso
    }
    let dates = locale("LC_TIME")
    return DisplayLocale(
      identifier: dates.identifier, fullDate: dates.fullDate, monthDay: dates.monthDay,
      decimalMark: locale("LC_NUMERIC").decimalMark)
  }
}
