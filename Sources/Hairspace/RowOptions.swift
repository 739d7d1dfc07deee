/// What a row of swipe buttons and its kit's settings are. A kit passes over those that it has not: see ``ButtonRule/options``.
///
/// Lengths are finite and not negative.
public struct RowOptions: Sendable, Hashable {
  /// The width of the table's row. 375 pt is that of the iPhones from 6 to 8, X and 13 mini.
  public var rowWidth: Points
  /// How many buttons share the row. A ``RowLayout`` counts them itself.
  public var buttonCount: Int
  /// The narrowest that a button may be.
  public var minimum: Points?
  /// The widest that a button may be. For `swipecellkit` 0 stands for no limit.
  public var maximum: Points?
  /// What stands on either side of a title.
  public var padding: Points?
  /// Whether all buttons are as wide as the widest.
  public var hasEqualWidths: Bool?
  /// What stands between two buttons.
  public var spacing: Points
  /// What the row's end keeps free for the device's rounded corner.
  public var safeAreaInset: Points
  /// A width that was set for every button.
  public var buttonWidth: Points?
  /// Whether `bg-row-action` makes narrower titles, of 0.40 of the length.
  public var isFitted: Bool

  public init(
    rowWidth: Points = 375, buttonCount: Int = 1, minimum: Points? = nil, maximum: Points? = nil,
    padding: Points? = nil,
    hasEqualWidths: Bool? = nil, spacing: Points = 0, safeAreaInset: Points = 0,
    buttonWidth: Points? = nil, isFitted: Bool = false
  ) {
    self.rowWidth = rowWidth
    self.buttonCount = buttonCount
    self.minimum = minimum
    self.maximum = maximum
    self.padding = padding
    self.hasEqualWidths = hasEqualWidths
    self.spacing = spacing
    self.safeAreaInset = safeAreaInset
    self.buttonWidth = buttonWidth
    self.isFitted = isFitted
  }

  /// SwipeCellKit's widest button: as set, or the row's share; nil for no limit, which 0 or less stands for.
  var swipeCellKitMaximum: Points? {
    let maximum = maximum ?? Points((rowWidth.value - 30) / Double(max(1, buttonCount)))
    return maximum > 0 ? maximum : nil
  }
}

/// One of the ``RowOptions``, by the name that the command line has for it.
public enum RowOption: String, Sendable, Hashable, CaseIterable {
  case rowWidth = "row-width"
  case buttonCount = "buttons"
  case iconWidth = "icon-width"
  case minimum
  case maximum
  case padding
  case equalWidths = "equal-widths"
  case spacing
  case safeAreaInset = "safe-area"
  case buttonWidth = "button-width"
  case fitted
}
