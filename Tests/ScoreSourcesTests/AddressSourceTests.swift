import Foundation
import Glibc
import ScoreData
import Support
import Testing

@testable import ScoreSources

@Suite struct AddressSourceTests {
  init() {
    // A proxy of the machine must not see these requests.
    setenv("no_proxy", "*", 1)
  }

  private func options(_ change: (inout SourceOptions) -> Void = { _ in }) -> SourceOptions {
    var options = SourceOptions()
    options.connectTimeout = 20_000
    options.totalTimeout = 20_000
    change(&options)
    return options
  }

  private func fetch(_ address: String, _ options: SourceOptions? = nil) throws(SourceError) -> [UInt8] {
    try contents(.address(address), options ?? self.options())
  }

  private func error(_ address: String, _ options: SourceOptions? = nil) -> SourceError? {
    failure(.address(address), options ?? self.options())
  }

  private func error(_ server: LoopbackServer, _ options: SourceOptions? = nil) -> String? {
    error(server.address(), options).map { error in
      error.exitStatus == 3
        ? "\(error.diagnostic.message) [\(error.diagnostic.kind.rawValue)]" : "exit \(error.exitStatus)"
    }
  }

  @Test func anAddressIsFetched() throws {
    let server = LoopbackServer(body: "Date,Score\n2024-08-29,70\n")
    var options = options()
    options.userAgent = "scoreview/1.2"
    #expect(try fetch(server.address("/a b"), options) == Array("Date,Score\n2024-08-29,70\n".utf8))
    let request = try #require(server.requests.first)
    #expect(request.header("User-Agent") == "scoreview/1.2")
    #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
    #expect(request.header("If-None-Match") == nil)
  }

  @Test func anEmptyAnswerIsEmpty() throws {
    let server = LoopbackServer(body: "")
    #expect(try fetch(server.address()) == [])
  }

