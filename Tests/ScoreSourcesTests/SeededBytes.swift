import Support

/// Seeded random bytes.
struct SeededBytes {
  var base: SeededGenerator

  init(seed: UInt64) { base = SeededGenerator(seed: seed) }

  mutating func bytes(count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &base) } }
}
