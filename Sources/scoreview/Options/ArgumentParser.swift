internal import ScoreData
/// Turns arguments into settings by the option table.
///
/// Long options take their value after `=` or as the next argument, one-letter ones also
/// directly behind the letter; `--` ends the options.
struct ArgumentParser {
  let table: [OptionSpec]

  func parse(_ arguments: [Argument]) throws(UsageError) -> Settings {
    var settings = Settings()
    var rest = arguments[...]
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if optionsEnded || !argument.text.hasPrefix("-") || argument.text == "-" {
        try settings.addInput(argument)
      } else if argument.text == "--" {
        optionsEnded = true
      } else if argument.text.hasPrefix("--") {
        try parseLong(argument.dropping(2), &rest, into: &settings)
      } else {
        try parseLetters(argument.dropping(1), &rest, into: &settings)
      }
    }
    try settings.check()
    return settings
  }

  private func parseLong(
    _ argument: Argument, _ rest: inout ArraySlice<Argument>, into settings: inout Settings
  ) throws(UsageError) {
    let (name, value) = argument.splitAtEqualsSign
    guard let option = table.first(where: { $0.name == name }) else { throw unknown("--" + name) }
    if option.value == nil {
      guard value == nil else { throw UsageError(message: "--\(name) takes no value") }
      try option.apply(&settings, Argument(""))
    } else if let value {
      try option.apply(&settings, value)
    } else if option.isOptional {
      try option.apply(&settings, Argument(""))
    } else {
      try option.apply(&settings, try nextValue(of: option, &rest))
    }
  }

  private func parseLetters(
    _ argument: Argument, _ rest: inout ArraySlice<Argument>, into settings: inout Settings
  ) throws(UsageError) {
    var letters = argument
    while let letter = letters.text.first {
      guard let option = table.first(where: { $0.letter == letter }) else { throw unknown("-\(letter)") }
      letters = letters.dropping(letter.utf8.count)
      guard option.value != nil, !option.isOptional else {
        try option.apply(&settings, Argument(""))
        continue
      }
      let value = letters.bytes.isEmpty ? try nextValue(of: option, &rest) : letters
      try option.apply(&settings, value)
      return
    }
  }

  private func nextValue(of option: OptionSpec, _ rest: inout ArraySlice<Argument>) throws(UsageError) -> Argument {
    guard let value = rest.popFirst() else {
      throw UsageError(message: "--\(option.name) needs a value: \(option.usage)")
    }
    return value
  }

  private func unknown(_ name: String) -> UsageError {
    let nearest = table.map { (name: "--" + $0.name, distance: EditDistance.between(name, "--" + $0.name)) }
      .min { $0.distance < $1.distance }
    let isClose = name.hasPrefix("--") && (nearest?.distance ?? .max) <= 3
    let hint = isClose ? "did you mean \(nearest?.name ?? "")?" : "--help lists the options"
    return UsageError(message: "there is no option \(EscapedText.escaped(name)); \(hint)")
  }
}

/// How many characters must be inserted, removed or changed to get from one text to another.
enum EditDistance {
  static func between(_ a: String, _ b: String) -> Int {
    let target = Array(b)
    var row = Array(0...target.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in target.indices {
        let change = diagonal + (character == target[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[target.count]
  }
}
