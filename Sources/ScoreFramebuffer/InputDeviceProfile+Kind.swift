internal import CLinuxDisplay

extension InputDeviceProfile {
  /// How a device's places on a surface reach us.
  enum Touch: Equatable, Sendable {
    case none
    /// Fingers in slots (protocol B).
    case slots(x: AxisRange, y: AxisRange)
    /// One finger: axes and a touch button.
    case single(x: AxisRange, y: AxisRange)
    /// A pointer that knows its place: a tablet, a virtual machine's mouse.
    case pointer(x: AxisRange, y: AxisRange)
  }

  /// Whether one types on it: it has letters, or at least arrows (a remote control).
  var isKeyboard: Bool {
    [KEY_A, KEY_Q, KEY_LEFT, KEY_ENTER, KEY_SPACE, KEY_HOME, KEY_PAGEUP].contains { keys.contains(UInt16($0)) }
  }

  var isMouse: Bool { relativeAxes.contains(UInt16(REL_X)) && relativeAxes.contains(UInt16(REL_Y)) }

  var hasWheel: Bool {
    [REL_WHEEL, REL_HWHEEL].contains { relativeAxes.contains(UInt16($0)) }
  }

  var touch: Touch {
    let hasTouchButton = keys.contains(UInt16(BTN_TOUCH))
    if let x = absoluteAxes[UInt16(ABS_MT_POSITION_X)], let y = absoluteAxes[UInt16(ABS_MT_POSITION_Y)],
      absoluteAxes[UInt16(ABS_MT_SLOT)] != nil, isDirect || !keys.contains(UInt16(BTN_TOOL_FINGER))
    {
      return .slots(x: x, y: y)
    }
    guard let x = absoluteAxes[UInt16(ABS_X)], let y = absoluteAxes[UInt16(ABS_Y)] else { return .none }
    if hasTouchButton, isDirect || !keys.contains(UInt16(BTN_TOOL_FINGER)) { return .single(x: x, y: y) }
    return keys.contains(UInt16(BTN_LEFT)) && !hasTouchButton ? .pointer(x: x, y: y) : .none
  }

  /// Whether anything here can use the device.
  var isUseful: Bool { isKeyboard || isMouse || hasWheel || touch != .none }
}
