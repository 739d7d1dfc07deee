import Hairspace

/// A measurer with advances, kerning and a grid of the test's own making.
struct FakeFont: TextMeasuring {
  var grid: AdvanceGrid
  var advances: [Unicode.Scalar: Int]
  /// What a pair of neighbours adds.
  var kerning: [[Unicode.Scalar]: Int] = [:]

  init(
    _ advances: [Unicode.Scalar: Int], unitsPerEm: Int = 1000, size: Points = 18,
    kerning: [[Unicode.Scalar]: Int] = [:]
  ) {
    self.advances = advances
    self.grid = AdvanceGrid(ticks: unitsPerEm, span: size)
    self.kerning = kerning
  }

  func advance(of text: String) -> Advance {
    var total = 0
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      total += advances[scalar] ?? 500
      if let previous { total += kerning[[previous, scalar]] ?? 0 }
      previous = scalar
    }
    return Advance(ticks: total)
  }

  func spaceAdvance(of character: SpaceCharacter) -> SpaceAdvance {
    SpaceAdvance(
      character: character, advance: Advance(ticks: advances[character.scalar] ?? 500),
      source: advances[character.scalar] == nil ? .missing : .glyph)
  }
}

/// Fewest coins by the plain table over every sum, the textbook way: what the mixer is checked against.
struct PlainTable {
  /// For each sum the fewest coins, or nil when no coins make it.
  let fewest: [Int?]
  let coins: [Int]

  init(_ coins: [Int], through most: Int) {
    var fewest: [Int?] = [0]
    for sum in stride(from: 1, through: most, by: 1) {
      fewest.append(
        coins.compactMap { coin in coin <= sum ? fewest[sum - coin].map { $0 + 1 } : nil }.min())
    }
    self.fewest = fewest
    self.coins = coins.sorted(by: >)
  }

  /// The coins of a sum, as many of the widest as the fewest allow, then of the next.
  func counts(of sum: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: coins.count)
    var sum = sum
    for (index, coin) in coins.enumerated() {
      while sum >= coin, let rest = fewest[sum - coin], rest + 1 == fewest[sum] {
        counts[index] += 1
        sum -= coin
      }
    }
    return counts
  }
}

/// A generator with a seed, so that a failure comes again (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
