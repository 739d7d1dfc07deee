/// A button that was measured.
public struct ButtonSample: Sendable, Hashable {
  /// The advance of the title that the button really had: of so many characters, not of the width asked for.
  public let advance: Points
  /// The size of the font that the advance was measured in.
  public let size: Points
  /// The width of the button.
  public let width: Points

  public init(advance: Points, size: Points, width: Points) {
    self.advance = advance
    self.size = size
    self.width = width
  }
}

/// Why no constants can be found.
public enum FitError: Error, Sendable, Hashable {
  /// The advance or the width of this sample, counted from 0, is not finite, or above 10¹² pt either way.
  case invalidSample(Int)
  /// Fewer than two samples.
  case tooFewSamples(Int)
  /// All titles have this advance, so that nothing is known of other titles.
  case oneAdvance(Points)
  /// The widths do not grow with the advances, as those of a ``ButtonRule`` do.
  case notGrowing
}

/// The constants of a ``ButtonRule``, found from buttons that were measured.
///
/// ```swift
/// let fit = try ConstantFit(samples)
/// fit.shiftFactor                   // 1.0987
/// fit.shiftFactorInterval           // 1.0951...1.1023
/// let rule = fit.rule(.article)     // the article's rule with these constants
/// ```
///
/// A rule's width is a line over the advance: it begins at the minimum width and rises by 1 ÷ shift factor. So
/// the constants are those of the least-squares line of width on advance, and their intervals Student's t for
/// n − 2 degrees of freedom, the factor's turned over from the slope's. They hold for errors of the widths
/// that are independent, equally large and about normal. Of 1,000 draws in the tests each interval of 95 % has the
/// constant in 93 to 97 %, of 5, 20 and 100 samples; by ``Method/robust``, which has to choose its samples, in 92 to 97 %,
/// outliers among them or not.
public struct ConstantFit: Sendable, Hashable {
  /// How outliers are dealt with.
  public enum Method: Sendable, Hashable {
    /// Every sample counts.
    case leastSquares
    /// Outliers are set aside first. The half of the samples that lie nearest to a Theil–Sen line are fitted; those
    /// within the bound for outliers of that line are added and it is fitted again, until no more are.
    case robust
  }

  /// What a user of the constants should know.
  public enum Warning: Sendable, Hashable {
    /// Titles of fewer than three advances: the constants have no intervals, since nothing shows that the
    /// widths lie on a line.
    case noIntervals
    /// The slope's interval reaches 0, so that the factor's has no upper end: by these samples the widths may
    /// not depend on the titles at all.
    case unboundedFactor
    /// All samples are of one size: a factor and a size cannot be told apart. At a size S times as large a factor
    /// S times as large fits as well, unless tracking depends on the size.
    case oneSize(Points)
    /// All widths are whole points. If the kit rounds up, the minimum has come out half a point too wide.
    case wholeWidths
    /// The kit is said to round up to whole points, and the widths of these samples are none.
    case notWhole([Int])
    /// The minimum is below 0, which no rule's is: ``ConstantFit/rule(_:)`` has 0.
    case negativeMinimum
  }

  /// The width of a button whose title has no advance. Chance may take it below 0.
  public let minimumWidth: Points
  /// How many points of text make one point of button.
  public let shiftFactor: Double
  /// How sure the intervals are, such as 0.95.
  public let level: Double
  /// The interval that has the true minimum with the chance ``level``; nil for fewer than three advances.
  public let minimumWidthInterval: ClosedRange<Points>?
  /// Likewise the factor's; its upper bound may be infinite.
  public let shiftFactorInterval: ClosedRange<Double>?
  /// The standard deviation of the widths about the line; nil for fewer than three advances.
  public let standardError: Points?
  /// How much wider each sample is than the line, in their order; less half a point where the kit rounds up.
  public let residuals: [Points]
  /// The samples that lie too far off to belong to the others, in their order: their distance from the line
  /// through the others is beyond what one in a hundred sets of good samples has anywhere (Student's t, Bonferroni).
  /// With the method ``Method/robust`` they are not in the fit.
  public let outliers: [Int]
  public let warnings: [Warning]
  /// The factor of a line that begins at 0.
  private let factorThroughZero: Double

