import Glibc

/// Several ways to read one file, in turn: A B A B …
struct ReadContest {
  let folder: String
  let python: String
  let rounds: Int

  enum Contestant: String {
    case floor
    case scoreview
    case duckdb = "DuckDB"
    case pyarrow
    case polars
    case duckdbJSON = "DuckDB, JSON"
    case polarsJSON = "polars, JSON"
  }

  /// The process that reads `file`.
  static func contestant(_ name: String, _ file: String) -> [String] {
    ["/proc/self/exe", "read", "contestant", name, file]
  }

  private func arguments(_ contestant: Contestant, _ file: String) -> [String] {
    switch contestant {
    case .floor, .scoreview: Self.contestant(contestant.rawValue, file)
    case .duckdb: script("duckdb", "duckdb.sql(f\"create table t as select * from read_csv('{path}')\")", file)
    case .duckdbJSON: script("duckdb", "duckdb.sql(f\"create table t as select * from read_json('{path}')\")", file)
    case .pyarrow:
      script(
        "pyarrow, pyarrow.csv", "pyarrow.set_cpu_count(os.cpu_count()); t = pyarrow.csv.read_csv(path)", file)
    case .polars: script("polars", "t = polars.read_csv(path, try_parse_dates=True)", file)
    case .polarsJSON:
      script(
        "polars",
        "t = polars.read_json(path).with_columns(polars.col('date').str.to_datetime('%Y-%m-%d %H:%M:%S'))", file)
    }
  }

  /// Python that prints how many seconds a statement took, loading aside.
  private func script(_ modules: String, _ statement: String, _ file: String) -> [String] {
    [
      python, "-c",
      """
      import os, sys, time, \(modules)
      path = sys.argv[1]
      start = time.perf_counter()
      \(statement)
      print(time.perf_counter() - start)
      """, file,
    ]
  }

  func printVersions() {
    let script =
      "import sys, duckdb, pyarrow, polars; "
      + "print('Python', sys.version.split()[0], 'DuckDB', duckdb.__version__, 'pyarrow', pyarrow.__version__, "
      + "'polars', polars.__version__)"
    let found = ChildRun.capture([python, "-c", script])
    print(found?.output.split(separator: "\n").first.map(String.init) ?? "\(python) does not have all peers")
  }

  /// Prints the medians; false if this program's own way failed. Peers that are not there are left out.
  func run(_ title: String, _ file: String, _ contestants: [Contestant], rows: Int) -> Bool {
    print("")
    print(column("\(title), seconds", 34) + "  median fastest slowest    peak   ratio")
    var times: [Contestant: [Double]] = [:]
    var peaks: [Contestant: Int] = [:]
    // The first round only warms the caches.
    for round in 0...rounds {
      for contestant in contestants {
        guard let (run, output) = ChildRun.capture(arguments(contestant, file)), run.status == 0,
          let seconds = Self.seconds(in: output)
        else {
          if contestant == .scoreview { return false }
          continue
        }
        if round > 0 { times[contestant, default: []].append(seconds) }
        peaks[contestant] = run.peak
      }
    }
    guard let own = times[.scoreview].map(median) else { return false }
    for contestant in contestants {
      guard let sorted = times[contestant]?.sorted(), let last = sorted.last else {
        print("\(contestant.rawValue) is not there")
        continue
      }
      let middle = median(sorted)
      print(
        column(contestant.rawValue, 34) + [middle, sorted[0], last].map(thousandths).joined()
          + milliseconds(Double(peaks[contestant] ?? 0) / 1024) + milliseconds(middle / own) + " ×")
      if contestant == .scoreview {
        print("  \(milliseconds(Double((peaks[contestant] ?? 0) * 1024) / Double(rows))) bytes a row at its peak")
      }
    }
    return true
  }

  /// The first word of the last line: what stands above may be a bar of progress.
  private static func seconds(in output: String) -> Double? {
    let line = output.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).last
    return line?.split(separator: " ").first.flatMap { Double($0) }
  }

  func runWhole(_ title: String, _ programs: [(name: String, arguments: [String])]) -> Bool {
    SideBySide.header(title)
    return SideBySide(programs: programs).run(count: rounds)
  }

  private func thousandths(_ value: Double) -> String {
    let text = "\(Int((value * 1000).rounded()))"
    let digits = String(repeating: "0", count: max(4 - text.count, 0)) + text
    let shown = digits.dropLast(3) + "." + digits.suffix(3)
    return String(repeating: " ", count: max(8 - shown.count, 0)) + shown
  }
}
