/// A search for the mix nearest to a bound, for grids too fine for tables, and for large sums of few characters.
///
/// Trying the number of characters upwards, each level asks for one known waste. The spaces other
/// than the widest split into two halves; the mixes of each are listed once, by waste, and a total is
/// found by walking one list and searching the other (Horowitz and Sahni's meeting in the middle): about the
/// square root of the work, and of the memory, of a table over the grid.
///
/// Advances below zero waste more than the widest space has, and need nothing else: only, no number of
/// characters is then too great for a bound.
struct MixSearch {
  private let widest: Int
  private let narrowest: Int
  private let order: ListOrder
  private let sumLimit: Int
  private let countLimit: Int
  private var first: HalfList
  private var second: HalfList
  /// The waste up to which the lists are complete.
  private var wasteLimit = -1

  struct Answer {
    var sum: Int
    var counts: [Int]
  }

  /// - Parameters:
  ///   - advances: without a common divisor, widest first, the widest above zero.
  ///   - sumLimit: no mix with a greater sum is of use, but to be made smaller by negative advances.
  private init(_ advances: [Int], order: ListOrder, sumLimit: Int, countLimit: Int) {
    widest = advances[0]
    narrowest = advances[advances.count - 1]
    self.order = order
    self.sumLimit = narrowest > 0 ? sumLimit : .max
    self.countLimit = countLimit
    // Every other space to each half, so that both halves have wide and narrow ones.
    let others = Array(advances.dropFirst())
    first = HalfList(stride(from: 0, to: others.count, by: 2).map { others[$0] }, order)
    second = HalfList(stride(from: 1, to: others.count, by: 2).map { others[$0] }, order)
  }

  /// The greatest sum that is at most `bound`, with at most `limit` characters.
  ///
  /// - Precondition: `bound` is not negative.
  static func greatest(
    atMost bound: Int, of advances: [Int], order: ListOrder = .widestFirst, limit: Int,
    budget: inout SearchBudget
  ) throws(SizingError) -> Answer {
    var search = MixSearch(advances, order: order, sumLimit: bound, countLimit: limit)
    let widest = search.widest
    let start = min(limit, bound / widest)
    var best = Answer(sum: start * widest, counts: [start])
    var level = start + 1
    while best.sum < bound, level <= search.mostCharacters(of: bound) {
      let found = try search.waste(
        in: level * widest - bound..<level * widest - best.sum, nearestTo: .least, level: level,
        budget: &budget)
      if let found {
        best = Answer(sum: level * widest - found.waste, counts: found.counts)
      }
      level += 1
    }
    return best
  }

  /// The least sum that is at least `bound`, with at most `limit` characters; nil when that many of the
  /// widest are too narrow.
  ///
  /// - Precondition: `bound` is not negative.
  static func least(
    atLeast bound: Int, of advances: [Int], order: ListOrder = .widestFirst, limit: Int,
    budget: inout SearchBudget
  ) throws(SizingError) -> Answer? {
    let widest = advances[0]
    var level = (bound + widest - 1) / widest
    guard level <= limit else { return nil }
    var best = Answer(sum: level * widest, counts: [level])
    var search = MixSearch(advances, order: order, sumLimit: best.sum, countLimit: limit)
    while best.sum > bound, level <= search.mostCharacters(of: best.sum - 1) {
      let found = try search.waste(
        in: level * widest - best.sum + 1..<level * widest - bound + 1, nearestTo: .most,
        level: level, budget: &budget)
      if let found {
        best = Answer(sum: level * widest - found.waste, counts: found.counts)
      }
      level += 1
    }
    return best
  }

  /// The most characters that a sum of at most `bound` can have.
  private func mostCharacters(of bound: Int) -> Int {
    narrowest > 0 ? min(countLimit, bound / narrowest) : countLimit
  }

  private struct Found {
    var waste: Int
    var counts: [Int]
  }

  /// Which end of a range of wastes is wanted: the least waste makes the greatest sum, the most the least.
  private enum End {
    case least
    case most
  }

  /// The waste in a range, nearest to one end of it, that `level` characters can have.
  private mutating func waste(
    in range: Range<Int>, nearestTo end: End, level: Int, budget: inout SearchBudget
  ) throws(SizingError) -> Found? {
    try grow(through: range.upperBound - 1, budget: &budget)
    var found: Found?
    var least = range.lowerBound
    var most = range.upperBound - 1
    for short in second.mixes {
      guard short.waste <= most else { break }
      var index =
        end == .least
        ? first.index(ofWaste: least - short.waste)
        : first.index(ofWaste: most - short.waste + 1) - 1
      try budget.spend(1)
      while first.mixes.indices.contains(index) {
        let long = first.mixes[index]
        let waste = long.waste + short.waste
        guard least <= waste, waste <= most else { break }
        if long.count + short.count <= level {
          // From here on only what is as near counts.
          if end == .least { most = waste } else { least = waste }
          consider(long, short, level: level, &found)
          // Of one waste there is then but this one.
          if order == .widestFirst { break }
        }
        index += end == .least ? 1 : -1
        try budget.spend(1)
      }
    }
    return found
  }

  /// Takes the pair if it has another waste than the pair found, which the caller knows to be better, or
  /// the same and comes first in order.
  private func consider(
    _ long: HalfList.Mix, _ short: HalfList.Mix, level: Int, _ found: inout Found?
  ) {
    let waste = long.waste + short.waste
    var counts = [level - long.count - short.count]
    var evens = first.counts(of: long)
    var odds = second.counts(of: short)
    while let even = evens.popFirst() {
      counts.append(Int(even))
      if let odd = odds.popFirst() { counts.append(Int(odd)) }
    }
    if let found, found.waste == waste, !order.puts(counts, before: found.counts) { return }
    found = Found(waste: waste, counts: counts)
  }

  private mutating func grow(
    through waste: Int, budget: inout SearchBudget
  ) throws(SizingError) {
    guard waste > wasteLimit else { return }
    // By half as much again at least, so that the last growth costs more than all before it.
    wasteLimit = max(waste, wasteLimit + wasteLimit / 2, 2 * widest)
    // Listing a mix costs some ten times as much as looking at one.
    let limits = HalfList.Limits(
      waste: wasteLimit, sum: sumLimit, count: countLimit, mixes: budget.steps / 10)
    try first.list(within: limits, widest: widest)
    try second.list(within: limits, widest: widest)
    try budget.spend(10 * (first.mixes.count + second.mixes.count))
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
    /// How many mixes the list may have.
    var mixes: Int
  }

  /// The length from which a list is pruned before it has all its spaces.
  private static let long = 1 << 10

  private let advances: [Int]
  private let order: ListOrder
  private(set) var mixes: [Mix] = []
  private var pool: [Int32] = []

  init(_ advances: [Int], _ order: ListOrder) {
    self.advances = advances
    self.order = order
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
          guard mixes.count < limits.mixes else { throw .tooIrregular }
          mix.residue = mix.waste % widest
          mix.place = pool.count
          for place in base.place..<base.place + advances.count { pool.append(pool[place]) }
          pool[mix.place + slot] = Int32(mix.count - base.count)
          mixes.append(mix)
        }
      }
      if mixes.count > Self.long { prune(widest: widest) }
    }
    prune(widest: widest)
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
      switch order {
      case .widestFirst:
        if left.count != right.count { return left.count < right.count }
        return counts(of: right).lexicographicallyPrecedes(counts(of: left))
      case .narrowestFirst:
        return counts(of: right).reversed().lexicographicallyPrecedes(counts(of: left).reversed())
      }
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
