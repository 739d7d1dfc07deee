/// How a kit turns the title of a swipe button into the button's width.
///
/// Most kits follow one pattern, a ``WidthFunction``: `minimumWidth + advance ÷ shiftFactor`, rounded as the kit rounds, and kept
/// within its limits. What a row of several buttons comes to is a ``RowLayout``.
public struct ButtonRule: Sendable, Hashable {
  /// The weight of the kit's title font.
  public enum Weight: String, Sendable, Hashable {
    case regular = "Regular"
    case medium = "Medium"
  }

  /// How sure a rule is.
  public enum Evidence: String, Sendable, Hashable {
    /// The kit's source is public, and says so.
    case sourceCode = "source code"
    /// Widths were read from the views of running apps.
    case viewDumps = "view dumps"
    /// Somebody says so; nobody here could look.
    case reported
    /// No kit: a definition.
    case definition
  }

  /// The kit's name on the command line, such as "row-action".
  public let id: String
  /// The size of the kit's title font.
  public let size: Points
  /// The weight of the kit's title font.
  public let weight: Weight
  /// The method that goes with the kit's constants.
  public let method: FillMethod
  /// Where the rule is taken from.
  public let source: String
  public let evidence: Evidence
  /// Which of a row's options the kit has.
  public let options: Set<RowOption>
  let kit: Kit

  /// What sets the kits apart.
  enum Kit: Sendable, Hashable {
    case linear(WidthFunction)
    case contextualAction
    case swipeCellKit
    case mgSwipe
    case listable
    case imageRowAction
  }

  init(
    id: String, kit: Kit, size: Points, weight: Weight = .regular, method: FillMethod = .exact,
    evidence: Evidence, source: String, options: Set<RowOption> = []
  ) {
    self.id = id
    self.kit = kit
    self.size = size
    self.weight = weight
    self.method = method
    self.evidence = evidence
    self.source = source
    // The row's width is a fact about the table, and of use to all.
    self.options = options.union([.rowWidth])
  }

  /// A linear rule: `minimumWidth + advance ÷ shiftFactor`.
  ///
  /// - Precondition: `minimumWidth` is finite and not negative, `shiftFactor` finite and above zero.
  public init(
    id: String, minimumWidth: Points, shiftFactor: Double = 1,
    rounding: WidthFunction.Rounding = .none, size: Points, method: FillMethod = .exact,
    evidence: Evidence = .definition, source: String
  ) {
    precondition(minimumWidth >= 0 && minimumWidth.value.isFinite, "a minimum width is 0 or more")
    precondition(shiftFactor > 0 && shiftFactor.isFinite, "a shift factor is above 0")
    let function = WidthFunction(
      minimumWidth: minimumWidth, shiftFactor: shiftFactor, rounding: rounding)
    self.init(
      id: id, kit: .linear(function), size: size, method: method, evidence: evidence,
      source: source, options: [])
  }

  // MARK: Constants

  /// The two constants and the rounding of a linear rule; nil for the other kits, whose constants are the ``RowOptions``.
  public var linear: WidthFunction? {
    if case .linear(let function) = kit { function } else { nil }
  }

  /// A linear rule's constant; of the other kits the width of the narrowest button, without an icon.
  public var minimumWidth: Points {
    linear?.minimumWidth ?? function().narrowest
  }

  /// How many points of text make one point of button: 1 unless a linear rule says otherwise.
  public var shiftFactor: Double {
    function().shiftFactor
  }

  /// A linear rule with other constants.
  ///
  /// - Precondition: the rule is linear, and as in ``init(id:minimumWidth:shiftFactor:rounding:size:method:evidence:source:)``.
  public func with(minimumWidth: Points? = nil, shiftFactor: Double? = nil) -> ButtonRule {
    guard let linear else { preconditionFailure("\(id) has no linear constants") }
    return ButtonRule(
      id: id, minimumWidth: minimumWidth ?? linear.minimumWidth,
      shiftFactor: shiftFactor ?? linear.shiftFactor, rounding: linear.rounding, size: size,
      method: method, evidence: evidence, source: source)
  }

  /// Whether the kit strips white space from both ends of a title before it lays it out.
  public var trimsTitles: Bool {
    if case .contextualAction = kit { true } else { false }
  }

  /// Whether the kit makes the title's width of spaces of its own, by how many characters it has.
  var countsCharacters: Bool {
    if case .imageRowAction = kit { true } else { false }
  }

  // MARK: One button

