internal import Hairspace
internal import Shaping

/// Makes titles, and what is to be printed of each; any thread may.
struct TitleMaker: Sendable {
  let titles: TitleArguments
  let sizer: RowActionSizer<StatedAdvances<Font>>
  /// What is true of every title.
  private let notices: [String]
  /// The font, for the JSON.
  private let font: JSON

  init(
    _ titles: TitleArguments, _ sizer: RowActionSizer<StatedAdvances<Font>>, notices: [String]
  ) {
    self.titles = titles
    self.sizer = sizer
    self.notices = notices
    font = titles.isJSON ? titles.font.json : .null
  }

  /// Makes a title, and adds what is to be printed of it.
  ///
  /// - Parameters:
  ///   - text: what is to be read on the button.
  ///   - subject: what a message is about, asked for when there is one.
  func add(
    to answers: inout TitleAnswers, about subject: @autoclosure () -> String, showing text: String,
    _ make: () throws -> Title
  ) throws(CommandError) -> Title {
    let title: Title
    do {
      title = try make()
    } catch {
      let error = CommandError(any: error)
      throw CommandError(error.status, "\(subject()): \(error.message)")
    }
    if titles.isJSON {
      try json(title, text).write(to: &answers.output)
    } else {
      answers.output += try escaped(title, text, titles.escape ?? .none).utf8
      for warning in title.warnings where !warning.isUnreachable {
        answers.warnings.add("\(subject()): \(message(warning))")
      }
    }
    answers.output.append(UInt8(ascii: "\n"))
    if isMissed(title) { answers.failures.add("\(subject()): \(failure(title))") }
    return title
  }

  /// Says what a title came to, to a person, who cannot see spaces.
  func remark(on title: Title, about subject: @autoclosure () -> String, _ console: Console) {
    if !titles.isJSON { console.remark("\(subject()): \(summary(title))") }
  }

  private func summary(_ title: Title) -> String {
    let deviation = title.deviation.value
    let off =
      abs(deviation) < 0.0005
      ? "exact" : (deviation > 0 ? "+" : "−") + abs(deviation).rounded(to: 3)
    var summary =
      "\(title.width.value.rounded(to: 3)) pt by \(titles.rule.id) (\(off)), \(title.characters) characters"
    let rowAction = ButtonRule.rowAction
    if titles.rule.id != rowAction.id,
      let drawn = try? titles.font.resized(to: rowAction.size).stating(titles.spaces),
      let advance = try? drawn.advance(of: title.string)
    {
      let width = rowAction.width(forAdvance: drawn.grid.points(advance))
      summary += "; \(width.value.plain) pt by row-action"
    }
    return summary
  }

  private func escaped(
    _ title: Title, _ text: String, _ form: EscapeForm
  ) throws(CommandError) -> String {
    guard let escaped = form.escape(title.string) else {
      throw CommandError(
        .badData, "\(text.quoted): has a character that \(form.rawValue) cannot hold")
    }
    return escaped
  }

  // MARK: JSON

  private func json(_ title: Title, _ text: String) throws(CommandError) -> JSON {
    .object([
      ("title", .string(title.string)),
      ("escaped", .string(try escaped(title, text, titles.escape ?? .unicode))),
      ("target", .number(title.target.value)),
      ("width", .number(title.width.value)),
      ("deviation", .number(title.deviation.value)),
      ("textAdvance", .number(title.textAdvance.value)),
      ("characters", .integer(title.characters)),
      ("composition", .array(title.composition.map(json))),
      ("method", .string(title.method.rawValue)),
      ("kit", .string(titles.rule.id)),
      ("font", font),
      ("guarded", .bool(title.isGuarded)),
      ("survivesTrimming", .bool(title.survivesTrimming)),
      ("candidates", .integer(title.candidates)),
      ("warnings", .array((notices + title.warnings.map(message)).map { .string($0) })),
    ])
  }

  private func json(_ component: Title.Component) -> JSON {
    .object([
      ("character", .string(component.space.character.notation)),
      ("name", .string(component.space.character.name)),
      ("count", .integer(component.count)),
      ("advance", .number(component.advance.value)),
      ("source", .string(component.space.source.word)),
    ])
  }

  // MARK: Messages

  private func message(_ warning: Title.Warning) -> String {
    switch warning {
    case .unreachable(let unreachable): reason(unreachable)
    case .belowMinimum(let minimum):
      "below \(titles.rule.id)'s minimum of \(minimum.value.rounded(to: 4)) pt, which it makes without a text"
    default: warning.message
    }
  }

  /// Whether the title is not as wide as asked, and that is a failure.
  private func isMissed(_ title: Title) -> Bool {
    title.unreachable != nil || titles.tolerance.map { abs(title.deviation.value) > $0 } ?? false
  }

  /// What keeps a title that is missed from being as wide as asked.
  private func failure(_ title: Title) -> String {
    // The article's formula is no search for the nearest.
    let reached =
      "\(title.method == .article ? "the title" : "the nearest title") makes "
      + "\(title.width.value.rounded(to: 4)) pt"
    if let unreachable = title.unreachable { return "\(reached); \(reason(unreachable))" }
    let rule = titles.rule
    let cure =
      if title.warnings.contains(.textTooWide) {
        "the title's text alone is wider"
      } else if let minimum = title.minimum {
        "\(rule.id) makes no button narrower than \(minimum.value.rounded(to: 4)) pt here"
      } else if title.warnings.contains(.wholePoints(rule)) {
        "\(rule.id) makes widths a whole point apart"
      } else if title.method != .exact {
        "--method exact comes nearer"
      } else {
        "no mix of these spaces comes nearer; give more --spaces or another font"
      }
    return "\(reached), off by more than \((titles.tolerance ?? 0).plain); \(cure)"
  }

  private func reason(_ unreachable: Title.Unreachable) -> String {
    let narrower = unreachable.narrower.value.rounded(to: 4)
    let wider = unreachable.wider.value
    let range =
      wider.isFinite
      ? "from \(narrower) to \(wider.rounded(to: 4)) pt" : "from \(narrower) pt on"
    switch unreachable.reason {
    case .limits: return "\(titles.rule.id) makes buttons \(range)"
    case .fixed: return "\(titles.rule.id) makes every button \(narrower) pt wide here"
    case .trimmed:
      return "\(titles.rule.id) trims white space off its titles; "
        + "with --guard it makes buttons \(range)"
    case .spaces:
      return "\(titles.rule.id) fills its titles with spaces of its own: \(narrower) or "
        + "\(wider.rounded(to: 4)) pt"
    }
  }
}

extension SpaceAdvance.Source {
  /// The word of the documented output.
  var word: String {
    switch self {
    case .glyph: "glyph"
    case .synthesised: "synthesised"
    case .stated: "stated"
    case .missing: "missing"
    }
  }
}

extension Title {
  /// The width below which the target is, if it is.
  fileprivate var minimum: Points? {
    for case .belowMinimum(let minimum) in warnings { return minimum }
    return nil
  }
}

extension Title.Warning {
  fileprivate var isUnreachable: Bool {
    if case .unreachable = self { true } else { false }
  }
}
