import Foundation
import Testing

@testable import Hairspace

@Suite struct SpaceMixerTests {
  /// Makes a mixer of plain numbers: the characters are those of the fixed alphabet, in order.
  static func mixer(_ advances: [Int]) throws -> SpaceMixer {
    let spaces = zip(SpaceAlphabet.fixed.characters, advances).map {
      SpaceAdvance(character: $0, advance: Advance(ticks: $1), source: .glyph)
    }
    return try #require(
      SpaceMixer(SpaceAdvances(grid: AdvanceGrid(ticks: 1000, span: 1), spaces: spaces)))
  }

  @Test("Random alphabets agree with the plain table on every bound")
  func plainTable() throws {
    var generator = SeededGenerator(state: 1)
    for _ in 0..<60 {
      let kinds = Int.random(in: 1...6, using: &generator)
      let scale = [1, 1, 2, 7].randomElement(using: &generator)!
      let advances = (0..<kinds).map { _ in Int.random(in: 1...60, using: &generator) * scale }
      let mixer = try Self.mixer(advances)
      let coins = Array(Set(advances))
      let table = PlainTable(coins, through: 900)
      for bound in 0...400 {
        var budget = SearchBudget()
        let below = try mixer.mix(atMost: bound, limit: 1000, budget: &budget)
        let expected = (0...bound).last { table.fewest[$0] != nil }
        #expect(below.sum == expected, "\(advances) at most \(bound)")
        #expect(
          mixer.counts(of: below) == table.counts(of: below.sum), "\(advances) at most \(bound)")
        let above = try #require(try mixer.mix(atLeast: bound, limit: 1000, budget: &budget))
        let next = (bound...900).first { table.fewest[$0] != nil }
        #expect(above.sum == next, "\(advances) at least \(bound)")
        #expect(
          mixer.counts(of: above) == table.counts(of: above.sum), "\(advances) at least \(bound)")
      }
    }
  }

  @Test("The search without a table agrees with the plain table too")
  func search() throws {
    var generator = SeededGenerator(state: 2)
    for _ in 0..<40 {
      let coins = Set((0..<5).map { _ in Int.random(in: 1...50, using: &generator) })
        .sorted(by: >)
      guard coins.reduce(0, greatestCommonDivisor) == 1 else { continue }
      let table = PlainTable(coins, through: 600)
      for bound in stride(from: 0, through: 400, by: 3) {
        var budget = SearchBudget()
        let below = try MixSearch.greatest(atMost: bound, of: coins, limit: 1000, budget: &budget)
        #expect(below.sum == (0...bound).last { table.fewest[$0] != nil })
        let padding = [Int](repeating: 0, count: coins.count - below.counts.count)
        #expect(below.counts + padding == table.counts(of: below.sum), "\(coins) \(bound)")
        let above = try #require(
          try MixSearch.least(atLeast: bound, of: coins, limit: 1000, budget: &budget))
        #expect(above.sum == (bound...600).first { table.fewest[$0] != nil })
      }
    }
  }

  @Test("A limit on characters is kept, and the best within it found")
  func limits() throws {
    var generator = SeededGenerator(state: 3)
    for _ in 0..<40 {
      let advances = (0..<4).map { _ in Int.random(in: 1...40, using: &generator) }
      let mixer = try Self.mixer(advances)
      let table = PlainTable(Array(Set(advances)), through: 400)
      for limit in 0...5 {
        for bound in stride(from: 0, through: 200, by: 3) {
          var budget = SearchBudget()
          func fits(_ sum: Int) -> Bool { table.fewest[sum].map { $0 <= limit } ?? false }
          let below = try mixer.mix(atMost: bound, limit: limit, budget: &budget)
          #expect(below.sum == (0...bound).last(where: fits), "\(advances) \(bound) of \(limit)")
          #expect(mixer.counts(of: below) == table.counts(of: below.sum))
          let above = try mixer.mix(atLeast: bound, limit: limit, budget: &budget)
          #expect(
            above?.sum == (bound...400).first(where: fits), "\(advances) \(bound) of \(limit)")
        }
      }
    }
  }

  @Test("Of spaces of one advance the lowest code point is used")
  func equalAdvances() throws {
    let mixer = try Self.mixer([10, 30, 10, 30])
    #expect(mixer.spaces.map(\.character.notation) == ["U+2003", "U+2002"])
  }

  @Test("Missing spaces and spaces of no advance are of no use")
  func unusable() {
    let grid = AdvanceGrid(ticks: 1000, span: 1)
    let hair = SpaceAdvance(character: .hair, advance: Advance(ticks: 0), source: .glyph)
    let missing = SpaceAdvance(
      character: .space, advance: Advance(ticks: 500), source: .missing)
    #expect(SpaceMixer(SpaceAdvances(grid: grid, spaces: [hair, missing])) == nil)
  }

  @Test("Spaces that combine in too many ways are refused")
  func tooIrregular() throws {
    var budget = SearchBudget()
    let wide = 200_000_003
    let mixer = try Self.mixer([wide] + (1...10).map { wide - $0 * 7919 })
    #expect(throws: SizingError.tooIrregular) {
      try mixer.mix(atMost: 1_000_000 * wide - 1, limit: 10_000_000, budget: &budget)
    }
  }

  @Test("Recorded from an independent search", arguments: try Fixture.exact())
  func recorded(_ fixture: Fixture) throws {
    let font = FakeFont(fixture.advances, unitsPerEm: fixture.grid, size: fixture.size)
    let alphabet = try #require(
      SpaceAlphabet(fixture.advances.keys.compactMap(SpaceCharacter.init)))
    let sizer = try RowActionSizer(
      measuring: font, rule: .text, alphabet: alphabet, maximumCharacters: 100_000_000)
    let title = try sizer.title(forWidth: fixture.target)
    let sum = title.composition.reduce(0) { $0 + $1.space.advance.ticks * $1.count }
    #expect(sum == fixture.sum)
    let text = title.composition.map { "\($0.space.character.notation)*\($0.count)" }
    #expect(text.joined(separator: " ") == fixture.title)
  }

  /// A line of Fixtures/exact.tsv, made by Tests/Oracle/record-sizing.py.
  struct Fixture: CustomTestStringConvertible, Sendable {
    var name: String
    var grid: Int
    var size: Points
    var advances: [Unicode.Scalar: Int]
    var target: Points
    var title: String
    var sum: Int

    var testDescription: String { name }

    static func exact() throws -> [Fixture] {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/exact.tsv")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      return lines.filter { !$0.hasPrefix("#") }.map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        var advances: [Unicode.Scalar: Int] = [:]
        for pair in fields[3].split(separator: ",") {
          let parts = pair.split(separator: "=")
          advances[Unicode.Scalar(UInt32(parts[0].dropFirst(2), radix: 16)!)!] = Int(parts[1])!
        }
        return Fixture(
          name: fields[0], grid: Int(fields[1])!, size: Points(Double(fields[2])!),
          advances: advances, target: Points(Double(fields[4])!), title: fields[5],
          sum: Int(fields[6])!)
      }
    }
  }
}

extension SpaceMixer {
  /// How many of each of the mixer's spaces a mix has; nil when its runs are not in the mixer's order.
  func counts(of mix: SpaceMix) -> [Int]? {
    let counts = spaces.map { space in mix.runs.first { $0.space == space }?.count ?? 0 }
    let runs = zip(spaces, counts).filter { $1 > 0 }
    return runs.elementsEqual(mix.runs) { $0.0 == $1.space && $0.1 == $1.count } ? counts : nil
  }
}
