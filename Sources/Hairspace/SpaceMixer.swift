/// A number of each of a ``SpaceMixer``'s spaces.
struct SpaceMix: Equatable {
  /// How many of each space, in the mixer's order: widest first.
  var counts: [Int]
  /// The advance of all of them, in ticks.
  var sum: Int

  var count: Int {
    counts.reduce(0, +)
  }
}

/// Finds the mix of spaces whose advances add up to a bound, or come nearest to it from one side, with the
/// fewest characters; of those the mix with the most of the widest space, then of the next, and so on.
///
/// This is change-making with the fewest coins, on a target that may be a million ems and coins that may be
/// millions of ticks, so neither a table over sums nor the usual one over residues of a coin
/// (Böcker and Lipták, "A fast and simple algorithm for the money changing problem", 2007) will do.
/// Three observations make it cheap:
///
/// - Call A − a the *waste* of a space of advance a, where A is the widest advance. A sum s of n spaces has
///   waste nA − s, whatever they are. So the widest space costs nothing, and for a given n the other spaces
///   have to add up to one known waste, less than A for the smallest n. The target's size drops out.
/// - Trying n upwards, the first that reaches the bound has the fewest characters. Where spaces cannot reach
///   it, the levels end when even the narrowest are too many.
/// - The other spaces split into two halves. The mixes of each half are listed once, in order of
///   waste, and a total is found by walking one list and searching the other (Horowitz and Sahni's meeting in
///   the middle): about the square root of the work, and of the memory, of a table over a grid.
///   A mix that another of its list beats with the widest space's help is left out.
///
/// It is not a greedy choice, and not a heuristic: within ``SizingError/tooIrregular`` the answer is optimal.
///
/// - Complexity: constant in the target; see RESEARCH.md for the instructions counted.
struct SpaceMixer: Sendable {
  /// The spaces that can be of use, widest first. Of several with one advance, that with the lowest code
  /// point.
  let spaces: [SpaceAdvance]
  /// Their advances divided by ``divisor``.
  private let advances: [Int]
  /// The greatest common divisor of the advances: no sum lies between its multiples.
  private let divisor: Int

  /// - Returns: nil when no space can fill a width.
  init?(_ measured: SpaceAdvances) {
    var distinct: [SpaceAdvance] = []
    let ordered = measured.usable.sorted {
      ($0.advance, $1.character.scalar) > ($1.advance, $0.character.scalar)
    }
    for space in ordered where space.advance != distinct.last?.advance {
      distinct.append(space)
    }
    guard !distinct.isEmpty else { return nil }
    let divisor = distinct.reduce(0) { greatestCommonDivisor($0, $1.advance.ticks) }
    self.spaces = distinct
    self.divisor = divisor
    self.advances = distinct.map { $0.advance.ticks / divisor }
  }

  /// The mix with the greatest sum that is at most `bound`, of at most `limit` characters.
  ///
  /// - Precondition: `bound` and `limit` are not negative.
  func mix(atMost bound: Int, limit: Int) throws(SizingError) -> SpaceMix {
    let bound = bound / divisor
    let widest = advances[0]
    let start = min(limit, bound / widest)
    var best = Answer(sum: start * widest, counts: [start])
    var search = Search(advances, sumLimit: bound, countLimit: limit)
    var level = start + 1
    while best.sum < bound, level <= min(limit, bound / advances[advances.count - 1]) {
      // The least waste from `least` on, and less than the best sum has at this level.
      let least = level * widest - bound
      let found = try search.leastWaste(
        from: least, below: level * widest - best.sum, level: level)
      if let found {
        best = Answer(sum: level * widest - found.waste, counts: found.counts)
      }
      level += 1
    }
    return answer(best)
  }

  /// The mix with the least sum that is at least `bound`, of at most `limit` characters, or nil when that
  /// many of the widest are too narrow.
  ///
  /// - Precondition: `bound` and `limit` are not negative.
  func mix(atLeast bound: Int, limit: Int) throws(SizingError) -> SpaceMix? {
    let bound = (bound + divisor - 1) / divisor
    let widest = advances[0]
    var level = (bound + widest - 1) / widest
    guard level <= limit else { return nil }
    var best = Answer(sum: level * widest, counts: [level])
    var search = Search(advances, sumLimit: best.sum, countLimit: limit)
    while best.sum > bound, level <= min(limit, (best.sum - 1) / advances[advances.count - 1]) {
      // The most waste up to `most`, and more than the best sum has at this level.
      let most = level * widest - bound
      let found = try search.mostWaste(
        through: most, above: level * widest - best.sum, level: level)
      if let found {
        best = Answer(sum: level * widest - found.waste, counts: found.counts)
      }
      level += 1
    }
    return answer(best)
  }

  private struct Answer {
    var sum: Int
    var counts: [Int]
  }

  private func answer(_ best: Answer) -> SpaceMix {
    let padding = [Int](repeating: 0, count: advances.count - best.counts.count)
    return SpaceMix(counts: best.counts + padding, sum: best.sum * divisor)
  }
}

/// The two lists of one search, grown as the levels ask for more waste.
private struct Search {
  private let widest: Int
  private let sumLimit: Int
  private let countLimit: Int
  private var first: HalfList
  private var second: HalfList
  private var wasteLimit = -1
  private var steps = 0

  init(_ advances: [Int], sumLimit: Int, countLimit: Int) {
    self.widest = advances[0]
    self.sumLimit = sumLimit
    self.countLimit = countLimit
    // Every other space to each half, so that both halves have wide and narrow ones.
    let others = Array(advances.dropFirst())
    self.first = HalfList(stride(from: 0, to: others.count, by: 2).map { others[$0] })
    self.second = HalfList(stride(from: 1, to: others.count, by: 2).map { others[$0] })
  }

