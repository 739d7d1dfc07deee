import Foundation
import Testing

@testable import Hairspace

@Suite struct ConstantFitTests {
  static func samples(_ points: [(Double, Double)], size: Points = 18) -> [ButtonSample] {
    points.map { ButtonSample(advance: Points($0), size: size, width: Points($1)) }
  }

  static func isNear(_ one: Double?, _ other: Double, _ tolerance: Double = 1e-9) -> Bool {
    one.map { abs($0 - other) <= tolerance * max(1, abs(other)) } ?? false
  }

  // MARK: Exact

  @Test("By hand: a slope of 1 and an intercept of 1.5 through four points")
  func fitByHand() throws {
    let fit = try ConstantFit(Self.samples([(0, 1), (1, 3), (2, 4), (3, 4)]), level: 0.9)
    #expect(fit.minimumWidth == 1.5)
    #expect(fit.shiftFactor == 1)
    #expect(fit.residuals == [-0.5, 0.5, 0.5, -0.5])
    // Squares of 1 over 2 degrees of freedom; t of 0.9 is 2.91999 for two.
    #expect(fit.standardError == Points(0.5.squareRoot()))
    let bound = 2.919_985_580_353_726
    let minimum = try #require(fit.minimumWidthInterval)
    #expect(Self.isNear(minimum.lowerBound.value, 1.5 - bound * 0.35.squareRoot()))
    #expect(Self.isNear(minimum.upperBound.value, 1.5 + bound * 0.35.squareRoot()))
    let factor = try #require(fit.shiftFactorInterval)
    #expect(Self.isNear(factor.lowerBound, 1 / (1 + bound * 0.1.squareRoot())))
    #expect(Self.isNear(factor.upperBound, 1 / (1 - bound * 0.1.squareRoot())))
    #expect(fit.outliers == [])
    #expect(fit.warnings == [.oneSize(18), .wholeWidths])
  }

