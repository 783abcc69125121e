/// The help, made from the option table so that it never lags behind it.
enum HelpText {
  static let version = "0.1.0"

  /// How much of the help is asked for: the first page, one group, or everything.
  enum Topic: String, CaseIterable, Sendable {
    case short
    case output
    case view
    case live
    case reading
    case terminal
    case kiosk
    case program
    case all

    fileprivate var groups: [OptionSpec.Group] {
      switch self {
      case .short: [.output, .view, .live, .program]
      case .all: OptionSpec.Group.allCases
      default: OptionSpec.Group.allCases.filter { $0.rawValue == rawValue }
      }
    }
  }

  static func help(_ topic: Topic, table: [OptionSpec] = OptionTable.all) -> String {
    var lines = [
      "scoreview shows a file of dates and scores as a chart that scrolls through the history.",
      "",
      "  scoreview [options] FILE         FILE '-' is standard input; http:// and https:// work too",
    ]
    let width = (table.map(\.usage.count).max() ?? 0) + 2
    for group in topic.groups {
      lines.append("")
      lines.append("\(group.title):")
      lines += table.filter { $0.group == group }.map { option in
        "  " + option.usage + String(repeating: " ", count: width - option.usage.count) + option.help
      }
    }
    lines.append("")
    if topic == .short {
      lines.append("More: --help=reading, --help=terminal, --help=kiosk, --help=all.")
    }
    lines.append("Exit status: 0 ok, with or without warnings; 1 the data; 2 the command line; 3 reading or writing.")
    return lines.joined(separator: "\n") + "\n"
  }
}
