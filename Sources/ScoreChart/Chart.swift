public import ScoreData

/// What a chart shows, apart from where one looks: the history and how it is to be drawn.
public struct Chart: Sendable {
  public var table: ScoreTable

  public init(table: ScoreTable) {
    self.table = table
  }
}
