/// Compares a text with the file that holds the right one.
///
/// With SCOREVIEW_RECORD=1 in the environment the file is written and the test
/// fails, so that a recording can never pass for a test. On a difference the
/// actual text is written beside the build and its path is part of the message.
public enum TextGolden {
  /// What is wrong with `actual`, nil if nothing is; `name` is a file in the folder `Golden` beside the caller's source.
  public static func difference(_ actual: String, _ name: String, file: String = #filePath) -> String? {
    let golden = GoldenFile(name: name, testFile: file)
    if GoldenFile.isRecording {
      golden.write(Array(actual.utf8))
      return "recorded \(golden.path); run again without SCOREVIEW_RECORD"
    }
    guard let bytes = golden.read() else { return "there is no \(golden.path); record it with SCOREVIEW_RECORD=1" }
    let expected = String(decoding: bytes, as: UTF8.self)
    guard expected != actual else { return nil }
    let written = golden.writeActual(Array(actual.utf8))
    return "\(name) differs at \(firstDifference(expected, actual))\nactual: \(written)"
  }

  private static func firstDifference(_ expected: String, _ actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
    let before = line < old.count ? old[line] : "(end)"
    let after = line < new.count ? new[line] : "(end)"
    return "line \(line + 1)\n- \(before)\n+ \(after)"
  }
}
