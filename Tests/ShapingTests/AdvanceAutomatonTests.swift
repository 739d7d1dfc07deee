import Foundation
import Hairspace
import Testing

@testable import Shaping

/// The exact short cut, against the shaper: what is added up has to be what shaping the whole line gives.
@Suite struct AdvanceAutomatonTests {
  /// What a trap's text measures by HarfBuzz, recorded by Tests/Oracle/record-shortcut.py.
  struct Trap: CustomStringConvertible, Sendable {
    var face: String
    var texts: [(text: String, units: Double?)] = []
    var description: String { face }

    static func all() throws -> [Trap] {
      var traps: [Trap] = []
      for fields in try Fixtures.table("shortcut.tsv") {
        let scalars = fields[1].split(separator: " ")
          .map { Unicode.Scalar(UInt32($0, radix: 16)!)! }
        if traps.last?.face != fields[0] { traps.append(Trap(face: fields[0])) }
        traps[traps.count - 1].texts.append(
          (String(String.UnicodeScalarView(scalars)), Double(fields[2])))
      }
      return traps
    }

    func font() throws -> Font {
      try Font(Fixtures.face("Shortcut/\(face).ttf"), size: 1000)
    }
  }

  @Test("A face on which the short cut could go wrong", arguments: try Trap.all())
  func traps(_ trap: Trap) throws {
    let font = try trap.font().warm()
    // Alone, and after all the others.
    for _ in 0..<2 {
      for (text, units) in trap.texts {
        let shaped = try font.shaped(text)
        #expect(try font.measure(text) == shaped, "\(text)")
        #expect(try font.advance(of: text) == shaped.advance, "\(text)")
        if let units { #expect(font.units(shaped.advance) == units, "\(text)") }
      }
    }
  }

  @Test("Of a damaged table the short cut reads no more than the shaper does")
  func damaged() throws {
    let path = Fixtures.path("Shortcut/Damaged.ttf")
    #expect(throws: FontError.self) { try Face(path: path) }
    let font = try Font(Face(path: path, damage: .ignored), size: 1000).warm()
    for text in ["ab", "ba", "aab"] { #expect(try font.measure(text) == font.shaped(text)) }
  }

  @Test("What a space is made of is the same in a font that has measured much")
  func spaces() throws {
    for face in ["DejaVuSans.ttf", "NoSpaces.ttf", "Cantarell.otf"] {
      let cold = try Font(Fixtures.face(face), size: 15)
      let warm = try Font(Fixtures.face(face), size: 15).warm()
      for character in SpaceCharacter.all {
        #expect(try warm.spaceAdvance(of: character) == cold.spaceAdvance(of: character))
      }
    }
  }

  static let faces = [
    "bundled", "Cantarell.otf", "Coprime.ttf", "DejaVuSans.ttf", "DejaVuSansMono.ttf",
    "EBGaramond.otf", "InterBeta.ttf", "Kern.ttf", "LegacyKern.ttf", "NoSpaces.ttf", "NotoSans.ttf",
    "NotoSansCJKjp.otf", "Roboto.ttf", "SpaceKern.ttf", "Variable.ttf",
  ]

  @Test(
    "Triples and random strings of a face's characters measure as when they are shaped",
    arguments: faces)
  func invariant(name: String) throws {
    let face = try Fixtures.face(name)
    // Each stands for what rules and pairs make of such: letters that join, capitals that kern, digits, marks, spaces.
    let wanted = "fiAVTaelo0125.-,> (\u{E9}\u{301}\u{308}\u{1ED9}\u{2009}\u{A0}\u{2044}"
    let characters = Array(wanted.unicodeScalars).filter {
      face.nominalGlyph(of: $0) != nil || $0 == "\u{1ED9}" || $0 == "\u{2009}"
    }
    var random = Seeded(state: 0x5EED)
    var texts = (0..<300).map { _ in
      random.string(of: characters, length: 1...14)
    }
    let few = characters.prefix(8)
    for first in few {
      for second in few {
        for third in few { texts.append(String(String.UnicodeScalarView([first, second, third]))) }
      }
    }
    let coordinates: [[AxisValue]] = face.axes.isEmpty ? [[]] : [[], [AxisValue("wght=537")!]]
    for axes in coordinates {
      let face = try Fixtures.face(name, axes: axes)
      for spacing in [0, 1.5] as [Points] {
        let font = try Font(face, size: 20, letterSpacing: spacing).warm()
        var mostlyAdded = 0
        let shaper = Shaper(like: font)
        for text in texts {
          let shaped = try shaper.measure(text)
          #expect(try font.measure(text) == shaped, "\(text)")
          #expect(try font.advance(of: text) == shaped.advance, "\(text)")
          if font.adds(text) { mostlyAdded += 1 }
        }
        // Else nothing has been tried.
        if face.nominalGlyph(of: "a") != nil { #expect(mostlyAdded > texts.count / 2) }
      }
    }
  }

  @Test(
    "Runs that are remembered, and their words, measure as if they were shaped",
    arguments: [
      ("NotoSansDevanagari.ttf", "कखगतदनमरलवसहािीुे्ंँ़ऩक़० "),
      ("NotoSansHebrew.ttf", "אבגדהוזחטילמנסר\u{5B7}\u{5B8}\u{5BC}\u{FB2C}0 "),
      ("NotoSansArabic.ttf", "ابتثجحدرسعفقكلمنهوي\u{64E}\u{651}أإ٠ "),
    ])
  func remembered(_ name: String, _ alphabet: String) throws {
    let characters = Array(alphabet.unicodeScalars)
    let font = try Font(Fixtures.face(name), size: 20)
    var random = Seeded(state: 0x5EED)
    // Few words, so that many have been met.
    let shaper = Shaper(like: font)
    let words = (0..<60).map { _ in random.string(of: characters, length: 1...5) }
    for _ in 0..<600 {
      let text = (0..<Int.random(in: 1...4, using: &random))
        .map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
      let shaped = try shaper.measure(text)
      #expect(try font.measure(text) == shaped, "\(text)")
    }
  }

  // MARK: Limits

  @Test("Of more kinds of clusters than there is room for the rest are shaped")
  func manyKinds() throws {
    let font = try Font(Fixtures.face("NotoSans.ttf"), size: 20).warm()
    var added = 0
    // A letter with each sequence of marks is a kind of its own.
    let count = AdvanceAutomaton.mostSlots + 100
    let shaper = Shaper(like: font)
    for number in 0..<count {
      let marks = (0..<6).map { number >> $0 & 1 == 0 ? "\u{301}" : "\u{308}" }.joined()
      let letter = Array("AVTabdefilox")[number >> 6]
      let text = "x\(letter)\(marks)"
      #expect(try font.measure(text) == shaper.measure(text))
      if font.adds(text) { added += 1 }
    }
    #expect((AdvanceAutomaton.mostSlots / 2..<count).contains(added))
    #expect(font.adds("Tax"))
  }

  @Test("Of more states than there is room for the rest are shaped")
  func manyStates() throws {
    let font = try Font(Fixtures.face("Shortcut/ManyStates.ttf"), size: 1000).warm()
    let letters = Array("abcdefgh")
    var added: [Bool] = []
    let shaper = Shaper(like: font)
    for number in 0..<420 {
      // As Tests/Oracle/record-shortcut.py makes them, without the last.
      let value = number * 10_368_889 % (1 << 24)
      let text = String((0..<7).map { letters[value >> (3 * $0) & 7] })
      #expect(try font.advance(of: text) == shaper.measure(text).advance)
      added.append(font.adds(text))
    }
    #expect(added.prefix(100).allSatisfy { $0 })
    #expect(added.suffix(20).contains(false))
    #expect(font.adds("a"))
  }

  // MARK: Threads

  @Test("Eight threads that teach a font at once measure as one")
  func threads() async throws {
    let texts = try Fixtures.table("ui-strings.tsv").prefix(300).map { $0[0] }
    let alone = try Font(Face(), size: 15)
    let expected = try texts.map { try alone.shaped($0).advance }
    for _ in 0..<4 {
      let font = try Font(Face(), size: 15)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            for index in texts.indices {
              let place = (index * 7 + thread * 37) % texts.count
              let advance = try font.advance(of: texts[place])
              #expect(advance == expected[place])
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(texts.allSatisfy(font.adds))
    }
  }
}

extension Font {
  /// The font once it has met enough texts to add them up.
  fileprivate func warm() throws -> Font {
    for _ in 0..<60 {
      _ = try advance(of: "a")
      _ = try advance(of: "1")
    }
    return self
  }

  /// What shaping the whole text gives.
  fileprivate func shaped(_ text: String) throws -> TextMeasurement {
    try Shaper(like: self).measure(text)
  }

  /// Whether a text is added up.
  fileprivate func adds(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { unsafe memory.measurePlain($0) != nil }
  }
}

/// Fonts that have not learnt enough to add anything up.
private final class Shaper {
  private let model: Font
  private var font: Font?
  private var measured = 0

  init(like font: Font) {
    model = font
  }

  func measure(_ text: String) throws -> TextMeasurement {
    if measured.isMultiple(of: 20) {
      font = try Font(
        model.face, size: model.size, features: model.features, language: model.language,
        letterSpacing: model.letterSpacing)
    }
    measured += 1
    return try font!.measure(text)
  }
}

/// The same numbers each time, so that every run has the same texts: Steele, Lea and Flood's SplitMix64.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  mutating func string(of characters: [Unicode.Scalar], length: ClosedRange<Int>) -> String {
    let count = Int.random(in: length, using: &self)
    let scalars = (0..<count).map { _ in characters.randomElement(using: &self)! }
    return String(String.UnicodeScalarView(scalars))
  }
}
