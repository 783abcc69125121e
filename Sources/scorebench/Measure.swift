import Glibc

/// Times of repeated runs, in milliseconds.
struct Timing {
  var median: Double
  var fastest: Double
  var slowest: Double

  /// Runs `body` until it is warm, then `count` times.
  static func measure(count: Int = 41, _ body: () -> Void) -> Timing {
    for _ in 0..<3 { body() }
    var times = (0..<count).map { _ in
      let start = now()
      body()
      return now() - start
    }
    times.sort()
    return Timing(median: times[count / 2], fastest: times[0], slowest: times[count - 1])
  }

  /// Milliseconds of a steady clock.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

/// Prints a figure with two decimals, right-aligned.
func milliseconds(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  return String(repeating: " ", count: max(8 - text.count, 0)) + text
}

func row(_ label: String, _ timing: Timing) {
  row(label, [timing.median, timing.fastest, timing.slowest])
}

func row(_ label: String, median: Double) { row(label, [median]) }

private func row(_ label: String, _ values: [Double]) {
  let padding = String(repeating: " ", count: max(44 - label.count, 1))
  print(label + padding + values.map(milliseconds).joined())
}

/// What the figures were measured on.
enum Machine {
  static func print() {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    Swift.print("\(processor()), \(cores) cores")
  }

  private static func processor() -> String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown processor" }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 4096)
    while fgets(&buffer, Int32(buffer.count), file) != nil {
      let line = String(decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if line.hasPrefix("model name"), let colon = line.firstIndex(of: ":") {
        return String(line[colon...].dropFirst(2))
      }
    }
    return "unknown processor"
  }
}
