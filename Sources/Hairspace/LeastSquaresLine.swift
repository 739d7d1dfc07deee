/// The line through points that has the least sum of squared distances in y.
struct LeastSquaresLine {
  /// How many points it is fitted to.
  let count: Int
  let slope: Double
  private let meanX: Double
  private let meanY: Double
  /// The sum of squared distances of the x from their mean.
  private let spread: Double
  /// The sum of squared residuals.
  let squaredResiduals: Double

  /// - Parameters:
  ///   - x, y: the points, as many of the one as of the other.
  ///   - isKept: which of them to fit to.
  /// - Precondition: those kept have x that differ.
  /// - Complexity: linear in the number of points.
  init(_ x: [Double], _ y: [Double], keeping isKept: [Bool]) {
    let kept = x.indices.filter { isKept[$0] }
    let count = Double(kept.count)
    // About the means: squares of the bare values would lose the digits that matter.
    let meanX = kept.reduce(0) { $0 + x[$1] } / count
    let meanY = kept.reduce(0) { $0 + y[$1] } / count
    let spread = kept.reduce(0) { $0 + (x[$1] - meanX) * (x[$1] - meanX) }
    precondition(spread > 0, "a line needs two places")
    let slope = kept.reduce(0) { $0 + (x[$1] - meanX) * (y[$1] - meanY) } / spread
    self.count = kept.count
    self.slope = slope
    self.meanX = meanX
    self.meanY = meanY
    self.spread = spread
    self.squaredResiduals = kept.reduce(0) { sum, index in
      let residual = y[index] - meanY - slope * (x[index] - meanX)
      return sum + residual * residual
    }
  }

  var intercept: Double { meanY - slope * meanX }

  func value(at x: Double) -> Double { meanY + slope * (x - meanX) }

  /// How much a point at `x` pulls at the line, or would: the variance there of the line, in those of a point.
  func leverage(at x: Double) -> Double {
    1 / Double(count) + (x - meanX) * (x - meanX) / spread
  }

  /// The points' standard deviation about the line; nil for two points, which it goes through.
  var standardError: Double? {
    count > 2 ? (squaredResiduals / Double(count - 2)).squareRoot() : nil
  }

  /// The standard error of the intercept.
  var interceptError: Double? { standardError.map { $0 * leverage(at: 0).squareRoot() } }

  /// The standard error of the slope.
  var slopeError: Double? { standardError.map { $0 / spread.squareRoot() } }

  /// How far one of the points lies off the line through the others, and the standard error of that: their ratio is
  /// the externally studentised residual.
  ///
  /// Made from this line by the usual identities (Cook and Weisberg, Residuals and Influence in Regression, 2.2).
  ///
  /// - Returns: nil when the others make no line, or one without a spread.
  func deletedResidual(_ x: Double, _ y: Double) -> (distance: Double, error: Double)? {
    let own = 1 - leverage(at: x)
    guard count > 3, own > 1e-9 else { return nil }
    let residual = y - value(at: x)
    let squares = max(0, squaredResiduals - residual * residual / own)
    return (residual / own, (squares / Double(count - 3) / own).squareRoot())
  }
}
