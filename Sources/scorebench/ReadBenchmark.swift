import Glibc
import ScoreData
import ScoreSources
import ScoreThreads

/// Reading a large file, beside DuckDB, pyarrow and polars where there is a Python that has them, and beside a floor.
///
/// Each contestant is a process of its own that tells how long its reading took, so that neither start-up nor
/// another's memory counts; the pictures are whole processes.
enum ReadBenchmark {
  private static let help = """
    usage: scorebench read [--rows=N] [--python=PATH] [--folder=PATH] [--rounds=N]
      --rows    rows of the large file; 100000000 by default (2.4 GB)
      --python  a Python that has duckdb, pyarrow and polars; python3 by default
      --folder  where the files are made and kept; a temporary folder by default
      --rounds  how often each is measured; 5 by default
    """

  /// Whether this process is one of those that are measured.
  static var isContestant: Bool { CommandLine.arguments.count == 5 && CommandLine.arguments[2] == "contestant" }

  static func run() -> Bool {
    if isContestant { return contend(CommandLine.arguments[3], CommandLine.arguments[4]) }
    var (rows, rounds, python, folder) = (100_000_000, 5, "python3", nil as String?)
    for argument in CommandLine.arguments.dropFirst(2) {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts[0], parts.count > 1 ? parts[1] : "") {
      case ("--rows", let value): rows = max(Int(value) ?? 0, 1000)
      case ("--rounds", let value): rounds = max(Int(value) ?? 0, 1)
      case ("--python", let value): python = value
      case ("--folder", let value): folder = value
      default:
        print(help)
        return argument == "--help"
      }
    }
    if let folder { return run(ReadContest(folder: folder, python: python, rounds: rounds), rows: rows) }
    guard let temporary = TemporaryFolder() else {
      print("no temporary folder")
      return false
    }
    return run(ReadContest(folder: temporary.path, python: python, rounds: rounds), rows: rows)
  }

  private static func run(_ contest: ReadContest, rows: Int) -> Bool {
    contest.printVersions()
    let files = [
      ("\(contest.folder)/scores-\(rows).csv", { ReadData.writeTable(rows: rows, to: $0) }),
      ("\(contest.folder)/scores-million.csv", { ReadData.writeTable(rows: 1_000_000, to: $0) }),
      ("\(contest.folder)/scores-thousand.csv", { ReadData.writeTable(rows: 1000, to: $0) }),
      ("\(contest.folder)/scores-wide.csv", { ReadData.writeWide(rows: 100_000, columns: 20, to: $0) }),
      ("\(contest.folder)/scores-million.json", { ReadData.writeJSON(rows: 1_000_000, to: $0) }),
    ]
    for (path, write) in files where access(path, R_OK) != 0 {
      guard write(path) else {
        print("cannot write \(path)")
        return false
      }
    }
    let paths = files.map(\.0)
    let picture = "\(contest.folder)/chart.png"
    return contest.run("\(rows) rows of CSV", paths[0], [.floor, .scoreview, .duckdb, .pyarrow], rows: rows)
      && contest.run("100000 rows of 21 columns", paths[3], [.scoreview, .duckdb, .polars], rows: 100_000)
      && contest.run("1000000 rows of JSON", paths[4], [.scoreview, .duckdbJSON, .polarsJSON], rows: 1_000_000)
      && contest.runWhole(
        "1000000 rows to a PNG (ms, MB)",
        [
          (name: "floor", arguments: ReadContest.contestant("floor-picture", paths[1])),
          (name: "scoreview", arguments: [ChartBenchmark.scoreview, paths[1], "-o", picture, "--size=1920x1080"]),
        ])
      && contest.runWhole(
        "\(rows) rows to a PNG (ms, MB)",
        [
          (name: "floor", arguments: ReadContest.contestant("floor-picture", paths[0])),
          (name: "scoreview", arguments: [ChartBenchmark.scoreview, paths[0], "-o", picture, "--size=1920x1080"]),
        ])
  }

  /// Reads as the contestant of this name and prints the seconds that took.
  private static func contend(_ name: String, _ path: String) -> Bool {
    let start = Timing.now()
    switch name {
    case "floor":
      guard let floor = ReadFloor(path) else { return false }
      print((Timing.now() - start) / 1000, floor.count)
    case "floor-picture":
      guard let floor = ReadFloor(path), let png = try? floor.picture() else { return false }
      return OutputBytes.write(png, to: path + ".floor.png")
    default:
      guard let source = try? ByteSource.open(SourceLocation(argument: path)) else { return false }
      let work = ParallelWork(width: WorkerThread.processorCount) { WorkerThread.perform($0, $1) }
      let reading = source.withReleasableBytes { bytes, release in
        try? ScoreReader.read(
          bytes, work: work,
          observer: ReadingObserver(willFill: LargePages.prefer) { step in
            if case .read(let part, _, _) = step { release(part) }
          })
      }
      guard let reading else { return false }
      print((Timing.now() - start) / 1000, reading.table.series[0].count)
    }
    return true
  }
}

private enum OutputBytes {
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    return fclose(file) == 0 && written == bytes.count
  }
}