  @Test func redirectionsAreFollowed() throws {
    let server = LoopbackServer { request, number in
      let body = "a\n"
      return number < 10
        ? [.send("HTTP/1.1 302 Found\r\nLocation: /\(number)\r\nContent-Length: 5\r\nConnection: close\r\n\r\nmoved")]
        : [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n\(body)")]
    }
    #expect(try fetch(server.address()) == Array("a\n".utf8))
    #expect(server.requests.count == 11)
  }

  @Test func redirectionsInACircleAreAnError() {
    let server = LoopbackServer([
      .send("HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    ])
    #expect(
      error(server)
        == "more than 10 redirections, probably in a circle; open the address in a browser to see where it ends [fetch-failed]"
    )
    #expect(server.requests.count == 11)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "dict://127.0.0.1/x"])
  func redirectionsLeadToTheWebOnly(target: String) {
    let server = LoopbackServer([
      .send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    ])
    #expect(error(server)?.hasPrefix("the server redirects to something that is neither http nor https") == true)
  }

  @Test func aRedirectionToNowhereIsAnError() {
    let server = LoopbackServer([.send("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")])
    #expect(error(server) == "the server answers 302; that leads nowhere; check the address [http-status]")
  }

  @Test(arguments: [
    (
      404, "{\"error\":\n \"no such chart\"}",
      "the server answers 404 and says \"{\"error\": \"no such chart\"}\"; there is nothing under this address; check it"
    ),
    (404, "<!doctype html><p>x", "the server answers 404; there is nothing under this address; check it"),
    (403, "", "the server answers 403; it wants a login or a key; check those in the address"),
    (429, "slow\u{1B}[2J down", "the server answers 429; it was asked too often; wait, or refresh less often"),
    (
      500, "a\u{202E}b",
      "the server answers 500 and says \"a\\xE2\\x80\\xAEb\"; it has a problem of its own; try again later"
    ),
    (418, "x", "the server answers 418 and says \"x\"; check the address"),
    (
      503, String(repeating: "y", count: 300_000),
      "the server answers 503 and says \"\(String(repeating: "y", count: 200))…\"; it has a problem of its own; try again later"
    ),
  ])
  func refusalsAreQuoted(status: Int, body: String, expected: String) {
    let server = LoopbackServer([
      .send("HTTP/1.1 \(status) Whatever\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    ])
    #expect(error(server) == "\(expected) [http-status]")
  }

  @Test func anAnswerWithoutDataIsAnError() {
    let server = LoopbackServer([.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")])
    #expect(error(server) == "the server answers 204; that is an answer without data; check the address [http-status]")
  }

  @Test func aCutAnswerIsAnError() {
    let server = LoopbackServer([.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nDate,Score\n")])
    #expect(error(server) == "the answer was cut off after 11 of 1000 bytes; try again [fetch-failed]")
  }

  @Test func aCutChunkedAnswerIsAnError() {
    let server = LoopbackServer([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nB\r\nDate,Score\n\r\n")])
    #expect(error(server)?.hasSuffix("[fetch-failed]") == true)
  }

  @Test func aBrokenConnectionIsAnError() {
    let server = LoopbackServer([
      .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nDate"), .wait(milliseconds: 50), .reset,
    ])
    #expect(error(server)?.hasPrefix("the connection broke") == true)
  }

  @Test func noAnswerIsAnError() {
    #expect(
      error(LoopbackServer([]))
        == "the server closed the connection without an answer; try again, or check the port [fetch-failed]")
    #expect(error(LoopbackServer([.send("hello\r\n")]))?.hasSuffix("[fetch-failed]") == true)
  }

  @Test func aLengthThatIsTooShortEndsTheAnswer() throws {
    let server = LoopbackServer([.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\na\nmore")])
    #expect(try fetch(server.address()) == Array("a\n".utf8))
  }

  @Test func aSlowAnswerIsAnError() {
    let silent = LoopbackServer([.wait(milliseconds: 400)])
    let short = options { $0.totalTimeout = 100 }
    #expect(error(silent, short)?.hasPrefix("no answer in time; check the address, or try again later") == true)
    let slow = LoopbackServer([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nDate"), .wait(milliseconds: 400)])
    #expect(error(slow, short) == "the answer came too slowly: 4 of 9 bytes; try again later [fetch-failed]")
  }

  @Test func aHugeAnswerIsAnError() {
    let small = options { $0.downloadLimit = 1000 }
    let announced = LoopbackServer(body: String(repeating: "x", count: 1001))
    #expect(
      error(announced, small)
        == "the answer is larger than 1000 bytes; download it to a file, or ask for less [too-large]")
    let endless = LoopbackServer(
      [.send("HTTP/1.1 200 OK\r\n\r\n")] + Array(repeating: .send(String(repeating: "x", count: 500)), count: 50))
    #expect(error(endless, small)?.hasSuffix("[too-large]") == true)
    #expect(error(LoopbackServer(body: String(repeating: "x", count: 1000)), small) == nil)
  }

  @Test func aRefusedPortIsAnError() {
    let address = "http://127.0.0.1:\(LoopbackServer.refusedPort)/x"
    #expect(
      error(address)?.text
        == "\(address): error: no connection: connection refused; check the port and that the server runs [fetch-failed]"
    )
  }

  @Test func aServerWithoutTLSIsAnError() {
    let server = LoopbackServer([.send("HTTP/1.1 400 Bad\r\n\r\n")])
    let error = error("https://127.0.0.1:\(server.port)/x")
    #expect(error?.diagnostic.message.hasPrefix("no secure connection") == true)
  }

  @Test(arguments: ["http://", "http:///x", "http://127.0.0.1:99999/", "http://a:b:c/"])
  func whatIsNoAddressIsAUsageError(address: String) {
    let error = error(address)
    #expect(error?.diagnostic.kind.rawValue == "bad-address")
    #expect(error?.exitStatus == 2)
  }

  @Test func passwordsAreSentButNotShown() throws {
    let server = LoopbackServer([.send("HTTP/1.1 401 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")])
    let error = error("http://joe:secret@127.0.0.1:\(server.port)/x?apikey=abc")
    #expect(error?.text.contains("secret") == false && error?.text.contains("abc") == false)
    #expect(server.requests.first?.header("Authorization") == "Basic am9lOnNlY3JldA==")
    #expect(server.requests.first?.path == "/x?apikey=abc")
  }
}

@Suite struct PackedAnswerTests {
  private let packed: [UInt8]
  private let table = GzipTests.table(rows: 3000)

  init() throws {
    setenv("no_proxy", "*", 1)
    let folder = try TemporaryFolder()
    try folder.write("plain", table)
    #expect(try run("gzip -c plain > packed", in: folder) == 0)
    packed = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/packed")))
  }

  private func server(_ body: [UInt8], _ headers: String) -> LoopbackServer {
    LoopbackServer([.send("HTTP/1.1 200 OK\r\n\(headers)Connection: close\r\n\r\n"), .send(body)])
  }

  @Test func packedAnswersAndPackedFilesAreUnpacked() throws {
    for headers in ["", "Content-Encoding: gzip\r\n", "Content-Length: \(packed.count)\r\nContent-Encoding: gzip\r\n"] {
      let server = server(packed, headers)
      #expect(try contents(.address(server.address())) == table)
    }
  }

  @Test func cutPackedAnswersAreErrors() {
    for cut in [packed.count - 1, packed.count - 8, packed.count / 2, 30] {
      let file = server(Array(packed[..<cut]), "")
      #expect(failure(.address(file.address()))?.diagnostic.kind.rawValue == "truncated-gzip", "cut at \(cut)")
      let encoded = server(Array(packed[..<cut]), "Content-Encoding: gzip\r\n")
      #expect(failure(.address(encoded.address()))?.diagnostic.kind.rawValue == "truncated-gzip", "cut at \(cut)")
    }
  }

  @Test func damagedPackedAnswersAreErrors() {
    var damaged = packed
    damaged[packed.count / 2] ^= 0xFF
    damaged[packed.count / 2 + 1] ^= 0xFF
    let server = server(damaged, "Content-Encoding: gzip\r\n")
    #expect(failure(.address(server.address()))?.diagnostic.kind.rawValue == "damaged-gzip")
  }

  @Test func packedRefusalsAreQuoted() throws {
    let folder = try TemporaryFolder()
    try folder.write("plain", "no such chart")
    #expect(try run("gzip -c plain > packed", in: folder) == 0)
    let body = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/packed"))
    let head = "HTTP/1.1 404 No\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    let server = LoopbackServer([.send(head), .send(Array(body))])
    #expect(failure(.address(server.address()))?.diagnostic.message.contains("says \"no such chart\"") == true)
  }

  @Test func anUnknownPackingIsAnError() {
    let server = server([1, 2, 3], "Content-Encoding: br\r\n")
    #expect(failure(.address(server.address()))?.diagnostic.message.hasPrefix("the answer is packed as \"br\"") == true)
  }

  @Test func anAnswerThatUnpacksToTooMuchIsAnError() {
    var options = SourceOptions()
    options.unpackedLimit = 10_000
    let server = server(packed, "Content-Encoding: gzip\r\n")
    #expect(failure(.address(server.address()), options)?.diagnostic.kind.rawValue == "gzip-too-large")
  }
}
