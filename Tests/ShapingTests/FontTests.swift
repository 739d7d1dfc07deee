import Foundation
import Hairspace
import Shaping
import Testing

@Suite struct FontTests {
  @Test("Recorded from HarfBuzz: the advance and what is missing", arguments: try AdvanceCase.all())
  func recorded(_ fixture: AdvanceCase) throws {
    let font = try fixture.font()
    let measurement = try font.measure(fixture.text)
    #expect(font.units(measurement.advance) == fixture.units)
    #expect(Set(measurement.missing.map(\.notation)) == Set(fixture.missing))
  }

  @Test("2,000 interface strings in bundled Inter, default instance and Medium")
  func interfaceStrings() throws {
    let regular = try Font(Face(), size: 15)
    let medium = try Font(Face(bundled: "Medium"), size: 15)
    let table = try Fixtures.table("ui-strings.tsv")
    #expect(table.count == 2000)
    for line in table {
      #expect(try regular.advance(of: line[0]).ticks == Int(line[1]), "\(line[0])")
      #expect(try medium.advance(of: line[0]).ticks == Int(line[2]), "\(line[0])")
    }
  }

  @Test("n copies of a glyph measure n times one, past 32 bits and at any size")
  func linear() throws {
    for size in [14, 12.5, 100_000] as [Points] {
      let font = try Font(Fixtures.face("DejaVuSans.ttf"), size: size)
      let one = try font.advance(of: "\u{200A}")
      #expect(one.ticks == 204)
      let sixty = try font.advance(of: String(repeating: "\u{200A}", count: 60))
      #expect(sixty.ticks == 60 * 204)
      #expect(font.grid.points(sixty) == Points(60 * 204 * size.value / 2048))
    }
    // 1,100,000 em spaces of Inter Medium, in 1/1,024 units: 2.3 × 10¹².
    let medium = try Font(Face(bundled: "Medium"), size: 14)
    let wide = try medium.advance(of: String(repeating: "\u{2003}", count: 1_100_000))
    #expect(wide.ticks == 1_100_000 * 2048 * 1024)
  }

  @Test("Sizes that are none are refused", arguments: [0, -1, .nan, .infinity, 1e308, 1e-9])
  func sizes(size: Double) throws {
    let face = try Face()
    #expect(throws: FontError.self) { try Font(face, size: Points(size)) }
  }

  // MARK: Lines

  @Test(
    "A text measures as its widest line",
    arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
  func lines(end: String) throws {
    let font = try Font(Face(), size: 17)
    let wide = try font.advance(of: "Archive")
    let text = "on\(end)Archive\(end)x"
    #expect(try font.measure(text).lines == 3)
    #expect(try font.advance(of: text) == wide)
    #expect(try font.measure(text).missing == [])
    #expect(try font.measure(end).lines == 2)
    #expect(try font.measure(end).advance == .zero)
  }

  @Test("CR LF is one line end, LF CR two")
  func lineEndPairs() throws {
    let font = try Font(Face(), size: 17)
    #expect(try font.measure("a\r\nb").lines == 2)
    #expect(try font.measure("a\n\rb").lines == 3)
    #expect(try font.measure("").lines == 1)
  }

  @Test("A TAB measures as a space, in every face")
  func tab() throws {
    for name in ["bundled", "DejaVuSans.ttf", "Roboto.ttf"] {
      let font = try Font(Fixtures.face(name), size: 17)
      #expect(try font.advance(of: "a\tb") == font.advance(of: "a b"))
    }
  }

  @Test("Trailing spaces count, and can be left out")
  func trailing() throws {
    let font = try Font(Fixtures.face("DejaVuSans.ttf"), size: 16)
    #expect(try font.advance(of: "foo  ").ticks == 4529)
    #expect(try font.trimmedAdvance(of: "foo  ").ticks == 3227)
    #expect(try font.trimmedAdvance(of: "foo \t\u{A0}\u{200A}").ticks == 3227)
    #expect(try font.trimmedAdvance(of: "foo  \nfoo").ticks == 3227)
    #expect(try font.trimmedAdvance(of: "   ").ticks == 0)
    #expect(try font.trimmedAdvance(of: "  foo").ticks == 4529)
  }

  @Test("NUL does not end a text")
  func nul() throws {
    let font = try Font(Fixtures.face("Kern.ttf"), size: 17)
    let measurement = try font.measure("e\u{0}e")
    #expect(try measurement.advance.ticks == 2 * font.advance(of: "e").ticks + 748)
    #expect(measurement.missing.map(\.notation) == ["U+0000"])
  }

  // MARK: Runs

  @Test("Recorded from an independent splitter and HarfBuzz", arguments: try RunCase.all())
  func recordedRuns(_ fixture: RunCase) throws {
    let font = try fixture.font()
    let measurement = try font.measure(fixture.text)
    // Both sides in whole numbers: ticks × denominator × units per em = numerator × ticks per em.
    #expect(
      measurement.advance.ticks * fixture.denominator * font.face.unitsPerEm
        == fixture.numerator * font.grid.ticks)
    #expect(Set(measurement.missing.map(\.notation)) == fixture.missing)
  }

