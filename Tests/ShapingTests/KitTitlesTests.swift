import Shaping
import Testing

@testable import Hairspace

/// Titles for every kit in real faces, against every sum of their spaces.
@Suite struct KitTitlesTests {
  static let faces = ["bundled", "DejaVuSans.ttf", "NotoSans.ttf"]
  static let widths = 30...300

  /// The whole widths from 30 to 300 pt that a kit makes of no title whatever, in a face whose ideographic space is an em.
  static func unreachable(_ rule: ButtonRule) -> Set<Int> {
    switch rule.id {
    case "contextual-action": Set(30..<74).union(121...300)
    case "swipecellkit": Set(30..<74)
    case "listable": Set(121...300)
    case "bg-row-action": Set(30...300).subtracting(stride(from: 30, through: 300, by: 18))
    default: []
    }
  }

  /// Every advance up to a bound that the spaces of a font add up to, in ticks.
  private func sums(_ spaces: SpaceAdvances, through bound: Int) -> [Int] {
    var isSum = [Bool](repeating: false, count: bound + 1)
    isSum[0] = true
    let steps = Set(spaces.spaces.filter { $0.source != .missing }.map(\.advance.ticks))
    for step in steps where step > 0 && step <= bound {
      for sum in step...bound where isSum[sum - step] { isSum[sum] = true }
    }
    return isSum.indices.filter { isSum[$0] }
  }

