/// The help, made from the option table so that it never lags behind it.
enum HelpText {
  static let version = "0.1.0"

  static func help(_ table: [OptionSpec] = OptionTable.all) -> String {
    var lines = [
      "scoreview shows a file of dates and scores as a chart that scrolls through the history.",
      "",
      "  scoreview [options] FILE       FILE '-' is standard input",
    ]
    let width = (table.map(\.usage.count).max() ?? 0) + 2
    for group in OptionSpec.Group.allCases {
      let options = table.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      lines.append("")
      lines.append("\(group.rawValue):")
      lines += options.map { option in
        "  " + option.usage + String(repeating: " ", count: width - option.usage.count) + option.help
      }
    }
    lines += [
      "", "Exit status: 0 ok, with or without warnings; 1 the data; 2 the command line; 3 reading or writing.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
