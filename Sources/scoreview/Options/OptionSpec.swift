/// One option: everything that parsing it, the help and the manual say about it.
struct OptionSpec: Sendable {
  /// The long name without dashes.
  let name: String
  /// The one-letter name, where there is one.
  let letter: Character?
  /// What stands for the value in the help; nil for an option that takes none. In square brackets: it may be left out.
  let value: String?
  let group: Group
  /// One phrase for the help.
  let help: String
  /// Takes the value in; an empty one for an option without a value.
  let apply: @Sendable (inout Settings, Argument) throws(UsageError) -> Void

  enum Group: String, CaseIterable, Sendable {
    case output
    case view
    case live
    case reading
    case terminal
    case kiosk
    case program

    /// The heading in the help.
    var title: String {
      switch self {
      case .output: "Output"
      case .view: "View"
      case .live: "Scores that change while one looks"
      case .reading: "Reading, where the file leaves a doubt"
      case .terminal: "In a terminal, and as text"
      case .kiosk: "On a bare display"
      case .program: "Program"
      }
    }
  }

  init(
    _ name: String, _ letter: Character? = nil, _ value: String? = nil, _ group: Group, _ help: String,
    apply: @escaping @Sendable (inout Settings, Argument) throws(UsageError) -> Void
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.group = group
    self.help = help
    self.apply = apply
  }

  /// Whether the value may be left out; it then never stands behind a blank.
  var isOptional: Bool { value?.hasPrefix("[") ?? false }

  /// The option as it stands in the help: "-o, --output=FILE".
  var usage: String {
    let short = letter.map { "-\($0), " } ?? ""
    return "\(short)--\(name)" + (value.map { isOptional ? "[=\($0.dropFirst().dropLast())]" : "=\($0)" } ?? "")
  }
}

/// The command line cannot be understood: what is wrong, and what to write instead.
struct UsageError: Error, Equatable {
  var message: String
  /// The name in brackets behind the message.
  var kind = "usage"
}

/// An argument as it was given: a file name need not be valid UTF-8.
struct Argument: Equatable, Sendable {
  let bytes: [UInt8]
  /// The same as text, with what is not UTF-8 replaced.
  let text: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// What stands behind the first `count` bytes.
  func dropping(_ count: Int) -> Argument { Argument(Array(bytes.dropFirst(count))) }

  /// What stands before and behind the first `=`.
  var splitAtEqualsSign: (name: String, value: Argument?) {
    guard let index = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (text, nil) }
    return (String(decoding: bytes[..<index], as: UTF8.self), dropping(index + 1))
  }
}
