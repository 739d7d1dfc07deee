/// What a row of swipe buttons and its kit's settings are. A kit passes over those that it has not: see ``ButtonRule/options``.
public struct RowOptions: Sendable, Hashable {
  /// The width of the table's row. 375 pt is that of the iPhones from 6 to 8, X and 13 mini.
  public var rowWidth: Points
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
    rowWidth: Points = 375, minimum: Points? = nil, maximum: Points? = nil, padding: Points? = nil,
    hasEqualWidths: Bool? = nil, spacing: Points = 0, safeAreaInset: Points = 0,
    buttonWidth: Points? = nil, isFitted: Bool = false
  ) {
    self.rowWidth = rowWidth
    self.minimum = minimum
    self.maximum = maximum
    self.padding = padding
    self.hasEqualWidths = hasEqualWidths
    self.spacing = spacing
    self.safeAreaInset = safeAreaInset
    self.buttonWidth = buttonWidth
    self.isFitted = isFitted
  }

  /// The padding that was set, or the kit's own. A width set for MGSwipeTableCell's buttons leaves padding no say.
  func padding(_ own: Points, of kit: ButtonRule.Kit) -> Points {
    kit == .mgSwipe && buttonWidth != nil ? own : padding ?? own
  }

  /// SwipeCellKit's limits, which depend on how many buttons share the row.
  func swipeCellKitLimits(buttons: Int) -> (minimum: Points, maximum: Points) {
    let given = maximum ?? Points((rowWidth.value - 30) / Double(max(1, buttons)))
    let unlimited = given <= 0
    return (
      minimum ?? (unlimited ? 0 : min(given, 74)), unlimited ? Points(.infinity) : given
    )
  }
}

/// One of the ``RowOptions``, by its name on the command line.
public enum RowOption: String, Sendable, Hashable, CaseIterable {
  case rowWidth = "row-width"
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
