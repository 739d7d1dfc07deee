internal import Hairspace
internal import Shaping

/// `hairspace buttons`: the width of each button of a row.
struct ButtonsCommand {
  let operands: [String]
  let paths: [String]
  let arguments: Arguments
  let options: RowOptions
  let fonts: [(rule: ButtonRule, font: Font)]
  let isJSON: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    (operands, paths) = try arguments.texts(of: "buttons")
    let isAll = arguments.value("kit") == "all"
    if isAll, let constant = ["minimum-width", "shift-factor"].first(where: arguments.has) {
      throw CommandError(.usage, "--\(constant): is a constant of one kit; give that --kit")
    }
    let rules =
      isAll ? ButtonRule.all : [try arguments.adjusted(arguments.rule(default: .rowAction))]
    options = try arguments.rowOptions(of: rules)
    var fonts: [(ButtonRule, Font)] = []
    for rule in rules { fonts.append((rule, try arguments.font(of: rule))) }
    self.fonts = fonts
    self.arguments = arguments
    isJSON = arguments.has("json")
  }

  private static let mostButtons = 1000

  func run(_ console: Console) throws {
    let texts = try operands + paths.flatMap(LineReader.texts)
    guard texts.count <= Self.mostButtons else {
      throw CommandError(
        .badData, "\(texts.count) titles are no row of buttons; give at most \(Self.mostButtons)")
    }
    let icons = try arguments.iconWidths(count: texts.count)
    let contents = zip(texts, icons).map { ButtonContent(title: $0, iconWidth: $1) }
    for (index, (rule, font)) in fonts.enumerated() {
      var warnings = font.notices
      for text in texts {
        let missing = try font.measure(text).missing
        warnings += [font.notice(ofMissing: missing, in: text)].compactMap(\.self)
      }
      let row = try rule.layout(
        contents, in: options, measuring: font,
        breakingLinesBy: LineBreaker(language: font.language))
      if row.overflows {
        warnings.append(
          "the buttons are \(row.total.value.rounded(to: 4)) pt wide, "
            + "the row \(options.rowWidth.value.plain)")
      }
      for button in row.buttons where button.fit == .truncated {
        warnings.append("\(button.title.quoted) is cut")
      }
      if isJSON {
        try console.print(json(row, rule, warnings).text)
      } else {
        if index > 0 { try console.print("") }
        try print(row, rule, font, console)
        try console.flush()
        for warning in warnings { console.warn("\(rule.id): \(warning)") }
      }
    }
    try console.flush()
  }

  private func print(
    _ row: RowLayout, _ rule: ButtonRule, _ font: Font, _ console: Console
  ) throws {
    func line(_ cells: [String], _ title: String) -> String {
      let widths = [10, 10, 5]
      let numbers = zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      let words = cells.dropFirst(widths.count)
        .map { "  " + $0 + String(repeating: " ", count: max(0, 9 - $0.count)) }.joined()
      return (numbers + words + "  " + title).trimmingTrailingBlanks
    }
    try console.print(
      "\(rule.id): \(font.face.family) \(font.face.style) \(font.size.value.plain) pt, "
        + "row of \(options.rowWidth.value.plain) pt (\(rule.evidence.rawValue))")
    try console.print(line(["width", "text", "lines", "limit", "fit"], "title"))
    for button in row.buttons {
      try console.print(
        line(
          [
            button.width.value.rounded(to: 4), button.textAdvance.value.rounded(to: 4),
            String(button.lines), button.limit.rawValue, button.fit.rawValue,
          ], button.title.onOneLine))
    }
    try console.print(line([row.total.value.rounded(to: 4), "", "", "", ""], "total"))
  }

  private func json(_ row: RowLayout, _ rule: ButtonRule, _ warnings: [String]) -> JSON {
    .object([
      ("kit", .string(rule.id)),
      ("rowWidth", .number(options.rowWidth.value)),
      ("total", .number(row.total.value)),
      (
        "buttons",
        .array(
          row.buttons.map { button in
            .object([
              ("title", .string(button.title)),
              ("width", .number(button.width.value)),
              ("textAdvance", .number(button.textAdvance.value)),
              ("lines", .integer(button.lines)),
              ("fit", .string(button.fit.rawValue)),
              ("limit", .string(button.limit.rawValue)),
            ])
          })
      ),
      ("evidence", .string(rule.evidence.rawValue)),
      ("warnings", .array(warnings.map { .string($0) })),
    ])
  }
}

extension String {
  /// Set to the right of a column.
  fileprivate func padded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  fileprivate var trimmingTrailingBlanks: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
