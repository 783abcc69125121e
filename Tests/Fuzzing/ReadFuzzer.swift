import ScoreData
import Support

/// Gives libFuzzer's input to the reader and stops where something that must hold does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAnything(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = FuzzInput(Array(UnsafeBufferPointer(start: start, count: count)))
  if let violation = ReadingProperty.violation(input.file, input.options) { fatalError(violation) }
  return 0
}
