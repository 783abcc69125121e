import ScoreDrawing
import Testing

@Suite struct ThemeTests {
  /// Relative luminance and contrast as WCAG 2.2 defines them.
  private func contrast(_ a: RGBA, _ b: RGBA) -> Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      // ((v + 0.055) / 1.055) ^ 2.4 by the square root of the fifth power of the fourth root's steps.
      let base = (value + 0.055) / 1.055
      return value <= 0.04045 ? value / 12.92 : base * base * fifthRootOfSquare(base)
    }
    func luminance(_ color: RGBA) -> Double {
      0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (high, low) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
  }

  /// x ^ 0.4 by Newton's iteration on y ^ 5 = x ^ 2.
  private func fifthRootOfSquare(_ x: Double) -> Double {
    var y = 1.0
    for _ in 0..<60 { y -= (y * y * y * y * y - x * x) / (5 * y * y * y * y) }
    return y
  }

  private let texts: [(ColorRole, on: ColorRole)] = [
    (.dateLabel, .background), (.dateLabelStrong, .background), (.valueLabel, .background), (.title, .background),
    (.calloutText, .calloutBox), (.panelText, .panel),
  ]
  /// The greys and the white on orange that the light theme's design fixes.
  private let decoration: [ColorRole] = [.dateLabel, .valueLabel, .calloutText]

  @Test(arguments: Theme.allCases)
  func textCanBeRead(theme: Theme) {
    for (role, ground) in texts where !(theme == .light && decoration.contains(role)) {
      let ratio = contrast(theme.color(role), theme.color(ground))
      #expect(ratio >= (theme.isHighContrast ? 7 : 4.5), "\(theme), \(role): \(ratio)")
    }
  }

  @Test(arguments: Theme.allCases)
  func curvesStandOutFromTheBackground(theme: Theme) {
    for series in 0..<6 where !(theme == .light && series == 0) {
      let ratio = contrast(theme.color(.line(ofSeries: series)), theme.color(.background))
      #expect(ratio >= 3, "\(theme), series \(series): \(ratio)")
      #expect(theme.color(.area(ofSeries: series)).alpha == 102)
      #expect(theme.color(.area(ofSeries: series)).withAlpha(255) == theme.color(.line(ofSeries: series)))
    }
  }

  /// How far apart two colours are for an eye that lacks one kind of cone (simulation after Viénot, Brettel
  /// and Mollon, 1999, in linear light), as a distance in 8-bit channels.
  private func distance(_ a: RGBA, _ b: RGBA, lacking rows: [[Double]]) -> Double {
    func seen(_ color: RGBA) -> [Double] {
      let channels = [Double(color.red), Double(color.green), Double(color.blue)]
      return rows.map { row in zip(row, channels).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    return zip(seen(a), seen(b)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  @Test(arguments: Theme.allCases)
  func seriesStayApartForColourBlindEyes(theme: Theme) {
    let protan = [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
    let deutan = [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
    for (name, rows) in [("protan", protan), ("deutan", deutan)] {
      for a in 0..<6 {
        for b in (a + 1)..<6 {
          let (first, second) = (theme.color(.line(ofSeries: a)), theme.color(.line(ofSeries: b)))
          #expect(distance(first, second, lacking: rows) > 28, "\(theme), \(name): series \(a) and \(b)")
        }
      }
    }
  }

  @Test func coloursBeginAgainAfterSix() {
    #expect(ColorRole.line(ofSeries: 6) == .line)
    #expect(ColorRole.dot(ofSeries: 0) == .dot)
    #expect(ColorRole.line(ofSeries: -1) == .line)
  }

  @Test func themesToggleAtTheSameContrast() {
    for theme in Theme.allCases {
      #expect(theme.toggled.toggled == theme && theme.toggled.isDark != theme.isDark)
      #expect(theme.toggled.isHighContrast == theme.isHighContrast)
      #expect(theme.withHighContrast(true).isHighContrast && theme.withHighContrast(true).isDark == theme.isDark)
    }
  }
}
