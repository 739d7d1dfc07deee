/// The fewest spaces for every sum up to some bound: the plain way to make change, for targets of so few ticks that it is
/// cheap, whatever structure the advances have.
///
/// Tracking gives them one: it adds the same to every space, so that a sum may ask for a certain number of characters modulo
/// 125, say, which a search by waste finds only after a long way.
///
/// - Complexity: linear in the bound times the number of spaces, to fill; 4 bytes a tick.
struct SumTable: Sendable {
  /// The greatest bound that a table is made for.
  static let most = 1 << 21

  private let advances: [Int]
  private let order: ListOrder
  /// Of each sum the fewest spaces, or -1 where none make it.
  private let fewest: [Int32]

  var bound: Int { fewest.count - 1 }

  /// - Parameter advances: distinct, above zero, widest first.
  init(_ advances: [Int], order: ListOrder, through bound: Int) {
    self.advances = advances
    self.order = order
    var cells = [Int32](repeating: -1, count: bound + 1)
    cells[0] = 0
    for sum in stride(from: 1, through: bound, by: 1) {
      var best = Int32.max
      for advance in advances where advance <= sum {
        let rest = cells[sum - advance]
        if rest >= 0, rest < best { best = rest }
      }
      if best < Int32.max { cells[sum] = best + 1 }
    }
    fewest = cells
  }

  /// The greatest sum up to a bound that at most so many spaces make.
  func greatest(atMost bound: Int, limit: Int) -> (sum: Int, counts: [Int]) {
    let sum = stride(from: bound, to: 0, by: -1).first { fits($0, limit) } ?? 0
    return (sum, counts(of: sum))
  }

  /// The least sum from a bound on, within the table, that at most so many spaces make.
  func least(atLeast bound: Int, limit: Int) -> (sum: Int, counts: [Int])? {
    (bound...max(bound, self.bound)).first { fits($0, limit) }.map { ($0, counts(of: $0)) }
  }

  private func fits(_ sum: Int, _ limit: Int) -> Bool {
    sum <= bound && fewest[sum] >= 0 && Int(fewest[sum]) <= limit
  }

  /// The fewest spaces of a sum, with as many of the first in order as they can have, then of the next, and so on.
  private func counts(of sum: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: advances.count)
    var sum = sum
    let indices = Array(advances.indices)
    for index in order == .widestFirst ? indices : indices.reversed() {
      let advance = advances[index]
      while sum >= advance, fewest[sum - advance] >= 0, fewest[sum - advance] + 1 == fewest[sum] {
        counts[index] += 1
        sum -= advance
      }
    }
    return counts
  }
}
