internal import CLinuxDisplay
internal import Glibc

/// An open input device, `/dev/input/event3`.
final class EvdevDevice {
  let number: Int
  let profile: InputDeviceProfile
  private let file: Descriptor
  private var isGrabbed = false

  init(number: Int) throws(SystemCallError) {
    self.number = number
    let path = "/dev/input/event\(number)"
    do { file = try Descriptor(path: path, flags: O_RDWR | O_NONBLOCK) } catch {
      guard error.code == EACCES || error.code == EROFS else { throw error }
      file = try Descriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
    }
    profile = Self.profile(file.number)
    var clock = Int32(CLOCK_MONOTONIC)
    try? file.request(SCOREVIEW_EVDEV_SET_CLOCK, "EVIOCSCLOCKID", &clock)
  }

  var descriptor: Int32 { file.number }

  /// Whether the events come to us alone: neither a shell nor another console gets what is typed.
  func setGrabbed(_ isGrabbed: Bool) {
    guard isGrabbed != self.isGrabbed else { return }
    self.isGrabbed = isGrabbed
    try? file.request(SCOREVIEW_EVDEV_GRAB, "EVIOCGRAB", number: isGrabbed ? 1 : 0)
  }

  /// Hands all waiting events to `body`; false when the device is gone.
  func readEvents(_ body: (EvdevEvent) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(of: input_event.self, capacity: 64) { events in
      while true {
        let length = read(file.number, events.baseAddress, events.count * MemoryLayout<input_event>.stride)
        guard length > 0 else { return length < 0 && (errno == EAGAIN || errno == EINTR) }
        for event in events.prefix(length / MemoryLayout<input_event>.stride) {
          let time = Double(event.time.tv_sec) * 1000 + Double(event.time.tv_usec) / 1000
          body(EvdevEvent(time: time, type: event.type, code: event.code, value: event.value))
        }
      }
    }
  }

  private static func profile(_ file: Int32) -> InputDeviceProfile {
    var profile = InputDeviceProfile()
    var name = [UInt8](repeating: 0, count: 128)
    _ = ioctl(file, SCOREVIEW_EVDEV_NAME, &name)
    profile.name = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    let keys = bits(file, SCOREVIEW_EVDEV_KEYS, byteCount: Int(SCOREVIEW_MAXIMUM_KEY_BYTES))
    profile.keys = Set(keys)
    profile.relativeAxes = Set(bits(file, SCOREVIEW_EVDEV_RELATIVE, byteCount: 4))
    profile.isDirect = bits(file, SCOREVIEW_EVDEV_PROPERTIES, byteCount: 4).contains(UInt16(INPUT_PROP_DIRECT))
    for axis in bits(file, SCOREVIEW_EVDEV_ABSOLUTE, byteCount: Int(SCOREVIEW_MAXIMUM_ABS_BYTES)) {
      var range = input_absinfo()
      guard ioctl(file, UInt(scoreview_evdev_axis(UInt32(axis))), &range) >= 0 else { continue }
      profile.absoluteAxes[axis] = AxisRange(
        minimum: range.minimum, maximum: range.maximum, value: range.value)
    }
    profile.slotPlaces = slotPlaces(file, count: Int(profile.absoluteAxes[UInt16(ABS_MT_SLOT)]?.maximum ?? -1) + 1)
    return profile
  }

  private static func slotPlaces(_ file: Int32, count: Int) -> [TouchPlace] {
    guard (1...256).contains(count) else { return [] }
    func values(_ axis: Int32) -> [Int32] {
      // The axis asked for, and room for its value in every slot.
      var request = [axis] + [Int32](repeating: 0, count: count)
      let size = UInt32(request.count * MemoryLayout<Int32>.stride)
      return ioctl(file, UInt(scoreview_evdev_slots(size)), &request) >= 0 ? Array(request.dropFirst()) : []
    }
    return zip(values(ABS_MT_POSITION_X), values(ABS_MT_POSITION_Y)).map { TouchPlace(x: $0, y: $1) }
  }

  /// The numbers of the bits that a device sets.
  private static func bits(_ file: Int32, _ request: UInt, byteCount: Int) -> [UInt16] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    guard ioctl(file, request, &bytes) >= 0 else { return [] }
    return (0..<byteCount * 8).filter { bytes[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }.map(UInt16.init)
  }
}
