internal import CLinuxDisplay
internal import Glibc
internal import ScoreDrawing

/// The open input devices, and those that are about to be opened.
struct InputDevices: ~Copyable {
  /// A new device belongs to root until udev has given it to its group.
  private static let patience = 3000.0
  private static let retryInterval = 100.0

  private(set) var devices: [Int: EvdevDevice] = [:]
  /// Devices that could not be opened yet, and until when to try.
  private var awaited: [Int: Double] = [:]
  private var nextRetry: Double?
  private var isGrabbing = false
  /// Whether some device may not be opened by this user.
  private(set) var isForbidden = false

  var descriptors: [Int32] { devices.values.map(\.descriptor) }
  var retryTime: Double? { awaited.isEmpty ? nil : nextRetry }

  /// Opens what is there and forgets what is not; also after the kernel's messages were lost.
  mutating func scan(into hub: inout InputHub, time: Double) -> [InputEvent] {
    let present = DeviceFolder.numbers(in: "/dev/input", prefix: "event")
    var events: [InputEvent] = []
    for number in devices.keys.sorted() where !present.contains(number) {
      events += remove(number, from: &hub, time: time)
    }
    for number in present { open(number, into: &hub, isLast: true) }
    return events
  }

  /// The kernel says that a device came; its file may not be ready.
  mutating func add(_ number: Int, into hub: inout InputHub, time: Double) {
    guard devices[number] == nil, !open(number, into: &hub, isLast: false) else { return }
    awaited[number] = time + Self.patience
    nextRetry = time + Self.retryInterval
  }

  mutating func remove(_ number: Int, from hub: inout InputHub, time: Double) -> [InputEvent] {
    awaited[number] = nil
    devices[number] = nil
    return hub.remove(number, time: time)
  }

  /// Tries those again that could not be opened.
  mutating func retry(into hub: inout InputHub, time: Double) {
    guard let due = nextRetry, due <= time else { return }
    for (number, end) in awaited where open(number, into: &hub, isLast: end <= time) || end <= time {
      awaited[number] = nil
    }
    nextRetry = awaited.isEmpty ? nil : time + Self.retryInterval
  }

  @discardableResult
  private mutating func open(_ number: Int, into hub: inout InputHub, isLast: Bool) -> Bool {
    guard devices[number] == nil else { return true }
    do {
      let device = try EvdevDevice(number: number)
      guard device.profile.isUseful else { return true }
      device.setGrabbed(isGrabbing)
      devices[number] = device
      hub.add(number, device.profile)
      return true
    } catch {
      if isLast, error.code == EACCES || error.code == EPERM { isForbidden = true }
      return false
    }
  }

  /// Whether typed keys and the mouse are ours alone: while our console is in front.
  mutating func setGrabbing(_ isGrabbing: Bool) {
    self.isGrabbing = isGrabbing
    for device in devices.values { device.setGrabbed(isGrabbing) }
  }

  /// Reads the devices that `isReady` names.
  ///
  /// - Parameter isListening: false while another console is in front: what is typed there is not ours.
  mutating func read(
    into hub: inout InputHub, time: Double, isListening: Bool, isReady: (Int32) -> Bool
  ) -> [InputEvent] {
    var events: [InputEvent] = []
    for number in devices.keys.sorted() {
      guard let device = devices[number], isReady(device.descriptor) else { continue }
      let isThere = device.readEvents { event in
        if isListening { events += hub.take(event, from: number) }
      }
      if !isThere { events += remove(number, from: &hub, time: time) }
    }
    return events
  }
}
