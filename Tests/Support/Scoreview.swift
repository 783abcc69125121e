public import Foundation

/// The program under test: the one built together with the tests.
public enum Scoreview {
  /// Beside the test bundle, unless SCOREVIEW_BINARY names another build.
  public static var path: String {
    if let given = ProcessInfo.processInfo.environment["SCOREVIEW_BINARY"] { return given }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("scoreview").path
  }

  /// The project's folder.
  public static var project: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// A file of the project's samples.
  public static func sample(_ name: String) -> String {
    project.appendingPathComponent("assets").appendingPathComponent(name).path
  }

  /// Runs the program to its end, with no display unless the environment says so.
  public static func run(
    _ arguments: String..., input: Data = Data(), environment: [String: String?] = [:]
  ) throws -> ChildOutput {
    let bare: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]
    return try ChildProcess.run(
      path, arguments, environment: bare.merging(environment) { $1 }, input: input)
  }
}

/// A folder of a test's own, removed with the value.
public final class TemporaryFolder {
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("scoreview-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder, written first if there is content for it.
  public func file(_ name: String, _ content: String? = nil) throws -> String {
    let file = url.appendingPathComponent(name)
    if let content { try Data(content.utf8).write(to: file) }
    return file.path
  }

  /// The names of what is in the folder, sorted.
  public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
