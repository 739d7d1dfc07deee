/// The width of one button as a function of its title's advance: `minimumWidth + advance ÷ shiftFactor`, rounded, and kept
/// between two limits. It never falls, so that it can be inverted.
public struct WidthFunction: Sendable, Hashable {
  /// What a kit does with a width that is no whole number of points.
  public enum Rounding: Sendable, Hashable {
    case none
    /// The text's advance up to a whole point.
    case text
    /// The button's width up to a whole point.
    case button
  }

  /// What stands around the title.
  public let minimumWidth: Points
  /// How many points of text make one point of button.
  public let shiftFactor: Double
  public let rounding: Rounding
  /// The narrowest width; below ``minimumWidth`` it has no effect.
  public let lower: Points
  /// The widest width. Infinite for most kits.
  public let upper: Points
  /// What an icon above the title asks for; 0 without one.
  let content: Points

  /// - Precondition: `shiftFactor` is above 0, `lower` not above `upper`.
  public init(
    minimumWidth: Points, shiftFactor: Double, rounding: Rounding = .none, lower: Points = 0,
    upper: Points = Points(.infinity)
  ) {
    self.init(
      minimumWidth: minimumWidth, shiftFactor: shiftFactor, rounding: rounding, lower: lower,
      upper: upper, content: 0)
  }

  private init(
    minimumWidth: Points, shiftFactor: Double, rounding: Rounding, lower: Points, upper: Points,
    content: Points
  ) {
    precondition(shiftFactor > 0 && lower <= upper)
    self.minimumWidth = minimumWidth
    self.shiftFactor = shiftFactor
    self.rounding = rounding
    self.lower = lower
    self.upper = upper
    self.content = content
  }

  /// A title with padding on both sides, that stands below its icon: the wider of the two counts.
  init(
    padding: Points, iconWidth: Points, lower: Points, upper: Points, rounding: Rounding = .none
  ) {
    let around = padding + padding
    let content = iconWidth > 0 ? iconWidth + around : 0
    self.init(
      minimumWidth: around, shiftFactor: 1, rounding: rounding,
      lower: min(max(lower, content), upper), upper: upper, content: content)
  }

  /// The width around a title of no advance.
  public var narrowest: Points {
    width(forAdvance: 0)
  }

  /// Whether several advances may give one width.
  var hasPlateaus: Bool {
    rounding != .none || lower > minimumWidth || upper.value.isFinite
  }

  public func width(forAdvance advance: Points) -> Points {
    min(max(unlimited(advance), lower), upper)
  }

  /// The width before the limits act: what the title or the icon asks for.
  func wish(_ advance: Points) -> Points {
    max(unlimited(advance), content)
  }

  private func unlimited(_ advance: Points) -> Points {
    Points(step(atLeast: minimumWidth.value + advance.value / shiftFactor))
  }

  /// The advances that give a button of this width, or of the nearest width that there is; of two equally near the
  /// narrower.
  public func advances(forWidth width: Points) -> AdvanceInterval {
    let target = width.value
    let below = min(max(step(atMost: target), narrowest.value), upper.value)
    let above = min(max(step(atLeast: target), narrowest.value), upper.value)
    let nearest = above - target < target - below ? above : below
    return advances(forReachable: max(nearest, narrowest.value))
  }

  /// - Parameter width: the narrowest width, the widest, or a step between.
  private func advances(forReachable width: Double) -> AdvanceInterval {
    // What still gives the narrowest; no title at all is the surest way to it.
    let least = advance(step(atMost: narrowest.value))
    if width <= narrowest.value {
      return AdvanceInterval(over: 0, through: least, aim: hasPlateaus ? 0 : least)
    }
    let isWidest = width >= upper.value
    let top = advance(step(atLeast: width))
    let over = rounding == .none ? top : max(least, advance(step(atLeast: width) - 1))
    return AdvanceInterval(
      over: over, through: isWidest ? Points(.infinity) : top,
      aim: Points((over.value + top.value) / 2))
  }

  /// The advance before rounding that makes a width.
  private func advance(_ width: Double) -> Points {
    Points(max(0, (width - minimumWidth.value) * shiftFactor))
  }

  // MARK: Steps

  /// Where the steps begin that are a whole point apart; nil when every width is one.
  private var origin: Double? {
    switch rounding {
    case .none: nil
    case .text: minimumWidth.value
    case .button: 0
    }
  }

  /// The least width not below this one that rounding gives. One that is a step but for the noise of its last bits
  /// stays what it is.
  private func step(atLeast width: Double) -> Double {
    guard let origin else { return width }
    return origin + (width - origin - Self.noise).rounded(.up)
  }

  private func step(atMost width: Double) -> Double {
    guard let origin else { return width }
    return origin + (width - origin + Self.noise).rounded(.down)
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
