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
/// Advances of zero and below have a waste as well, of the widest and more, so all this holds for them too: the sums
/// that a mix does not fit into are then those below the sum of its other spaces, which may be negative.
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
  /// The advances' residues: how far each steps through the cells.
  private let steps: [Int]
  private let order: ListOrder
  private var cells: [Cell]

  /// Whether a table of these advances is small enough, and its wastes are safe in 64 bits.
  static func suits(_ advances: [Int]) -> Bool {
    let (widest, narrowest) = (advances[0], advances[advances.count - 1])
    return widest <= mostResidues
      && widest * advances.count <= mostResidues * SpaceCharacter.all.count
      && narrowest > -1 << 44
  }

  /// - Parameters:
  ///   - advances: distinct, without a common divisor, widest first, the widest above zero.
  ///   - order: which mix of several with as many characters is the best.
  init(_ advances: [Int], order: ListOrder) {
    self.advances = advances
    self.order = order
    let widest = advances[0]
    steps = advances.map { modulus($0, of: widest) }
    cells = [Cell](repeating: Cell(waste: -1, count: 0, last: 0), count: widest)
    cells[0].waste = 0
    for space in advances.indices.dropFirst() {
      let step = steps[space]
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
        waste: cells[previous].waste + widest - advances[space], count: cells[previous].count + 1,
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
    // Fewer of these spaces are more of the widest.
    if order == .widestFirst, cell.count != known.count { return cell.count < known.count }
    // The mix that is known may have changed under its count and its narrowest space, by a change to what it is made
    // from. It is then the new one, and takes the new one's.
    return !order.puts(counts(known, residue), before: counts(cell, residue))
  }

  /// How many of each space but the widest, whose place stays 0.
  private func counts(_ cell: Cell, _ residue: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: advances.count)
    var cell = cell
    var residue = residue
    while cell.count > 0 {
      let space = Int(cell.last)
      counts[space] += 1
      residue -= steps[space]
      if residue < 0 { residue += advances[0] }
      cell = cells[residue]
    }
    return counts
  }

  /// Whether the best mix of exactly this sum is known: whether its least waste fits into the sum and into the limit of
  /// characters. If not, another mix still may.
  func knows(_ sum: Int, limit: Int) -> Bool {
    let cell = cells[modulus(sum, of: advances[0])]
    let rest = rest(cell)
    return rest <= sum && (sum - rest) / advances[0] + Int(cell.count) <= limit
  }

  /// More runs than this the best mix of a sum that is known has not.
  func mostRuns(of sum: Int) -> Int {
    min(advances.count, 1 + Int(cells[modulus(sum, of: advances[0])].count))
  }

  /// Gives the spaces of the best mix of a sum that is known, each with its number, from the narrowest to the widest.
  func forEachRun(of sum: Int, _ body: (_ space: Int, _ count: Int) -> Void) {
    var residue = modulus(sum, of: advances[0])
    var cell = cells[residue]
    let widest = (sum - rest(cell)) / advances[0]
    while cell.count > 0 {
      let space = cell.last
      var count = 0
      repeat {
        count += 1
        residue -= steps[Int(space)]
        if residue < 0 { residue += advances[0] }
        cell = cells[residue]
      } while cell.count > 0 && cell.last == space
      body(Int(space), count)
    }
    if widest > 0 { body(0, widest) }
  }

  /// The sum of a cell's mix. Without a common divisor every residue has one.
  private func rest(_ cell: Cell) -> Int {
    Int(cell.count) * advances[0] - cell.waste
  }
}
