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
  public let measurer: Measurer
  public let rule: ButtonRule
  /// The settings of the kit; the button is alone in its row.
  public let options: RowOptions
  /// The width of the button's icon, 0 for none.
  public let iconWidth: Points
  /// Whether titles are guarded against trimming: see ``init(measuring:rule:options:iconWidth:method:alphabet:isGuarded:breakingLinesBy:maximumCharacters:)``.
  public let isGuarded: Bool
  /// Where the kit may break a title that is too wide; nil for one line whatever it is.
  public let breaker: (any LineBreaking)?
  public let method: FillMethod
  public let alphabet: SpaceAlphabet
  /// What each space of the alphabet measures.
  public let advances: SpaceAdvances
  /// The most scalars that a title may have. Longer ones are refused or, with
  /// ``constrainsSearch``, not considered.
  public let maximumCharacters: Int
  /// Whether the best title of at most ``maximumCharacters`` is wanted, rather than the best title or an error.
  public let constrainsSearch: Bool

  private let mixer: SpaceMixer
  /// How the button's width follows from the title's advance.
  let function: WidthFunction
  /// What one title's search may cost.
  var budget = SearchBudget()

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
    // Of a kit that counts characters any will do: the narrowest leaves its picture's text in place.
    let counts = rule.kit == .imageRowAction
    let method = counts ? .repeat : method ?? rule.method
    let alphabet = alphabet ?? (method == .exact ? .fixed : .hair)
    if counts, alphabet.characters.count > 1 { throw SizingError.oneSpaceCounts(rule, alphabet) }
    if isGuarded, let fault = try measurer.guardFault() { throw SizingError.guardShows(fault) }
    if method != .exact, alphabet.characters.count > 1 {
      throw SizingError.oneSpaceNeeded(method, alphabet)
    }
    let advances = try SpaceAdvances(of: alphabet, in: measurer)
    if method != .exact, let space = advances.spaces.first, space.source != .missing,
      space.advance < .zero || space.advance == .zero && space.source == .stated
    {
      throw SizingError.wideningSpaceNeeded(method, space.character)
    }
    guard let mixer = SpaceMixer(advances) else { throw SizingError.noUsableSpace(alphabet) }
    self.measurer = measurer
    self.rule = rule
    self.options = options
    self.iconWidth = iconWidth
    self.function = rule.function(in: options, iconWidth: iconWidth)
    self.isGuarded = isGuarded
    self.breaker = breaker
    self.method = method
    self.alphabet = alphabet
    self.advances = advances
    self.mixer = mixer
    self.maximumCharacters = maximumCharacters ?? Self.defaultMaximumCharacters
    self.constrainsSearch = maximumCharacters != nil
  }

  /// The width of the button that a title makes under the rule.
  ///
  /// - Throws: what the measurer throws.
  public func width(of title: String) throws -> Points {
    try function.width(forAdvance: measurer.grid.points(drawnAdvance(of: title)))
  }

  /// The advance of a title as the kit draws it; of its widest line where the kit breaks it.
  func drawnAdvance(of title: String) throws -> Advance {
    let content = ButtonContent(title: title, iconWidth: iconWidth)
    let advance = try rule.drawnAdvance(of: content, in: options, measurer)
    guard let breaker, wraps(advance), let most = rule.wrappingWidth(in: options) else {
      return advance
    }
    return try breaker.wrappedAdvance(of: title, to: most, measurer)
  }

  /// Whether the kit breaks a title of this advance into lines to find its width.
  func wraps(_ advance: Advance) -> Bool {
    rule.wrappingWidth(in: options).map { measurer.grid.points(advance) > $0 } ?? false
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
    try title(forWidth: width, showing: text, align: align, keepingFitting: false)
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
    try titles.map { try width(of: guarded($0)) }.max() ?? 0
  }

  /// As ``title(forWidth:showing:align:)``, but for a text whose button is as wide as asked: that stays as it is.
  public func equalizedTitle(
    _ text: String, toWidth width: Points, align: TextAlignment = .leading
  ) throws -> Title {
    try title(forWidth: width, showing: text, align: align, keepingFitting: true)
  }

  private func title(
    forWidth width: Points, showing text: String, align: TextAlignment, keepingFitting: Bool
  ) throws -> Title {
    guard width.value.isFinite, width >= 0 else { throw SizingError.invalidWidth(width) }
    guard !text.unicodeScalars.contains(where: \.isLineEnd) else { throw SizingError.severalLines }
    guard text.unicodeScalars.count + guards.unicodeScalars.count <= maximumCharacters else {
      throw SizingError.tooLong(limit: maximumCharacters)
    }
    var search = try TitleSearch(sizer: self, mixer: mixer, target: width, text: text, align: align)
    let best =
      if keepingFitting, let fitting = try search.fittingText() {
        fitting
      } else if rule.kit == .imageRowAction {
        try search.counted()
      } else if width < function.narrowest || !keepsPadding {
        try search.candidate(Padding())
      } else if method == .article {
        try search.candidate(search.articlePadding())
      } else {
        try search.nearest()
      }
    let counts = best.padding.counts(of: mixer.spaces.count)
    let composition = zip(mixer.spaces, counts).filter { $1 > 0 }.map { space, count in
      Title.Component(space: space, count: count, advance: measurer.grid.points(space.advance))
    }
    let textAdvance = measurer.grid.points(best.advance)
    return Title(
      string: best.string, textAdvance: textAdvance,
      width: function.width(forAdvance: textAdvance), target: width, composition: composition,
      method: method, isGuarded: isGuarded, candidates: best.compared,
      warnings: search.warnings(about: best, composition))
  }

  /// What stands at either end of a title.
  var guards: String {
    isGuarded ? "\u{2060}\u{2060}" : ""
  }

  /// A title with its guards.
  func guarded(_ title: String) -> String {
    isGuarded ? "\u{2060}" + title + "\u{2060}" : title
  }

  /// Whether padding is of use: a kit that trims leaves only what is no white space.
  var keepsPadding: Bool {
    isGuarded || !rule.trimsTitles
      || alphabet.characters.contains { !$0.scalar.properties.isWhitespace }
  }
}
