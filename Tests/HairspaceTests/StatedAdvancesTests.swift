import Testing

@testable import Hairspace

@Suite struct StatedAdvancesTests {
  static func own(_ scalar: Unicode.Scalar) -> SpaceCharacter { SpaceCharacter.own(scalar)! }

  static let minus = own("\u{F801}")
  static let plus = own("\u{F821}")

  @Test("A stated advance is exact on any font's grid", arguments: [14, 17, 18, 14.2, 0.000_001])
  func exact(size: Double) throws {
    let base = FakeFont([:], unitsPerEm: 2048, size: Points(size))
    let advances: [SpaceCharacter: Points] = [Self.minus: -1.5, Self.plus: 0.001]
    let font = try StatedAdvances(base, advances: advances)
    for (character, advance) in advances {
      let space = try font.spaceAdvance(of: character)
      #expect(space.source == .stated)
      #expect(font.grid.points(space.advance) == advance)
    }
    // Half an em a letter, as by the base.
    let letters = try font.advance(of: "ab")
    #expect(font.grid.points(letters) == base.grid.points(base.advance(of: "ab")))
    let text = try font.advance(of: "a\u{F801}\u{F801}b\u{F821}")
    #expect(text.ticks == letters.ticks + (try font.advance(of: "\u{F801}\u{F801}\u{F821}")).ticks)
  }

  @Test("A size without a decimal is within a millionth of a point")
  func binarySize() throws {
    let base = FakeFont([:], unitsPerEm: 1000, size: Points(1.0 / 3))
    let font = try StatedAdvances(base, advances: [Self.minus: -1024.001])
    let space = try font.spaceAdvance(of: Self.minus)
    #expect(abs(font.grid.points(space.advance).value + 1024.001) < 0.000_001)
  }

  @Test("Whole points cost no more ticks than they must")
  func coarse() throws {
    let base = FakeFont([:], unitsPerEm: 2048, size: 18)
    // 9/1,024 pt and 1 pt: 1/1,024 pt.
    #expect(try StatedAdvances(base, advances: [Self.minus: -1]).grid.ticks == 2048 * 9)
    #expect(try StatedAdvances(base, advances: [:]).grid == base.grid)
    #expect(try StatedAdvances(base, advances: [Self.minus: 0]).grid.ticks > 0)
  }

  @Test("The base measures whole stretches: they kern, but not across a stated character")
  func stretches() throws {
    let base = FakeFont(["A": 10, "V": 10], unitsPerEm: 1, size: 1, kerning: [["A", "V"]: -3])
    let font = try StatedAdvances(base, advances: [Self.plus: 4])
    #expect(font.grid.points(try font.advance(of: "AV")) == 17)
    #expect(font.grid.points(try font.advance(of: "AVA\u{F821}AV")) == 48)
    #expect(font.grid.points(try font.advance(of: "A\u{F821}V")) == 24)
  }

  @Test("Of several lines the widest counts, a stated one of no width too")
  func lines() throws {
    let base = FakeFont(["A": 10], unitsPerEm: 1, size: 1)
    let font = try StatedAdvances(base, advances: [Self.minus: -4, Self.plus: 4])
    #expect(font.grid.points(try font.advance(of: "A\u{F801}\r\nA\u{F821}\nA")) == 14)
    #expect(font.grid.points(try font.advance(of: "\u{F801}\r\n\u{F801}\u{F801}")) == -4)
  }

