import Foundation
import Support
import Testing

/// The program itself against a server on this machine.
@Suite struct AddressTests {
  private func run(_ address: String, _ options: String...) throws -> ChildOutput {
    try ChildProcess.run(
      Scoreview.path, ["--format", "csv"] + options + [address],
      environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "no_proxy": "*"])
  }

  private func answer(_ status: String, _ body: String, headers: String = "") -> LoopbackServer.Step {
    .send(
      "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)Connection: close\r\n\r\n\(body)")
  }

  private let prices = #"""
    {"Meta Data": {"2. Symbol": "IBM"},
     "Time Series (Daily)": {"2024-08-30": {"1. open": "1", "4. close": "202.13", "5. volume": "9"},
                             "2024-08-29": {"1. open": "1", "4. close": "198.90", "5. volume": "9"}}}
    """#

  @Test func anAddressIsReadLikeAFile() throws {
    let server = LoopbackServer([answer("200 OK", prices)])
    let result = try run(server.address("/query?function=TIME_SERIES_DAILY&apikey=secret"))
    #expect(result.text == "date,\"4. close\"\n2024-08-29,198.9\n2024-08-30,202.13\n")
    #expect(result.errorText.isEmpty && result.status == 0)
  }

  @Test func aRedirectionIsFollowed() throws {
    let server = LoopbackServer { request, _ in
      request.path == "/new"
        ? [self.answer("200 OK", "date,score\n2024-08-29,20\n")]
        : [self.answer("302 Found", "", headers: "Location: /new\r\n")]
    }
    #expect(try run(server.address("/old")).text == "date,score\n2024-08-29,20\n")
    #expect(server.requests.map(\.path) == ["/old", "/new"])
  }

  @Test(arguments: [
    (
      #"{"Note": "Thank you for using Alpha Vantage! Our standard API call frequency is 5 calls per minute."}"#,
      "5 calls"
    ),
    (#"{"Information": "The **demo** API key is for demo purposes only."}"#, "demo purposes"),
    (#"{"Error Message": "Invalid API call."}"#, "Invalid API call."),
    (#"{"error": {"code": 7, "message": "no such symbol"}}"#, "no such symbol"),
    (#"{"message": "Bad credentials"}"#, "Bad credentials"), (#"{"detail": "Not found."}"#, "Not found."),
  ])
  func aServicesErrorObjectIsToldWithItsWords(body: String, words: String) throws {
    let server = LoopbackServer([answer("200 OK", body)])
    let result = try run(server.address("/query?apikey=secret"))
    #expect(server.requests.map(\.path) == ["/query?apikey=secret"])
    #expect(result.status == 1)
    #expect(result.text.isEmpty)
    #expect(result.errorText.contains(words) && result.errorText.hasSuffix("[api-message]\n"))
    #expect(!result.errorText.contains("secret"))
  }

  @Test func aRefusalIsToldWithItsStatusAndWords() throws {
    let server = LoopbackServer([answer("429 Too Many Requests", #"{"error": "slow down"}"#)])
    let result = try run(server.address())
    #expect(result.status == 3)
    #expect(result.errorText.contains("429") && result.errorText.contains("slow down"))
    #expect(result.errorText.hasSuffix("[http-status]\n"))
  }

  @Test func aLoginPageIsNoTable() throws {
    let server = LoopbackServer([answer("200 OK", "<!doctype html><title>Log in</title>")])
    let result = try run(server.address())
    #expect(result.status == 1)
    #expect(result.errorText.hasSuffix("[html-not-data]\n"))
  }

  @Test func noServerIsAnErrorOfReading() throws {
    let result = try run("http://127.0.0.1:\(LoopbackServer.refusedPort)/x")
    #expect(result.status == 3)
    #expect(result.errorText.hasSuffix("[fetch-failed]\n"))
  }

  @Test func warningsNameTheAddress() throws {
    let server = LoopbackServer([answer("200 OK", "date,score\n2024-08-29,20\n2024-02-30,21\n2024-08-31,22\n")])
    let result = try run(server.address("/s.csv"))
    #expect(result.errorText.contains("/s.csv:3:1: warning: "))
  }

  /// A certificate that nobody has signed must not be trusted silently.
  @Test func anUntrustedCertificateIsAnError() throws {
    let folder = try TemporaryFolder()
    let (key, certificate) = ("\(folder.path)/key.pem", "\(folder.path)/certificate.pem")
    let made = try ChildProcess.run(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", key, "-out", certificate])
    try #require(made.status == 0, "openssl is missing: \(made.errorText)")
    let port = LoopbackServer.refusedPort
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = ["openssl", "s_server", "-accept", "\(port)", "-key", key, "-cert", certificate, "-www"]
    (server.standardOutput, server.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    server.standardInput = Pipe()
    try server.run()
    defer { server.terminate() }
    var result = try run("https://127.0.0.1:\(port)/")
    for _ in 0..<100 where result.errorText.contains("no connection") {
      usleep(50_000)
      result = try run("https://127.0.0.1:\(port)/")
    }
    #expect(result.status == 3)
    #expect(result.errorText.contains("certificate is not trusted"), "\(result.errorText)")
  }
}
