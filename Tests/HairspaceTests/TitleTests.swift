import Foundation
import Testing

@testable import Hairspace

@Suite struct TitleTests {
  @Test("Survives trimming exactly when every recorded trim leaves the text as it is")
  func recordedTexts() throws {
    let record = try TrimmingRecord()
    #expect(record.texts.count > 50 && record.removed.count == 7)
    for text in record.texts {
      let unchanged = record.removed.keys.allSatisfy { text.results[$0] == text.scalars }
      #expect(text.string.survivesTrimming == unchanged, "\(text.name)")
    }
  }

  @Test("Of all scalars, those that a trim removes do not survive, in front or behind")
  func everyScalar() throws {
    let removed = try TrimmingRecord().removed.values.reduce(into: Set()) { $0.formUnion($1) }
    let wrong = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      let character = String(Character(scalar))
      return (character + "x").survivesTrimming == removed.contains(scalar)
        || ("x" + character).survivesTrimming == removed.contains(scalar)
    }
    #expect(wrong.map(\.notation) == [])
  }

  @Test("Every trim leaves guarded titles as they are")
  func guarded() throws {
    let record = try TrimmingRecord()
    let guarded = record.texts.filter { $0.name.hasSuffix(", guarded") }
    #expect(!guarded.isEmpty)
    for text in guarded {
      for trim in record.removed.keys {
        #expect(text.results[trim] == text.scalars, "\(text.name) under \(trim)")
      }
    }
  }

  @Test("A title of nothing but a text survives as that text does")
  func titles() throws {
    let sizer = try RowActionSizer(measuring: FakeFont(["\u{200A}": 100]), rule: .text)
    for (text, survives) in [
      ("Delete", true), ("\u{2060}\u{200A}\u{2060}", true), ("\u{FEFF}Delete", false),
      ("Delete\u{200B}", false), ("Delete\u{1F}", false), ("Delete\u{200A}\u{301}", false),
      ("\u{301}Delete", true),
    ] {
      let title = try sizer.title(forWidth: 0, showing: text)
      #expect(title.string == text)
      #expect(title.survivesTrimming == survives, "\(text.debugDescription)")
    }
  }

  @Test("The warning names exactly the spaces that NFC was recorded to change")
  func changedByNormalisation() throws {
    let record = try TrimmingRecord()
    var changed: [String] = []
    for space in SpaceCharacter.all {
      let text = try #require(record.texts.first { $0.name == "\(space.notation) at the ends" })
      let result = try #require(text.results["foundation.nfc"])
      #expect(result == text.results["python.nfc"])
      let sizer = try RowActionSizer(
        measuring: FakeFont([space.scalar: 500]), rule: .text, alphabet: SpaceAlphabet([space]))
      let changes = result != text.scalars
      if changes { changed.append(space.notation) }
      #expect(
        try sizer.title(forWidth: 18).warnings
          == (changes ? [.changedByNormalisation([space])] : []), "\(space.notation)")
    }
    #expect(changed == ["U+2000", "U+2001"])
  }
}

/// Fixtures/trimming.tsv, made by Tests/Oracle/check-trimming.py.
struct TrimmingRecord {
  struct Text {
    var name: String
    /// Scalars, since strings that are canonically equivalent are equal.
    var scalars: [Unicode.Scalar]
    /// What each processor made of it.
    var results: [String: [Unicode.Scalar]]

    var string: String {
      scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
  }

  /// The scalars that each trim removes.
  var removed: [String: Set<Unicode.Scalar>] = [:]
  var texts: [Text] = []

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/trimming.tsv")
    var columns: [String] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t").map(String.init)
      switch fields[0] {
      case "removes":
        removed[fields[1]] = Set(fields[2].split(separator: " ").flatMap(Self.scalars))
      case "text":
        columns = fields
      default:
        let scalars = Self.text(fields[1])
        let results = zip(columns, fields).dropFirst(2).filter { $0.1 != "refused" }
          .map { ($0, $1 == "=" ? scalars : Self.text($1)) }
        texts.append(
          Text(
            name: fields[0], scalars: scalars, results: Dictionary(uniqueKeysWithValues: results)))
      }
    }
  }

  /// The scalars of a range such as U+0009..U+000D, or of one alone.
  private static func scalars(_ range: Substring) -> [Unicode.Scalar] {
    let ends = range.components(separatedBy: "..").map { UInt32($0.dropFirst(2), radix: 16)! }
    return (ends[0]...ends.last!).compactMap(Unicode.Scalar.init)
  }

  /// The scalars of a text such as U+2003 U+2008*2; "-" has none.
  private static func text(_ notation: String) -> [Unicode.Scalar] {
    notation.split(separator: " ").filter { $0 != "-" }.flatMap { part in
      let pieces = part.dropFirst(2).split(separator: "*")
      return [Unicode.Scalar](
        repeating: Unicode.Scalar(UInt32(pieces[0], radix: 16)!)!,
        count: pieces.count > 1 ? Int(pieces[1])! : 1)
    }
  }
}