  @Test("What is too wide to count is refused")
  func tooWide() {
    let base = FakeFont([:], unitsPerEm: 1 << 36, size: 0.000_001)
    #expect(throws: SizingError.statedAdvanceTooWide(Self.minus)) {
      try StatedAdvances(base, advances: [Self.minus: -1_000_000])
    }
    #expect(throws: SizingError.statedAdvanceTooWide(Self.minus)) {
      try StatedAdvances(FakeFont([:]), advances: [Self.minus: -1e300])
    }
  }

  @Test("A text that is too wide for fine ticks is refused, alone and in parts")
  func textTooWide() throws {
    // A size and an advance of many decimals make 2⁴⁶ ticks an em.
    let base = FakeFont([:], unitsPerEm: 2048, size: 123_456.789_012)
    let font = try StatedAdvances(base, advances: [Self.plus: 0.001])
    #expect(try font.advance(of: "ab") > .zero)
    let text = String(repeating: "a", count: 200_000)
    #expect(throws: SizingError.textTooWide) { try font.advance(of: text) }
    let part = "\u{F821}" + String(repeating: "a", count: 50_000)
    #expect(try font.advance(of: part) > .zero)
    #expect(throws: SizingError.textTooWide) {
      try font.advance(of: String(repeating: part, count: 20))
    }
  }

  @Test("Any character but controls and line ends may be one's own")
  func characters() {
    for scalar in ["A", "\u{E001}", "\u{10FFFF}", "\u{301}", "\u{200B}", " "] as [Unicode.Scalar] {
      #expect(SpaceCharacter.own(scalar)?.scalar == scalar)
    }
    for scalar in ["\0", "\t", "\n", "\r", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}"]
      as [Unicode.Scalar]
    {
      #expect(SpaceCharacter.own(scalar) == nil)
    }
    #expect(SpaceCharacter.own("\u{200A}") == .hair)
    #expect(Self.minus.name == "U+F801")
  }

  // MARK: Titles

  /// Powers of two on both sides of zero, as chat games have them, beside letters of half an em of 20 pt.
  static func chat(_ exponents: ClosedRange<Int>) throws -> (
    StatedAdvances<FakeFont>, SpaceAlphabet
  ) {
    var advances: [SpaceCharacter: Points] = [:]
    for exponent in exponents {
      let size = Double(1 << exponent)
      advances[own(Unicode.Scalar(UInt32(0xF801 + exponent))!)] = Points(-size)
      advances[own(Unicode.Scalar(UInt32(0xF821 + exponent))!)] = Points(size)
    }
    let font = FakeFont([:], unitsPerEm: 1000, size: 20)
    return (try StatedAdvances(font, advances: advances), SpaceAlphabet(advances.keys)!)
  }

  @Test("A chat font makes any whole width of the fewest characters")
  func powers() throws {
    let (font, alphabet) = try Self.chat(0...10)
    let sizer = try RowActionSizer(measuring: font, rule: .text, alphabet: alphabet)
    // 77 = 64 + 16 + 1 − 4, before 64 + 8 + 4 + 1 and the like.
    #expect(try sizer.title(forWidth: 77).string == "\u{F827}\u{F825}\u{F821}\u{F803}")
    for width in 0...300 {
      let title = try sizer.title(forWidth: Points(Double(width)))
      #expect(title.width == Points(Double(width)))
      // The fewest signed powers of two of a number are the ones of n ⊕ 3n.
      #expect(title.characters == (width ^ (3 * width)).nonzeroBitCount, "\(width)")
      #expect(title.warnings == [])
    }
  }

  @Test("A text that is too wide is drawn in, and nobody warned", arguments: TextAlignment.allCases)
  func drawnIn(align: TextAlignment) throws {
    let (font, alphabet) = try Self.chat(0...10)
    let sizer = try RowActionSizer(measuring: font, rule: .text, alphabet: alphabet)
    // Six letters of 10 pt.
    for width in 0...60 {
      let title = try sizer.title(forWidth: Points(Double(width)), showing: "Delete", align: align)
      #expect(title.width == Points(Double(width)))
      #expect(title.warnings == [])
      let parts = title.string.split(separator: "Delete", omittingEmptySubsequences: false)
      let halves = try parts.map { font.grid.points(try font.advance(of: String($0))).value }
      let room = Double(width - 60)
      switch align {
      case .leading: #expect(halves == [0, room])
      case .trailing: #expect(halves == [room, 0])
      case .center: #expect(halves == [(room / 2).rounded(.down), (room / 2).rounded(.up)])
      }
    }
  }

  @Test("A text that cannot be drawn in is given back with the warning; too far is too far")
  func notDrawnIn() throws {
    let font = try StatedAdvances(
      FakeFont([:], unitsPerEm: 1000, size: 20), advances: [Self.minus: -3])
    let alphabet = SpaceAlphabet([Self.minus])
    let sizer = try RowActionSizer(
      measuring: font, rule: .text, alphabet: alphabet, maximumCharacters: 4)
    let near = try sizer.title(forWidth: 19, showing: "ab")
    #expect(near.string == "ab")
    #expect(near.warnings == [.textTooWide])
    let wide = try sizer.title(forWidth: 99, showing: "ab")
    #expect(wide.string == "ab")
    #expect(wide.warnings == [])
    // As many as may be, on whichever side.
    for align in TextAlignment.allCases {
      let title = try sizer.title(forWidth: 0, showing: "ab", align: align)
      #expect(title.width == 14)
    }
    let free = try RowActionSizer(measuring: font, rule: .text, alphabet: alphabet)
    #expect(try free.title(forWidth: 1, showing: "ab").width == 2)
    let long = String(repeating: "a", count: 999_990)
    #expect(throws: SizingError.tooLong(limit: 1_000_000)) {
      try free.title(forWidth: 1, showing: long)
    }
  }

  @Test(
    "Nothing is made wider by repeating what does not widen",
    arguments: [FillMethod.repeat, .article],
    [-1.0, 0])
  func repeated(method: FillMethod, advance: Double) throws {
    let font = try StatedAdvances(FakeFont([:]), advances: [Self.minus: Points(advance)])
    #expect(throws: SizingError.wideningSpaceNeeded(method, Self.minus)) {
      try RowActionSizer(measuring: font, method: method, alphabet: SpaceAlphabet([Self.minus]))
    }
  }

  @Test("A character of no advance is of no use")
  func zero() throws {
    let font = try StatedAdvances(FakeFont([:]), advances: [Self.minus: 0])
    let alphabet = SpaceAlphabet([Self.minus])!
    #expect(throws: SizingError.noUsableSpace(alphabet)) {
      try RowActionSizer(measuring: font, rule: .text, alphabet: alphabet)
    }
  }
}