  @Test("Lines recorded from SciPy: constants, intervals, studentised residuals, Theil–Sen")
  func fitRecorded() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/fits.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(lines.count > 10)
    for line in lines {
      let fields = line.split(separator: "\t").map(String.init)
      let points = try fields[1].split(separator: " ").map { pair in
        let numbers = pair.split(separator: ",").compactMap { Double($0) }
        return try (#require(numbers.first), #require(numbers.last))
      }
      let numbers = try fields[2...5].map { try #require(Double($0)) }
      let (slope, intercept, slopeError, interceptError) =
        (numbers[0], numbers[1], numbers[2], numbers[3])
      // Far from zero the intercept loses the digits of its distance.
      let tolerance = fields[0] == "far-from-zero" ? 1e-7 : 1e-9
      let fit = try ConstantFit(Self.samples(points))
      #expect(Self.isNear(fit.shiftFactor, 1 / slope), "\(fields[0])")
      #expect(Self.isNear(fit.minimumWidth.value, intercept, tolerance), "\(fields[0])")
      let bound = StudentT.bound(outside: 0.05, degrees: points.count - 2)
      #expect(
        Self.isNear(
          fit.minimumWidthInterval?.upperBound.value, intercept + bound * interceptError, tolerance),
        "\(fields[0])")
      #expect(
        Self.isNear(
          fit.shiftFactorInterval?.lowerBound, 1 / (slope + bound * slopeError), tolerance),
        "\(fields[0])")
      let (x, y) = (points.map(\.0), points.map(\.1))
      let own = LeastSquaresLine(x, y, keeping: x.map { _ in true })
      for (place, field) in fields[6].split(separator: " ").enumerated() {
        let residual = own.deletedResidual(x[place], y[place])
        #expect(
          field == "-"
            ? residual == nil
            : Self.isNear(residual.map { $0.distance / $0.error }, Double(field)!, 1e-6),
          "\(fields[0]) \(place)")
      }
      // Of more points than that not all pairs are taken.
      #expect(
        Self.isNear(TheilSenLine(x, y).slope, Double(fields[7])!, x.count <= 45 ? 1e-9 : 1e-3),
        "\(fields[0])")
    }
  }

  @Test(
    "The article's staircase: what was in the titles gives 30 and 1.1, what was asked for does not")
  func fitStaircase() throws {
    let font = FakeFont(["\u{200A}": 186], unitsPerEm: 2048, size: 14)
    let sizer = try RowActionSizer(measuring: font, rule: .article)
    let titles = try (31...300).map { try sizer.title(forWidth: Points(Double($0))) }
    for method in [ConstantFit.Method.leastSquares, .robust] {
      let fit = try ConstantFit(
        titles.map { ButtonSample(advance: $0.textAdvance, size: 14, width: $0.width) },
        method: method)
      #expect(Self.isNear(fit.minimumWidth.value, 30, 1e-12))
      #expect(Self.isNear(fit.shiftFactor, 1.1, 1e-12))
      #expect(fit.outliers == [])
      #expect(fit.warnings == [.oneSize(14)])
      #expect(fit.rule(.article).size == ButtonRule.article.size)
      let asked = try ConstantFit(
        titles.map { ButtonSample(advance: $0.textAdvance, size: 14, width: $0.target) },
        method: method)
      // The formula rounds down: half a hair space is missing on average.
      #expect(abs(asked.minimumWidth.value - 30 - 186.0 / 2048 * 14 / 1.1 / 2) < 0.1)
    }
  }

  // MARK: Coverage

  struct Draws: CustomTestStringConvertible, Sendable {
    var count: Int
    var method: ConstantFit.Method
    var hasOutliers = false
    var least = 0.93

    var testDescription: String {
      "\(count) samples, \(method)\(hasOutliers ? ", one in ten an outlier" : "")"
    }

    static let all = [
      Draws(count: 5, method: .leastSquares), Draws(count: 20, method: .leastSquares),
      Draws(count: 100, method: .leastSquares),
      Draws(count: 5, method: .robust, least: 0.92), Draws(count: 20, method: .robust, least: 0.92),
      Draws(count: 100, method: .robust, least: 0.92),
      Draws(count: 5, method: .robust, hasOutliers: true, least: 0.92),
      Draws(count: 20, method: .robust, hasOutliers: true, least: 0.92),
      Draws(count: 100, method: .robust, hasOutliers: true, least: 0.92),
    ]
  }

  @Test("The intervals have the constants as often as stated, of 1,000 draws", arguments: Draws.all)
  func fitCoverage(_ draws: Draws) throws {
    var generator = SeededGenerator(state: UInt64(draws.count))
    var minimums = 0
    var factors = 0
    var outliers = (planted: 0, found: 0, falseAlarms: 0)
    for draw in 0..<1000 {
      var points = (0..<draws.count).map { _ -> (Double, Double) in
        let advance = Double.random(in: 0...150, using: &generator)
        return (advance, 30 + advance / 1.1 + 0.2 * generator.normal())
      }
      // Of five samples one in every second draw.
      let planted =
        draws.hasOutliers ? (draws.count + 9 * (draw % 2)) / 10 : 0
      for index in 0..<planted {
        let distance = Double.random(in: 5...40, using: &generator)
        points[index].1 += Bool.random(using: &generator) ? distance : -distance
      }
      let fit = try ConstantFit(Self.samples(points), method: draws.method)
      if try #require(fit.minimumWidthInterval).contains(30) { minimums += 1 }
      if try #require(fit.shiftFactorInterval).contains(1.1) { factors += 1 }
      outliers.planted += planted
      outliers.found += fit.outliers.count { $0 < planted }
      outliers.falseAlarms += fit.outliers.contains { $0 >= planted } ? 1 : 0
    }
    #expect((draws.least...0.97).contains(Double(minimums) / 1000), "\(minimums)")
    #expect((draws.least...0.97).contains(Double(factors) / 1000), "\(factors)")
    #expect(outliers.found * 10 >= outliers.planted * 9, "\(outliers)")
    // A good sample is called an outlier in one of a hundred sets.
    #expect(outliers.falseAlarms <= 30, "\(outliers)")
  }

  // MARK: Outliers

  @Test("One outlier is named by both methods, and only the robust one is not moved by it")
  func fitOutlier() throws {
    let noise = [0.1, -0.2, 0.05, 0.15, -0.1, 0, 0.1, -0.1]
    var points = noise.enumerated().map { (index, noise) -> (Double, Double) in
      let advance = Double(index) * 20 + 1
      return (advance, 30 + advance / 1.1 + noise)
    }
    points[6].1 += 12
    let plain = try ConstantFit(Self.samples(points))
    #expect(plain.outliers == [6])
    #expect(abs(plain.minimumWidth.value - 30) > 1)
    let robust = try ConstantFit(Self.samples(points), method: .robust)
    #expect(robust.outliers == [6])
    #expect(abs(robust.minimumWidth.value - 30) < 0.2)
    #expect(abs(robust.shiftFactor - 1.1) < 0.005)
    #expect(Self.isNear(robust.residuals[6].value, 12, 0.03))
    points.remove(at: 6)
    let without = try ConstantFit(Self.samples(points))
    #expect(without.minimumWidthInterval == robust.minimumWidthInterval)
    #expect(without.shiftFactorInterval == robust.shiftFactorInterval)
  }

  @Test("A sample off a perfect line is an outlier, the last bits of a sum are not")
  func fitPerfectLine() throws {
    var points = (0..<40).map { index in
      let advance = Double(index) * 0.7
      return (advance, 30.3 + advance / 1.1)
    }
    for method in [ConstantFit.Method.leastSquares, .robust] {
      #expect(try ConstantFit(Self.samples(points), method: method).outliers == [])
    }
    points[7].1 += 0.01
    for method in [ConstantFit.Method.leastSquares, .robust] {
      #expect(try ConstantFit(Self.samples(points), method: method).outliers == [7])
    }
  }

  @Test("Samples of many titles are paired in a bounded number, and a quarter of them may be wrong")
  func fitManySamples() throws {
    var generator = SeededGenerator(state: 4)
    let points = (0..<5000).map { index -> (Double, Double) in
      let advance = Double(Int.random(in: 0...40, using: &generator)) * 1.63
      let isWrong = index.isMultiple(of: 4)
      return (advance, isWrong ? 120 : 30 + advance / 1.1 + 0.2 * generator.normal())
    }
    let fit = try ConstantFit(Self.samples(points), method: .robust)
    #expect(fit.outliers.count { $0.isMultiple(of: 4) } == 1250)
    #expect(fit.outliers.count < 1255)
    #expect(abs(fit.minimumWidth.value - 30) < 0.03)
  }

  @Test("Half of the titles alike do no harm")
  func fitAlikeTitles() throws {
    var points = [(Double, Double)](repeating: (10, 40), count: 3000)
    points += [(20, 50.5), (30, 60), (40, 70), (50, 80)]
    let fit = try ConstantFit(Self.samples(points), method: .robust)
    #expect(fit.outliers == [3000])
    #expect(Self.isNear(fit.shiftFactor, 1))
  }

  // MARK: Whole points

  @Test("Buttons rounded up come out half a point too wide, and --rounding up takes that off")
  func fitWholePoints() throws {
    let points = (0..<400).map { index in
      let advance = Double(index) * 0.37
      return (advance, (30 + advance).rounded(.up))
    }
    let plain = try ConstantFit(Self.samples(points))
    #expect(abs(plain.minimumWidth.value - 30.5) < 0.05)
    #expect(plain.warnings == [.oneSize(18), .wholeWidths])
    #expect(plain.outliers == [])
    let rounded = try ConstantFit(Self.samples(points), rounding: .button)
    #expect(abs(rounded.minimumWidth.value - 30) < 0.05)
    #expect(Self.isNear(rounded.shiftFactor, 1, 0.001))
    #expect(rounded.warnings == [.oneSize(18)])
    #expect(rounded.residuals.allSatisfy { abs($0.value) < 0.6 })
    let odd = try ConstantFit(Self.samples(points + [(3, 33.25)]), rounding: .button)
    #expect(odd.warnings == [.oneSize(18), .notWhole([400])])
  }

  // MARK: Limits

  @Test("Two advances give constants without intervals, three give intervals")
  func fitFewSamples() throws {
    let two = try ConstantFit(Self.samples([(10, 40.5), (20, 50.5)]))
    #expect(two.minimumWidth == 30.5)
    #expect(two.minimumWidthInterval == nil && two.shiftFactorInterval == nil)
    #expect(two.standardError == nil)
    #expect(two.warnings == [.noIntervals, .oneSize(18)])
    let again = try ConstantFit(Self.samples([(10, 40.5), (20, 50.5), (10, 40.75), (20, 50.25)]))
    #expect(again.warnings.contains(.noIntervals))
    let three = try ConstantFit(Self.samples([(10, 40.5), (20, 50.5), (30, 60)]), method: .robust)
    #expect(three.minimumWidthInterval != nil && three.outliers == [])
  }

  @Test("A slope whose interval reaches 0 gives a factor without an upper end")
  func fitUnboundedFactor() throws {
    let fit = try ConstantFit(Self.samples([(10, 40.5), (11, 39.75), (12, 43.5), (13, 41)]))
    #expect(fit.shiftFactorInterval?.upperBound == .infinity)
    #expect(fit.shiftFactorInterval.map { $0.lowerBound > 0 } == true)
    #expect(fit.warnings.contains(.unboundedFactor))
  }

  @Test("Several sizes are not warned of")
  func fitSizes() throws {
    let samples =
      Self.samples([(10, 40.5), (20, 50.5)]) + Self.samples([(30, 60)], size: 14)
    #expect(try ConstantFit(samples).warnings == [])
  }

  @Test("A minimum below 0 is said as it is, and makes a rule with 0")
  func fitNegativeMinimum() throws {
    let fit = try ConstantFit(Self.samples([(10, 9.5), (20, 20.25), (40, 39.75)]))
    #expect(fit.minimumWidth < 0)
    #expect(fit.warnings.contains(.negativeMinimum))
    let rule = fit.rule(.rowAction)
    #expect(rule.minimumWidth == 0)
    #expect(Self.isNear(rule.shiftFactor, 2100 / (95 + 405 + 1590)))
    #expect(rule.linear?.rounding == .button)
  }

  @Test("What cannot be fitted is refused")
  func fitRefused() {
    func refused(_ points: [(Double, Double)], _ error: FitError) {
      for method in [ConstantFit.Method.leastSquares, .robust] {
        #expect(throws: error) { try ConstantFit(Self.samples(points), method: method) }
      }
    }
    refused([], .tooFewSamples(0))
    refused([(1, 2)], .tooFewSamples(1))
    refused([(1, 31), (1, 32), (1, 33)], .oneAdvance(1))
    refused([(1, 33), (2, 32)], .notGrowing)
    refused([(1, 33), (2, 33), (3, 33)], .notGrowing)
    refused([(1, 33), (2, .nan)], .invalidSample(1))
    refused([(.infinity, 33), (2, 3)], .invalidSample(0))
    refused([(1, 33), (2, 3), (3, 1e300)], .invalidSample(2))
  }
}

extension SeededGenerator {
  /// A draw of the normal distribution (Box and Muller).
  mutating func normal() -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
