/// All of a sizer that does not depend on its measurer's type.
///
/// Generic code that another module calls is not specialised: it looks up types as it runs, which made half of choosing a
/// title. So what chooses is not generic, and asks the measurer by its protocol. A class, so that each search refers to it
/// and copies nothing.
final class SizerCore: Sendable {
  let measurer: any TextMeasuring
  let grid: AdvanceGrid
  let rule: ButtonRule
  let options: RowOptions
  let iconWidth: Points
  let isGuarded: Bool
  let breaker: (any LineBreaking)?
  let method: FillMethod
  let alphabet: SpaceAlphabet
  let advances: SpaceAdvances
  let maximumCharacters: Int
  let constrainsSearch: Bool
  let mixer: SpaceMixer
  /// How the button's width follows from the title's advance.
  let function: WidthFunction
  /// Whether padding is of use: a kit that trims leaves only what is no white space.
  let keepsPadding: Bool
  /// The mixer's spaces that the shaper made up.
  let synthesised: [SpaceCharacter]
  /// The mixer's spaces that NFC changes.
  let unstable: [SpaceCharacter]
  /// The widest that a title may be before the kit breaks it; nil when it does not.
  private let wrappingWidth: Points?
  /// Whether the kit measures a title as it is given: it neither trims it nor counts its characters.
  private let isMeasuredWhole: Bool

  /// As the sizer's own, but for the limit on characters, which is known.
  init(
    measuring measurer: some TextMeasuring, rule: ButtonRule, options: RowOptions,
    iconWidth: Points, method: FillMethod?, alphabet: SpaceAlphabet?, isGuarded: Bool,
    breakingLinesBy breaker: (any LineBreaking)?, maximumCharacters: Int, constrainsSearch: Bool
  ) throws {
    // Of a kit that counts characters any will do: the narrowest leaves its picture's text in place.
    let counts = rule.countsCharacters
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
    self.grid = measurer.grid
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
    self.maximumCharacters = maximumCharacters
    self.constrainsSearch = constrainsSearch
    self.keepsPadding =
      isGuarded || !rule.trimsTitles
      || alphabet.characters.contains { !$0.scalar.properties.isWhitespace }
    self.synthesised = mixer.spaces.filter(\.isSynthesised).map(\.character)
    self.unstable = mixer.spaces.map(\.character).filter(\.scalar.changesUnderNFC)
    self.isMeasuredWhole = !rule.trimsTitles && !counts
    self.wrappingWidth = rule.wrappingWidth(in: options)
  }

  // MARK: Widths

  func width(of title: String) throws -> Points {
    try function.width(forAdvance: grid.points(drawnAdvance(of: title)))
  }

  /// The advance of a title as the kit draws it; of its widest line where the kit breaks it.
  func drawnAdvance(of title: String) throws -> Advance {
    let advance =
      if isMeasuredWhole {
        try measurer.advance(of: title)
      } else {
        try rule.drawnAdvance(
          of: ButtonContent(title: title, iconWidth: iconWidth), in: options, measurer)
      }
    guard wraps(advance), let wrappingWidth, let breaker else { return advance }
    return try breaker.wrappedAdvance(of: title, to: wrappingWidth, measurer)
  }

  /// Whether the kit breaks a title of this advance into lines to find its width.
  func wraps(_ advance: Advance) -> Bool {
    wrappingWidth.map { grid.points(advance) > $0 } ?? false
  }

  /// The advance of one of the spaces that a kit which counts characters makes of them, in ticks.
  func ideographicSpace() throws -> Int {
    let space = try measurer.advance(of: String(SpaceCount.space)).ticks
    guard space > 0 else { throw SizingError.noUsableSpace(alphabet) }
    return space
  }

  // MARK: Titles

  /// - Parameter keepingFitting: whether a text whose button is as wide as asked stays as it is.
  func title(
    forWidth width: Points, showing text: String, align: TextAlignment,
    keepingFitting: Bool = false, budget: consuming SearchBudget
  ) throws -> Title {
    guard width.value.isFinite, width >= 0 else { throw SizingError.invalidWidth(width) }
    guard !text.unicodeScalars.contains(where: \.isLineEnd) else { throw SizingError.severalLines }
    var search = try TitleSearch(
      sizer: self, target: width, text: text, align: align, budget: budget)
    let best =
      if keepingFitting, let fitting = try search.fittingText() {
        fitting
      } else if rule.countsCharacters {
        try search.counted()
      } else if width < function.narrowest || !keepsPadding {
        try search.candidate(Padding())
      } else if method == .article {
        try search.candidate(search.articlePadding())
      } else {
        try search.nearest()
      }
    return search.title(best)
  }

  /// How many characters guard a title.
  var guardCount: Int {
    isGuarded ? 2 : 0
  }

  /// A title with its guards.
  func guarded(_ title: String) -> String {
    isGuarded ? "\u{2060}" + title + "\u{2060}" : title
  }
}
