internal import ScoreDrawing

/// A key as it was struck.
struct KeyPress {
  var key: Key
  var modifiers: Modifiers
  var isRepeat: Bool

  /// Whether it scrolls or zooms, which has to wait while a pointer holds the content.
  var movesView: Bool {
    switch key {
    case .left, .right, .pageUp, .pageDown, .home, .end: true
    case .character(let character): modifiers.isDisjoint(with: .control) && "+=-_0f".unicodeScalars.contains(character)
    default: false
    }
  }
}

/// What the keys do.
extension ChartState {
  mutating func typed(_ press: KeyPress, chart: Chart, metrics: TextMetrics) -> Invalidation {
    if self.press != nil, press.movesView { return .none }
    if case .fling = motion { motion = nil }
    switch press.key {
    case .left where press.modifiers.contains(.shift): return moveSelection(by: -1, chart: chart)
    case .right where press.modifiers.contains(.shift): return moveSelection(by: 1, chart: chart)
    case .left: return arrow(-1, press)
    case .right: return arrow(1, press)
    case .pageUp: return jump(to: finishedOffset() - screenful)
    case .pageDown: return jump(to: finishedOffset() + screenful)
    case .home: return jump(to: 0)
    case .end: return jump(to: viewport.maximumOffset)
    case .f11: requests.append(.toggleFullScreen)
    case .escape:
      if isHelpShown { return toggleHelp() }
      requests.append(.quit)
    case .tab: return switchSeries(by: press.modifiers.contains(.shift) ? -1 : 1, chart: chart, metrics: metrics)
    case .space: return pin()
    case .character(let character): return typed(character, press.modifiers, chart: chart)
    case .up, .down, .enter: break
    }
    return .none
  }

  /// Where a page starts from: a jump on its way counts as done, so that pages add up.
  private mutating func finishedOffset() -> Double {
    defer { motion = nil }
    return targetOffset
  }

  /// One step at once; a held key glides, faster and faster.
  private mutating func arrow(_ direction: Double, _ press: KeyPress) -> Invalidation {
    let step = direction * arrowStep
    guard press.isRepeat, let now, !reducesMotion else {
      let start = finishedOffset()
      return scroll(to: start + step)
    }
    if case .hold(var hold) = motion, hold.step == step {
      hold.lastRepeat = now
      motion = .hold(hold)
    } else {
      motion = .hold(Hold(from: finishedOffset(), step: step, start: now, lastRepeat: now))
    }
    return .none
  }

  /// One column, or as many as make a visible step where columns are narrower than a dot.
  private var arrowStep: Double {
    let width = viewport.columnWidth
    return width >= TimelineStyle.leastDottedColumn ? width : (TimelineStyle.columnWidth / width).rounded() * width
  }

  mutating func typed(_ character: Unicode.Scalar, _ modifiers: Modifiers, chart: Chart) -> Invalidation {
    if modifiers.contains(.control) {
      if character == "c" { requests.append(.copy(calledOut.map { copiedText(at: $0, chart: chart) })) }
      if character == "q" || character == "w" { requests.append(.quit) }
      return .none
    }
    switch character {
    case "q": requests.append(.quit)
    case "s":
      requests.append(.saveScreenshot)
      // A picture of the chart, not of what was told about the last one.
      defer { message = nil }
      return message == nil ? .none : .overlay
    case "+", "=": return glide(toColumnWidth: targetColumnWidth * ChartState.zoomStep)
    case "-", "_": return glide(toColumnWidth: targetColumnWidth / ChartState.zoomStep)
    case "0": return glide(toColumnWidth: TimelineStyle.columnWidth)
    case "f": return glide(toColumnWidth: viewport.fittingColumnWidth)
    case "t":
      theme = theme.toggled
      followsSurroundings = false
      return .full
    case "y": return switchScale(chart: chart)
    case "?": return toggleHelp()
    default: break
    }
    return .none
  }
}
