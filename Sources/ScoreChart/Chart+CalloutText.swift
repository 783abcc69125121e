internal import ScoreData

extension Chart {
  /// The date in full and the true score, as the callout shows them.
  public func calloutText(at index: Int) -> String {
    let date = labels.fullDate(at: index)
    guard let score = series.scores[index] else { return date + " –" }
    let unit = table.unit ?? ""
    let gap = unit.isEmpty || unit == "%" || unit.hasPrefix("/") ? "" : " "
    return "\(date) \(DecimalText.shortest(score))\(gap)\(unit)"
  }
}