  /// The chance that any sample of a good set is called an outlier.
  private static let outlierChance = 0.01

  /// Lengths of more points than that are mistakes.
  private static let greatestLength = 1e12

  /// - Parameters:
  ///   - samples: at least two, with titles of at least two advances.
  ///   - method: whether outliers are set aside first.
  ///   - level: how sure the intervals are to be.
  ///   - rounding: what the kit does with its widths; either kind of rounding takes half a point off each, which is what it adds on
  ///     average.
  /// - Precondition: `level` is above 0 and below 1.
  /// - Throws: ``FitError``.
  /// - Complexity: n log n in the number of samples.
  public init(
    _ samples: [ButtonSample], method: Method = .leastSquares, level: Double = 0.95,
    rounding: WidthFunction.Rounding = .none
  ) throws(FitError) {
    precondition(0 < level && level < 1, "a level is between 0 and 1")
    func isLength(_ points: Points) -> Bool { abs(points.value) <= Self.greatestLength }
    if let index = samples.firstIndex(where: { !isLength($0.advance) || !isLength($0.width) }) {
      throw .invalidSample(index)
    }
    guard samples.count > 1 else { throw .tooFewSamples(samples.count) }
    let x = samples.map(\.advance.value)
    let y = samples.map { $0.width.value - (rounding != .none ? 0.5 : 0) }
    let distinct = Self.distinct(x)
    guard distinct > 1 else { throw .oneAdvance(samples[0].advance) }

    // Nothing is an outlier by the last bits of a sum, nor by less than the step of widths that are rounded.
    let isWhole = samples.map { $0.width.value == $0.width.value.rounded() }
    let isRounded = rounding != .none || isWhole.allSatisfy(\.self)
    let least = isRounded ? 1 : 1e-9 * max(1, y.reduce(0) { max($0, abs($1)) })
    let line: LeastSquaresLine
    switch method {
    case .leastSquares:
      line = LeastSquaresLine(x, y, keeping: x.map { _ in true })
      outliers = Self.outliers(x, y, from: line, least: least)
    case .robust:
      let isKept = Self.withoutOutliers(x, y, least: least)
      line = LeastSquaresLine(x, y, keeping: isKept)
      outliers = isKept.indices.filter { !isKept[$0] }
    }
    guard line.slope > 0, (1 / line.slope).isFinite else { throw .notGrowing }

    self.level = level
    minimumWidth = Points(line.intercept)
    shiftFactor = 1 / line.slope
    residuals = x.indices.map { Points(y[$0] - line.value(at: x[$0])) }
    var warnings: [Warning] = []
    let set = Set(outliers)
    let kept = x.indices.filter { !set.contains($0) || method == .leastSquares }
    if Self.distinct(kept.map { x[$0] }) > 2, let error = line.standardError,
      let interceptError = line.interceptError, let slopeError = line.slopeError
    {
      let bound = StudentT.bound(outside: 1 - level, degrees: line.count - 2)
      standardError = Points(error)
      let margin = Points(bound * interceptError)
      minimumWidthInterval = minimumWidth - margin...minimumWidth + margin
      let flattest = line.slope - bound * slopeError
      shiftFactorInterval =
        1 / (line.slope + bound * slopeError)...(flattest > 0 ? 1 / flattest : .infinity)
      if flattest <= 0 { warnings.append(.unboundedFactor) }
    } else {
      standardError = nil
      minimumWidthInterval = nil
      shiftFactorInterval = nil
      warnings.append(.noIntervals)
    }
    if samples.allSatisfy({ $0.size == samples[0].size }) {
      warnings.append(.oneSize(samples[0].size))
    }
    switch rounding {
    case .none where isRounded: warnings.append(.wholeWidths)
    // Of texts rounded up, padding may make any width.
    case .button where isWhole.contains(false):
      warnings.append(.notWhole(isWhole.indices.filter { !isWhole[$0] }))
    default: break
    }
    if line.intercept < 0 { warnings.append(.negativeMinimum) }
    self.warnings = warnings
    let products = kept.reduce(0) { $0 + x[$1] * y[$1] }
    factorThroughZero =
      products > 0 ? kept.reduce(0) { $0 + x[$1] * x[$1] } / products : shiftFactor
  }

