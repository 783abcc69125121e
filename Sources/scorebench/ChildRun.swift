import Glibc

/// What one run of a program cost, from start to end as the system counts it.
struct ChildRun {
  /// Milliseconds.
  var wall: Double
  var processor: Double
  /// Kilobytes of memory at its largest.
  var peak: Int
  var status: Int32

  /// Runs a program to its end with its output thrown away; nil if it cannot be started.
  static func measure(_ arguments: [String]) -> ChildRun? {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { return nil }
    defer { close(null) }
    return run(arguments, output: null) {}
  }

  /// Runs a program to its end and gives what it wrote; nil if it cannot be started.
  static func capture(_ arguments: [String]) -> (run: ChildRun, output: String)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    var text: [UInt8] = []
    let run = run(arguments, output: ends[1]) {
      close(ends[1])
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(ends[0], &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    }
    close(ends[0])
    return run.map { ($0, String(decoding: text, as: UTF8.self)) }
  }

  /// `meanwhile`: called once it runs.
  private static func run(_ arguments: [String], output: Int32, meanwhile: () -> Void) -> ChildRun? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var argv = arguments.map { strdup($0) } + [nil]
    defer { for pointer in argv { free(pointer) } }
    var process = pid_t()
    let start = Timing.now()
    let isStarted = posix_spawnp(&process, arguments[0], &actions, nil, &argv, environ) == 0
    meanwhile()
    guard isStarted else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process else { return nil }
    let wall = Timing.now() - start
    return ChildRun(
      wall: wall, processor: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), peak: usage.ru_maxrss,
      status: status)
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
  }
}

/// Runs of several programs in turn, A B A B …, so that a change of the machine's speed meets them all.
struct SideBySide {
  let programs: [(name: String, arguments: [String])]

  /// Prints the medians of `count` rounds and how many times longer each took than the first; false if one failed.
  func run(count: Int) -> Bool {
    var runs = programs.map { _ in [ChildRun]() }
    for round in 0...count {
      for (index, program) in programs.enumerated() {
        guard let run = ChildRun.measure(program.arguments), run.status == 0 else {
          print("\(program.name) could not be run: \(program.arguments.joined(separator: " "))")
          return false
        }
        // The first round only warms the caches.
        if round > 0 { runs[index].append(run) }
      }
    }
    let base = median(runs[0].map(\.wall))
    for (program, runs) in zip(programs, runs) {
      let walls = runs.map(\.wall).sorted()
      print(
        column(program.name, 34) + milliseconds(median(walls)) + milliseconds(walls[0])
          + milliseconds(walls[walls.count - 1]) + milliseconds(median(runs.map(\.processor)))
          + milliseconds(Double(median(runs.map { Double($0.peak) })) / 1024)
          + milliseconds(median(walls) / base) + " ×")
    }
    return true
  }

  static func header(_ title: String) {
    print("")
    print(column(title, 34) + "  median fastest slowest     cpu    peak   ratio")
  }

}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func column(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}
