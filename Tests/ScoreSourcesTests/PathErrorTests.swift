import Glibc
import ScoreData
import Testing

@testable import ScoreSources

@Suite struct PathErrorTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What is printed about a path in the folder, without the folder's name.
  private func message(_ name: String) -> String {
    guard let error = failure(folder.bytes(of: name)) else { return "no error" }
    return error.text.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
  }

  @Test func aMissingFileIsSaidToBeMissing() throws {
    #expect(message("x.csv") == "x.csv: error: there is no such file; check the name and the folder [not-found]")
    #expect(message("a/b/x.csv") == "a/b/x.csv: error: there is no folder \"a\" [not-found]")
    try folder.write("scores.csv", "")
    #expect(message("scores.csv/x") == "scores.csv/x: error: \"scores.csv\" is a file, not a folder [not-found]")
    #expect(message("scores.csv/").hasSuffix("\"scores.csv\" is a file, not a folder [not-found]"))
    #expect(failure([])?.text == "\"\": error: the name of the file is empty [not-found]")
  }

  @Test(arguments: ["Scores.CSV", "score.csv", "scroes.csv"])
  func aSimilarNameIsOffered(name: String) throws {
    try folder.write("scores.csv", "")
    try folder.write("other.csv", "")
    #expect(message(name) == "\(name): error: there is no such file; did you mean \"scores.csv\"? [not-found]")
  }

  @Test func anotherEncodingOfTheNameIsOffered() throws {
    try folder.write("\u{E9}t\u{E9}.csv", "")
    #expect(message("e\u{301}te\u{301}.csv").contains("did you mean"))
  }

  @Test func aDanglingLinkNamesItsTarget() throws {
    symlink("gone.csv", folder.path + "/link.csv")
    #expect(
      message("link.csv")
        == "link.csv: error: this symbolic link leads to \"gone.csv\", which is not there; "
        + "set the link anew or give the file itself [not-found]")
    symlink("link.csv", folder.path + "/first.csv")
    #expect(message("first.csv").contains("\"gone.csv\""))
    symlink("nowhere", folder.path + "/dir")
    #expect(message("dir/x.csv").contains("the folder \"dir\" is a symbolic link to \"nowhere\""))
  }

  @Test func linksInACircleAreSaidToBe() throws {
    symlink("b", folder.path + "/a")
    symlink("a", folder.path + "/b")
    #expect(
      message("a")
        == "a: error: the symbolic links lead round in a circle; set the link anew or give the file itself [symlink-loop]"
    )
  }

  @Test func aFolderIsSaidToBeOne() throws {
    mkdir(folder.path + "/scores.csv.d", 0o755)
    #expect(message("scores.csv.d") == "scores.csv.d: error: this is a folder; give a file in it [is-directory]")
    #expect(failure(folder.bytes(of: "scores.csv.d"))?.exitStatus == 3)
  }

  @Test func aForbiddenFileIsNotSaidToBeMissing() throws {
    let path = try folder.write("locked.csv", "x")
    chmod(folder.path + "/locked.csv", 0)
    let error = asNobody { failure(path) }
    #expect(error?.diagnostic.kind.rawValue == "no-permission")
    #expect(
      error?.diagnostic.message == "there is no permission to read it: ask its owner, or allow it with chmod +r")
    #expect(error?.exitStatus == 3)
  }

  @Test func aForbiddenFolderIsNamed() throws {
    mkdir(folder.path + "/in", 0o755)
    let path = try folder.write("in/s.csv", "x")
    chmod(folder.path + "/in", 0)
    let error = asNobody { failure(path) }
    #expect(error?.diagnostic.kind.rawValue == "no-permission")
    #expect(error?.diagnostic.message.hasPrefix("the folder \"\(folder.path)/in\" may not be entered") == true)
  }

  @Test func aSocketIsNoFile() throws {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder.path + "/s").utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    #expect(message("s").hasPrefix("s: error: this is a socket"))
  }

  @Test func aNameThatIsTooLongIsAnError() {
    #expect(failure(folder.bytes(of: String(repeating: "x", count: 300)))?.diagnostic.kind.rawValue == "open-failed")
    #expect(failure(folder.bytes(of: String(repeating: "x/", count: 5000)))?.diagnostic.kind.rawValue == "open-failed")
  }

  @Test func namesAreEscapedInMessages() throws {
    let text = message("a\u{1B}[2J\n\u{202E}.csv")
    #expect(text.hasPrefix("a\\x1B[2J\\x0A\\xE2\\x80\\xAE.csv: error: "))
    #expect(!text.contains("\n"))
    #expect(failure(folder.bytes(of: [0x61, 0, 0x62]))?.diagnostic.message == "no file can have a NUL in its name")
  }

  @Test func aPathIsCutIntoItsPrefixes() {
    let given = ["a/b/c", "/a//b", "a/", "x", "/", "a//"]
    let expected = [["a", "a/b", "a/b/c"], ["/a", "/a//b"], ["a"], ["x"], ["/"], ["a"]]
    let found = given.map { SourceError.prefixes(of: Array($0.utf8)).map { String(decoding: $0, as: UTF8.self) } }
    #expect(found == expected)
  }
}
