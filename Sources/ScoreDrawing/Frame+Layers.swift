/// A frame in parts, for surfaces that keep what scrolls and what does not as pictures of their own.
extension Frame {
  /// What scrolls, moved sideways by `dx` points and cut to `width`: backdrop, columns and curve without the overlay.
  ///
  /// What lies within `overscan` of the view can be moved into it.
  public func content(movedBy dx: Double, width: Double) -> Frame {
    var moved = self
    moved.size.width = width
    moved.plot.rect.width = width
    moved.overlay.removeAll()
    moved.backdrop = backdrop.moved(by: dx)
    moved.curve = curve.moved(by: dx)
    for index in moved.columns.indices { moved.columns[index].x += dx }
    return moved
  }

  /// Nothing but some of the overlay's commands.
  public func overlay(_ range: Range<Int>) -> Frame {
    var layer = Frame(size: size, scale: scale, theme: theme, plot: plot)
    for command in overlay.commands[range.clamped(to: overlay.commands.indices)] { layer.overlay.append(command) }
    return layer
  }

  /// How many of the overlay's commands come before all that points at a score: the value axis and the title.
  public var fixedOverlayCount: Int {
    overlay.commands.firstIndex {
      switch $0 {
      case .dashes, .dot, .bubble: true
      default: false
      }
    } ?? overlay.commands.count
  }
}

extension DrawList {
  /// The same picture `dx` points further right.
  func moved(by dx: Double) -> DrawList {
    var list = DrawList()
    for point in points { list.addPoint(point.moved(by: dx)) }
    for command in commands { list.append(command.moved(by: dx)) }
    return list
  }
}

extension DrawCommand {
  /// The same `dx` points further right; a path's points are its list's, and stay.
  public func moved(by dx: Double) -> DrawCommand {
    switch self {
    case .fill(let rect, let role): return .fill(rect.moved(by: dx), role)
    case .rule(let y, let from, let to, let thickness, let role):
      return .rule(y: y, from: from + dx, to: to + dx, thickness: thickness, role)
    case .dashes(let x, let from, let to, let on, let off, let thickness, let role):
      return .dashes(x: x + dx, from: from, to: to, on: on, off: off, thickness: thickness, role)
    case .area, .line, .envelope: return self
    case .dot(let center, let diameter, let ring, let role, let ringColor):
      return .dot(center.moved(by: dx), diameter: diameter, ring: ring, role, ringColor: ringColor)
    case .offScaleMark(let place, let side, let role): return .offScaleMark(place.moved(by: dx), side, role)
    case .text(var line):
      line.x += dx
      return .text(line)
    case .fade(let rect, let role): return .fade(rect.moved(by: dx), role)
    case .bubble(var bubble):
      bubble.box = bubble.box.moved(by: dx)
      bubble.tip = bubble.tip.moved(by: dx)
      return .bubble(bubble)
    }
  }
}

extension ViewPoint {
  fileprivate func moved(by dx: Double) -> ViewPoint { ViewPoint(x: x + dx, y: y) }
}

extension ViewRect {
  fileprivate func moved(by dx: Double) -> ViewRect { ViewRect(x: x + dx, y: y, width: width, height: height) }
}
