internal import ScoreData
internal import ScoreSources

/// Reads the bytes of a run's input, however often they change.
struct HistoryReader: Sendable {
  let options: ReadingOptions

  init(_ settings: Settings) { options = settings.reading }

  /// - Parameter isComplete: whether nothing can come behind the bytes any more.
  func read(
    _ bytes: UnsafeRawBufferPointer, isComplete: Bool, observer: ReadingObserver = .none
  ) throws(ParseError) -> Reading {
    var options = optionsOfToday
    options.isGrowing = !isComplete
    if let encoding = options.encoding, encoding.needsConversion {
      let text = try TextConversion.utf8(bytes, from: encoding, isGrowing: options.isGrowing)
      return try ScoreReader.read(text, options: options, work: .threads)
    }
    return try ScoreReader.read(bytes, options: options, work: .threads, observer: observer)
  }

  /// Reads the newest end of a huge table; nil for others.
  func readTail(_ bytes: UnsafeRawBufferPointer) -> TailReading? {
    guard options.encoding?.needsConversion != true else { return nil }
    return TailReading.read(bytes, options: optionsOfToday)
  }

  private var optionsOfToday: ReadingOptions {
    var options = options
    // Asked each time: a chart can be looked at past midnight.
    if options.today == nil { options.today = SystemClock.today }
    return options
  }
}

extension Diagnostic.Kind {
  /// What may only mean that the scores have not been written yet.
  static let tooEarly: Set<Diagnostic.Kind> = [
    .emptyFile, .noScores, .noDates, .noDateColumn, .noScoreColumn, .oneColumn, .badJSON, .noDataInJSON,
    .unclosedQuote, .ambiguousYear,
  ]
}
