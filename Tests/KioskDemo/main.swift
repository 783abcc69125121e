internal import Glibc

/// Writes a line at once: whoever reads it waits for it.
func say(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(descriptor, bytes, bytes.count)
}

do {
  var demo = try KioskDemo(arguments: CommandLine.arguments)
  try demo.run()
} catch {
  say("kioskdemo: error: \(error.message)", to: STDERR_FILENO)
  exit(error.status)
}
