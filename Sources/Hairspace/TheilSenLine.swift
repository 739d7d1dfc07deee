/// A line that outliers hardly move: the median of the slopes between pairs of points, and the median of what
/// that leaves (Theil 1950, Sen 1968). Up to 29 % of the points may lie anywhere.
struct TheilSenLine {
  let slope: Double
  let intercept: Double

  /// How many pairs are looked at, but for one a point: all of those of 45 points.
  static let mostPairs = 1_000

  /// - Parameters:
  ///   - x, y: the points, as many of the one as of the other.
  /// - Precondition: the x differ.
  /// - Complexity: n log n in the number of points. Of many points each is paired, in the order of x, with those about
  ///   half of the points away: these slopes are also the surest.
  init(_ x: [Double], _ y: [Double]) {
    let count = x.count
    let order = x.indices.sorted { x[$0] == x[$1] ? $0 < $1 : x[$0] < x[$1] }
    var slopes: [Double] = []
    func add(_ low: Int, _ high: Int) {
      let run = x[high] - x[low]
      if run > 0 { slopes.append((y[high] - y[low]) / run) }
    }
    if count * (count - 1) / 2 <= Self.mostPairs {
      for high in order.indices {
        for low in order[..<high] { add(low, order[high]) }
      }
    } else {
      let distances = max(1, Self.mostPairs / (count - count / 2))
      let first = max(1, count / 2 - distances / 2)
      for distance in first..<first + distances {
        for low in 0..<count - distance { add(order[low], order[low + distance]) }
      }
    }
    // So many points share one x that no pair taken differs: the ends do.
    if slopes.isEmpty { add(order[0], order[count - 1]) }
    let slope = Self.median(&slopes)
    var rests = x.indices.map { y[$0] - slope * x[$0] }
    self.slope = slope
    self.intercept = Self.median(&rests)
  }

  private static func median(_ values: inout [Double]) -> Double {
    values.sort()
    let middle = values.count / 2
    return values.count.isMultiple(of: 2)
      ? (values[middle - 1] + values[middle]) / 2 : values[middle]
  }
}
