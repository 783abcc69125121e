/// One event of an input device, as the kernel gives it.
struct EvdevEvent: Equatable, Sendable {
  /// Milliseconds of the steady clock.
  var time: Double
  var type: UInt16
  var code: UInt16
  var value: Int32

  init(time: Double = 0, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

/// The least and the greatest value of an axis, and the last one it had.
struct AxisRange: Equatable, Sendable {
  var minimum: Int32
  var maximum: Int32
  /// The kernel tells a value only when it is another one; what it was before we listened has to be asked for.
  var value: Int32 = 0

  /// Where `value` lies between the two ends: 0 ... 1; the middle when the range is empty.
  func fraction(_ value: Int32) -> Double {
    let span = Double(maximum) - Double(minimum)
    guard span > 0 else { return 0.5 }
    // Values count places, not edges: a range 0 ... 799 has 800 of them.
    return min(max((Double(value) - Double(minimum) + 0.5) / (span + 1), 0), 1)
  }
}

/// A place on a touchscreen, in its own units.
struct TouchPlace: Equatable, Sendable {
  var x: Int32 = 0
  var y: Int32 = 0
}

/// What an input device can do.
struct InputDeviceProfile: Equatable, Sendable {
  var name = ""
  /// Codes of the keys and buttons it has.
  var keys: Set<UInt16> = []
  var relativeAxes: Set<UInt16> = []
  var absoluteAxes: [UInt16: AxisRange] = [:]
  /// Where fingers were last, by slot, on a touchscreen that has slots.
  var slotPlaces: [TouchPlace] = []
  /// Whether one touches where it shows, as on a touchscreen.
  var isDirect = false
}
