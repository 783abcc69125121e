internal import CLinux
internal import Glibc

/// A descriptor that any thread makes readable, for a loop that sleeps in `poll`.
public final class WakeSignal: Sendable {
  private let event: FileDescriptor

  /// - Throws: `open-failed` when the process has no descriptor left.
  public convenience init(for place: String) throws(SourceError) {
    do throws(SystemError) {
      try self.init()
    } catch {
      throw SourceError(.openFailed, at: place, "no event to wait for: \(error.text)")
    }
  }

  init() throws(SystemError) {
    let number = new_event()
    guard number >= 0 else { throw SystemError(code: errno) }
    event = FileDescriptor(owning: number)
  }

  public var descriptor: Int32 { event.number }
  public func raise() { signal_event(event.number) }
  public func clear() { clear_event(event.number) }
}
