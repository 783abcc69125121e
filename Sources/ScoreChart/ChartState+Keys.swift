internal import ScoreDrawing

/// What the keys do.
extension ChartState {
  mutating func typed(_ key: Key, _ modifiers: Modifiers, chart: Chart) -> Invalidation {
    switch key {
    case .left: return scroll(to: viewport.offset - viewport.columnWidth)
    case .right: return scroll(to: viewport.offset + viewport.columnWidth)
    case .pageUp: return scroll(to: viewport.offset - screenful)
    case .pageDown: return scroll(to: viewport.offset + screenful)
    case .home: return scroll(to: 0)
    case .end: return scroll(to: viewport.maximumOffset)
    case .f11: requests.append(.toggleFullScreen)
    case .escape: requests.append(.quit)
    case .character(let character): return typed(character, modifiers, chart: chart)
    case .up, .down, .tab, .space, .enter: break
    }
    return .none
  }

  mutating func typed(_ character: Unicode.Scalar, _ modifiers: Modifiers, chart: Chart) -> Invalidation {
    if modifiers.contains(.control) {
      if character == "c", let column = calledOut { requests.append(.copy(chart.calloutText(at: column))) }
      if character == "q" || character == "w" { requests.append(.quit) }
      return .none
    }
    switch character {
    case "q": requests.append(.quit)
    case "s": requests.append(.saveScreenshot)
    case "t":
      theme = theme == .light ? .dark : .light
      return .full
    case "y":
      scaleMode = chart.scale(plotHeight: 1, mode: scaleMode).isCompressed ? .linear : .compressed
      return .full
    default: break
    }
    return .none
  }
}

extension ValueScale {
  fileprivate var isCompressed: Bool {
    if case .compressed = self { true } else { false }
  }
}
