/// Numbers as text, the same on every machine.
public enum DecimalText {
  private static let powers: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 1e7, 1e8, 1e9]

  /// The shortest text that reads back as `value`: "88", "162.8", "-0.5", "1e+30".
  public static func shortest(_ value: Double) -> String {
    if value.magnitude < 1e15, value == value.rounded() {
      return String(Int64(value))
    }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// `value` with exactly `decimals` (0 … 9) digits behind the point, rounded half away from zero.
  ///
  /// A value too great to have that many exact digits is given in its shortest form.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    let power = powers[min(max(decimals, 0), powers.count - 1)]
    let scaled = (value * power).rounded()
    guard scaled.magnitude < 9e15 else { return shortest(value) }
    let units = Int64(scaled)
    let divisor = Int64(power)
    let sign = units < 0 ? "-" : ""
    let whole = String((units / divisor).magnitude)
    guard divisor > 1 else { return sign + whole }
    let fraction = String((units % divisor).magnitude)
    let zeros = String(repeating: "0", count: String(divisor).count - 1 - fraction.count)
    return "\(sign)\(whole).\(zeros)\(fraction)"
  }

  /// How many decimals (0 … 9) it takes to write both numbers without loss.
  static func decimals(of first: Double, or second: Double) -> Int {
    powers.indices.first { index in
      isWhole(first * powers[index]) && isWhole(second * powers[index])
    } ?? powers.count - 1
  }

  private static func isWhole(_ value: Double) -> Bool {
    abs(value - value.rounded()) <= max(abs(value), 1) * 1e-9
  }
}
