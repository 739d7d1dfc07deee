import Foundation
import Testing

@testable import Hairspace

/// Mixes with advances below zero.
@Suite struct SignedMixerTests {
  static func mixer(_ advances: [Int]) throws -> SpaceMixer {
    try SpaceMixerTests.mixer(advances)
  }

  /// Every sum that at most so many of the coins make, each with its fewest coins, of those lists the first: all lists are
  /// looked at, the shorter before the longer, those of one length in order.
  static func everyList(_ coins: [Int], through length: Int) -> [Int: [Int]] {
    let coins = Set(coins).subtracting([0]).sorted(by: >)
    var found: [Int: [Int]] = [:]
    func extend(_ counts: inout [Int], from first: Int, sum: Int, left: Int) {
      guard left > 0 else {
        if found[sum] == nil { found[sum] = counts }
        return
      }
      for index in first..<coins.count {
        counts[index] += 1
        extend(&counts, from: index, sum: sum + coins[index], left: left - 1)
        counts[index] -= 1
      }
    }
    for length in 0...length {
      var counts = [Int](repeating: 0, count: coins.count)
      extend(&counts, from: 0, sum: 0, left: length)
    }
    return found
  }

  /// Alphabets of every kind: both sides of zero, below it alone, powers of two, with a common divisor, with zero.
  static func alphabets(_ generator: inout SeededGenerator) -> [[Int]] {
    var alphabets = [
      [1, -1], [5, -5], [3, -2], [-1], [-3, -7], [7, 0, -4], [0, -2], [1, 2, 4, -1, -2],
    ]
    for _ in 0..<60 {
      let kinds = Int.random(in: 1...4, using: &generator)
      let scale = [1, 1, 2, 7].randomElement(using: &generator)!
      let above = [20, 3, 0].randomElement(using: &generator)!
      let below = [20, 3].randomElement(using: &generator)!
      let advances = (0..<kinds).map { _ in
        Int.random(in: -below...above, using: &generator) * scale
      }
      if advances.contains(where: { $0 != 0 }) { alphabets.append(advances) }
    }
    return alphabets
  }

  @Test("With a limit on characters, every list is no better", arguments: 1...3)
  func limits(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    for advances in Self.alphabets(&generator) {
      let mixer = try Self.mixer(advances)
      for limit in [0, 1, 2, 5] {
        let lists = Self.everyList(advances, through: limit)
        let sums = lists.keys.sorted()
        #expect(mixer.leastSum(of: limit) == sums[0])
        #expect(mixer.greatestSum(of: limit) == sums[sums.count - 1])
        var budget = SearchBudget()
        for bound in sums[0]...sums[sums.count - 1] + 3 {
          let below = try mixer.mix(atMost: bound, limit: limit, budget: &budget)
          #expect(below.sum == sums.last { $0 <= bound }, "\(advances) \(bound) of \(limit)")
          #expect(mixer.counts(of: below) == lists[below.sum], "\(advances) \(bound) of \(limit)")
          let above = try mixer.mix(atLeast: bound, limit: limit, budget: &budget)
          #expect(above?.sum == sums.first { $0 >= bound }, "\(advances) \(bound) of \(limit)")
          if let above {
            #expect(mixer.counts(of: above) == lists[above.sum], "\(advances) \(bound) of \(limit)")
          }
        }
      }
    }
  }

  @Test("Without a limit every multiple of the divisor is made, of the fewest")
  func unlimited() throws {
    var generator = SeededGenerator(state: 4)
    for advances in Self.alphabets(&generator) {
      let mixer = try Self.mixer(advances)
      let divisor = advances.reduce(0) { greatestCommonDivisor($0, abs($1)) }
      let isMixed = advances.contains { $0 > 0 } && advances.contains { $0 < 0 }
      let isNegative = advances.contains { $0 < 0 }
      let lists = Self.everyList(advances, through: 8)
      var budget = SearchBudget()
      for bound in -70...70 where isMixed || bound == 0 || (bound < 0) == isNegative {
        let limit = Int(Int32.max)
        let below = try mixer.mix(atMost: bound, limit: limit, budget: &budget)
        let above = try mixer.mix(atLeast: bound, limit: limit, budget: &budget)
        for mix in [below, above].compactMap(\.self) {
          // Lists of more than 8 are not known, nor then that the mix is one of them.
          if let list = lists[mix.sum] {
            #expect(mixer.counts(of: mix) == list, "\(advances) \(bound)")
          } else {
            #expect(mix.count > 8, "\(advances) \(bound)")
          }
        }
        if isMixed {
          #expect(below.sum == quotient(bound, by: divisor) * divisor)
          #expect(above?.sum == -quotient(-bound, by: divisor) * divisor)
        }
      }
    }
  }

