/// Student's t distribution for whole degrees of freedom: how far off a mean may be whose spread is itself
/// estimated.
enum StudentT {
  /// From here on the distribution of this many degrees stands for all: at a chance of one in a million it is
  /// farther out by less than 1 part in 10,000.
  static let mostDegrees = 100_000

  /// The bound that a value lies beyond, on either side, with the chance `outside`.
  ///
  /// Found by halving; right to 8 significant digits for chances down to one in a million (compared with
  /// SciPy, Tests/Oracle/record-fits.py).
  ///
  /// - Precondition: `outside` is above 0 and below 1, `degrees` above 0.
  /// - Complexity: linear in the degrees, up to ``mostDegrees``.
  static func bound(outside: Double, degrees: Int) -> Double {
    precondition(0 < outside && outside < 1 && degrees > 0, "a chance and degrees of freedom")
    var (low, high) = (0.0, 1.0)
    while chance(beyond: high, degrees: degrees) > outside { (low, high) = (high, high * 2) }
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high, high - low > 1e-14 * high else { return middle }
      if chance(beyond: middle, degrees: degrees) > outside { low = middle } else { high = middle }
    }
  }

  /// The chance that a value lies beyond ±`bound`, by the finite series in the angle whose tangent is
  /// bound ÷ √degrees (Abramowitz and Stegun, 26.7.3 and 26.7.4).
  private static func chance(beyond bound: Double, degrees: Int) -> Double {
    let degrees = min(degrees, mostDegrees)
    let hypotenuse = (Double(degrees) + bound * bound).squareRoot()
    let sine = bound / hypotenuse
    let squaredCosine = Double(degrees) / (Double(degrees) + bound * bound)
    let isOdd = !degrees.isMultiple(of: 2)
    // Each term is the one before, times cos² and a fraction: 1/2, 3/4, … or 2/3, 4/5, …
    var term = isOdd ? squaredCosine.squareRoot() : 1
    var sum = degrees == 1 ? 0 : term
    var step = isOdd ? 2.0 : 1.0
    while step + 1 < Double(degrees) {
      term *= squaredCosine * step / (step + 1)
      sum += term
      step += 2
    }
    guard isOdd else { return 1 - sine * sum }
    // The angle's complement, so that little is lost where the angle is nearly a right one.
    let complement = arcTangent(Double(degrees).squareRoot() / bound)
    return (complement - sine * sum) * 2 / .pi
  }

  /// The angle of a tangent from 0 on: halved until it is small, then Gregory's series.
  private static func arcTangent(_ tangent: Double) -> Double {
    if tangent > 1 { return .pi / 2 - arcTangent(1 / tangent) }
    var tangent = tangent
    for _ in 0..<3 { tangent /= 1 + (1 + tangent * tangent).squareRoot() }
    let square = tangent * tangent
    var (power, sum, divisor) = (tangent, tangent, 1.0)
    while divisor < 25 {
      power *= -square
      divisor += 2
      sum += power / divisor
    }
    return 8 * sum
  }
}
