/// An advance as a whole number of ticks of its measurer's ``AdvanceGrid``.
///
/// Sums of advances are exact: n copies of a glyph measure n times one.
public struct Advance: Sendable, Hashable, Comparable, AdditiveArithmetic {
  /// The number of ticks: font units for most faces, see ``AdvanceGrid``.
  public var ticks: Int

  public init(ticks: Int) {
    self.ticks = ticks
  }

  public static let zero = Advance(ticks: 0)

  public static func < (left: Advance, right: Advance) -> Bool {
    left.ticks < right.ticks
  }

  public static func + (left: Advance, right: Advance) -> Advance {
    Advance(ticks: left.ticks + right.ticks)
  }

  public static func - (left: Advance, right: Advance) -> Advance {
    Advance(ticks: left.ticks - right.ticks)
  }
}

/// How a measurer's ticks relate to points: `ticks` of them make `span`.
///
/// A font at 18 pt with 2,048 units per em has `AdvanceGrid(ticks: 2048, span: 18)`. A measurer on a
/// device, which knows only points, may state 1/1,024 pt: `AdvanceGrid(ticks: 1024, span: 1)`.
public struct AdvanceGrid: Sendable, Hashable {
  /// How many ticks make ``span``.
  public let ticks: Int
  /// The length that ``ticks`` make.
  public let span: Points

  /// - Precondition: both are above zero, and `span` is finite.
  public init(ticks: Int, span: Points) {
    precondition(
      ticks > 0 && span > 0 && span.value.isFinite, "an advance grid has a positive pitch")
    self.ticks = ticks
    self.span = span
  }

  /// The advance in points: one multiplication and one division, each rounded once.
  public func points(_ advance: Advance) -> Points {
    Points(Double(advance.ticks) * span.value / Double(ticks))
  }

  /// The length in ticks, seldom a whole number.
  func ticks(in length: Points) -> Double {
    length.value * Double(ticks) / span.value
  }
}
