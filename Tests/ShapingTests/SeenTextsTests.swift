import Testing

@testable import Shaping

@Suite struct SeenTextsTests {
  private func value(of text: String, kind: Int, in seen: SeenTexts) -> SeenTexts.Value? {
    var text = text
    return text.withUTF8 { unsafe seen.value(of: $0, kind: kind) }
  }

  private func keep(_ ticks: Int, of text: String, kind: Int, in seen: SeenTexts) {
    var text = text
    text.withUTF8 {
      unsafe seen.keep(SeenTexts.Value(ticks: ticks, clusters: -ticks), of: $0, kind: kind)
    }
  }

  @Test("What is found is what was kept, of the same kind, with what is below zero")
  func finds() {
    let seen = SeenTexts()
    keep(-7, of: "fi", kind: 1, in: seen)
    keep(8, of: "fi", kind: 2 | 1 << 16, in: seen)
    #expect(value(of: "fi", kind: 1, in: seen)?.ticks == -7)
    #expect(value(of: "fi", kind: 1, in: seen)?.clusters == 7)
    #expect(value(of: "fi", kind: 2 | 1 << 16, in: seen)?.ticks == 8)
    for (text, kind) in [("fi", 0), ("fi", 2), ("fi\0", 1), ("f", 1), ("", 1)] {
      #expect(value(of: text, kind: kind, in: seen) == nil)
    }
  }

  @Test("Texts of all lengths up to the longest are kept, longer ones are not")
  func lengths() {
    let seen = SeenTexts()
    for length in 0...SeenTexts.longest + 9 {
      keep(length, of: String(repeating: "a", count: length), kind: 0, in: seen)
    }
    for length in 0...SeenTexts.longest + 9 {
      let known = value(of: String(repeating: "a", count: length), kind: 0, in: seen)
      #expect(known?.ticks == (length <= SeenTexts.longest ? length : nil))
    }
  }

  /// More texts than there are places; and longer ones than there is room for.
  @Test(
    "What does not fit is not found, and what is found is never another's", arguments: [0, 120])
  func isBounded(padding: Int) {
    let seen = SeenTexts()
    let count = 2 * SeenTexts.mostPlaces
    let tail = String(repeating: "-", count: padding)
    for number in 0..<count { keep(number, of: "\(number)\(tail)", kind: number % 3, in: seen) }
    var found = 0
    for number in 0..<count {
      guard let known = value(of: "\(number)\(tail)", kind: number % 3, in: seen) else { continue }
      #expect(known.ticks == number && known.clusters == -number)
      found += 1
    }
    #expect(found <= min(SeenTexts.mostPlaces, SeenTexts.mostBytes / (24 + padding)))
    #expect(found > 10_000)
    // Full as it is, it still answers.
    #expect(value(of: "no such text", kind: 0, in: seen) == nil)
  }
}
