/// A number of each of some of a ``SpaceMixer``'s spaces.
struct SpaceMix: Equatable {
  /// In the mixer's order: widest first.
  var runs: [Title.Component] = []
  /// The advance of all of them, in ticks.
  var sum = 0

  var count: Int {
    runs.reduce(0) { $0 + $1.count }
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
/// Negative advances have a waste too, and sums below zero are those of the mirrored advances, of which the most
/// negative is the widest. Where neither has room for the best mix of a residue, which is around zero, a
/// ``WindowTable`` answers. With advances on both sides of zero every multiple of their greatest common divisor
/// can be made.
///
/// It is not a greedy choice, and not a heuristic: short of ``SizingError/tooIrregular`` the answer is optimal.
///
/// - Complexity: constant in the target; see RESEARCH.md for the instructions counted.
final class SpaceMixer: Sendable {
  /// The spaces that can be of use, widest first. Of several with one advance, that with the lowest code
  /// point.
  let spaces: [SpaceAdvance]
  private let grid: AdvanceGrid
  /// The greatest common divisor of the advances: no sum lies between its multiples.
  private let divisor: Int
  /// For sums from zero on; nil without an advance above zero.
  private let upward: Side?
  /// For sums below zero, mirrored; nil without an advance below zero.
  private let downward: Side?

  /// Advances divided by their divisor and, for sums below zero, mirrored: the widest first, and above zero.
  private struct Side: Sendable {
    let advances: [Int]
    let order: ListOrder
    /// Nil when the widest advance has too many residues for a table.
    let table: ResidueTable?

    init(_ advances: [Int], order: ListOrder) {
      self.advances = advances
      self.order = order
      table = ResidueTable.suits(advances) ? ResidueTable(advances, order: order) : nil
    }
  }

  /// How many of each of a side's spaces; those left out at the end are none.
  private typealias Found = (sum: Int, counts: [Int])

  /// - Returns: nil when no space can fill a width.
  init?(_ measured: SpaceAdvances) {
    var distinct: [SpaceAdvance] = []
    let ordered = measured.usable.sorted {
      ($0.advance, $1.character.scalar) > ($1.advance, $0.character.scalar)
    }
    for space in ordered where space.advance != distinct.last?.advance {
      distinct.append(space)
    }
    guard let widest = distinct.first, let narrowest = distinct.last else { return nil }
    let divisor = distinct.reduce(0) { greatestCommonDivisor($0, abs($1.advance.ticks)) }
    let advances = distinct.map { $0.advance.ticks / divisor }
    self.spaces = distinct
    self.grid = measured.grid
    self.divisor = divisor
    self.upward = widest.advance > .zero ? Side(advances, order: .widestFirst) : nil
    self.downward =
      narrowest.advance < .zero ? Side(advances.reversed().map(-), order: .narrowestFirst) : nil
  }

  /// The least sum that so many characters can make: 0 unless there are negative advances.
  func leastSum(of limit: Int) -> Int {
    -Self.product(limit, max(0, -spaces[spaces.count - 1].advance.ticks))
  }

  /// The greatest sum that so many characters can make.
  func greatestSum(of limit: Int) -> Int {
    Self.product(limit, max(0, spaces[0].advance.ticks))
  }

  /// At most 2⁶¹, so that sums of sums are safe in 64 bits.
  private static func product(_ one: Int, _ other: Int) -> Int {
    let (product, overflows) = one.multipliedReportingOverflow(by: other)
    return overflows ? 1 << 61 : min(product, 1 << 61)
  }

  /// The greatest sum that is at most one bound and the least that is at least another, where the tables of residues know both:
  /// then they can be compared before the mix of either is written out.
  func promptSums(
    atMost below: Int, atLeast above: Int, limit: Int
  ) -> (below: Int, above: Int)? {
    let below = quotient(below, by: divisor)
    let above = -quotient(-above, by: divisor)
    guard isPrompt(below, limit: limit), isPrompt(above, limit: limit) else { return nil }
    return (below * divisor, above * divisor)
  }

  private func isPrompt(_ sum: Int, limit: Int) -> Bool {
    upward?.table?.knows(sum, limit: limit) ?? false
      || downward?.table?.knows(-sum, limit: limit) ?? false
  }

  /// The mix of exactly this sum, where one of the tables of residues knows it.
  private func promptMix(of sum: Int, limit: Int) -> SpaceMix? {
    var mix = SpaceMix(sum: sum * divisor)
    if let table = upward?.table, table.knows(sum, limit: limit) {
      mix.runs.reserveCapacity(table.mostRuns(of: sum))
      table.forEachRun(of: sum) { mix.runs.append(run(of: $0, $1)) }
      mix.runs.reverse()
      return mix
    }
    guard let table = downward?.table, table.knows(-sum, limit: limit) else { return nil }
    table.forEachRun(of: -sum) { mix.runs.append(run(of: spaces.count - 1 - $0, $1)) }
    return mix
  }

  /// The mix with the greatest sum that is at most `bound`, of at most `limit` characters.
  ///
  /// - Precondition: `limit` is not negative, `bound` at least ``leastSum(of:)``.
  func mix(
    atMost bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> SpaceMix {
    let bound = quotient(bound, by: divisor)
    if let prompt = promptMix(of: bound, limit: limit) { return prompt }
    guard let upward else { return try negativeMix(atMost: bound, limit: limit, budget: &budget) }
    guard let downward else {
      return mix(try Self.greatest(upward, atMost: bound, limit: limit, budget: &budget))
    }
    let most = min(bound, Self.product(limit, upward.advances[0]))
    if let prompt = promptMix(of: most, limit: limit) { return prompt }
    let near = Self.multiples(around: most, upward, downward)
    if let sums = try budget.sums(upward.advances, in: Self.window(near, upward, downward)) {
      let sum = stride(from: most, through: near.lowerBound, by: -1)
        .first { (sums.fewest(of: $0) ?? .max) <= limit }
      let made = sum ?? near.lowerBound
      return mix((made, try sums.counts(of: made, budget: &budget)))
    }
    if most >= 0 {
      let found = try MixSearch.greatest(
        atMost: most, of: upward.advances, order: upward.order, limit: limit, budget: &budget)
      return mix((found.sum, found.counts))
    }
    let found = try MixSearch.least(
      atLeast: -most, of: downward.advances, order: downward.order, limit: limit, budget: &budget)
    // There is one, by the precondition.
    return mirroredMix(found.map { ($0.sum, $0.counts) } ?? (0, []))
  }

  /// The mix with the least sum that is at least `bound`, of at most `limit` characters, or nil when that
  /// many of the widest are too narrow.
  ///
  /// - Precondition: `limit` is not negative, nor `bound` where no advance is.
  func mix(
    atLeast bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> SpaceMix? {
    let bound = -quotient(-bound, by: divisor)
    if let prompt = promptMix(of: bound, limit: limit) { return prompt }
    guard let upward else { return try negativeMix(atLeast: bound, limit: limit, budget: &budget) }
    guard let downward else {
      return try Self.least(upward, atLeast: bound, limit: limit, budget: &budget).map(mix)
    }
    guard bound <= Self.product(limit, upward.advances[0]) else { return nil }
    let least = max(bound, -Self.product(limit, downward.advances[0]))
    if let prompt = promptMix(of: least, limit: limit) { return prompt }
    let near = Self.multiples(around: least, upward, downward)
    if let sums = try budget.sums(upward.advances, in: Self.window(near, upward, downward)) {
      let sum = (least...near.upperBound).first { (sums.fewest(of: $0) ?? .max) <= limit }
      let made = sum ?? near.upperBound
      return mix((made, try sums.counts(of: made, budget: &budget)))
    }
    if least >= 0 {
      return try MixSearch.least(
        atLeast: least, of: upward.advances, order: upward.order, limit: limit, budget: &budget
      ).map { mix(($0.sum, $0.counts)) }
    }
    let found = try MixSearch.greatest(
      atMost: -least, of: downward.advances, order: downward.order, limit: limit, budget: &budget)
    return mirroredMix((found.sum, found.counts))
  }

  // MARK: Advances above zero alone

  private static func greatest(
    _ side: Side, atMost bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> Found {
    if let sums = try budget.sums(side.advances, order: side.order, through: bound) {
      return sums.greatest(atMost: bound, limit: limit)
    }
    let found = try MixSearch.greatest(
      atMost: bound, of: side.advances, order: side.order, limit: limit, budget: &budget)
    return (found.sum, found.counts)
  }

  private static func least(
    _ side: Side, atLeast bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> Found? {
    // A multiple of the widest is the farthest that the least sum can lie.
    if let sums = try budget.sums(
      side.advances, order: side.order, through: bound + side.advances[0])
    {
      return sums.least(atLeast: bound, limit: limit)
    }
    return try MixSearch.least(
      atLeast: bound, of: side.advances, order: side.order, limit: limit, budget: &budget
    ).map { ($0.sum, $0.counts) }
  }

  // MARK: Advances below zero alone

  private func negativeMix(
    atMost bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> SpaceMix {
    guard let downward, bound < 0 else { return mix((0, [])) }
    let found = try Self.least(downward, atLeast: -bound, limit: limit, budget: &budget)
    return mirroredMix(found ?? (0, []))
  }

  private func negativeMix(
    atLeast bound: Int, limit: Int, budget: inout SearchBudget
  ) throws(SizingError) -> SpaceMix? {
    guard let downward, bound <= 0 else { return nil }
    return mirroredMix(
      try Self.greatest(downward, atMost: -bound, limit: limit, budget: &budget))
  }

  // MARK: Advances on both sides of zero

  /// The sums around another that are made of one character alone, and bound what lies nearer.
  private static func multiples(
    around sum: Int, _ upward: Side, _ downward: Side
  ) -> ClosedRange<Int> {
    let step = sum < 0 ? downward.advances[0] : upward.advances[0]
    return quotient(sum, by: step) * step ... -quotient(-sum, by: step) * step
  }

  /// What the partial sums of mixes with these sums need: see ``WindowTable``.
  private static func window(
    _ sums: ClosedRange<Int>, _ upward: Side, _ downward: Side
  ) -> ClosedRange<Int> {
    min(0, sums.lowerBound) - downward.advances[0]...max(0, sums.upperBound) + upward.advances[0]
  }

  // MARK: Results

  private func mix(_ found: Found) -> SpaceMix {
    let runs = found.counts.indices.filter { found.counts[$0] > 0 }
    return SpaceMix(
      runs: runs.map { run(of: $0, found.counts[$0]) }, sum: found.sum * divisor)
  }

  /// Of the mirrored advances.
  private func mirroredMix(_ found: Found) -> SpaceMix {
    let runs = found.counts.indices.reversed().filter { found.counts[$0] > 0 }
    return SpaceMix(
      runs: runs.map { run(of: spaces.count - 1 - $0, found.counts[$0]) },
      sum: -found.sum * divisor)
  }

  /// So many of the widest space alone.
  func mix(ofWidest count: Int) -> SpaceMix {
    SpaceMix(runs: count > 0 ? [run(of: 0, count)] : [], sum: count * spaces[0].advance.ticks)
  }

  private func run(of space: Int, _ count: Int) -> Title.Component {
    let space = spaces[space]
    return Title.Component(space: space, count: count, advance: grid.points(space.advance))
  }
}

func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

/// A quotient rounded down, for dividends below zero too.
func quotient(_ dividend: Int, by divisor: Int) -> Int {
  let quotient = dividend / divisor
  return quotient * divisor > dividend ? quotient - 1 : quotient
}

/// What is left of a division rounded down: from 0 to the divisor.
func modulus(_ dividend: Int, of divisor: Int) -> Int {
  let rest = dividend % divisor
  return rest < 0 ? rest + divisor : rest
}
