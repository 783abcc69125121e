import Glibc
import ScoreData
import Testing

@testable import ScoreSources

/// Swift Testing has a `SourceLocation`, too.
typealias Location = ScoreSources.SourceLocation

/// Opens a location and gives its bytes, or the error as it would be printed.
func contents(_ location: Location, _ options: SourceOptions = SourceOptions()) throws(SourceError) -> [UInt8] {
  let source = try ByteSource.open(location, options: options)
  let bytes = source.withBytes { Array($0) }
  try source.verify()
  return bytes
}

func failure(_ path: [UInt8], _ options: SourceOptions = SourceOptions()) -> SourceError? {
  failure(.file(path: path), options)
}

func failure(_ location: Location, _ options: SourceOptions = SourceOptions()) -> SourceError? {
  do throws(SourceError) {
    _ = try contents(location, options)
    return nil
  } catch {
    return error
  }
}

@Suite struct FileSourceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1, 2, 3, 65535, 65536, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5_000_001])
  func everySizeIsReadWhole(size: Int) throws {
    var generator = SeededBytes(seed: UInt64(size))
    let bytes = generator.bytes(count: size)
    let path = try folder.write("x.csv", bytes)
    #expect(try contents(.file(path: path)) == bytes)
  }

  @Test(arguments: [
    " my \"scores\" ☃.csv", "e\u{301}t\u{E9}.csv", "-x.csv", "new\nline", "*?[a]", "~", "$HOME", "a%20b", "\\",
  ])
  func oddNamesAreOpenedAsGiven(name: String) throws {
    let path = try folder.write(name, "Date,Score\n")
    #expect(try contents(.file(path: path)) == Array("Date,Score\n".utf8))
  }

  @Test func aNameIsNotNormalised() throws {
    try folder.write("\u{E9}.csv", "composed")
    #expect(failure(folder.bytes(of: "e\u{301}.csv"))?.diagnostic.kind.rawValue == "not-found")
    let notUTF8: [UInt8] = [0xE9, 0x2E, 0x63, 0x73, 0x76]
    let other = folder.bytes(of: notUTF8)
    #expect(failure(other)?.place.hasSuffix("/\\xE9.csv") == true)
    _ = other.withPath { close(open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)) }
    #expect(try contents(.file(path: other)) == [])
  }

  @Test func linksAreFollowed() throws {
    try folder.write("input.csv", "x\n")
    symlink("input.csv", folder.path + "/link.csv")
    #expect(try contents(.file(path: folder.bytes(of: "link.csv"))) == Array("x\n".utf8))
  }

  @Test func filesOfTheKernelHaveNoSize() throws {
    #expect(try contents(.file(path: Array("/proc/self/status".utf8))).count > 100)
    #expect(try contents(.file(path: Array("/sys/kernel/mm/transparent_hugepage/enabled".utf8))).isEmpty == false)
    #expect(try contents(.file(path: Array("/dev/null".utf8))).isEmpty)
  }

  @Test func anEndlessDeviceMeetsTheLimit() {
    var options = SourceOptions()
    options.memoryLimit = 3_000_000
    #expect(failure(Array("/dev/zero".utf8), options)?.diagnostic.kind.rawValue == "too-large")
  }

  @Test func anUnfinishedLastLineCanBeLeftOut() throws {
    var options = SourceOptions()
    options.wholeLinesOnly = true
    let path = try folder.write("x.csv", "Date,Score\n2024-08-29,70\n2024-08-30,7")
    #expect(try contents(.file(path: path), options) == Array("Date,Score\n2024-08-29,70\n".utf8))
  }

  @Test func aLargeFileIsMappedAndNotCopied() throws {
    let path = try folder.write("x.csv", [UInt8](repeating: 0x0A, count: 3 << 20))
    let source = try ByteSource.open(.file(path: path))
    let address = source.withBytes { UInt(bitPattern: $0.baseAddress) }
    let maps = String(decoding: try contents(.file(path: Array("/proc/self/maps".utf8))), as: UTF8.self)
    let line = maps.split(separator: "\n").first { $0.hasPrefix(String(address, radix: 16) + "-") }
    #expect(line?.hasSuffix("/x.csv") == true)
    let isSame = source.withReleasableBytes { bytes, release in
      release(0..<bytes.count)
      return bytes.allSatisfy { $0 == 0x0A }
    }
    #expect(isSame)
  }

  @Test func aFileThatIsCutWhileMappedIsAnError() throws {
    let path = try folder.write("x.csv", [UInt8](repeating: 0x61, count: 3 << 20))
    let source = try ByteSource.open(.file(path: path))
    #expect(source.withBytes { $0[0] } == 0x61)
    truncate(folder.path + "/x.csv", 100)
    let sum = source.withBytes { bytes in bytes.reduce(0) { $0 &+ Int($1) } }
    #expect(sum == 100 * 0x61)
    #expect(throws: SourceError.self) { try source.verify() }
    do { try source.verify() } catch { #expect(error.diagnostic.kind.rawValue == "file-changed") }
  }

  @Test func aFileThatIsCutIsSurvivedByManyThreads() throws {
    let path = try folder.write("x.csv", [UInt8](repeating: 0x61, count: 8 << 20))
    for _ in 0..<20 {
      truncate(folder.path + "/x.csv", 8 << 20)
      let source = try ByteSource.open(.file(path: path))
      truncate(folder.path + "/x.csv", 0)
      source.withBytes { bytes in
        nonisolated(unsafe) let bytes = bytes
        DispatchedThreads.run(4) { index in
          for offset in stride(from: index * 4096, to: bytes.count, by: 4 * 4096) where bytes[offset] == 0x7A { break }
        }
      }
      #expect(throws: SourceError.self) { try source.verify() }
    }
  }

  @Test func aFileThatGrowsWhileMappedIsWhole() throws {
    let path = try folder.write("x.csv", [UInt8](repeating: 0x61, count: 2 << 20))
    let source = try ByteSource.open(.file(path: path))
    try folder.append("x.csv", "more")
    #expect(source.count == 2 << 20)
    try source.verify()
  }

  @Test func aFileThatIsRewrittenWhileMappedIsAnError() throws {
    let path = try folder.write("x.csv", [UInt8](repeating: 0x61, count: 2 << 20))
    let source = try ByteSource.open(.file(path: path))
    // The clock of file systems ticks slowly.
    usleep(20_000)
    try folder.write("x.csv", [UInt8](repeating: 0x62, count: 2 << 20))
    #expect(throws: SourceError.self) { try source.verify() }
  }

  @Test func aSparseFileLargerThanMemoryIsMapped() throws {
    let path = try folder.write("x.csv", "Date,Score\n")
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    // Where a process may not have that many addresses, as many as it may.
    let size = min(1 << 40, Int(clamping: limit.rlim_cur / 4))
    truncate(folder.path + "/x.csv", size)
    let source = try ByteSource.open(.file(path: path))
    #expect(source.count == size)
    #expect(source.withBytes { $0[size - 1] } == 0)
  }

  @Test func descriptorsAreClosedAndNotInherited() throws {
    let path = try folder.write("x.csv", [UInt8](repeating: 0x0A, count: 2 << 20))
    let prefix = folder.path
    do {
      let source = try ByteSource.open(.file(path: path))
      let open = openDescriptors(to: prefix)
      #expect(open.count == 1)
      #expect(open.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
      #expect(source.count == 2 << 20)
    }
    _ = failure(folder.bytes(of: "missing.csv"))
    _ = failure(folder.bytes(of: "."))
    #expect(openDescriptors(to: prefix).isEmpty)
  }
}

/// The process's descriptors of files below a folder.
func openDescriptors(to prefix: String) -> [Int32] {
  (0..<4096).filter { number in
    let target = SymbolicLink.target(of: Array("/proc/self/fd/\(number)".utf8))
    return target.map { String(decoding: $0, as: UTF8.self).hasPrefix(prefix) } ?? false
  }
}
