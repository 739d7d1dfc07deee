import Foundation
import Hairspace
import Shaping
import Testing

@Suite struct SFNTDamageTests {
  static let texts = ["AVA \u{200A}e\u{301}", "To 0 x 0"]

  /// What a file measures; nil when it is refused.
  private func widths(_ bytes: [UInt8]) throws -> [Int]? {
    try Fixtures.withFile(bytes) { path in
      do throws(FontError) {
        let font = try Font(Face(path: path), size: 16)
        var widths: [Int] = []
        for text in Self.texts { widths.append(try font.advance(of: text).ticks) }
        return widths
      } catch {
        return nil
      }
    }
  }

  @Test(
    "A font with any one byte changed measures as before, or is refused",
    arguments: ["Kern.ttf", "LegacyKern.ttf", "SpaceKern.woff"])
  func changedByte(name: String) throws {
    let whole = try Fixtures.bytes(of: name)
    let sound = try #require(try widths(whole))
    var refused = 0
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 1 << UInt8(place % 8)
      let found = try widths(bytes)
      #expect(found == nil || found == sound, "byte \(place)")
      if found == nil { refused += 1 }
    }
    #expect(refused > whole.count / 4)
  }

  @Test(
    "Two tables that have changed places are noticed, though the sums stay what they were",
    arguments: ["Kern.ttf", "LegacyKern.ttf", "NotoSans.ttf", "EBGaramond.otf"])
  func swappedTables(name: String) throws {
    let whole = try Fixtures.bytes(of: name)
    let sound = try #require(try widths(whole))
    let records = Fixtures.records(of: whole)
    for one in records {
      for other in records where other > one {
        for fields in [0..<4, 4..<16, 0..<16] {
          var bytes = whole
          for field in fields { bytes.swapAt(one + field, other + field) }
          let found = try widths(bytes)
          #expect(found == nil || found == sound, "\(one) and \(other), \(fields)")
        }
      }
    }
  }

  @Test("What does not add up is named, and measured when that is asked")
  func ignored() throws {
    var bytes = try Fixtures.bytes(of: "Kern.ttf")
    // The least of a glyph's bearing, which no advance needs.
    bytes[Fixtures.range(of: "hmtx", in: bytes).lowerBound + 3] ^= 1
    try Fixtures.withFile(bytes) { path in
      #expect(throws: FontError.wrongChecksum(path: path, table: Tag("hmtx")!)) {
        try Face(path: path)
      }
      let font = try Font(Face(path: path, damage: .ignored), size: 16)
      let sound = try Font(Fixtures.face("Kern.ttf"), size: 16)
      #expect(try font.advance(of: Self.texts[0]) == sound.advance(of: Self.texts[0]))
    }
  }

  @Test("A checksum of 0 is one that was left out")
  func leftOut() throws {
    #expect(try widths(Fixtures.unsummed("Kern.ttf")) == widths(Fixtures.bytes(of: "Kern.ttf")))
  }

  @Test("A head table summed as it is, the file's own sum included, adds up too")
  func headAsItIs() throws {
    var bytes = try Fixtures.bytes(of: "NotoSansCJK.ttc")
    func number(_ place: Int) -> UInt32 {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let first = Int(number(12))
    let record = try #require(
      (0..<Int(bytes[first + 5])).map { first + 12 + 16 * $0 }.first {
        Array(bytes[$0..<$0 + 4]) == Array("head".utf8)
      })
    let adjustment = number(Int(number(record + 8)) + 8)
    try #require(adjustment != 0)
    let sum = number(record + 4) &+ adjustment
    for index in 0..<4 {
      bytes[record + 4 + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index))
    }
    #expect(try widths(bytes) == widths(Fixtures.bytes(of: "NotoSansCJK.ttc")))
    bytes[record + 7] ^= 1
    #expect(try widths(bytes) == nil)
  }
}
