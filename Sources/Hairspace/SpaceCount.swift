/// How BGTableViewRowActionWithImage makes a title: of as many ideographic spaces as a share of the UTF-16 length of the longest
/// line of its own, which it draws into the picture.
struct SpaceCount {
  /// U+3000 IDEOGRAPHIC SPACE.
  static let space: Unicode.Scalar = "\u{3000}"

  /// The share, in the kit's own 32 bits: 13/18 of a character's width, by the article's 1.1; or 0.40.
  private let share: Float

  init(_ options: RowOptions) {
    share = options.isFitted ? 0.40 : 13 / 18 / 1.1
  }

  /// How many spaces a title of this length becomes.
  func spaces(forLength length: Int) -> Int {
    Int(Float(length) * share)
  }

  /// The shortest length that becomes so many spaces.
  func length(forSpaces spaces: Int) -> Int {
    var length = Int((Float(spaces) / share).rounded(.down))
    while self.spaces(forLength: length) < spaces { length += 1 }
    return length
  }

  /// The advance of the title that the kit hands on to the system, of spaces that do not kern with one another.
  func advance(
    of title: String, iconWidth: Points, _ measurer: some TextMeasuring
  ) throws -> Advance {
    let one = try measurer.advance(of: String(Self.space))
    var length = Double(title.explicitLines.map(\.utf16.count).max() ?? 0)
    if title.isEmpty {
      // The icon and 20 pt on either side of it, in ideographic spaces at 13 pt; the measurer's size is the kit's 18, or in
      // proportion.
      let small = measurer.grid.points(one).value * 13 / 18
      length = small > 0 ? ((40 + iconWidth.value) / small - 1e-9).rounded(.up) : 0
    }
    let spaces = spaces(forLength: Int(min(length, Self.longest)))
    let (ticks, overflows) = one.ticks.multipliedReportingOverflow(by: spaces)
    return Advance(ticks: overflows ? .max / 4 : ticks)
  }

  /// Beyond this a length is a mistake; it keeps the arithmetic within bounds.
  private static let longest = 1e12
}
