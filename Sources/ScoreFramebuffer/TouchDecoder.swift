internal import CLinuxDisplay
internal import ScoreDrawing

/// Fingers on one touchscreen: the first is the pointer, two of them pinch.
///
/// After a pinch nothing moves until all fingers have left, so lifting one of them does not throw the chart.
struct TouchDecoder: Equatable, Sendable {
  struct Contact: Equatable, Sendable {
    var id: Int32
    var x: Int32
    var y: Int32
  }

  private let xAxis: AxisRange
  private let yAxis: AxisRange
  /// What the device has said so far, by slot; fingers count from the report's end.
  private var pending: [Int32: Contact] = [:]
  /// Where each slot was last. A finger that comes down in the row or column of the one before it tells only the
  /// other coordinate.
  private var places: [Int32: TouchPlace] = [:]
  private var fingers: [(slot: Int32, contact: Contact)] = []
  private var slot: Int32 = 0
  private var isPinching = false

  /// - Parameter places: where fingers were last, by slot.
  init(x: AxisRange, y: AxisRange, places: [TouchPlace] = []) {
    xAxis = x
    yAxis = y
    single = Contact(id: 0, x: x.value, y: y.value)
    for (slot, place) in places.enumerated() { self.places[Int32(slot)] = place }
  }

  static func == (a: TouchDecoder, b: TouchDecoder) -> Bool {
    a.pending == b.pending && a.slot == b.slot && a.isPinching == b.isPinching
      && a.fingers.map(\.slot) == b.fingers.map(\.slot) && a.fingers.map(\.contact) == b.fingers.map(\.contact)
  }

  /// Takes an axis of protocol B in.
  mutating func takeSlotAxis(_ code: UInt16, _ value: Int32) {
    switch Int32(code) {
    case ABS_MT_SLOT: slot = value
    case ABS_MT_TRACKING_ID:
      let place = places[slot] ?? TouchPlace()
      pending[slot] = value < 0 ? nil : Contact(id: value, x: place.x, y: place.y)
    case ABS_MT_POSITION_X:
      places[slot, default: TouchPlace()].x = value
      pending[slot]?.x = value
    case ABS_MT_POSITION_Y:
      places[slot, default: TouchPlace()].y = value
      pending[slot]?.y = value
    default: break
    }
  }

  /// Takes an axis of a screen that knows one finger in; its place is kept while the finger is away.
  mutating func takeSingleAxis(_ code: UInt16, _ value: Int32) {
    switch Int32(code) {
    case ABS_X: single.x = value
    case ABS_Y: single.y = value
    default: return
    }
    if pending[0] != nil { pending[0] = single }
  }

  /// The finger of such a screen went down or up.
  mutating func takeSingleButton(isDown: Bool) {
    guard isDown != (pending[0] != nil) else { return }
    if isDown { single.id &+= 1 }
    pending[0] = isDown ? single : nil
  }

  private var single: Contact

  /// All fingers are gone as far as we know: the device was unplugged, or events were lost.
  mutating func releaseAll() { pending.removeAll() }

  /// Ends a report: what happened since the last one.
  ///
  /// - Parameter place: where fractions of the panel lie in the picture, in points.
  mutating func report(place: (Double, Double) -> ViewPoint) -> [InputEvent.Kind] {
    var events: [InputEvent.Kind] = []
    for finger in fingers where pending[finger.slot]?.id != finger.contact.id {
      lift(finger.slot, place: place, into: &events)
    }
    let before = spread(place)
    var hasMoved = false
    for index in fingers.indices {
      guard let now = pending[fingers[index].slot], now != fingers[index].contact else { continue }
      fingers[index].contact = now
      hasMoved = true
      if !isPinching { events.append(.pointerMoved(point(now, place))) }
    }
    for slot in pending.keys.sorted() where !fingers.contains(where: { $0.slot == slot }) {
      guard let contact = pending[slot] else { continue }
      touch(slot, contact, place: place, into: &events)
    }
    if hasMoved, isPinching, let before, let after = spread(place) {
      if after != before { events.append(.pinch(factor: after.distance / before.distance, at: after.middle)) }
    }
    return events
  }

  private mutating func touch(
    _ slot: Int32, _ contact: Contact, place: (Double, Double) -> ViewPoint, into events: inout [InputEvent.Kind]
  ) {
    fingers.append((slot, contact))
    guard fingers.count > 1 else { return events.append(.pointerDown(point(contact, place), .touch)) }
    // From the first pinch on, what the first finger held is let go without a click.
    if !isPinching, let middle = spread(place)?.middle { events.append(.pinch(factor: 1, at: middle)) }
    isPinching = true
  }

  private mutating func lift(
    _ slot: Int32, place: (Double, Double) -> ViewPoint, into events: inout [InputEvent.Kind]
  ) {
    guard let index = fingers.firstIndex(where: { $0.slot == slot }) else { return }
    let finger = fingers.remove(at: index)
    if !isPinching { events.append(.pointerUp(point(finger.contact, place))) }
    if fingers.isEmpty { isPinching = false }
  }

  private func point(_ contact: Contact, _ place: (Double, Double) -> ViewPoint) -> ViewPoint {
    place(xAxis.fraction(contact.x), yAxis.fraction(contact.y))
  }

  /// How far the first two fingers are apart (at least one point), and what is between them.
  private func spread(_ place: (Double, Double) -> ViewPoint) -> (distance: Double, middle: ViewPoint)? {
    guard fingers.count >= 2 else { return nil }
    let (a, b) = (point(fingers[0].contact, place), point(fingers[1].contact, place))
    let distance = max(1, ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot())
    return (distance, ViewPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2))
  }
}
