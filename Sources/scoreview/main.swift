internal import Glibc

let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  CommandLine.unsafeArgv[index].map { pointer in
    Argument(Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))))
  }
}
exit(Program(arguments: arguments).run().rawValue)
