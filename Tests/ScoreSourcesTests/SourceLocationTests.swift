import Testing

@testable import ScoreSources

@Suite struct SourceLocationTests {
  @Test(arguments: [
    ("-", Location.standardInput), ("./-", .file(path: Array("./-".utf8))), ("", .file(path: [])),
    ("http://a/b", .address("http://a/b")), ("HTTPS://A/b", .address("HTTPS://A/b")),
    ("./http://a/b", .file(path: Array("./http://a/b".utf8))), ("http:/a", .file(path: Array("http:/a".utf8))),
    ("ftp://a/b", .file(path: Array("ftp://a/b".utf8))), ("--", .file(path: Array("--".utf8))),
    ("http://a/b c\n?q=é", .address("http://a/b%20c%0A?q=%C3%A9")),
  ])
  func argumentsAreToldApart(argument: String, expected: Location) {
    #expect(Location(argument: argument) == expected)
  }

  @Test func aPathKeepsItsBytes() {
    let bytes: [UInt8] = [0x65, 0xCC, 0x81, 0xFF, 0x0A]
    #expect(Location(argument: bytes) == .file(path: bytes))
    #expect(Location(argument: bytes).displayName == "e\u{301}\\xFF\\x0A")
  }

  @Test(arguments: [
    ("https://joe:secret@host/x?a=1", "https://host/x?a=1"),
    ("https://host/q?function=DAILY&apikey=ABC123&symbol=X", "https://host/q?function=DAILY&apikey=…&symbol=X"),
    ("http://host/?access_token=x&b", "http://host/?access_token=…&b"), ("http://host", "http://host"),
    ("http://host/a@b?c=d@e", "http://host/a@b?c=d@e"), ("http://host?Key=1", "http://host?Key=…"),
  ])
  func secretsAreNotShown(address: String, expected: String) {
    #expect(Location.address(address).displayName == expected)
  }
}
