/// A frame as text: one line a command, lengths in points with up to three decimals.
///
/// What a reviewer reads in the golden files, so it names everything that a painter sees.
extension Frame: CustomStringConvertible {
  public var description: String {
    var lines = ["frame \(length(size.width)) × \(length(size.height)) at \(length(scale))×, \(theme.rawValue)"]
    let labels = plot.labelMidline.map { "date labels at \(length($0))" } ?? "no date labels"
    lines.append("plot \(rect(plot.rect)), axis from \(length(plot.axisLeft)), \(labels)")
    lines += section("backdrop", backdrop)
    lines.append("columns")
    lines += columns.map { "  " + $0.description }
    lines += section("curve", curve)
    lines += section("overlay", overlay)
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ name: String, _ list: DrawList) -> [String] {
    [name] + list.commands.map { "  " + list.text(of: $0) }
  }
}

extension ColumnTile: CustomStringConvertible {
  public var description: String {
    let date = label.map { $0.isStrong ? "**\($0.text)**" : $0.text } ?? "-"
    let mark =
      switch dot {
      case nil: "no dot"
      case .some(let dot):
        "dot at \(length(dot.y))" + (dot.color == .dot ? "" : " \(dot.color)")
          + (dot.offScale.map { $0 == .above ? ", off scale above" : ", off scale below" } ?? "")
      }
    return "\(index) at x \(length(x)), slot \(slot): \(date), \(mark)\(hasGuide ? "" : ", no guide")"
  }
}

extension DrawList {
  /// One command as a line of text.
  func text(of command: DrawCommand) -> String {
    switch command {
    case .fill(let area, let color): "fill \(rect(area)) \(color)"
    case .rule(let y, let from, let to, let thickness, let color):
      "rule at y \(length(y)), x \(length(from)) … \(length(to)), \(length(thickness)) thick, \(color)"
    case .dashes(let x, let from, let to, let on, let off, let thickness, let color):
      "dashes at x \(length(x)), y \(length(from)) … \(length(to)), \(length(on)) on \(length(off)) off, "
        + "\(length(thickness)) thick, \(color)"
    case .area(let range, let top, let base, let color):
      "area \(path(range)) down to \(length(base)), gradient from \(length(top)), \(color)"
    case .line(let range, let thickness, let pattern, let color):
      "line \(path(range)), \(length(thickness)) thick, \(pattern), \(color)"
    case .envelope(let range, let thickness, let color):
      "envelope \(path(range)), at least \(length(thickness)) thick, \(color)"
    case .dot(let center, let diameter, let ring, let color, let ringColor):
      "dot at \(point(center)), \(length(diameter)) across, \(color), ring \(length(ring)) \(ringColor)"
    case .offScaleMark(let place, let side, let color): "off-scale mark at \(point(place)), \(side), \(color)"
    case .text(let line):
      "text \"\(line.string)\" \(line.alignment) at x \(length(line.x)), midline \(length(line.midline)), "
        + "\(line.font), \(line.color)"
    case .fade(let area, let color): "fade \(rect(area)) \(color)"
    case .bubble(let bubble):
      "bubble \(rect(bubble.box)) tip \(point(bubble.tip)), \(bubble.color), shadow \(length(bubble.shadowRadius))"
    }
  }

  private func path(_ range: PathRange) -> String {
    points[range.clamped(to: points.indices)].map(point).joined(separator: " ")
  }
}

private func rect(_ rect: ViewRect) -> String {
  "(\(length(rect.x)), \(length(rect.y)), \(length(rect.width)) × \(length(rect.height)))"
}

private func point(_ point: ViewPoint) -> String { "(\(length(point.x)), \(length(point.y)))" }

/// At most three decimals, without trailing zeros.
private func length(_ value: Double) -> String {
  guard value.magnitude < 1e12 else { return value.description }
  let thousandths = Int64((value * 1000).rounded())
  let whole = (thousandths / 1000).magnitude
  var fraction = String((thousandths % 1000).magnitude)
  fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
  while fraction.hasSuffix("0") { fraction.removeLast() }
  return (thousandths < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
}
