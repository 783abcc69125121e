public import ScoreDrawing

/// What a terminal is made to show, as the user says it.
public enum GraphicsChoice: String, CaseIterable, Sendable {
  /// kitty graphics, else sixels, else cells: whatever the terminal has said it can.
  case auto
  case cells
  case sixel
  case kitty
}

/// How pictures reach the terminal.
public enum GraphicsMode: Equatable, Sendable {
  case cells
  /// Pictures no larger than `limit` pixels, with so many colours where that is known.
  case sixel(limit: PixelSize, registers: Int?)
  case kitty

  /// A stock xterm drops larger pictures whole.
  private static let usualLimit = PixelSize(width: 1000, height: 1000)

  /// What `choice` comes to on a terminal that has said this of itself.
  public init(_ choice: GraphicsChoice, traits: TerminalTraits, environment: TerminalEnvironment) {
    let sixel = GraphicsMode.sixel(
      limit: traits.sixelLimit ?? GraphicsMode.usualLimit, registers: traits.sixelRegisters)
    switch choice {
    case .cells: self = .cells
    case .sixel: self = sixel
    case .kitty: self = .kitty
    case .auto:
      if traits.kittyDirect, !environment.isMultiplexed {
        self = .kitty
      } else if traits.hasSixel {
        self = sixel
      } else {
        self = .cells
      }
    }
  }
}