  /// A rule with the constants found. Where chance has taken the minimum below 0 it is 0, with the factor that
  /// fits best with that.
  ///
  /// - Precondition: the rule is linear.
  public func rule(_ base: ButtonRule) -> ButtonRule {
    minimumWidth >= 0
      ? base.with(minimumWidth: minimumWidth, shiftFactor: shiftFactor)
      : base.with(minimumWidth: 0, shiftFactor: factorThroughZero)
  }

  /// How many values differ by more than their last bits: 1, 2, or 3 for more.
  private static func distinct(_ values: [Double]) -> Int {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values { (low, high) = (min(low, value), max(high, value)) }
    guard differ(low, high) else { return 1 }
    return values.contains { differ(low, $0) && differ($0, high) } ? 3 : 2
  }

  private static func differ(_ low: Double, _ high: Double) -> Bool {
    high - low > 1e-9 * max(1, abs(high))
  }

  /// The points that lie off the line through the others, by externally studentised residuals.
  private static func outliers(
    _ x: [Double], _ y: [Double], from line: LeastSquaresLine, least: Double
  ) -> [Int] {
    guard line.count > 3 else { return [] }
    let bound = StudentT.bound(
      outside: outlierChance / Double(line.count), degrees: line.count - 3)
    return x.indices.filter { index in
      // A point that alone holds its end of the line has nothing to be compared with.
      guard let (distance, error) = line.deletedResidual(x[index], y[index]) else { return false }
      return abs(distance) > max(least, bound * error)
    }
  }

  /// Which points belong together: grown from the half that lies nearest to a Theil–Sen line, a block at a time
  /// (Hadi and Simonoff 1993; Billor, Hadi and Velleman 2000).
  private static func withoutOutliers(_ x: [Double], _ y: [Double], least: Double) -> [Bool] {
    let start = TheilSenLine(x, y)
    let distances = x.indices.map { abs(y[$0] - start.intercept - start.slope * x[$0]) }
    let nearest = x.indices.sorted {
      distances[$0] == distances[$1] ? $0 < $1 : distances[$0] < distances[$1]
    }
    var isKept = [Bool](repeating: false, count: x.count)
    var (low, high) = (x[nearest[0]], x[nearest[0]])
    for (place, index) in nearest.enumerated() {
      // Three points at two places, at least, are needed to tell how far off a fourth is.
      if place >= max(3, (x.count + 3) / 2), differ(low, high) { break }
      isKept[index] = true
      (low, high) = (min(low, x[index]), max(high, x[index]))
    }
    // Each round adds a point, and nearly always most of those that belong.
    for _ in 0..<100 {
      let line = LeastSquaresLine(x, y, keeping: isKept)
      guard line.count < x.count, let error = line.standardError else { break }
      let bound = StudentT.bound(
        outside: outlierChance / Double(x.count), degrees: line.count - 2)
      let added = x.indices.filter { index in
        !isKept[index]
          && abs(y[index] - line.value(at: x[index]))
            <= max(least, bound * error * (1 + line.leverage(at: x[index])).squareRoot())
      }
      guard !added.isEmpty else { break }
      for index in added { isKept[index] = true }
    }
    return isKept
  }
}
