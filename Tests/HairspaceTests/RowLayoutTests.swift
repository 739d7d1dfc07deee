import Foundation
import Hairspace
import Synchronization
import Testing

/// The font of the worked examples: 10 pt a character at any size, but for a few.
private struct EvenFont: TextMeasuring {
  var grid = AdvanceGrid(ticks: 100, span: 1)

  func advance(of text: String) -> Advance {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let advances = lines.map { $0.unicodeScalars.reduce(0) { $0 + Self.advance(of: $1) } }
    return Advance(ticks: advances.max() ?? 0)
  }

  private static func advance(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i": 425
    case "m": 1550
    case " ": 500
    case "\u{200A}": 200
    case "\u{2003}", "\u{3000}": 1800
    case "\u{2060}": 0
    default: 1000
    }
  }
}

/// Lines end after spaces and hyphens, which is all that the worked examples need.
private struct PlainBreaker: LineBreaking {
  func breakOpportunities(in line: String) -> [String.Index] {
    line.indices.dropFirst().filter { place in
      let before = line[line.index(before: place)]
      return before == "-" || before == " " && line[place] != " "
    }
  }
}

/// A line of Fixtures/kits.tsv, made by Tests/Oracle/record-kits.py.
struct KitExample: CustomTestStringConvertible, Sendable {
  var rule: ButtonRule
  var options = RowOptions()
  var contents: [ButtonContent]
  var widths: [Double]
  var total: Double
  var lines: [Int]
  var limits: [String]
  var fits: [String]
  var testDescription: String

  init(_ line: Substring) throws {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    func list(_ cell: Int) -> [String] { cells[cell].split(separator: ",").map(String.init) }
    rule = try #require(ButtonRule.all.first { $0.id == cells[0] })
    for option in cells[1] == "-" ? [] : list(1) {
      let pair = option.split(separator: "=").map(String.init)
      let points = Points(Double(pair[1]) ?? 0)
      switch pair[0] {
      case "rowWidth": options.rowWidth = points
      case "minimum": options.minimum = points
      case "maximum": options.maximum = points
      case "padding": options.padding = points
      case "spacing": options.spacing = points
      case "safeAreaInset": options.safeAreaInset = points
      case "buttonWidth": options.buttonWidth = points
      case "equalWidths": options.hasEqualWidths = pair[1] == "yes"
      case "fitted": options.isFitted = true
      default: Issue.record("unknown option \(option)")
      }
    }
    let titles = try JSONDecoder().decode([String].self, from: Data(cells[2].utf8))
    let icons = cells[3] == "-" ? titles.map { _ in 0 } : list(3).compactMap(Double.init)
    contents = zip(titles, icons).map { ButtonContent(title: $0, iconWidth: Points($1)) }
    widths = list(4).compactMap(Double.init)
    total = try #require(Double(cells[5]))
    lines = list(6).compactMap { Int($0) }
    limits = list(7)
    fits = list(8)
    testDescription = "\(cells[0]) \(cells[1]) \(cells[2]): \(cells[9])"
  }

  static func all() throws -> [KitExample] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/kits.tsv")
    return try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(KitExample.init)
  }
}

@Suite struct RowLayoutTests {
  @Test("Worked by hand from the kits' sources", arguments: try KitExample.all())
  func worked(example: KitExample) throws {
    let row = try example.rule.layout(
      example.contents, in: example.options, measuring: EvenFont(), breakingLinesBy: PlainBreaker())
    for (button, width) in zip(row.buttons, example.widths) {
      #expect(abs(button.width.value - width) < 0.000_051)
    }
    #expect(abs(row.total.value - example.total) < 0.000_051)
    #expect(row.buttons.map(\.lines) == example.lines)
    #expect(row.buttons.map(\.limit.rawValue) == example.limits)
    #expect(row.buttons.map(\.fit.rawValue) == example.fits)
  }

  @Test("Twenty examples a kit")
  func coverage() throws {
    let examples = try KitExample.all()
    for rule in ButtonRule.all {
      #expect(examples.count { $0.rule == rule } >= 20, "\(rule.id)")
    }
  }

  @Test("One button alone is as wide as its rule's function says", arguments: try KitExample.all())
  func alone(example: KitExample) throws {
    // What the row adds is tested above; a function knows nothing of wrapping.
    guard example.contents.count == 1, example.fits == ["whole"],
      let content = example.contents.first, !content.title.isEmpty
    else { return }
    let sizer = try RowActionSizer(
      measuring: EvenFont(), rule: example.rule, options: example.options,
      iconWidth: content.iconWidth, method: .repeat)
    #expect(abs(try sizer.width(of: content.title).value - example.widths[0]) < 0.000_051)
  }

