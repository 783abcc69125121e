/// Which folders have to be watched to notice every way in which a path can come to mean another
/// file: a rename in its folder, a link switched to another target, a folder moved away.
struct WatchPlan: Equatable, Sendable {
  struct Folder: Equatable, Sendable {
    /// Names in the folder whose coming and going matters.
    var names: Set<[UInt8]> = []
  }

  /// By path. A folder without names is only watched for being taken away itself.
  private(set) var folders: [[UInt8]: Folder] = [:]
  /// The file at the end of the way, if it is there.
  private(set) var file: [UInt8]?

  /// Follows `path` name by name and link by link, as the system does when it opens it.
  init(path: [UInt8]) {
    let slash = UInt8(ascii: "/")
    var folder: [UInt8] = path.first == slash ? [slash] : [UInt8(ascii: ".")]
    var names = Self.names(in: path)
    var linksLeft = 40
    while !names.isEmpty {
      let name = names.removeFirst()
      let full = folder == [slash] ? folder + name : folder + [slash] + name
      guard let status = try? FileStatus(of: full, followingLinks: false) else {
        folders[folder, default: Folder()].names.insert(name)
        return
      }
      switch status.kind {
      case .symbolicLink:
        folders[folder, default: Folder()].names.insert(name)
        linksLeft -= 1
        guard linksLeft > 0, let target = SymbolicLink.target(of: full) else { return }
        if target.first == slash { folder = [slash] }
        names = Self.names(in: target) + names
      case .directory where !names.isEmpty:
        folders[full, default: Folder()].names.formUnion([])
        folder = full
      default:
        folders[folder, default: Folder()].names.insert(name)
        if names.isEmpty && status.kind == .regular { file = full }
        return
      }
    }
  }

  private static func names(in path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).map(Array.init)
  }
}
