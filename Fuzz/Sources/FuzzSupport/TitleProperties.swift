@testable public import Hairspace
@testable public import Shaping

/// What is asked of a title.
public struct TitleRequest {
  public var font: StatedAdvances<Font>
  public var rule = ButtonRule.text
  public var options = RowOptions()
  public var iconWidth: Points = 0
  public var isGuarded = false
  public var method: FillMethod?
  public var alphabet: SpaceAlphabet?
  public var text = ""
  public var align = TextAlignment.leading
  public var width: Points

  public init(_ font: StatedAdvances<Font>, width: Points) {
    self.font = font
    self.width = width
  }

  /// - Throws: nothing, since nothing is stated.
  public init(_ font: Font, width: Points) throws {
    self.init(try StatedAdvances(font, advances: [:]), width: width)
  }

  /// Few enough that a title is shaped at once.
  private static let mostCharacters = 200

  /// A title that is what it says it is: as wide, of those spaces, and within the limits; for a title of spaces alone that
  /// nothing kerns, no repetition of one space comes nearer.
  ///
  /// - Throws: ``SizingError`` and ``FontError``: there need not be a title.
  public func check() throws {
    var sizer = try RowActionSizer(
      measuring: font, rule: rule, options: options, iconWidth: iconWidth, method: method,
      alphabet: alphabet, isGuarded: isGuarded, maximumCharacters: Self.mostCharacters)
    // The whole budget is seconds.
    sizer.budget = SearchBudget(steps: 1 << 16)
    let title = try sizer.title(forWidth: width, showing: text, align: align)

    FuzzSupport.check(
      try font.grid.points(sizer.core.drawnAdvance(of: title.string)) == title.textAdvance
        && sizer.width(of: title.string) == title.width,
      "a title is as wide as it says")
    FuzzSupport.check(
      title.textAdvance.value.isFinite && title.deviation.value.isFinite, "lengths are finite")
    FuzzSupport.check(title.characters <= Self.mostCharacters, "a limit on characters holds")
    let ends = isGuarded ? "\u{2060}" : ""
    FuzzSupport.check(
      align == .center
        || align == .leading && title.string.utf8.starts(with: (ends + text).utf8)
        || align == .trailing
          && title.string.utf8.reversed().starts(with: (text + ends).utf8.reversed()),
      "a title shows its text")
    FuzzSupport.check(
      (title.unreachable == nil) || abs(title.deviation.value) > 0,
      "a width that was reached can be reached")
    for component in title.composition {
      let inText = (ends + text + ends).unicodeScalars.count {
        $0 == component.space.character.scalar
      }
      let inTitle = title.string.unicodeScalars.count { $0 == component.space.character.scalar }
      FuzzSupport.check(
        component.count > 0 && inTitle - inText == component.count,
        "a title has the spaces that it says")
    }
    FuzzSupport.check(
      title.composition.reduce((ends + text + ends).unicodeScalars.count) { $0 + $1.count }
        == title.characters,
      "a title has nothing but its spaces and its text")
    try checkRepetitions(sizer, title)
  }

  private func checkRepetitions(
    _ sizer: RowActionSizer<StatedAdvances<Font>>, _ title: Title
  ) throws {
    guard text.isEmpty, sizer.method == .exact, !sizer.function.hasPlateaus, title.candidates == 1,
      width >= sizer.function.narrowest
    else { return }
    let aim = font.grid.ticks(in: sizer.function.advances(forWidth: width).aim)
    let off = abs(try Double(font.advance(of: title.string).ticks) - aim)
    for space in sizer.advances.usable {
      let count = (aim / Double(space.advance.ticks)).rounded()
      guard (0...Double(Self.mostCharacters)).contains(count) else { continue }
      FuzzSupport.check(
        abs(count * Double(space.advance.ticks) - aim) >= off - 1e-6 * max(1, aim),
        "no repetition of one space comes nearer than the exact mix")
    }
  }
}