  struct Found {
    var waste: Int
    var counts: [Int]
  }

  /// The least waste at or above `least` and below `bound` that `level` characters can have.
  mutating func leastWaste(
    from least: Int, below bound: Int, level: Int
  ) throws(SizingError) -> Found? {
    guard least < bound else { return nil }
    try grow(through: bound - 1)
    var found: Found?
    var bound = bound - 1
    for short in second.mixes {
      guard short.waste <= bound else { break }
      var index = first.index(ofWaste: least - short.waste)
      while index < first.mixes.count, first.mixes[index].waste + short.waste <= bound {
        let long = first.mixes[index]
        index += 1
        try step()
        if long.count + short.count <= level {
          bound = long.waste + short.waste
          consider(long, short, level: level, &found)
          break
        }
      }
    }
    return found
  }

  /// The most waste at or below `most` and above `bound` that `level` characters can have.
  mutating func mostWaste(
    through most: Int, above bound: Int, level: Int
  ) throws(SizingError) -> Found? {
    guard most > bound else { return nil }
    try grow(through: most)
    var found: Found?
    var bound = bound + 1
    for short in second.mixes {
      guard short.waste <= most else { break }
      var index = first.index(ofWaste: most - short.waste + 1) - 1
      while index >= 0, first.mixes[index].waste + short.waste >= bound {
        let long = first.mixes[index]
        index -= 1
        try step()
        if long.count + short.count <= level {
          bound = long.waste + short.waste
          consider(long, short, level: level, &found)
          break
        }
      }
    }
    return found
  }

  /// Takes the pair if it has another waste than the pair found, which the caller knows to be better, or
  /// the same and comes first in order.
  private func consider(_ long: HalfList.Mix, _ short: HalfList.Mix, level: Int, _ found: inout Found?)
  {
    let waste = long.waste + short.waste
    var counts = [level - long.count - short.count]
    var halves = (first.counts(of: long)[...], second.counts(of: short)[...])
    while let next = halves.0.popFirst() {
      counts.append(Int(next))
      if let other = halves.1.popFirst() {
        counts.append(Int(other))
      }
    }
    if let found, found.waste == waste, !found.counts.lexicographicallyPrecedes(counts) { return }
    found = Found(waste: waste, counts: counts)
  }

  private mutating func grow(through waste: Int) throws(SizingError) {
    guard waste > wasteLimit else { return }
    // By half as much again at least, so that the last growth costs more than all before it.
    wasteLimit = max(waste, wasteLimit + wasteLimit / 2, widest)
    let limits = HalfList.Limits(waste: wasteLimit, sum: sumLimit, count: countLimit)
    try first.list(within: limits, widest: widest)
    try second.list(within: limits, widest: widest)
  }

  /// Bounds the time that a face made to be awkward can take.
  private mutating func step() throws(SizingError) {
    steps += 1
    if steps > 1 << 26 { throw .tooIrregular }
  }
}

/// The mixes of half of the spaces, the widest left out, by waste.
private struct HalfList {
  struct Mix {
    var waste: Int
    var count: Int
    /// The waste's residue modulo the widest advance, by which mixes compete.
    var residue: Int
    /// Where its counts begin in the pool.
    var place: Int
  }

  struct Limits {
    var waste: Int
    var sum: Int
    var count: Int
  }

  private let advances: [Int]
  private(set) var mixes: [Mix] = []
  private var pool: [Int32] = []

  init(_ advances: [Int]) {
    self.advances = advances
  }

  func counts(of mix: Mix) -> ArraySlice<Int32> {
    pool[mix.place..<mix.place + advances.count]
  }

  /// The index of the first mix with at least this waste.
  func index(ofWaste waste: Int) -> Int {
    var low = 0
    var high = mixes.count
    while low < high {
      let middle = (low + high) / 2
      if mixes[middle].waste < waste { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func list(within limits: Limits, widest: Int) throws(SizingError) {
    pool = [Int32](repeating: 0, count: advances.count)
    mixes = [Mix(waste: 0, count: 0, residue: 0, place: 0)]
    for slot in advances.indices {
      let waste = widest - advances[slot]
      for index in mixes.indices {
        let base = mixes[index]
        var mix = base
        while true {
          mix.count += 1
          mix.waste += waste
          guard mix.count <= limits.count, mix.waste <= limits.waste,
            mix.count * widest - mix.waste <= limits.sum
          else { break }
          guard mixes.count < 1 << 20, mix.count < Int32.max else { throw .tooIrregular }
          mix.residue = mix.waste % widest
          mix.place = pool.count
          for place in base.place..<base.place + advances.count { pool.append(pool[place]) }
          pool[mix.place + slot] = Int32(mix.count - base.count)
          mixes.append(mix)
        }
      }
      prune(widest: widest)
    }
    mixes.sort { $0.waste < $1.waste }
  }

  /// Leaves out each mix that another, with some of the widest spaces, equals in sum and beats in count or
  /// in order: one of the same residue with no more waste and no greater sum.
  private mutating func prune(widest: Int) {
    var ordered = mixes
    mixes = []
    ordered.sort { left, right in
      if left.residue != right.residue { return left.residue < right.residue }
      if left.waste != right.waste { return left.waste < right.waste }
      if left.count != right.count { return left.count < right.count }
      return counts(of: right).lexicographicallyPrecedes(counts(of: left))
    }
    var leastSum = 0
    for mix in ordered {
      let sum = mix.count * widest - mix.waste
      if mixes.last?.residue == mix.residue, sum >= leastSum { continue }
      mixes.append(mix)
      leastSum = sum
    }
  }
}

func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
