/// The seconds of both sides, measured in turn.
struct Timings {
  private(set) var baseline: [Double] = []
  private(set) var library: [Double] = []

  /// - Parameter rounds: how many times each side is run, one after the other.
  init(
    rounds: Int, baseline: () throws -> Double, library: () throws -> Double
  ) rethrows {
    for _ in 0..<rounds {
      self.baseline.append(try baseline())
      self.library.append(try library())
    }
  }

  /// That of the medians.
  var ratio: Double { Self.median(library) / Self.median(baseline) }

  /// That of the fastest runs, which noise touches least.
  var ratioOfFastest: Double { library.min()! / baseline.min()! }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