  @Test("A line of several runs is the sum of its runs")
  func severalRuns() throws {
    let arabic = try Fixtures.face("NotoSansArabic.ttf")
    let font = try Font(Face(), size: 17, fallbacks: [arabic])
    let alone = try Font(arabic, size: 17)
    let yasar = "\u{64A}\u{633}\u{627}\u{631}"
    // 1,000 units an em beside 2,048: a common grid holds both exactly.
    let points = try font.grid.points(font.advance(of: "Delete " + yasar))
    let parts =
      try font.grid.points(font.advance(of: "Delete ")).value
      + alone.grid.points(alone.advance(of: yasar)).value
    #expect(abs(points.value - parts) < 1e-9)
    #expect(try font.measure(yasar).missing == [])
    #expect(try Font(Face(), size: 17).measure(yasar).missing.count == 4)
  }

  @Test("A fallback takes whole clusters")
  func clusters() throws {
    // Kern.ttf has no U+0301: the letter goes to the face that has both.
    let first = try Fixtures.face("Kern.ttf")
    let other = try Fixtures.face("DejaVuSans.ttf")
    let font = try Font(first, size: 16, fallbacks: [other])
    #expect(try font.measure("x\u{301}").missing == [])
    let alone = try Font(other, size: 16)
    #expect(
      try font.grid.points(font.advance(of: "x\u{301}"))
        == alone.grid.points(alone.advance(of: "x\u{301}")))
    // What composes stays: e + U+0301 is U+00E9.
    #expect(try font.units(font.advance(of: "e\u{301}")) == 1139)
  }

  @Test("Each line is a run of its own")
  func runsOfLines() throws {
    let font = try Font(Face(), size: 17)
    #expect(try font.measure("Delete\nУдалить").lines == 2)
  }

  // MARK: Spaces

  @Test("Every space of a face says where it comes from")
  func spaceSources() throws {
    let kern = try Font(Fixtures.face("Kern.ttf"), size: 16)
    let expected: [String: (Int, SpaceAdvance.Source)] = [
      "U+0020": (569, .glyph), "U+200A": (128, .synthesised(from: .space)),
      "U+2003": (2048, .synthesised(from: .space)), "U+2007": (1139, .synthesised(from: .space)),
      "U+1680": (748, .missing), "U+205F": (455, .synthesised(from: .space)),
    ]
    for (notation, (units, source)) in expected {
      let character = try #require(SpaceCharacter.all.first { $0.notation == notation })
      let space = try kern.spaceAdvance(of: character)
      #expect(space.advance.ticks == units, "\(notation)")
      #expect(space.source == source, "\(notation)")
    }
  }

  @Test("A face without U+0020 synthesises nothing")
  func noSpaces() throws {
    let font = try Font(Fixtures.face("NoSpaces.ttf"), size: 16)
    for character in SpaceCharacter.all {
      #expect(try font.spaceAdvance(of: character).source == .missing)
    }
    #expect(throws: SizingError.noUsableSpace(.fixed)) {
      try RowActionSizer(measuring: font, rule: .rowAction)
    }
  }

  @Test("A hair space of no advance is of no use")
  func zeroHair() throws {
    let font = try Font(Fixtures.face("ZeroHair.ttf"), size: 16)
    #expect(throws: SizingError.noUsableSpace(.hair)) { try RowActionSizer(measuring: font) }
  }

  // MARK: Titles

  @Test("Where a face kerns spaces, no title of a few spaces comes nearer")
  func kernedSpaces() throws {
    let font = try Font(Fixtures.face("SpaceKern.ttf"), size: 16)
    let sizer = try RowActionSizer(measuring: font, rule: .text)
    // Every title of up to four spaces in descending order of advance, the brute way.
    let spaces = sizer.advances.spaces.filter { $0.source == .glyph }
      .sorted { $0.advance > $1.advance }.map { String(Character($0.character.scalar)) }
    var titles: [(text: String, last: Int)] = [("", 0)]
    var newest = titles
    for _ in 0..<4 {
      newest = newest.flatMap { title in
        (title.last..<spaces.count).map { (text: title.text + spaces[$0], last: $0) }
      }
      titles += newest
    }
    let widths = try titles.map { try font.grid.points(font.advance(of: $0.text)).value }
    for width in stride(from: 16.0, through: 40, by: 0.7) {
      let title = try sizer.title(forWidth: Points(width))
      #expect(try font.grid.points(font.advance(of: title.string)) == title.textAdvance)
      let best = widths.map { abs($0 - width) }.min()!
      #expect(abs(title.deviation.value) <= best + 1e-9, "\(width)")
    }
  }

  @Test("Titles with a text measure what they say, in faces that kern spaces with letters")
  func kernedText() throws {
    for (name, limit) in [("Kern.ttf", 0.01), ("Roboto.ttf", 0.05), ("bundled", 0.01)] {
      let font = try Font(Fixtures.face(name), size: 18)
      let sizer = try RowActionSizer(measuring: font, rule: .text)
      for width in stride(from: 60.0, through: 90, by: 0.9) {
        for align in TextAlignment.allCases {
          let title = try sizer.title(forWidth: Points(width), showing: "AA", align: align)
          #expect(try font.grid.points(font.advance(of: title.string)) == title.textAdvance)
          #expect(abs(title.deviation.value) <= limit, "\(name) \(width) \(align)")
        }
      }
    }
  }

  // MARK: Threads

  @Test("Eight threads share a font and all get the right answers")
  func threads() async throws {
    let font = try Font(Face(), size: 15)
    let table = try Fixtures.table("ui-strings.tsv")
    let wrong = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<8 {
        group.addTask {
          table.indices.filter { index in
            let line = table[(index + thread * 250) % table.count]
            return (try? font.advance(of: line[0]).ticks) != Int(line[1])
          }.count
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test("A line that is too wide to count in 64 bits is refused")
  func tooWide() throws {
    /// A face of so many units, with glyphs of 32,767 units.
    func face(unitsPerEm: Int) throws -> Face {
      var bytes = try Fixtures.unsummed("Kern.ttf")
      let units = Fixtures.range(of: "head", in: bytes).lowerBound + 18
      bytes.replaceSubrange(
        units..<units + 2, with: [UInt8(unitsPerEm >> 8), UInt8(unitsPerEm & 0xFF)])
      for metric in Fixtures.range(of: "hmtx", in: bytes) where metric % 4 == 0 {
        bytes.replaceSubrange(metric..<metric + 2, with: [0x7F, 0xFF])
      }
      return try Fixtures.withFile(bytes) { try Face(path: $0) }
    }
    // Their least common multiple makes 2³² ticks of each unit of the first.
    let font = try Font(
      face(unitsPerEm: 16), size: 16,
      fallbacks: [16_381, 4093, 61].map { try face(unitsPerEm: $0) })
    #expect(font.grid.ticks > 1 << 35)
    #expect(try font.advance(of: "ee").ticks == 2 * 32_767 * font.grid.ticks / 16)
    let line = String(repeating: "e", count: 100_000)
    #expect(throws: FontError.shapingFailed(text: String(line.prefix(80)))) {
      try font.measure(line)
    }
    #expect(throws: FontError.self) { try font.measure(line + " \u{5D0} " + line) }
  }

  @Test("A million characters in a line")
  func longTexts() throws {
    let font = try Font(Fixtures.face("DejaVuSans.ttf"), size: 16)
    let one = try font.advance(of: "o").ticks
    #expect(
      try font.advance(of: String(repeating: "o", count: 1_000_000)).ticks == 1_000_000 * one)
  }

  @Test(
    "Marks without end are refused: HarfBuzz 6 ends the process at 32,768 on one base",
    arguments: [
      String(repeating: "\u{301}", count: 65), String(repeating: "\u{301}", count: 100_000),
      // Characters that are not drawn, reserved ones too, are passed over on the way to a base.
      String(repeating: "\u{2065}", count: 40_000) + "\u{301}",
      String(repeating: "\u{E0FFF}", count: 300) + "\u{301}",
      String(repeating: String(repeating: "\u{2065}", count: 1000) + "\u{301}", count: 300),
      // One character that decomposes to two marks.
      String(repeating: "\u{344}", count: 20_000) + String(repeating: "z", count: 40_000),
    ])
  func marks(text: String) throws {
    for face in ["DejaVuSans.ttf", "bundled"] {
      let font = try Font(Fixtures.face(face), size: 16)
      #expect {
        try font.measure("x" + text)
      } throws: { error in
        if case FontError.tooManyMarks = error { true } else { false }
      }
    }
  }

  @Test("Marks within reason, and what is not drawn in any number, are measured")
  func someMarks() throws {
    let font = try Font(Fixtures.face("DejaVuSans.ttf"), size: 16)
    let marked = "x" + String(repeating: "\u{301}", count: 60)
    #expect(try font.advance(of: marked).ticks == 1212)
    #expect(try font.advance(of: String(repeating: marked, count: 100)).ticks == 100 * 1212)
    #expect(try font.advance(of: String(repeating: "\u{200B}", count: 40_000)).ticks == 0)
  }

  @Test("Titles of synthesised spaces say so")
  func synthesisedTitle() throws {
    let font = try Font(Fixtures.face("Kern.ttf"), size: 14)
    let title = try RowActionSizer(measuring: font).title(forWidth: 74)
    #expect(title.warnings == [.synthesised([.hair])])
    #expect(title.composition.map(\.space.source) == [.synthesised(from: .space)])
  }

  @Test("A space that is drawn by its equivalent's glyph is no glyph of its own")
  func equivalents() throws {
    // Variable.ttf has U+2003 but not U+2001, which is canonically the same.
    let face = try Fixtures.face("Variable.ttf")
    let font = try Font(face, size: 16)
    let quad = try font.spaceAdvance(of: SpaceCharacter("\u{2001}")!)
    #expect(quad.advance.ticks == 1000)
    #expect(quad.source == .synthesised(from: SpaceCharacter("\u{2003}")!))
  }
}
