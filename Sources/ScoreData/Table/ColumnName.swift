/// A column's name and the words in it.
struct ColumnName: Equatable {
  /// As the file has it, trimmed.
  var text: String
  /// In lower case, without digits: `4. close` → close, `newRating` → new rating, `sleep_score` → sleep score.
  var words: [String]

  init(_ text: String) {
    self.text = text
    words = Self.words(text)
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    // Longer names are prose; what matters stands in front.
    for scalar in text.unicodeScalars.prefix(400) {
      let isUpper = (0x41...0x5A).contains(scalar.value)
      let isLetter =
        isUpper || (0x61...0x7A).contains(scalar.value) || scalar.value >= 0xAA && scalar.properties.isAlphabetic
      if !isLetter || isUpper && wasLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isLetter { word += scalar.properties.lowercaseMapping }
      wasLower = isLetter && !isUpper
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// Whether the name says that the column has dates.
  var isDateLike: Bool {
    words.contains(where: Self.dateWords.contains) || Self.eastAsianDateWords.contains(where: text.contains)
  }

  /// Whether whole numbers of four digits under this name are years; a `time` of 1950 is a measurement.
  var canNameYears: Bool { isDateLike && !words.contains(where: Self.clockWords.contains) }

  /// Whether the name alone, without further words, says that the column has dates or scores.
  var isDateOrScoreExactly: Bool {
    (words.count == 1 && Self.dateWords.contains(words[0])) || Self.eastAsianDateWords.contains(text)
      || ScoreName(self).tier == .exact
  }

  private static let dateWords: Set<String> = [
    "date", "dates", "day", "time", "timestamp", "datetime", "when", "week", "month", "year", "quarter", "ts", "epoch",
    "datum", "tag", "zeit", "zeitpunkt", "zeitstempel", "monat", "woche", "jahr", "fecha", "día", "dia", "hora", "mes",
    "año",
    "semana", "jour", "heure", "mois", "semaine", "année", "annee", "data", "giorno", "ora", "mese", "settimana",
    "anno",
    "mês", "ano", "dag", "tijd", "maand", "jaar", "дата", "created", "updated",
  ]

  private static let clockWords: Set<String> = [
    "time", "timestamp", "ts", "epoch", "zeit", "zeitstempel", "hora", "heure", "ora", "tijd", "seconds",
  ]

  private static let eastAsianDateWords = ["日付", "日期", "日時", "时间", "時間", "年月", "年月日", "날짜", "日子"]
}

/// How well a name fits a column of scores; less is better.
struct ScoreName: Comparable {
  enum Tier: Int {
    /// The value that counts: `newRating`, `overall_score`.
    case newest
    /// `score`
    case exact
    /// `nps_score`
    case longer
    case other
    /// `oldRating`, `High`, `Points Possible`
    case aside
    /// `id`, `rank`, `Volume`
    case notAScore
  }

  var tier: Tier
  /// Place in the list of words that name scores.
  var position = 0

  init(_ name: ColumnName) {
    let words = name.words
    if words.contains(where: Self.neverWords.contains) {
      tier = .notAScore
      return
    }
    if words.contains(where: Self.asideWords.contains) {
      tier = .aside
      return
    }
    let east = Self.eastAsianWords.contains(where: name.text.contains)
    let positions = words.compactMap { Self.positions[$0] } + (east ? [0] : [])
    let isNewest = words.contains(where: Self.newestWords.contains)
    guard let best = positions.min() else {
      tier = isNewest && words.count == 1 ? .newest : .other
      return
    }
    position = best
    tier = isNewest ? .newest : words.count == 1 && (!east || name.text.count <= 3) ? .exact : .longer
  }

  static func < (first: Self, second: Self) -> Bool {
    first.tier != second.tier ? first.tier.rawValue < second.tier.rawValue : first.position < second.position
  }

  private static let positions: [String: Int] = {
    let groups: [[String]] = [
      ["score", "scores", "punteggio", "puntuación", "puntuacion", "puntaje", "pontuação", "pontuacao"],
      ["grade", "grades", "zensur", "calificación", "calificacion", "cijfer", "voto"], ["mark", "marks"],
      ["points", "point", "pts", "punkte", "punktzahl", "puntos", "punti", "pontos", "punten"],
      ["rating", "ratings", "wertung", "bewertung"], ["elo"], ["wpm"], ["close"],
      ["result", "results", "resultat", "résultat", "ergebnis", "resultado", "risultato", "resultaat"],
      ["value", "values", "wert", "valeur", "valor", "valore", "waarde"], ["total", "gesamt"],
      ["average", "avg", "mean", "durchschnitt", "moyenne", "promedio", "media", "média", "gemiddelde"],
      ["percent", "percentage", "pct", "prozent"], ["aqi"], ["index"], ["handicap"], ["coverage"], ["gpa"],
      ["note", "notes", "nota", "noten"],
    ]
    var positions: [String: Int] = [:]
    for (index, group) in groups.enumerated() {
      for word in group { positions[word] = index }
    }
    return positions
  }()

  private static let eastAsianWords = ["得点", "点数", "成績", "スコア", "分数", "得分", "成绩", "评分", "점수", "成績"]
  private static let newestWords: Set<String> = ["new", "current", "final", "overall"]
  private static let asideWords: Set<String> = [
    "old", "previous", "prev", "max", "maximum", "min", "minimum", "open", "high", "highest", "low", "lowest", "raw",
    "possible", "adjusted", "adj", "best",
  ]
  private static let neverWords: Set<String> = [
    "id", "ids", "rank", "ranking", "place", "volume", "number", "year", "month", "week", "day", "hour",
  ]
}

/// Names of columns that say whose score a row is.
enum SubjectName {
  enum Kind {
    /// Two different values are two subjects.
    case subject
    /// Values that come back are subjects; values that do not are labels.
    case label
  }

  static func kind(_ name: ColumnName) -> Kind? {
    let words = name.words.filter { !fillers.contains($0) }
    if name.words == ["first", "name"] || name.words == ["last", "name"] { return .subject }
    guard let only = words.first, words.count == 1 else {
      return name.words == ["name"] || name.words == ["full", "name"] ? .label : nil
    }
    if subjects.contains(only) { return .subject }
    return labels.contains(only) ? .label : nil
  }

  private static let fillers: Set<String> = ["id", "name", "no", "number", "address", "key", "code", "login"]
  private static let subjects: Set<String> = [
    "student", "students", "pupil", "sid", "email", "mail", "player", "team", "club", "user", "username", "handle",
    "url",
    "symbol", "ticker", "repo", "repository", "surname", "firstname", "lastname", "athlete", "golfer", "schüler",
    "spieler", "élève", "jugador", "alumno",
  ]
  private static let labels: Set<String> = [
    "customer", "client", "person", "kunde", "account", "patient", "participant", "employee", "member", "domain",
    "site",
    "website", "host", "hostname", "station", "sensor", "metric", "measure", "indicator", "parameter", "pollutant",
    "variable", "series",
  ]
}

/// Names of columns with words about each row.
enum NoteName {
  /// Less is better; nil if the name does not say so.
  static func rank(_ name: ColumnName) -> Int? {
    name.words.compactMap(order.firstIndex(of:)).min()
  }

  private static let order = [
    "note", "notes", "comment", "comments", "remark", "remarks", "label", "title", "event", "description", "memo",
    "text",
    "name", "reason", "exam", "assignment", "course", "kommentar", "bemerkung", "commentaire", "comentario", "commento",
    "opmerking",
  ]
}
