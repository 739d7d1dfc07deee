/// For every residue modulo the widest advance, the best mix of the other spaces with a sum of that residue:
/// the one of least waste; of those the fewest spaces, then the most of the widest of them, and so on.
///
/// It is filled by Böcker and Lipták's round robin ("A fast and simple algorithm for the money changing
/// problem", Algorithmica 48, 2007) on wastes instead of sums: each space in turn is tried along the cycles in
/// which its advance steps through the residues, starting where the waste is least.
///
/// Of each mix only the narrowest space is kept: without it, the mix is the best of its own residue, since the
/// order of mixes does not change when both gain the same space.
///
/// - Complexity: linear in the number of residues times the number of spaces, to fill and in memory.
struct ResidueTable: Sendable {
  /// The widest advance that a table is made for. Static faces have none above 2¹⁵ units; San Francisco's tracking on a face of
  /// 2,048 units makes about as many as this.
  static let mostResidues = 1 << 17

  private struct Cell {
    /// Least waste, or -1 where no mix has this residue.
    var waste: Int
    /// How many spaces.
    var count: Int32
    /// The index of the narrowest space.
    var last: Int32
  }

  private let advances: [Int]
  private var cells: [Cell]

  /// - Parameter advances: distinct, without a common divisor, widest first.
  init(_ advances: [Int]) {
    self.advances = advances
    let widest = advances[0]
    cells = [Cell](repeating: Cell(waste: -1, count: 0, last: 0), count: widest)
    cells[0].waste = 0
    for space in advances.indices.dropFirst() {
      let step = advances[space]
      let cycles = greatestCommonDivisor(step, widest)
      for cycle in 0..<cycles {
        walk(cycle: cycle, of: space, step: step, length: widest / cycles)
      }
    }
  }

  private mutating func walk(cycle: Int, of space: Int, step: Int, length: Int) {
    let widest = advances[0]
    var start = -1
    var residue = cycle
    for _ in 0..<length {
      if cells[residue].waste >= 0, start < 0 || cells[residue].waste < cells[start].waste {
        start = residue
      }
      residue += step
      if residue >= widest { residue -= widest }
    }
    guard start >= 0 else { return }
    var previous = start
    for _ in 1..<max(1, length) {
      residue = previous + step
      if residue >= widest { residue -= widest }
      let cell = Cell(
        waste: cells[previous].waste + widest - step, count: cells[previous].count + 1,
        last: Int32(space))
      if isBetter(cell, than: residue) { cells[residue] = cell }
      previous = residue
    }
  }

  /// Whether a new mix, the one its cell describes, beats the one that is known of the same residue.
  private func isBetter(_ cell: Cell, than residue: Int) -> Bool {
    let known = cells[residue]
    if known.waste < 0 || cell.waste != known.waste {
      return known.waste < 0 || cell.waste < known.waste
    }
    if cell.count != known.count { return cell.count < known.count }
    return counts(known, residue).lexicographicallyPrecedes(counts(cell, residue))
  }

  /// How many of each space but the widest, whose place stays 0.
  private func counts(_ cell: Cell, _ residue: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: advances.count)
    var cell = cell
    var residue = residue
    for _ in 0..<cell.count {
      let space = Int(cell.last)
      counts[space] += 1
      residue -= advances[space]
      if residue < 0 { residue += advances[0] }
      cell = cells[residue]
    }
    return counts
  }

  /// The best mix of exactly this sum, or nil when the least waste does not fit into the sum or into the limit
  /// of characters; another mix still may.
  func mix(of sum: Int, limit: Int) -> [Int]? {
    let residue = sum % advances[0]
    let cell = cells[residue]
    // Without a common divisor every residue has a mix.
    let rest = Int(cell.count) * advances[0] - cell.waste
    guard rest <= sum else { return nil }
    let widest = (sum - rest) / advances[0]
    guard widest + Int(cell.count) <= limit else { return nil }
    var counts = counts(cell, residue)
    counts[0] = widest
    return counts
  }
}
