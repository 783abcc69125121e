import Glibc

/// From a file of scores to a 1920 × 1080 PNG, whole processes, beside gnuplot's pngcairo.
enum ChartBenchmark {
  static func run() -> Bool {
    guard let folder = TemporaryFolder() else {
      print("no temporary folder")
      return false
    }
    printVersion(of: "gnuplot")
    for rows in [12, 1000, 100_000] {
      SideBySide.header("\(rows) rows to a PNG (ms, MB)")
      let file = "\(folder.path)/scores-\(rows).csv"
      let script = "\(folder.path)/scores.gp"
      guard write(table(rows: rows), to: file), write(gnuplotScript, to: script) else { return false }
      let out = "\(folder.path)/chart.png"
      let programs = [
        (name: "scoreview", arguments: [scoreview, file, "-o", out, "--size=1920x1080"]),
        (name: "gnuplot pngcairo", arguments: ["gnuplot", "-c", script, file, out]),
      ]
      guard SideBySide(programs: programs).run(count: rows > 10_000 ? 5 : 15) else { return false }
    }
    return true
  }

  /// The program built beside this one.
  static var scoreview: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/scoreview"
  }

  /// What a user of gnuplot would write: a filled area, then the line over it.
  private static let gnuplotScript = """
    set terminal pngcairo size 1920,1080
    set output ARG2
    set datafile separator ","
    set xdata time
    set timefmt "%Y-%m-%d %H:%M:%S"
    set format x "%m-%d"
    set yrange [0:100]
    set style fill solid 0.4 noborder
    unset key
    plot ARG1 skip 1 using 1:2 with filledcurves y1=0 lc rgb "#ffcc99", \\
      ARG1 skip 1 using 1:2 with lines lc rgb "#ff8000"

    """

  /// Scores that wander, one every 20 minutes; the same on every machine.
  static func table(rows: Int) -> String {
    var state: UInt64 = 42
    var score = 700
    var text = "date,score\n"
    for row in 0..<rows {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      score = min(max(score + Int(state >> 33) % 101 - 50, 0), 1000)
      text += "\(moment(minutes: row * 20)),\(score / 10).\(score % 10)\n"
    }
    return text
  }

  /// `2020-01-01 00:00:00` and so many minutes.
  private static func moment(minutes: Int) -> String {
    var time = time_t(1_577_836_800 + minutes * 60)
    var parts = tm()
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let length = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let written = text.utf8.withContiguousStorageIfAvailable { fwrite($0.baseAddress, 1, $0.count, file) }
    return fclose(file) == 0 && written == text.utf8.count
  }

  private static func printVersion(of program: String) {
    guard let pipe = popen("\(program) --version 2>&1", "r") else { return }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return }
    print(String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}

/// A folder for a benchmark's files, removed with the value.
struct TemporaryFolder: ~Copyable {
  let path: String

  init?() {
    var template = Array("/tmp/scorebench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }
}
