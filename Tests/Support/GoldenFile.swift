import Foundation

/// A file in the folder `Golden` beside a test, and the place for what a failing test got instead.
public struct GoldenFile {
  public let path: String
  private let name: String

  public init(name: String, testFile: String) {
    self.name = name
    path =
      URL(fileURLWithPath: testFile).deletingLastPathComponent().appendingPathComponent("Golden")
      .appendingPathComponent(name).path
  }

  /// Whether goldens are to be written anew (SCOREVIEW_RECORD=1).
  public static var isRecording: Bool { ProcessInfo.processInfo.environment["SCOREVIEW_RECORD"] == "1" }

  public func read() -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

  public func write(_ bytes: [UInt8]) {
    let url = URL(fileURLWithPath: path)
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
  }

  /// Writes what a test got; returns the path.
  public func writeActual(_ bytes: [UInt8], suffix: String = "actual") -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scoreview-failures")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("\(suffix)-\(name)")
    _ = FileManager.default.createFile(atPath: url.path, contents: Data(bytes))
    return url.path
  }
}
