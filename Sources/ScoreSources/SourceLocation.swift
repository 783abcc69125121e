/// Where a chart's bytes are to come from, as named on the command line.
public enum SourceLocation: Equatable, Sendable {
  /// `-`: whatever standard input is.
  case standardInput
  /// A path, byte for byte as it was given; it is opened like that and never normalised.
  case file(path: [UInt8])
  /// An `http://` or `https://` address.
  case address(String)

  /// Tells the three apart by their first characters; `./-` and `./http:…` are files.
  ///
  /// Pass the bytes of `CommandLine.unsafeArgv`: `CommandLine.arguments` has already replaced
  /// what is not UTF-8, and such a name could no longer be opened.
  public init(argument: some Collection<UInt8>) {
    if argument.elementsEqual("-".utf8) {
      self = .standardInput
    } else if Self.hasScheme("http://", argument) || Self.hasScheme("https://", argument) {
      self = .address(WebAddress.percentEncoded(argument))
    } else {
      self = .file(path: Array(argument))
    }
  }

  /// The same for a text; its UTF-8 bytes are the path.
  public init(argument: String) { self.init(argument: argument.utf8) }

  /// The name to show in messages: one line, escaped, without passwords and keys.
  public var displayName: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): path.isEmpty ? "\"\"" : escapedText(path)
    case .address(let address): escapedText(WebAddress.withoutSecrets(address))
    }
  }

  private static func hasScheme(_ scheme: String, _ argument: some Collection<UInt8>) -> Bool {
    argument.count >= scheme.utf8.count
      && zip(argument, scheme.utf8).allSatisfy { given, wanted in
        given == wanted || (given >= 65 && given <= 90 && given + 32 == wanted)
      }
  }
}
