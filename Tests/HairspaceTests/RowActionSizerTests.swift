import Testing

@testable import Hairspace

@Suite struct RowActionSizerTests {
  /// Bundled Inter's own advances at 400, so that the numbers can be read against `hairspace spaces`.
  static let inter: [Unicode.Scalar: Int] = [
    "\u{2002}": 1024, "\u{2003}": 2048, "\u{2004}": 684, "\u{2005}": 512, "\u{2006}": 340,
    "\u{2007}": 1328, "\u{2008}": 590, "\u{2009}": 372, "\u{200A}": 186, "\u{202F}": 372,
    "\u{205F}": 576,
  ]

  static func font(_ size: Points) -> FakeFont {
    FakeFont(inter, unitsPerEm: 2048, size: size)
  }

  // MARK: Article

  @Test("The article's count is its formula to the letter", arguments: [186, 204, 100])
  func articleFormula(units: Int) throws {
    let unitsPerEm = units == 100 ? 1000 : 2048
    let font = FakeFont(["\u{200A}": units], unitsPerEm: unitsPerEm, size: 14)
    let sizer = try RowActionSizer(measuring: font)
    let advance = Double(units) * 14 / Double(unitsPerEm)
    for step in 0..<10_000 {
      let width = Double(step) / 10
      let expected = Int((max(0, width - 30) * 1.1 / advance).rounded(.down))
      let title = try sizer.emptyTitle(forWidth: Points(width))
      #expect(title.unicodeScalars.count == expected, "\(width) pt")
    }
  }

  @Test("The article's title makes 30 and its advance over 1.1")
  func articleWidth() throws {
    let title = try RowActionSizer(measuring: Self.font(14)).title(forWidth: 74)
    // floor(44 × 1.1 ÷ (186 × 14 ÷ 2048)) = floor(48.4 ÷ 1.271484375) = 38
    #expect(title.string == String(repeating: "\u{200A}", count: 38))
    #expect(title.characters == 38)
    #expect(title.textAdvance == Points(38 * 1.271484375))
    #expect(title.width == Points(30 + 38 * 1.271484375 / 1.1))
    #expect(title.method == .article)
    #expect(title.composition.map(\.count) == [38])
    #expect(title.warnings == [])
  }

  @Test("A visible text takes its advance from what the article fills")
  func articleWithText() throws {
    let sizer = try RowActionSizer(measuring: FakeFont(["\u{200A}": 100], size: 10))
    // 40 × 1.1 = 44 pt, of which two letters of 5 pt; 34 ÷ 1 pt.
    let title = try sizer.title(forWidth: 70, showing: "ab", align: .trailing)
    #expect(title.string == String(repeating: "\u{200A}", count: 34) + "ab")
  }

  // MARK: Minimum and limits

  @Test("Below the minimum the title is empty, with the width that results", arguments: [0, 29.9])
  func belowMinimum(width: Double) throws {
    for rule in [ButtonRule.article, .rowAction] {
      let sizer = try RowActionSizer(measuring: Self.font(18), rule: rule)
      let title = try sizer.title(forWidth: Points(width))
      #expect(title.string == "")
      #expect(title.width == 30)
      #expect(title.deviation == Points(30 - width))
      #expect(title.warnings.contains(.belowMinimum(30)))
    }
  }

