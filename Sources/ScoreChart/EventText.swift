import ScoreDrawing

/// One event as words, both ways.
enum EventText {
  /// The shortest text that reads back as the same number.
  static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func words(for kind: InputEvent.Kind) -> [String] {
    switch kind {
    case .pointerDown(let point, let device): ["down"] + place(point) + [device == .touch ? "touch" : "mouse"]
    case .pointerMoved(let point): ["move"] + place(point)
    case .pointerUp(let point): ["up"] + place(point)
    case .pointerLeft: ["leave"]
    case .wheel(let dx, let dy, let point, let modifiers):
      ["wheel", number(dx), number(dy)] + place(point) + names(modifiers)
    case .pinch(let factor, let point): ["pinch", number(factor)] + place(point)
    case .key(let key, let modifiers, let isRepeat):
      ["key", name(key)] + names(modifiers) + (isRepeat ? ["repeat"] : [])
    case .resized(let size, let scale): ["resize", number(size.width), number(size.height), number(scale)]
    case .surroundings(let isDark): ["surroundings", isDark ? "dark" : "light"]
    case .tick: ["tick"]
    case .dropped(let path): ["drop", hex(path)]
    case .closed: ["close"]
    }
  }

  /// Nil for words that are no event.
  static func kind(_ words: [String]) -> InputEvent.Kind? {
    guard let verb = words.first else { return nil }
    let rest = Array(words.dropFirst())
    switch verb {
    case "down", "move", "up": return pointer(verb, rest)
    case "leave": return rest.isEmpty ? .pointerLeft : nil
    case "surroundings": return rest == ["dark"] || rest == ["light"] ? .surroundings(isDark: rest[0] == "dark") : nil
    case "tick": return rest.isEmpty ? .tick : nil
    case "close": return rest.isEmpty ? .closed : nil
    case "wheel":
      guard rest.count >= 4, let numbers = numbers(rest.prefix(4)), let modifiers = modifiers(rest.dropFirst(4)) else {
        return nil
      }
      return .wheel(dx: numbers[0], dy: numbers[1], at: ViewPoint(x: numbers[2], y: numbers[3]), modifiers)
    case "pinch":
      guard rest.count == 3, let numbers = numbers(rest[...]) else { return nil }
      return .pinch(factor: numbers[0], at: ViewPoint(x: numbers[1], y: numbers[2]))
    case "key": return key(rest)
    case "resize":
      guard rest.count == 3, let numbers = numbers(rest[...]), numbers[0] >= 0, numbers[1] >= 0, numbers[2] > 0,
        numbers.allSatisfy({ $0.isFinite && $0 <= 1_000_000 })
      else { return nil }
      return .resized(ViewSize(width: numbers[0], height: numbers[1]), scale: numbers[2])
    case "drop": return rest.count == 1 ? text(hex: rest[0]).map { .dropped($0) } : nil
    default: return nil
    }
  }

  private static func pointer(_ verb: String, _ rest: [String]) -> InputEvent.Kind? {
    guard rest.count == (verb == "down" ? 3 : 2), let numbers = numbers(rest.prefix(2)) else { return nil }
    let point = ViewPoint(x: numbers[0], y: numbers[1])
    switch (verb, rest.last) {
    case ("move", _): return .pointerMoved(point)
    case ("up", _): return .pointerUp(point)
    case ("down", "mouse"): return .pointerDown(point, .mouse)
    case ("down", "touch"): return .pointerDown(point, .touch)
    default: return nil
    }
  }

  private static func place(_ point: ViewPoint) -> [String] { [number(point.x), number(point.y)] }

  private static func numbers(_ words: ArraySlice<String>) -> [Double]? {
    let numbers = words.compactMap { Double($0) }
    return numbers.count == words.count ? numbers : nil
  }

  // MARK: Keys

  private static let keys: [(name: String, key: Key)] = [
    ("left", .left), ("right", .right), ("up", .up), ("down", .down), ("page-up", .pageUp),
    ("page-down", .pageDown), ("home", .home), ("end", .end), ("tab", .tab), ("space", .space), ("enter", .enter),
    ("escape", .escape), ("f11", .f11),
  ]
  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("shift", .shift), ("control", .control), ("alt", .alt),
  ]

  private static func name(_ key: Key) -> String {
    if case .character(let scalar) = key { return "U+" + String(scalar.value, radix: 16, uppercase: true) }
    return keys.first { $0.key == key }?.name ?? "escape"
  }

  private static func names(_ modifiers: Modifiers) -> [String] {
    modifierNames.filter { modifiers.contains($0.modifier) }.map(\.name)
  }

  private static func modifiers(_ words: ArraySlice<String>) -> Modifiers? {
    var modifiers: Modifiers = []
    for word in words {
      guard let entry = modifierNames.first(where: { $0.name == word }) else { return nil }
      modifiers.insert(entry.modifier)
    }
    return modifiers
  }

  private static func key(_ rest: [String]) -> InputEvent.Kind? {
    guard let name = rest.first else { return nil }
    let isRepeat = rest.count > 1 && rest.last == "repeat"
    let key: Key
    if name.hasPrefix("U+") {
      guard let value = UInt32(name.dropFirst(2), radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
      key = .character(scalar)
    } else {
      guard let entry = keys.first(where: { $0.name == name }) else { return nil }
      key = entry.key
    }
    guard let modifiers = modifiers(rest.dropFirst().dropLast(isRepeat ? 1 : 0)) else { return nil }
    return .key(key, modifiers, isRepeat: isRepeat)
  }

  // MARK: Paths

  /// Bytes in hexadecimal: a path may hold anything, spaces and line ends too.
  private static func hex(_ text: String) -> String {
    text.isEmpty ? "-" : text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func text(hex: String) -> String? {
    if hex == "-" { return "" }
    let digits = Array(hex.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
