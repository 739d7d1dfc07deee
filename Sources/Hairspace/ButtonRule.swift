/// How a kit turns the advance of a title into the width of a button:
/// `minimumWidth + advance ÷ shiftFactor`, rounded as the kit rounds.
public struct ButtonRule: Sendable, Hashable {
  /// What a kit does with a width that is no whole number of points.
  public enum Rounding: Sendable, Hashable {
    case none
    /// Up to a whole point.
    case up
  }

  /// The kit's name on the command line, such as "row-action".
  public let id: String
  /// The width of a button whose title has no advance.
  public let minimumWidth: Points
  /// How many points of text make one point of button.
  public let shiftFactor: Double
  public let rounding: Rounding
  /// The size of the kit's title font.
  public let size: Points
  /// The method that goes with the kit's constants.
  public let method: FillMethod
  /// Where the rule is taken from.
  public let source: String

  /// - Precondition: `minimumWidth` is finite and not negative, `shiftFactor` finite and above zero.
  public init(
    id: String, minimumWidth: Points, shiftFactor: Double = 1, rounding: Rounding = .none,
    size: Points, method: FillMethod = .exact, source: String
  ) {
    precondition(minimumWidth >= 0 && minimumWidth.value.isFinite, "a minimum width is 0 or more")
    precondition(shiftFactor > 0 && shiftFactor.isFinite, "a shift factor is above 0")
    self.id = id
    self.minimumWidth = minimumWidth
    self.shiftFactor = shiftFactor
    self.rounding = rounding
    self.size = size
    self.method = method
    self.source = source
  }

  /// The same rule with other constants.
  ///
  /// - Precondition: as ``init(id:minimumWidth:shiftFactor:rounding:size:method:source:)``.
  public func with(minimumWidth: Points? = nil, shiftFactor: Double? = nil) -> ButtonRule {
    ButtonRule(
      id: id, minimumWidth: minimumWidth ?? self.minimumWidth,
      shiftFactor: shiftFactor ?? self.shiftFactor, rounding: rounding, size: size, method: method,
      source: source)
  }

  /// The article's constants. The factor absorbs that UIKit draws the title at 18 pt, and San Francisco's
  /// tracking: it suits that font and the hair space alone.
  public static let article = ButtonRule(
    id: "article", minimumWidth: 30, shiftFactor: 1.1, size: 14, method: .article,
    source: "TCSCustomRowActionFactory")

  /// UITableViewRowAction: 15 pt on either side of an 18 pt title, whole points up.
  public static let rowAction = ButtonRule(
    id: "row-action", minimumWidth: 30, rounding: .up, size: 18,
    source: "view dumps of iOS 7 (82 = 15 + 52 + 15) and iOS 9 (117 = 15 + 87 + 15)")

  /// No button: the bare text, at the size of a label.
  public static let text = ButtonRule(
    id: "text", minimumWidth: 0, size: 17, source: "UILabel's default font size")

  /// Every rule, in the order of the documentation.
  public static let all: [ButtonRule] = [.article, .rowAction, .text]

  /// The width of a button around a title of this advance.
  public func width(forAdvance advance: Points) -> Points {
    let width = minimumWidth.value + advance.value / shiftFactor
    switch rounding {
    case .none: return Points(width)
    // A width that is whole but for the noise of its last bits stays what it is.
    case .up: return Points((width - Self.noise).rounded(.up))
    }
  }

  /// The advances that give a button of this width, or of the nearest width that the kit makes.
  ///
  /// - Parameter width: a width of at least ``minimumWidth``.
  public func advances(forWidth width: Points) -> AdvanceInterval {
    switch rounding {
    case .none:
      let advance = Points(max(0, width.value - minimumWidth.value) * shiftFactor)
      return AdvanceInterval(over: advance, through: advance, aim: advance)
    case .up:
      // Of two whole widths equally near, the narrower.
      let whole = max(
        (width.value - 0.5).rounded(.up), (minimumWidth.value - Self.noise).rounded(.up))
      let lower = max(0, (whole - 1 - minimumWidth.value) * shiftFactor)
      let upper = max(0, (whole - minimumWidth.value) * shiftFactor)
      // No title at all is the surest way to the narrowest button.
      let isNarrowest = whole - 1 < minimumWidth.value
      return AdvanceInterval(
        over: Points(lower), through: Points(upper),
        aim: Points(isNarrowest ? 0 : (lower + upper) / 2))
    }
  }

  private static let noise = 1e-9
}

/// The advances that one button width comes from: above `over` and not above `through`, or exactly that
/// one where the two are equal.
public struct AdvanceInterval: Sendable, Hashable {
  public let over: Points
  public let through: Points
  /// The advance to aim at: the middle, so that a font that differs a little still gives that width.
  public let aim: Points

  public init(over: Points, through: Points, aim: Points) {
    self.over = over
    self.through = through
    self.aim = aim
  }
}

/// How a width is filled with spaces.
public enum FillMethod: String, Sendable, Hashable, CaseIterable {
  /// The article's formula to the letter: ⌊max(0, W − minimum) × factor ÷ advance⌋ of one symbol.
  case article
  /// The count of one repeated symbol that comes nearest; of two equally near the narrower.
  case `repeat`
  /// The mix of spaces that comes nearest, with the fewest characters.
  case exact
}