  @Test(
    "No width that is negative or not finite",
    arguments: [-1, Double.infinity, -Double.infinity, Double.nan])
  func invalidWidth(width: Double) throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .text)
    #expect(throws: SizingError.self) { try sizer.title(forWidth: Points(width)) }
  }

  @Test("A title of more than the limit is refused, by every method")
  func tooLong() throws {
    for method in FillMethod.allCases {
      let sizer = try RowActionSizer(measuring: Self.font(18), rule: .text, method: method)
      #expect(throws: SizingError.tooLong(limit: 1_000_000)) { try sizer.title(forWidth: 1e8) }
      #expect(throws: SizingError.tooLong(limit: 1_000_000)) { try sizer.title(forWidth: 1e308) }
    }
  }

  @Test("A limit that is given constrains the search")
  func constrained() throws {
    for limit in 1...6 {
      let sizer = try RowActionSizer(
        measuring: Self.font(18), rule: .text, maximumCharacters: limit)
      let free = try RowActionSizer(measuring: Self.font(18), rule: .text).title(forWidth: 44)
      let title = try sizer.title(forWidth: 44)
      #expect(title.characters <= limit)
      // Every title of at most `limit` of Inter's spaces, the brute way.
      let coins = Array(Set(Self.inter.values))
      var sums: Set<Int> = [0]
      for _ in 0..<limit { sums.formUnion(sums.flatMap { sum in coins.map { sum + $0 } }) }
      let aim = 44.0 * 2048 / 18
      let best = sums.min { (abs(Double($0) - aim), $0) < (abs(Double($1) - aim), $1) }!
      #expect(title.textAdvance == Points(Double(best) * 18 / 2048))
      #expect(abs(title.deviation.value) >= abs(free.deviation.value))
    }
    let wide = try RowActionSizer(measuring: Self.font(18), rule: .text, maximumCharacters: 3)
    #expect(try wide.title(forWidth: 1e6).string == "\u{2003}\u{2003}\u{2003}")
    #expect(try wide.title(forWidth: 1e308).string == "\u{2003}\u{2003}\u{2003}")
  }

  @Test("The limit counts the visible text, which alone may exceed it")
  func limitWithText() throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .text, maximumCharacters: 4)
    #expect(try sizer.title(forWidth: 300, showing: "abc").characters == 4)
    #expect(throws: SizingError.tooLong(limit: 4)) {
      try sizer.title(forWidth: 300, showing: "abcde")
    }
  }

  // MARK: Rules

  @Test("Row action: whole points up, the middle aimed at")
  func rowAction() throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .rowAction)
    for width in stride(from: 45.0, through: 300, by: 1) {
      let title = try sizer.title(forWidth: Points(width))
      #expect(title.width == Points(width))
      // (W − 30) − ½; from 32.6 pt of text up Inter's spaces reach every second unit.
      let aim = width - 30.5
      #expect(abs(title.textAdvance.value - aim) <= (aim > 32.6 ? 0.0088 : 0.5), "\(width)")
    }
    #expect(try sizer.title(forWidth: 30).string == "")
  }

  @Test("Row action: the width decides before the middle")
  func rowActionAtTheEdge() throws {
    // Sums of 43 and 44 pt alone: equally far from 43.5, but 43 makes 73.
    let font = FakeFont(["\u{2002}": 43, "\u{2003}": 44], unitsPerEm: 1, size: 1)
    let sizer = try RowActionSizer(
      measuring: font, rule: .rowAction,
      alphabet: SpaceAlphabet([
        SpaceCharacter("\u{2002}")!, SpaceCharacter("\u{2003}")!,
      ]))
    let title = try sizer.title(forWidth: 74)
    #expect(title.string == "\u{2003}")
    #expect(title.width == 74)
  }

  @Test("Row action: a target between whole points gets the nearest width")
  func rowActionBetween() throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .rowAction)
    #expect(try sizer.title(forWidth: 74.3).width == 74)
    #expect(try sizer.title(forWidth: 74.5).width == 74)
    #expect(try sizer.title(forWidth: 74.6).width == 75)
    #expect(try sizer.title(forWidth: 74.6).warnings == [.wholePoints(.rowAction)])
    #expect(try sizer.title(forWidth: 74).warnings == [])
  }

  @Test("An exact mix under a factor warns")
  func exactWithFactor() throws {
    let sizer = try RowActionSizer(measuring: Self.font(14), rule: .article, method: .exact)
    let title = try sizer.title(forWidth: 74)
    #expect(title.warnings == [.exactWithShiftFactor(1.1)])
    #expect(abs(title.deviation.value) < 0.01)
  }

  @Test("Repeat takes the nearest count, of two equally near the narrower")
  func repeated() throws {
    let font = FakeFont(["\u{200A}": 100], unitsPerEm: 1000, size: 10)
    let sizer = try RowActionSizer(measuring: font, rule: .text, method: .repeat)
    #expect(try sizer.title(forWidth: 2.4).characters == 2)
    #expect(try sizer.title(forWidth: 2.5).characters == 2)
    #expect(try sizer.title(forWidth: 2.6).characters == 3)
  }

  @Test("Repeat and article take one space")
  func oneSpace() {
    for method in [FillMethod.repeat, .article] {
      #expect(throws: SizingError.oneSpaceNeeded(method, .fixed)) {
        try RowActionSizer(measuring: Self.font(18), method: method, alphabet: .fixed)
      }
    }
  }

  @Test("A font without the spaces is an error")
  func noSpaces() {
    #expect(throws: SizingError.noUsableSpace(.hair)) {
      try RowActionSizer(measuring: FakeFont(["\u{20}": 300]))
    }
  }

  @Test("A tie of decimals is a tie, and the narrower wins")
  func decimalTie() throws {
    // 0.45 pt at 18 pt and 1,000 units per em is 25 units, half way between 20 and 30; binary
    // arithmetic makes it 25.000000000000004.
    let font = FakeFont(["\u{2002}": 20, "\u{2003}": 30], size: 18)
    let alphabet = SpaceAlphabet([SpaceCharacter("\u{2002}")!, SpaceCharacter("\u{2003}")!])
    let sizer = try RowActionSizer(measuring: font, rule: .text, alphabet: alphabet)
    #expect(try sizer.title(forWidth: 0.45).string == "\u{2002}")
    #expect(try sizer.title(forWidth: 0.4501).string == "\u{2003}")
  }

  @Test("Row action: of two widths as far off, the narrower")
  func rowActionTie() throws {
    // 31.5 pt a space makes 62, none 30; at 46 both are 16 off.
    let font = FakeFont(["\u{2003}": 315], unitsPerEm: 10, size: 1)
    let sizer = try RowActionSizer(
      measuring: font, rule: .rowAction, alphabet: SpaceAlphabet([SpaceCharacter("\u{2003}")!]))
    #expect(try sizer.title(forWidth: 46).width == 30)
    #expect(try sizer.title(forWidth: 47).width == 62)
  }

  @Test("A minimum between whole points")
  func fractionalMinimum() throws {
    let rule = ButtonRule.rowAction.with(minimumWidth: 30.4)
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: rule)
    #expect(try sizer.title(forWidth: 31).string == "")
    #expect(try sizer.title(forWidth: 31).width == 31)
    #expect(try sizer.title(forWidth: 74).width == 74)
    // 74 pt come from 42.6 to 43.6 pt of text.
    #expect(abs(try sizer.title(forWidth: 74).textAdvance.value - 43.1) < 0.01)
  }

  @Test("The limit is a limit: a million characters, and not one more")
  func theMillionth() throws {
    let font = FakeFont(["\u{200A}": 1], unitsPerEm: 1, size: 1)
    for method in [FillMethod.exact, .repeat] {
      let sizer = try RowActionSizer(
        measuring: font, rule: .text, method: method, alphabet: .hair)
      #expect(try sizer.title(forWidth: 1_000_000).characters == 1_000_000)
      #expect(throws: SizingError.tooLong(limit: 1_000_000)) {
        try sizer.title(forWidth: 1_000_001)
      }
      #expect(throws: SizingError.tooLong(limit: 1_000_000)) {
        try sizer.title(forWidth: 1_000_501, showing: "x", align: .center)
      }
    }
    let inter = try RowActionSizer(measuring: Self.font(18), rule: .text)
    #expect(throws: SizingError.tooLong(limit: 1_000_000)) {
      try inter.title(forWidth: 18_000_010, showing: "X", align: .center)
    }
  }

  @Test("Centred within a limit on characters, the brute way")
  func constrainedCentre() throws {
    let advances: [Unicode.Scalar: Int] = ["\u{2002}": 13, "\u{2003}": 21, "\u{2004}": 34]
    let table = PlainTable(Array(advances.values), through: 400)
    let font = FakeFont(advances.merging(["x": 50]) { left, _ in left }, unitsPerEm: 1, size: 1)
    let alphabet = SpaceAlphabet(advances.keys.map { SpaceCharacter($0)! })
    for limit in 1...6 {
      let sizer = try RowActionSizer(
        measuring: font, rule: .text, alphabet: alphabet, maximumCharacters: limit + 1)
      for width in stride(from: 50, through: 200, by: 3) {
        let title = try sizer.title(forWidth: Points(Double(width)), showing: "x", align: .center)
        let sum = (0...300).filter { table.fewest[$0] ?? 99 <= limit }
          .min { (abs($0 - (width - 50)), $0) < (abs($1 - (width - 50)), $1) }!
        let half = (0...sum / 2).last {
          (table.fewest[$0] ?? 99) + (table.fewest[sum - $0] ?? 99) <= limit
        }!
        let halves = title.string.split(separator: "x", omittingEmptySubsequences: false)
        #expect(font.advance(of: String(halves[0])).ticks == half, "\(width) in \(limit)")
        #expect(font.advance(of: String(halves[1])).ticks == sum - half, "\(width) in \(limit)")
      }
    }
  }

  @Test("An awkward face is refused in time, centred and with a limit too")
  func awkward() throws {
    let characters = SpaceAlphabet.fixed.characters
    let advances = Dictionary(
      uniqueKeysWithValues: characters.enumerated().map { ($1.scalar, 32767 - 7919 * $0 / 4) })
    let font = FakeFont(advances, unitsPerEm: 16384, size: 17)
    var sizer = try RowActionSizer(measuring: font, rule: .text, maximumCharacters: 80)
    sizer.budget = SearchBudget(steps: 1 << 16)
    #expect(throws: SizingError.tooIrregular) {
      try sizer.title(forWidth: 2000, showing: "x", align: .center)
    }
  }

  // MARK: Visible text

  @Test("Text stands where it is told", arguments: TextAlignment.allCases)
  func alignment(align: TextAlignment) throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .text)
    let title = try sizer.title(forWidth: 120, showing: "Delete", align: align)
    #expect(abs(title.deviation.value) <= 0.01)
    #expect(title.string.hasPrefix("Delete") == (align == .leading))
    #expect(title.string.hasSuffix("Delete") == (align == .trailing))
    #expect(title.survivesTrimming == false)
  }

  @Test("Centred: least deviation, then the most even halves, of the fewest characters")
  func centre() throws {
    let advances: [Unicode.Scalar: Int] = ["\u{2002}": 13, "\u{2003}": 21, "\u{2004}": 34]
    let table = PlainTable(Array(advances.values), through: 400)
    let font = FakeFont(
      advances.merging(["x": 50]) { left, _ in left }, unitsPerEm: 1, size: 1)
    let alphabet = SpaceAlphabet(advances.keys.map { SpaceCharacter($0)! })
    let sizer = try RowActionSizer(measuring: font, rule: .text, alphabet: alphabet)
    for width in 50...250 {
      let title = try sizer.title(forWidth: Points(Double(width)), showing: "x", align: .center)
      let room = width - 50
      let sum = (0...300).filter { table.fewest[$0] != nil }
        .min { (abs($0 - room), $0) < (abs($1 - room), $1) }!
      #expect(title.textAdvance == Points(Double(50 + sum)))
      let half = (0...sum / 2).last { table.fewest[$0] != nil && table.fewest[sum - $0] != nil }!
      let halves = title.string.split(separator: "x", omittingEmptySubsequences: false)
      #expect(font.advance(of: String(halves[0])).ticks == half, "\(width)")
      #expect(font.advance(of: String(halves[1])).ticks == sum - half, "\(width)")
      #expect(
        title.characters == 1 + table.fewest[half]! + table.fewest[sum - half]!, "\(width)")
    }
  }

  @Test("A text wider than the target is given back alone, with a warning")
  func textTooWide() throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .text)
    let title = try sizer.title(forWidth: 10, showing: "Delete")
    #expect(title.string == "Delete")
    #expect(title.warnings.contains(.textTooWide))
    #expect(title.deviation.value > 0)
  }

  @Test("A title of several lines is refused", arguments: ["a\nb", "a\r", "a\u{2028}b", "\u{85}"])
  func severalLines(text: String) throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .text)
    #expect(throws: SizingError.severalLines) { try sizer.title(forWidth: 99, showing: text) }
  }

  // MARK: Kerning

  @Test("Where spaces kern with each other the whole decides, and says so")
  func kernedSpaces() throws {
    let advances: [Unicode.Scalar: Int] = ["\u{2003}": 1000, "\u{2002}": 500, "\u{200A}": 100]
    let font = FakeFont(advances, size: 10, kerning: [["\u{2003}", "\u{200A}"]: -40])
    let alphabet = SpaceAlphabet(advances.keys.map { SpaceCharacter($0)! })
    let sizer = try RowActionSizer(measuring: font, rule: .text, alphabet: alphabet)
    // Two em spaces and a hair space are 21 pt by their sum, 20.6 with the kerning.
    let title = try sizer.title(forWidth: 20.6)
    #expect(title.string == "\u{2003}\u{2003}\u{200A}")
    #expect(title.textAdvance == 20.6)
    #expect(title.warnings == [.kerned(by: -0.4)])
    #expect(title.candidates > 1)
    // By sums 20.6 would be reached by none: the nearest are 20 and 21.
    let plain = try RowActionSizer(
      measuring: FakeFont(advances, size: 10), rule: .text, alphabet: alphabet)
    #expect(try plain.title(forWidth: 20.6).textAdvance == 21)
    #expect(try plain.title(forWidth: 20.6).candidates == 1)
  }

  @Test("Kerning between text and padding is measured and made up for")
  func kernedText() throws {
    let kerning: [[Unicode.Scalar]: Int] = Dictionary(
      uniqueKeysWithValues: Self.inter.keys.map { (["A", $0], -112) })
    let font = FakeFont(
      Self.inter.merging(["A": 1366]) { left, _ in left }, unitsPerEm: 2048, size: 18,
      kerning: kerning)
    let sizer = try RowActionSizer(measuring: font, rule: .text)
    let title = try sizer.title(forWidth: 80, showing: "A")
    #expect(abs(title.deviation.value) <= 0.01)
    #expect(title.textAdvance == font.grid.points(font.advance(of: title.string)))
    #expect(title.warnings == [.kerned(by: Points(-112.0 * 18 / 2048))])
    #expect(title.candidates > 1)
  }

  // MARK: Reports

  @Test("Characters that normalisation changes and spaces that are made up are named")
  func reports() throws {
    let quad = SpaceCharacter("\u{2000}")!
    let sizer = try RowActionSizer(
      measuring: FakeFont(["\u{2000}": 500]), rule: .text, alphabet: SpaceAlphabet([quad]))
    #expect(try sizer.title(forWidth: 18).warnings == [.changedByNormalisation([quad])])
    struct Invented: TextMeasuring {
      var grid: AdvanceGrid { AdvanceGrid(ticks: 16, span: 18) }
      func advance(of text: String) -> Advance { Advance(ticks: text.unicodeScalars.count) }
      func spaceAdvance(of character: SpaceCharacter) -> SpaceAdvance {
        SpaceAdvance(
          character: character, advance: Advance(ticks: 1), source: .synthesised(from: .space))
      }
    }
    let invented = try RowActionSizer(measuring: Invented())
    #expect(try invented.title(forWidth: 74).warnings == [.synthesised([.hair])])
  }

  @Test("Width of a text under the rule")
  func width() throws {
    let sizer = try RowActionSizer(
      measuring: FakeFont(["\u{2003}": 1000], size: 18), rule: .rowAction)
    // Two letters of half an em: 18 pt, and 30.
    #expect(try sizer.width(of: "ab") == 48)
    #expect(try sizer.width(of: "") == 30)
  }

  @Test("A title of letters at both ends survives trimming, one of spaces does not")
  func trimming() throws {
    let sizer = try RowActionSizer(measuring: Self.font(18), rule: .text)
    #expect(try sizer.title(forWidth: 40).survivesTrimming == false)
    #expect(try sizer.title(forWidth: 10, showing: "Delete").survivesTrimming)
  }
}
