internal import Glibc

/// The display could not be had or was lost for good.
public enum FramebufferError: Error, Equatable, Sendable {
  /// There is no `/dev/dri/card*` and no `/dev/fb*`, or not the one that was asked for.
  case noDisplay(device: String?)
  /// A device may not be opened; `group` is the one that may.
  case noPermission(device: String, group: String)
  /// Another program draws on the display.
  case displayInUse(device: String)
  /// The display has no such mode.
  case noSuchMode(String, available: [String])
  /// The graphics card has no such connector.
  case noSuchConnector(String, available: [String])
  /// The device stores pixels in a way that nothing here draws.
  case unsupported(device: String, reason: String)
  /// A system call failed.
  case system(device: String, reason: String)
  /// No memory for the picture.
  case outOfMemory(width: Int, height: Int)

  /// What is wrong and what to do, one line.
  public var message: String {
    switch self {
    case .noDisplay(nil):
      "no display: there is neither /dev/dri/card0 nor /dev/fb0; load the graphics driver or use --surface=terminal"
    case .noDisplay(let device?):
      "no display: \(device) does not exist; leave --device out to use the first that does"
    case .noPermission(let device, let group):
      "no permission to use \(device); add the user to the group \(group) (usermod -aG \(group) USER) and log in again"
    case .displayInUse(let device):
      "another program holds the screen (\(device)); end it (a desktop, another kiosk) and start again"
    case .noSuchMode(let mode, let available):
      "the display has no mode \(mode); it has \(Self.list(available))"
    case .noSuchConnector(let name, let available):
      "there is no connector \(name); there is \(Self.list(available))"
    case .unsupported(let device, let reason): "cannot draw on \(device): \(reason)"
    case .system(let device, let reason): "cannot draw on \(device): \(reason)"
    case .outOfMemory(let width, let height): "not enough memory for a picture of \(width) × \(height) pixels"
    }
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "none" }
    let shown = names.dropLast().prefix(11)
    return "\(shown.joined(separator: ", "))\(shown.count < names.count - 1 ? ", …" : "") and \(last)"
  }

  /// What the failed call on a device means to the user.
  init(_ error: SystemCallError, device: String, group: String = "video") {
    switch error.code {
    case ENOENT, ENODEV, ENXIO: self = .noDisplay(device: device)
    case EACCES, EPERM: self = .noPermission(device: device, group: group)
    case EBUSY: self = .displayInUse(device: device)
    default: self = .system(device: device, reason: error.reason)
    }
  }
}
