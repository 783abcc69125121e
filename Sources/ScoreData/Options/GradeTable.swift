/// What letter grades are worth.
public struct GradeTable: Equatable, Sendable {
  /// Worth by grade, in lower case.
  public private(set) var worth: [String: Double]

  public init(worth: [String: Double]) {
    self.worth = Dictionary(worth.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The four-point scale of North American schools, without bonus for A+.
  public static let gradePointAverage = GradeTable(worth: [
    "A+": 4.0, "A": 4.0, "A-": 3.7, "B+": 3.3, "B": 3.0, "B-": 2.7, "C+": 2.3, "C": 2.0, "C-": 1.7, "D+": 1.3,
    "D": 1.0, "D-": 0.7, "F": 0.0, "E": 0.0,
  ])

  public subscript(grade: String) -> Double? { worth[grade.lowercased()] }
}
