/// The fewest characters for every sum in a window around zero, of advances above and below zero.
///
/// The characters of a title can be put in an order in which no partial sum leaves the window from min(0, s) − B
/// to max(0, s) + A, where s is their sum, A the widest advance and B the size of the most negative one: as long
/// as the sum so far is not above s a positive one follows, otherwise a negative one. So a search breadth first
/// that stays in the window finds the fewest characters.
///
/// - Complexity: linear in the window times the number of spaces, to fill; 8 bytes a sum.
struct WindowTable: Sendable {
  /// The greatest product of the window's length and the number of spaces that a table is made for.
  static let most = 1 << 24

  private let advances: [Int]
  let range: ClosedRange<Int>
  /// Of each sum the fewest spaces, or -1 where none make it.
  private var fewest: [Int32]

  /// - Parameters:
  ///   - advances: distinct, widest first.
  ///   - range: the window, 0 included, of at most 2³¹ sums.
  init(_ advances: [Int], range: ClosedRange<Int>) {
    self.advances = advances
    self.range = range
    var fewest = [Int32](repeating: -1, count: range.count)
    let origin = -range.lowerBound
    fewest[origin] = 0
    var queue = [Int32(origin)]
    queue.reserveCapacity(range.count)
    var next = 0
    while next < queue.count {
      let place = Int(queue[next])
      next += 1
      let count = fewest[place] + 1
      for advance in advances {
        let other = place + advance
        guard fewest.indices.contains(other), fewest[other] < 0 else { continue }
        fewest[other] = count
        queue.append(Int32(other))
      }
    }
    self.fewest = fewest
  }

  /// The fewest spaces of a sum in the window, nil where none make it.
  func fewest(of sum: Int) -> Int? {
    let fewest = fewest[sum - range.lowerBound]
    return fewest < 0 ? nil : Int(fewest)
  }

  /// The first in order of the lists of a sum with the fewest spaces: how many of each.
  ///
  /// Each partial sum on the way to the list is made by the first of its own lists, since the order does not change
  /// when two lists gain the same space. So from the sum all fewest ways are followed back, and from zero the
  /// first lists built up along them.
  func counts(of sum: Int, budget: inout SearchBudget) throws(SizingError) -> [Int] {
    let count = fewest(of: sum) ?? 0
    var layers: [Set<Int>] = [[sum]]
    for rest in stride(from: count - 1, through: 0, by: -1) {
      var layer: Set<Int> = []
      for sum in layers[layers.count - 1] {
        for advance in advances where range.contains(sum - advance) {
          if fewest(of: sum - advance) == rest { layer.insert(sum - advance) }
        }
      }
      try budget.spend(layer.count * advances.count)
      layers.append(layer)
    }
    var best: [Int: [Int]] = [0: [Int](repeating: 0, count: advances.count)]
    for layer in layers.reversed().dropFirst() {
      var lists: [Int: [Int]] = [:]
      for sum in layer {
        for (index, advance) in advances.enumerated() {
          guard var counts = best[sum - advance] else { continue }
          counts[index] += 1
          if let known = lists[sum], !ListOrder.widestFirst.puts(counts, before: known) { continue }
          lists[sum] = counts
        }
      }
      best = lists
    }
    return best[sum] ?? []
  }
}
