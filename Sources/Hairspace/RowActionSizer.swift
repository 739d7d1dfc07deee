/// Chooses the title that makes a swipe button as wide as asked.
///
/// ```swift
/// let sizer = try RowActionSizer(measuring: font, rule: .rowAction)
/// let title = try sizer.title(forWidth: 74)
/// title.width      // 74 pt
/// ```
///
/// The spaces are measured once, on creation. Choosing is integer arithmetic on those advances; the chosen title is then shaped whole, and what the whole measures is what is reported.
public struct RowActionSizer<Measurer: TextMeasuring>: Sendable {
  let core: SizerCore
  /// What one title's search may cost.
  var budget = SearchBudget()
  // The last, so that the others stand at places that do not depend on its type.
  public let measurer: Measurer

  public var rule: ButtonRule { core.rule }
  /// The settings of the kit; the button is alone in its row.
  public var options: RowOptions { core.options }
  /// The width of the button's icon, 0 for none.
  public var iconWidth: Points { core.iconWidth }
  /// Whether titles are guarded against trimming: see ``init(measuring:rule:options:iconWidth:method:alphabet:isGuarded:breakingLinesBy:maximumCharacters:)``.
  public var isGuarded: Bool { core.isGuarded }
  /// Where the kit may break a title that is too wide; nil for one line whatever it is.
  public var breaker: (any LineBreaking)? { core.breaker }
  public var method: FillMethod { core.method }
  public var alphabet: SpaceAlphabet { core.alphabet }
  /// What each space of the alphabet measures.
  public var advances: SpaceAdvances { core.advances }
  /// The most scalars that a title may have. Longer ones are refused or, with
  /// ``constrainsSearch``, not considered.
  public var maximumCharacters: Int { core.maximumCharacters }
  /// Whether the best title of at most ``maximumCharacters`` is wanted, rather than the best title or an error.
  public var constrainsSearch: Bool { core.constrainsSearch }

  /// How the button's width follows from the title's advance.
  var function: WidthFunction { core.function }

  /// The number of characters above which a title is taken for a mistake.
  public static var defaultMaximumCharacters: Int { 1_000_000 }

  /// Measures the spaces and makes ready to choose.
  ///
  /// - Parameters:
  ///   - measurer: the font at its size; for a kit's button that is usually the rule's own ``ButtonRule/size``.
  ///   - rule: the article's constants unless given.
  ///   - options: the kit's settings; those that it has not are passed over.
  ///   - iconWidth: the width of the button's icon, 0 for none.
  ///   - method: the rule's own unless given.
  ///   - alphabet: for the method `exact` every fixed-width space, for the others the hair space, unless given.
  ///   - isGuarded: whether U+2060 WORD JOINER stands at both ends of a title, so that what trims white space leaves it whole.
  ///   - breaker: where `swipecellkit` breaks a text that is wider than its widest button, which makes the button narrower; asked
  ///     only for such a text. Without one it is taken for a single line.
  ///   - maximumCharacters: when given, the search keeps to it; when nil, a title of more than
  ///     ``defaultMaximumCharacters`` is refused.
  /// - Precondition: `maximumCharacters` is from 0 to 2,147,483,647.
  /// - Throws: ``SizingError/noUsableSpace(_:)``, ``SizingError/oneSpaceNeeded(_:_:)``,
  ///   ``SizingError/oneSpaceCounts(_:_:)``, ``SizingError/guardShows(_:)``, ``SizingError/wideningSpaceNeeded(_:_:)``
  ///   and what the measurer throws.
  public init(
    measuring measurer: Measurer, rule: ButtonRule = .article, options: RowOptions = RowOptions(),
    iconWidth: Points = 0, method: FillMethod? = nil, alphabet: SpaceAlphabet? = nil,
    isGuarded: Bool = false, breakingLinesBy breaker: (any LineBreaking)? = nil,
    maximumCharacters: Int? = nil
  ) throws {
    precondition(
      (0...Int(Int32.max)).contains(maximumCharacters ?? 0),
      "a limit on characters is from 0 to 2³¹ − 1")
    self.measurer = measurer
    core = try SizerCore(
      measuring: measurer, rule: rule, options: options, iconWidth: iconWidth, method: method,
      alphabet: alphabet, isGuarded: isGuarded, breakingLinesBy: breaker,
      maximumCharacters: maximumCharacters ?? Self.defaultMaximumCharacters,
      constrainsSearch: maximumCharacters != nil)
  }

  /// The width of the button that a title makes under the rule.
  ///
  /// - Throws: what the measurer throws.
  public func width(of title: String) throws -> Points {
    try core.width(of: title)
  }

  /// A title of spaces alone: the article's own call.
  ///
  /// - Throws: as ``title(forWidth:showing:align:)``.
  public func emptyTitle(forWidth width: Points) throws -> String {
    try title(forWidth: width).string
  }

  /// The title, of spaces and a visible text, that makes the button as wide as asked or as near to it as the
  /// font's spaces come. Characters with a negative advance draw in a text that is too wide.
  ///
  /// A width below the rule's minimum gives an empty title (the visible text alone, if there is one) and a
  /// warning. With the method `exact`, of equally near titles the narrower is taken; at that advance the one
  /// with the fewest characters; of those the one with the most of the widest space, then of the next, and
  /// so on. Its spaces stand in that order.
  ///
  /// - Parameters:
  ///   - width: the button's width.
  ///   - text: what is to be read on the button.
  ///   - align: where the text stands.
  /// - Throws: ``SizingError`` and what the measurer throws.
  /// - Complexity: choosing is constant in the width, making and measuring the title linear in its length.
  public func title(
    forWidth width: Points, showing text: String = "", align: TextAlignment = .leading
  ) throws -> Title {
    try core.title(forWidth: width, showing: text, align: align, budget: budget)
  }

  /// The titles of a row, padded to one width.
  ///
  /// - Parameters:
  ///   - titles: what is to be read on the buttons.
  ///   - width: the width of each button; when nil, the width of the widest.
  ///   - align: where the texts stand.
  /// - Throws: as ``title(forWidth:showing:align:)``.
  public func equalizedTitles(
    _ titles: [String], toWidth width: Points? = nil, align: TextAlignment = .leading
  ) throws -> [Title] {
    let target = try width ?? equalWidth(of: titles)
    return try titles.map { try equalizedTitle($0, toWidth: target, align: align) }
  }

  /// The width of the widest of some buttons.
  ///
  /// - Throws: what the measurer throws.
  public func equalWidth(of titles: [String]) throws -> Points {
    try titles.map { try core.width(of: core.guarded($0)) }.max() ?? 0
  }

  /// As ``title(forWidth:showing:align:)``, but for a text whose button is as wide as asked: that stays as it is.
  public func equalizedTitle(
    _ text: String, toWidth width: Points, align: TextAlignment = .leading
  ) throws -> Title {
    try core.title(
      forWidth: width, showing: text, align: align, keepingFitting: true, budget: budget)
  }
}