  @Test("The searches for fine grids agree with the tables")
  func search() throws {
    var generator = SeededGenerator(state: 5)
    for advances in Self.alphabets(&generator) {
      let coins = Set(advances).subtracting([0]).sorted(by: >)
      let mirrored = Array(coins.reversed().map(-))
      guard coins.reduce(0, { greatestCommonDivisor($0, abs($1)) }) == 1 else { continue }
      let limit = 5
      let lists = Self.everyList(advances, through: limit)
      let sums = lists.keys.sorted()
      func check(_ sum: Int, _ counts: [Int], _ expected: Int?, _ bound: Int) {
        #expect(sum == expected, "\(coins) \(bound)")
        let none = [Int](repeating: 0, count: coins.count - counts.count)
        #expect(counts + none == lists[sum], "\(coins) \(bound)")
      }
      for bound in 0...30 {
        var budget = SearchBudget()
        if coins[0] > 0, coins[coins.count - 1] < 0 {
          let below = try MixSearch.greatest(
            atMost: bound, of: coins, limit: limit, budget: &budget)
          check(below.sum, below.counts, sums.last { $0 <= bound }, bound)
          let above = try MixSearch.least(atLeast: bound, of: coins, limit: limit, budget: &budget)
          if let above { check(above.sum, above.counts, sums.first { $0 >= bound }, bound) }
        }
        if mirrored[0] > 0 {
          func mirror(_ counts: [Int]) -> [Int] {
            (counts + [Int](repeating: 0, count: coins.count - counts.count)).reversed()
          }
          let above = try MixSearch.greatest(
            atMost: bound, of: mirrored, order: .narrowestFirst, limit: limit, budget: &budget)
          check(-above.sum, mirror(above.counts), sums.first { $0 >= -bound }, -bound)
          let below = try MixSearch.least(
            atLeast: bound, of: mirrored, order: .narrowestFirst, limit: limit, budget: &budget)
          if let below {
            check(-below.sum, mirror(below.counts), sums.last { $0 <= -bound }, -bound)
          }
        }
      }
    }
  }

  @Test("Awkward advances are refused, not searched for ever")
  func tooIrregular() throws {
    let wide = 200_000_003
    let mixer = try Self.mixer([wide, -wide + 1] + (1...9).map { wide - $0 * 7919 })
    for bound in [12_345, -12_345, 1_000_000 * wide - 1, -1_000_000 * wide + 1] {
      var budget = SearchBudget(steps: 1 << 18)
      #expect(throws: SizingError.tooIrregular) {
        try mixer.mix(atMost: bound, limit: 100_000_000, budget: &budget)
      }
    }
  }

  @Test("Recorded from an independent search", arguments: try Fixture.own())
  func recorded(_ fixture: Fixture) throws {
    // A tick is a point. The text is as wide as leaves every target above zero.
    let text = 1_000_000
    var advances = fixture.advances
    advances["x"] = text
    let font = FakeFont(advances, unitsPerEm: 1, size: 1)
    let alphabet = try #require(
      SpaceAlphabet(fixture.advances.keys.compactMap(SpaceCharacter.own)))
    let sizer = try RowActionSizer(
      measuring: font, rule: .text, alphabet: alphabet,
      maximumCharacters: fixture.limit.map { $0 + 1 })
    let title = try sizer.title(
      forWidth: Points(Double(text) + fixture.target), showing: "x", align: .trailing)
    let sum = title.composition.reduce(0) { $0 + $1.space.advance.ticks * $1.count }
    #expect(sum == fixture.sum)
    let list = title.composition.map { "\($0.space.character.notation)*\($0.count)" }
    #expect(list.joined(separator: " ") == fixture.title)
    let string = title.composition.map {
      String(repeating: String(Character($0.space.character.scalar)), count: $0.count)
    }
    #expect(title.string.unicodeScalars.elementsEqual((string.joined() + "x").unicodeScalars))
  }

  /// A line of Fixtures/own.tsv, made by Tests/Oracle/record-own.py.
  struct Fixture: CustomTestStringConvertible, Sendable {
    var name: String
    var advances: [Unicode.Scalar: Int]
    var target: Double
    var limit: Int?
    var title: String
    var sum: Int

    var testDescription: String { name }

    static func own() throws -> [Fixture] {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/own.tsv")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      return lines.filter { !$0.hasPrefix("#") }.map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        var advances: [Unicode.Scalar: Int] = [:]
        for pair in fields[1].split(separator: ",") {
          let parts = pair.split(separator: "=")
          advances[Unicode.Scalar(UInt32(parts[0].dropFirst(2), radix: 16)!)!] = Int(parts[1])!
        }
        return Fixture(
          name: fields[0], advances: advances, target: Double(fields[2])!, limit: Int(fields[3]),
          title: fields[4], sum: Int(fields[5])!)
      }
    }
  }
}
