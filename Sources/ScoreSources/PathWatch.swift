internal import CLinux
internal import Glibc

/// Watches a path with inotify.
struct PathWatch: ~Copyable, Sendable {
  /// What the events since the last look were about.
  struct News: Equatable {
    var contentsChanged = false
    /// The path may mean another file now.
    var wayChanged = false
  }

  /// Nil if the system gives no watches at all; then only looking helps.
  private let inotify: FileDescriptor?
  private let path: [UInt8]
  private var watches: [Int32: Watch] = [:]
  /// False if some part could not be watched, or lies where others can change it unseen.
  private(set) var isComplete = false

  private enum Watch: Equatable {
    case file
    case folder(WatchPlan.Folder)
  }

  init(path: [UInt8]) {
    self.path = path
    let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    inotify = number >= 0 ? FileDescriptor(owning: number) : nil
  }

  /// To poll for reading; -1, which `poll` ignores, if there are no watches.
  var descriptor: Int32 {
    switch inotify {
    case .some(let inotify): inotify.number
    case .none: -1
    }
  }

  /// Watches what the path leads through now. Look at the file after this, not before, and no
  /// change is missed.
  mutating func arm() {
    let plan = WatchPlan(path: path)
    var fresh: [Int32: Watch] = [:]
    isComplete = true
    for (folder, watch) in plan.folders {
      guard let number = add(folder, Self.mask(of: watch)) else { continue }
      // Two paths can be the same folder.
      if case .folder(let other) = fresh[number] {
        fresh[number] = .folder(WatchPlan.Folder(names: other.names.union(watch.names)))
      } else {
        fresh[number] = .folder(watch)
      }
    }
    if let file = plan.file, let number = add(file, Self.fileMask) { fresh[number] = .file }
    removeWatches { fresh[$0] == nil }
    watches = fresh
  }

  /// Takes the events that have come in; never blocks.
  mutating func takeNews() -> News {
    var news = News()
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: MemoryLayout<inotify_event>.alignment) { room in
      while true {
        let count = readEvents(into: room)
        guard count > 0 else { return }
        take(UnsafeRawBufferPointer(rebasing: room.prefix(count)), into: &news)
      }
    }
    return news
  }

  private func readEvents(into room: UnsafeMutableRawBufferPointer) -> Int {
    let number = descriptor
    guard number >= 0 else { return 0 }
    return retryingInterrupted { read(number, room.baseAddress, room.count) }
  }

  private mutating func take(_ events: UnsafeRawBufferPointer, into news: inout News) {
    var offset = 0
    let headSize = MemoryLayout<inotify_event>.size
    while offset + headSize <= events.count {
      let watch = events.loadUnaligned(fromByteOffset: offset, as: Int32.self)
      let mask = events.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let length = Int(events.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      let name = events[(offset + headSize)...].prefix(length).prefix { $0 != 0 }
      take(watch: watch, mask: mask, name: name, into: &news)
      offset += headSize + length
    }
  }

  private mutating func take(
    watch: Int32, mask: UInt32, name: some Collection<UInt8>, into news: inout News
  ) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      news.contentsChanged = true
      news.wayChanged = true
      return
    }
    switch watches[watch] {
    case .file?:
      news.contentsChanged = true
      if mask & (UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)) != 0 { news.wayChanged = true }
    case .folder(let folder)?:
      if name.isEmpty || folder.names.contains(Array(name)) { news.wayChanged = true }
    case nil:
      break
    }
    if mask & UInt32(IN_IGNORED) != 0 { watches[watch] = nil }
  }

  private mutating func add(_ path: [UInt8], _ mask: UInt32) -> Int32? {
    let inotifyNumber = descriptor
    guard inotifyNumber >= 0 else {
      isComplete = false
      return nil
    }
    let watch = path.withPath { inotify_add_watch(inotifyNumber, $0, mask) }
    guard watch >= 0 else {
      isComplete = false
      return nil
    }
    if path.withPath({ is_on_remote_file_system($0) }) { isComplete = false }
    return watch
  }

  private func removeWatches(where isObsolete: (Int32) -> Bool) {
    for watch in watches.keys where isObsolete(watch) { _ = inotify_rm_watch(descriptor, watch) }
  }

  private static let fileMask = UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVE_SELF | IN_DELETE_SELF)

  private static func mask(of folder: WatchPlan.Folder) -> UInt32 {
    // A folder that is on the way says nothing about what goes on in it, only when it goes itself.
    let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    return folder.names.isEmpty ? own : own | UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB)
  }
}