  @Test("A title without end is refused where it would have to be wrapped, and only there")
  func endless() throws {
    let content = [ButtonContent(title: String(repeating: "A", count: 1001))]
    #expect(throws: SizingError.notWrappable(title: content[0].title, limit: 1000)) {
      try ButtonRule.swipeCellKit.layout(
        content, measuring: EvenFont(), breakingLinesBy: PlainBreaker())
    }
    let row = try ButtonRule.mgSwipe.layout(
      content, measuring: EvenFont(), breakingLinesBy: PlainBreaker())
    #expect(row.total == 10_030)
  }

  @Test("A row wider than the table's overflows")
  func overflow() throws {
    let titles = ["Delete", "Archive", "Flag"].map { ButtonContent(title: $0) }
    for (rowWidth, overflows) in [(320, false), (250, true)] as [(Points, Bool)] {
      let row = try ButtonRule.rowAction.layout(
        titles, in: RowOptions(rowWidth: rowWidth), measuring: EvenFont(),
        breakingLinesBy: PlainBreaker())
      #expect(row.overflows == overflows)
    }
  }

  @Test(
    "A title alone in its row is as wide for the sizer as in the row", arguments: ButtonRule.all)
  func agreement(rule: ButtonRule) throws {
    var random = SystemRandomNumberGenerator()
    let titles = [
      "", "i", "Delete", "  Delete  ", "\u{2060}  Delete \u{2060}", "Move to the Archive folder",
      "Mark as well-read, and delete", "\u{200A}\u{2003}", String(repeating: "m", count: 40),
    ]
    for _ in 0..<300 {
      func points(_ range: ClosedRange<Double>) -> Points {
        Points(.random(in: range, using: &random).rounded(.up))
      }
      func maybe(_ range: ClosedRange<Double>) -> Points? {
        Bool.random(using: &random) ? points(range) : nil
      }
      let options = RowOptions(
        rowWidth: points(20...500), minimum: maybe(0...150), maximum: maybe(0...300),
        padding: maybe(0...30), hasEqualWidths: [true, false, nil].randomElement(using: &random)!,
        spacing: points(0...20), buttonWidth: maybe(20...200))
      let icon = maybe(0...90) ?? 0
      let sizer = try RowActionSizer(
        measuring: EvenFont(), rule: rule, options: options, iconWidth: icon, method: .repeat,
        breakingLinesBy: PlainBreaker())
      for title in titles {
        let row = try rule.layout(
          [ButtonContent(title: title, iconWidth: icon)], in: options, measuring: EvenFont(),
          breakingLinesBy: PlainBreaker())
        #expect(
          try sizer.width(of: title) == row.buttons[0].width, "\(title), \(options), \(icon)")
        #expect(row.buttons[0].width >= 0)
      }
    }
  }

  @Test("Buttons that share less than nothing have no width, not less")
  func noRoom() throws {
    let titles = ["a", "b", "c"].map { ButtonContent(title: $0) }
    let row = try ButtonRule.listable.layout(
      titles, in: RowOptions(rowWidth: 100, hasEqualWidths: true, spacing: 60),
      measuring: EvenFont(), breakingLinesBy: PlainBreaker())
    #expect(row.buttons.map(\.width) == [0, 0, 0])
    #expect(row.total == 120)
  }

  @Test("A row is not wider than its table by the noise of a sum, and an empty title is never cut")
  func noise() throws {
    let row = try ButtonRule.mgSwipe.layout(
      ["a", "b", "c"].map { ButtonContent(title: $0) },
      in: RowOptions(rowWidth: 123.3, buttonWidth: 41.1), measuring: EvenFont(),
      breakingLinesBy: PlainBreaker())
    #expect(!row.overflows)
    let empty = try ButtonRule.mgSwipe.layout(
      [ButtonContent(title: "", iconWidth: 50)], in: RowOptions(buttonWidth: 30),
      measuring: EvenFont(), breakingLinesBy: PlainBreaker())
    #expect(empty.buttons[0].fit == .whole)
  }

  @Test("Breaking a word of a thousand letters measures each line some ten times, not a thousand")
  func wrappingCost() throws {
    let font = CountingFont()
    let row = try ButtonRule.swipeCellKit.layout(
      [ButtonContent(title: String(repeating: "w", count: 1000))], in: RowOptions(rowWidth: 330),
      measuring: font, breakingLinesBy: PlainBreaker())
    // 30 letters fit into 300 pt, 28 into the 284 beside the padding.
    #expect(row.buttons[0].lines == 36)
    #expect(font.measurements.withLock { $0 } < 36 * 2 * 14)
  }

  @Test("No-break spaces are no place to break, so that they are not left out there either")
  func noBreakSpaces() throws {
    let row = try ButtonRule.swipeCellKit.layout(
      [ButtonContent(title: "AAAA\u{A0} BBBB")], in: RowOptions(rowWidth: 100),
      measuring: EvenFont(), breakingLinesBy: PlainBreaker())
    // "AAAA" and the no-break space, 50 pt, and 16.
    #expect(row.buttons[0].width == 70)
  }
}

/// Counts how often it is asked.
private final class CountingFont: TextMeasuring {
  let measurements = Mutex(0)
  var grid: AdvanceGrid { EvenFont().grid }

  func advance(of text: String) -> Advance {
    measurements.withLock { $0 += 1 }
    return EvenFont().advance(of: text)
  }
}