  @Test(
    "From a width to a title and back, for every width that can be had; the others are named",
    arguments: faces, ButtonRule.all)
  func inverse(face: String, rule: ButtonRule) throws {
    let font = try Font(Fixtures.face(face), size: rule.size)
    // NotoSans gives its U+2060 an advance, so that it cannot be guarded; DejaVu and Inter can.
    if face == "NotoSans.ttf", rule.trimsTitles { return }
    let sizer = try RowActionSizer(
      measuring: font, rule: rule, method: .exact, isGuarded: rule.trimsTitles)
    let unreachable = Self.unreachable(rule)
    let most = font.grid.ticks * Int(300 * rule.shiftFactor + 30) / Int(rule.size.value)
    let made =
      rule.id == "bg-row-action"
      ? []
      : sums(sizer.advances, through: most).map { sum in
        rule.width(forAdvance: font.grid.points(Advance(ticks: sum))).value
      }
    for width in Self.widths {
      let title = try sizer.title(forWidth: Points(Double(width)))
      #expect((title.unreachable != nil) == unreachable.contains(width), "\(width)")
      #expect(try sizer.width(of: title.string) == title.width)
      if rule.id == "bg-row-action" {
        #expect(title.deviation == 0 || unreachable.contains(width))
        continue
      }
      // No sum of spaces makes a button that is nearer.
      let place = made.partitionPoint { $0 < Double(width) }
      let nearest = try #require(
        [place - 1, place].filter(made.indices.contains).map { abs(made[$0] - Double(width)) }.min()
      )
      #expect(abs(abs(title.deviation.value) - nearest) < 1e-9, "\(width)")
    }
  }

  @Test("A kit that trims makes one width of spaces alone")
  func trimmed() throws {
    let font = try Font(Fixtures.face("bundled", instance: "Medium"), size: 15)
    let sizer = try RowActionSizer(measuring: font, rule: .contextualAction)
    for width in Self.widths {
      let title = try sizer.title(forWidth: Points(Double(width)))
      #expect(title.string.isEmpty)
      #expect(title.width == 74)
      #expect((title.unreachable?.reason == .trimmed) == (width != 74), "\(width)")
    }
    // Of a text its own width.
    let text = try sizer.title(forWidth: 110, showing: "Delete")
    #expect(text.string == "Delete")
    #expect(text.unreachable?.reason == .trimmed)
    #expect(try text.width == sizer.width(of: "  Delete\u{2003}"))
  }

  @Test("A width that was set cannot be changed by a title")
  func fixed() throws {
    let font = try Font(Fixtures.face("bundled"), size: 18)
    let sizer = try RowActionSizer(
      measuring: font, rule: .mgSwipe, options: RowOptions(buttonWidth: 90))
    #expect(try sizer.title(forWidth: 90).unreachable == nil)
    for width in [60, 91, 120] as [Points] {
      let title = try sizer.title(forWidth: width)
      #expect(title.unreachable?.reason == .fixed)
      #expect(title.width == 90)
    }
  }

  // MARK: Guards

  @Test("Guards stand at both ends, add nothing, and count as characters")
  func guards() throws {
    let font = try Font(Fixtures.face("bundled"), size: 18)
    let plain = try RowActionSizer(measuring: font, rule: .rowAction)
    let guarded = try RowActionSizer(measuring: font, rule: .rowAction, isGuarded: true)
    for (text, align) in [("", .leading), ("Delete", .center), ("Delete", .trailing)]
      as [(String, TextAlignment)]
    {
      let one = try plain.title(forWidth: 130, showing: text, align: align)
      let other = try guarded.title(forWidth: 130, showing: text, align: align)
      #expect(other.string == "\u{2060}" + one.string + "\u{2060}")
      #expect(other.width == one.width)
      #expect(other.survivesTrimming)
      #expect(other.isGuarded && !one.isGuarded)
    }
    let limited = try RowActionSizer(
      measuring: font, rule: .rowAction, isGuarded: true, maximumCharacters: 6)
    #expect(try limited.title(forWidth: 130).characters <= 6)
  }

  @Test("A face that shows the guard is refused")
  func visibleGuards() throws {
    for (face, fault) in [("InkyJoiner.ttf", GuardFault.ink), ("NotoSans.ttf", .advance(10.8))] {
      let font = try Font(Fixtures.face(face), size: 18)
      #expect(font.guardFault() == fault)
      #expect(throws: SizingError.guardShows(fault)) {
        try RowActionSizer(measuring: font, rule: .rowAction, isGuarded: true)
      }
    }
  }

  // MARK: Equal titles

  @Test(
    "The titles of a row come out as wide as the widest, which stays as it is", arguments: faces)
  func equalized(face: String) throws {
    let titles = ["Delete", "Archive", "Mark as unread", "Flag"]
    for rule in ButtonRule.all where !rule.trimsTitles && rule.id != "bg-row-action" {
      let font = try Font(Fixtures.face(face), size: rule.size)
      let sizer = try RowActionSizer(measuring: font, rule: rule, method: .exact)
      let equal = try sizer.equalizedTitles(titles)
      let widest = try #require(titles.map(sizer.width(of:)).max())
      for (text, title) in zip(titles, equal) {
        #expect(abs(title.width.value - widest.value) < 0.05, "\(rule.id) \(text)")
        #expect(title.string.hasPrefix(text))
        if try sizer.width(of: text) == widest { #expect(title.string == text) }
      }
    }
  }

  // MARK: Lines

  @Test(
    "Lines break as Unicode says: after spaces and hyphens, between ideographs, by ICU's dictionary for Thai"
  )
  func lineBreaks() throws {
    let breaker = LineBreaker()
    func pieces(_ line: String) throws -> [Substring] {
      let places = try [line.startIndex] + breaker.breakOpportunities(in: line) + [line.endIndex]
      return zip(places, places.dropFirst()).map { line[$0..<$1] }
    }
    #expect(try pieces("Mark as well-read") == ["Mark ", "as ", "well-", "read"])
    #expect(try pieces("Mark\u{A0}as read") == ["Mark\u{A0}as ", "read"])
    #expect(try pieces("削除する。") == ["削", "除", "す", "る。"])
    #expect(try pieces("ลบข้อความ") == ["ลบ", "ข้อความ"])
    #expect(try pieces("") == [""])
    #expect(try pieces("👩‍👩‍👧 Löschen") == ["👩‍👩‍👧 ", "Löschen"])
  }

  @Test("A title of the widest kit wraps where its words end")
  func wrapped() throws {
    let font = try Font(Fixtures.face("bundled", instance: "Medium"), size: 15)
    let row = try ButtonRule.swipeCellKit.layout(
      ["Delete", "Move to Archive folder"].map { ButtonContent(title: $0) },
      in: RowOptions(rowWidth: 230), measuring: font, breakingLinesBy: LineBreaker())
    // Within (230 − 30) ÷ 2 = 100 pt the title has the lines "Move to", 57.6 pt, "Archive" and "folder"; ⌈57.6⌉ + 16 = 74.
    #expect(row.buttons.map(\.width) == [74, 74])
    #expect(row.buttons.map(\.lines) == [1, 3])
    #expect(row.buttons.map(\.fit) == [.whole, .wrapped])
  }

  @Test("Guarded texts with spaces at their ends come out equal, as the row has them")
  func guardedSpaces() throws {
    let font = try Font(Fixtures.face("bundled", instance: "Medium"), size: 15)
    let sizer = try RowActionSizer(
      measuring: font, rule: .contextualAction, isGuarded: true)
    let titles = try sizer.equalizedTitles(["  Delete  ", "Archive", "Flag"])
    let row = try ButtonRule.contextualAction.layout(
      titles.map { ButtonContent(title: $0.string) }, measuring: font,
      breakingLinesBy: LineBreaker())
    for (title, button) in zip(titles, row.buttons) {
      #expect(title.width == button.width)
      #expect(abs(button.width.value - titles[0].width.value) < 0.1)
    }
    #expect(titles[0].string == "\u{2060}  Delete  \u{2060}")
  }

  @Test("A text wider than SwipeCellKit's widest button is broken, for the sizer too")
  func wrappedText() throws {
    let font = try Font(Fixtures.face("bundled", instance: "Medium"), size: 15)
    let text = "Please move all of these messages to the Archive folder now"
    let sizer = try RowActionSizer(
      measuring: font, rule: .swipeCellKit, breakingLinesBy: LineBreaker())
    let row = try ButtonRule.swipeCellKit.layout(
      [ButtonContent(title: text)], measuring: font, breakingLinesBy: LineBreaker())
    #expect(try sizer.width(of: text) == row.buttons[0].width)
    #expect(row.buttons[0].width < 345)
    for width in [345, 330, 300] as [Points] {
      let title = try sizer.title(forWidth: width, showing: text)
      let row = try ButtonRule.swipeCellKit.layout(
        [ButtonContent(title: title.string)], measuring: font, breakingLinesBy: LineBreaker())
      #expect(title.width == row.buttons[0].width)
    }
  }

  @Test("Titles for a row of several take the limits that the row leaves each")
  func shares() throws {
    let font = try Font(Fixtures.face("bundled", instance: "Medium"), size: 15)
    let texts = ["Delete", "Please move it", "Flag"]
    let options = RowOptions(rowWidth: 300, buttonCount: 3)
    let sizer = try RowActionSizer(
      measuring: font, rule: .swipeCellKit, options: options, breakingLinesBy: LineBreaker())
    let titles = try sizer.equalizedTitles(texts)
    let row = try ButtonRule.swipeCellKit.layout(
      titles.map { ButtonContent(title: $0.string) }, in: options, measuring: font,
      breakingLinesBy: LineBreaker())
    #expect(Set(row.buttons.map(\.width)) == Set(titles.map(\.width)))
    // (300 − 30) ÷ 3.
    #expect(sizer.function.upper == 90)
  }

  @Test(
    "A kit that counts: characters of two units, limits, and the empty title that it makes room for"
  )
  func counting() throws {
    let font = try Font(Fixtures.face("bundled"), size: 18)
    let emoji = try #require(SpaceCharacter.own("\u{1F600}"))
    let stated = try StatedAdvances(font, advances: [emoji: 5])
    let doubled = try RowActionSizer(
      measuring: stated, rule: .imageRowAction, alphabet: SpaceAlphabet([emoji]))
    let sizer = try RowActionSizer(measuring: font, rule: .imageRowAction, maximumCharacters: 10)
    for width in stride(from: 30.0, through: 300, by: 18) {
      let title = try doubled.title(forWidth: Points(width))
      #expect(try doubled.width(of: title.string) == title.width)
      #expect(abs(title.deviation.value) <= 18)
      let short = try sizer.title(forWidth: Points(width))
      #expect(short.characters <= 10)
      #expect(try sizer.width(of: short.string) == short.width)
    }
    #expect(try sizer.title(forWidth: 300).width == 138)
    // Without a title the kit makes room for the icon and 20 pt on either side.
    #expect(try sizer.equalizedTitles([""]).map(\.string) == [""])
    let tiny = try Font(Fixtures.face("bundled"), size: 0.000_001)
    let row = try ButtonRule.imageRowAction.layout(
      [ButtonContent(title: "", iconWidth: 100_000)], measuring: tiny,
      breakingLinesBy: LineBreaker())
    #expect(row.total.value.isFinite)
  }

  @Test("What is no white space is not trimmed, and pads a kit that trims")
  func ownLetters() throws {
    let font = try Font(Fixtures.face("bundled", instance: "Medium"), size: 15)
    let letter = try #require(SpaceCharacter.own("i"))
    let sizer = try RowActionSizer(
      measuring: font, rule: .contextualAction, alphabet: SpaceAlphabet([letter]))
    let title = try sizer.title(forWidth: 100)
    #expect(title.unreachable == nil)
    #expect(abs(title.deviation.value) < 2)
  }
}

extension [Double] {
  /// The first place of an ascending list from which a condition does not hold any more.
  fileprivate func partitionPoint(where holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
