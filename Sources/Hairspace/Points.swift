/// A length in points, the unit of UIKit's layout: 1/72 inch in print, 1, 2 or 3 pixels on a screen.
///
/// A type of its own, so that no width in this package is a bare number.
public struct Points: Sendable, Hashable {
  /// The number of points.
  public var value: Double

  public init(_ value: Double) {
    self.value = value
  }
}

extension Points: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral value: Double) {
    self.init(value)
  }

  public init(integerLiteral value: Int) {
    self.init(Double(value))
  }
}

extension Points: Comparable, AdditiveArithmetic {
  public static func < (left: Points, right: Points) -> Bool {
    left.value < right.value
  }

  public static func + (left: Points, right: Points) -> Points {
    Points(left.value + right.value)
  }

  public static func - (left: Points, right: Points) -> Points {
    Points(left.value - right.value)
  }
}

extension Points: CustomStringConvertible {
  public var description: String {
    "\(value) pt"
  }
}