  /// How the width of a button follows from the advance of its title, when the others of its row, if there are any, ask
  /// for no more.
  ///
  /// - Parameters:
  ///   - options: those that the kit has not are passed over.
  ///   - iconWidth: 0 for none.
  public func function(
    in options: RowOptions = RowOptions(), iconWidth: Points = 0
  ) -> WidthFunction {
    let count = Double(max(1, options.buttonCount))
    switch kit {
    case .linear(let function):
      return function
    case .contextualAction:
      return WidthFunction(
        padding: options.padding ?? 16, iconWidth: iconWidth, lower: options.minimum ?? 74,
        upper: options.maximum ?? 120)
    case .swipeCellKit:
      let maximum = options.swipeCellKitMaximum
      let upper = maximum ?? Points(.infinity)
      let lower = options.minimum ?? maximum.map { min($0, 74) } ?? 0
      return WidthFunction(
        padding: options.padding ?? 8, iconWidth: iconWidth, lower: lower,
        // The minimum has the last word.
        upper: max(lower, upper), rounding: .text)
    case .mgSwipe:
      // A width that was set leaves padding no say.
      let padding = options.buttonWidth == nil ? options.padding ?? 10 : 10
      return WidthFunction(
        minimumWidth: iconWidth + padding + padding, shiftFactor: 1,
        lower: options.buttonWidth ?? 0, upper: options.buttonWidth ?? Points(.infinity))
    case .listable:
      var upper = options.maximum ?? 120
      if options.hasEqualWidths == true {
        let gaps = options.spacing.value * (count - 1)
        let share = Points(max(0, (0.8 * options.rowWidth.value - gaps) / count))
        upper = min(share, options.maximum ?? share)
      }
      return WidthFunction(
        padding: options.padding ?? 16, iconWidth: iconWidth, lower: options.minimum ?? 0,
        upper: upper)
    case .imageRowAction:
      // Of the advance of the spaces that the kit makes of the title.
      return WidthFunction(minimumWidth: 30, shiftFactor: 1, rounding: .button)
    }
  }

  /// The widest that a text may be before the kit breaks it into lines to find its advance; nil when it does not.
  func wrappingWidth(in options: RowOptions) -> Points? {
    // SwipeCellKit bounds the text by the maximum itself, its padding not taken off.
    kit == .swipeCellKit ? options.swipeCellKitMaximum : nil
  }

  /// The width of a button, alone in its row, around a title of this advance. For `bg-row-action` the title is that of
  /// the spaces which the kit puts in the place of its own.
  public func width(
    forAdvance advance: Points, in options: RowOptions = RowOptions(), iconWidth: Points = 0
  ) -> Points {
    function(in: options, iconWidth: iconWidth).width(forAdvance: advance)
  }

  /// The advances that give a button of this width, alone in its row, or of the nearest width that the kit makes.
  public func advances(
    forWidth width: Points, in options: RowOptions = RowOptions(), iconWidth: Points = 0
  ) -> AdvanceInterval {
    function(in: options, iconWidth: iconWidth).advances(forWidth: width)
  }
}

extension ButtonRule {
  /// The article's constants. The factor absorbs that UIKit draws the title at 18 pt, and San Francisco's
  /// tracking: it suits that font and the hair space alone.
  public static let article = ButtonRule(
    id: "article", minimumWidth: 30, shiftFactor: 1.1, size: 14, method: .article,
    evidence: .sourceCode, source: "TCSCustomRowActionFactory")

  /// UITableViewRowAction: 15 pt on either side of an 18 pt title, whole points up.
  public static let rowAction = ButtonRule(
    id: "row-action", minimumWidth: 30, rounding: .button, size: 18, evidence: .viewDumps,
    source: "views of iOS 7 (82 = 15 + 52 + 15) and iOS 9 (117 = 15 + 87 + 15)")

  /// UIContextualAction: 16 pt on either side of a 15 pt title, from 74 to 120 pt. The title is trimmed first.
  public static let contextualAction = ButtonRule(
    id: "contextual-action", kit: .contextualAction, size: 15, weight: .medium,
    evidence: .reported,
    source:
      "74 in views of iOS 11 and later; 120, 16, two lines and 0.8 from Listable, which imitates it",
    options: [.iconWidth, .minimum, .maximum, .padding])

  /// SwipeCellKit: all buttons as wide as the widest, 8 pt on either side of a 15 pt title in whole points.
  public static let swipeCellKit = ButtonRule(
    id: "swipecellkit", kit: .swipeCellKit, size: 15, weight: .medium, evidence: .sourceCode,
    source: "SwipeCellKit's SwipeActionsView and SwipeActionButton",
    options: [.buttonCount, .iconWidth, .minimum, .maximum, .padding])

  /// MGSwipeTableCell: 10 pt on either side of an 18 pt title beside its icon, all as wide as the widest.
  public static let mgSwipe = ButtonRule(
    id: "mgswipe", kit: .mgSwipe, size: 18, evidence: .sourceCode,
    source: "MGSwipeTableCell's MGSwipeButton and MGSwipeTableCell",
    options: [.iconWidth, .padding, .equalWidths, .spacing, .safeAreaInset, .buttonWidth])

  /// Listable's default swipe actions: 16 pt on either side of a 15 pt title, to 120 pt; or all equal, to 0.8 of the row.
  public static let listable = ButtonRule(
    id: "listable", kit: .listable, size: 15, weight: .medium, evidence: .sourceCode,
    source: "Listable's DefaultSwipeActionsView",
    options: [
      .buttonCount, .iconWidth, .minimum, .maximum, .padding, .equalWidths, .spacing,
    ])

  /// BGTableViewRowActionWithImage: as many ideographic spaces as 0.657 of the title's UTF-16 length, and 30 pt.
  public static let imageRowAction = ButtonRule(
    id: "bg-row-action", kit: .imageRowAction, size: 18, evidence: .sourceCode,
    source: "BGTableViewRowActionWithImage", options: [.iconWidth, .fitted])

  /// No button: the bare text, at the size of a label.
  public static let text = ButtonRule(
    id: "text", minimumWidth: 0, size: 17, source: "UILabel's default font size")

  /// Every rule, in the order of the documentation.
  public static let all: [ButtonRule] = [
    .article, .rowAction, .contextualAction, .swipeCellKit, .mgSwipe, .listable, .imageRowAction,
    .text,
  ]
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
