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
/// This is change-making with the fewest coins, on a target that may be a million ems. Call A − a the *waste*
/// of a space of advance a, where A is the widest advance: a sum s of n spaces has waste nA − s, whatever
/// they are. So the widest space costs nothing, the fewest characters are the least waste, and only the
/// residue of s modulo A matters as long as the other spaces fit into s at all. That is a ``ResidueTable``, and
/// answers at once. Where they do not fit, or would be too many, or A has too many residues, a ``SumTable`` answers for
/// targets of few ticks, and a ``MixSearch`` looks further for the others.
///
/// It is not a greedy choice, and not a heuristic: short of ``SizingError/tooIrregular`` the answer is optimal.
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
  /// Nil when the widest advance has too many residues for a table.
  private let table: ResidueTable?

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
    self.table = advances[0] <= ResidueTable.mostResidues ? ResidueTable(advances) : nil
  }

  /// The mix with the greatest sum that is at most `bound`, of at most `limit` characters.
  ///
  /// - Precondition: `bound` and `limit` are not negative.
  func mix(
    atMost bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> SpaceMix {
    let bound = bound / divisor
    if let exact = table?.mix(of: bound, limit: limit) { return mix(exact, sum: bound) }
    if let sums = try budget.sums(advances, through: bound) {
      let found = sums.greatest(atMost: bound, limit: limit)
      return mix(found.counts, sum: found.sum)
    }
    let found = try MixSearch.greatest(
      atMost: bound, of: advances, limit: limit, budget: &budget)
    return mix(found.counts, sum: found.sum)
  }

  /// The mix with the least sum that is at least `bound`, of at most `limit` characters, or nil when that
  /// many of the widest are too narrow.
  ///
  /// - Precondition: `bound` and `limit` are not negative.
  func mix(
    atLeast bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> SpaceMix? {
    let bound = (bound + divisor - 1) / divisor
    if let exact = table?.mix(of: bound, limit: limit) { return mix(exact, sum: bound) }
    // A multiple of the widest is the farthest that the least sum can lie.
    if let sums = try budget.sums(advances, through: bound + advances[0]) {
      return sums.least(atLeast: bound, limit: limit).map { mix($0.counts, sum: $0.sum) }
    }
    let found = try MixSearch.least(
      atLeast: bound, of: advances, limit: limit, budget: &budget)
    guard let found else { return nil }
    return mix(found.counts, sum: found.sum)
  }

  private func mix(_ counts: [Int], sum: Int) -> SpaceMix {
    let none = [Int](repeating: 0, count: advances.count - counts.count)
    return SpaceMix(counts: counts + none, sum: sum * divisor)
  }
}

func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
