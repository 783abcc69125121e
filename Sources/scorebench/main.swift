import Glibc

/// The benchmarks, by name. Each prints medians in milliseconds beside those of a peer measured in the same run.
let benchmarks: [(name: String, about: String, run: () -> Bool)] = [
  ("chart", "a file of scores into a PNG, whole processes, beside gnuplot", ChartBenchmark.run),
  (
    "terminal",
    "a chart as text, cells, sixels and kitty's pictures, beside gnuplot, plotext and chafa; options: --help",
    TerminalBenchmark.run
  ),
  ("read", "a file into columns, beside DuckDB, pyarrow and a hand-written floor; options: --help", ReadBenchmark.run),
  ("envelope", "a hundred million scores summed up for the view of them all", EnvelopeBenchmark.run),
  (
    "frames", "a frame into pixels, onto a display and into a PNG, beside cairo and merely filling memory",
    FramesBenchmark.run
  ),
]

let name = CommandLine.arguments.dropFirst().first
guard let benchmark = benchmarks.first(where: { $0.name == name }),
  CommandLine.arguments.count == 2 || ["read", "terminal"].contains(name)
else {
  print("usage: scorebench NAME")
  for benchmark in benchmarks { print("  \(benchmark.name)  \(benchmark.about)") }
  exit(name == nil || name == "--help" ? 0 : 2)
}
if !ReadBenchmark.isContestant { Machine.print() }
exit(benchmark.run() ? 0 : 1)
