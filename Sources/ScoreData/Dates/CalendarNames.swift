/// Names of months and weekdays in English, German, French, Spanish, Italian, Portuguese and Dutch, without accents.
///
/// A table of our own, since the names that a machine knows depend on its locale.
enum CalendarNames {
  /// 1 … 12, or nil if the word names no month.
  static func month(_ word: String) -> Int? { months[word] }

  static func isWeekday(_ word: String) -> Bool { weekdays.contains(word) }

  /// Words that stand between the parts of a date and mean nothing.
  static func isParticle(_ word: String) -> Bool { particles.contains(word) }

  /// What stands directly behind the number of a day: 1st, 2nd, 1er, 2e, 1o.
  static func isOrdinalEnding(_ word: String) -> Bool { endings.contains(word) }

  private static let months: [String: Int] = {
    let names: [[String]] = [
      [
        "january", "jan", "januar", "janner", "jaenner", "janvier", "janv", "enero", "ene", "gennaio", "gen", "janeiro",
        "januari",
      ],
      ["february", "feb", "februar", "fevrier", "fevr", "fev", "febrero", "febbraio", "fevereiro", "februari"],
      ["march", "mar", "marz", "maerz", "mrz", "mars", "marzo", "marco", "maart", "mrt"],
      ["april", "apr", "avril", "avr", "abril", "abr", "aprile"],
      ["may", "mai", "mayo", "maggio", "mag", "maio", "mei"],
      ["june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho"],
      ["july", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho"],
      ["august", "aug", "aout", "agosto", "ago", "augustus"],
      ["september", "sep", "sept", "septembre", "septiembre", "setiembre", "set", "settembre", "sett", "setembro"],
      ["october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out"],
      ["november", "nov", "novembre", "noviembre", "novembro"],
      ["december", "dec", "dezember", "dez", "decembre", "diciembre", "dic", "dicembre", "dezembro"],
    ]
    var months: [String: Int] = [:]
    for (index, names) in names.enumerated() {
      for name in names { months[name] = index + 1 }
    }
    return months
  }()

  private static let weekdays: Set<String> = [
    "monday", "mon", "tuesday", "tue", "tues", "wednesday", "wed", "thursday", "thu", "thur", "thurs", "friday", "fri",
    "saturday", "sat", "sunday", "sun",
    "montag", "mo", "dienstag", "di", "mittwoch", "mi", "donnerstag", "do", "freitag", "fr", "samstag", "sa",
    "sonnabend", "sonntag", "so",
    "lundi", "lun", "mardi", "mar", "mercredi", "mer", "jeudi", "jeu", "vendredi", "ven", "samedi", "sam", "dimanche",
    "dim",
    "lunes", "martes", "miercoles", "mie", "jueves", "jue", "viernes", "vie", "sabado", "sab", "domingo", "dom",
    "lunedi", "martedi", "mercoledi", "giovedi", "gio", "venerdi", "sabato", "domenica",
    "segunda", "seg", "terca", "ter", "quarta", "qua", "quinta", "qui", "sexta", "sex", "feira",
    "maandag", "ma", "dinsdag", "woensdag", "wo", "donderdag", "vrijdag", "vr", "zaterdag", "za", "zondag", "zo",
  ]

  private static let particles: Set<String> = [
    "of", "the", "de", "del", "do", "da", "di", "d", "el", "il", "le", "den", "der",
  ]

  private static let endings: Set<String> = [
    "st", "nd", "rd", "th", "er", "re", "e", "o", "a", "eme", "ste", "de",
  ]
}
