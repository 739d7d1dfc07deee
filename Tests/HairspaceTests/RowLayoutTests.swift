import Foundation
import Hairspace
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

  @Test("A line without end is refused where it would have to be wrapped, and only there")
  func endless() throws {
    let content = [ButtonContent(title: String(repeating: "A", count: 1001))]
    #expect(throws: SizingError.notWrappable(limit: 1000)) {
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
}
