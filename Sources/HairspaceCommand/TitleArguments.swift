internal import Hairspace
internal import Shaping

/// How titles are to be made and printed: what `pad` and `equalize` have in common.
struct TitleArguments {
  let rule: ButtonRule
  let options: RowOptions
  let iconWidth: Points
  let method: FillMethod?
  let spaces: SpaceSelection?
  let align: TextAlignment
  let isGuarded: Bool
  let tolerance: Double?
  let maximumCharacters: Int?
  let escape: EscapeForm?
  let font: Font
  let isJSON: Bool

  /// - Parameter buttonCount: how many buttons share the row, unless that is given.
  init(
    _ arguments: Arguments, defaultRule: ButtonRule, buttonCount: Int = 1
  ) throws(CommandError) {
    rule = try arguments.adjusted(arguments.rule(default: defaultRule))
    var options = try arguments.rowOptions(of: [rule])
    if !arguments.has(RowOption.buttonCount.rawValue) { options.buttonCount = buttonCount }
    self.options = options
    iconWidth = try arguments.iconWidths(count: 1)[0]
    method = try arguments.choice("method", of: FillMethod.self)
    spaces = try arguments.spaces()
    align = try arguments.choice("align", of: TextAlignment.self) ?? .leading
    isGuarded = arguments.has("guard")
    tolerance = try arguments.number("tolerance", "a number of points from 0 on, such as 0.5")
    maximumCharacters = try arguments.integer(
      "max-characters", "a number of characters from 1 to 100000000", in: 1...100_000_000)
    escape = try arguments.choice("escape", of: EscapeForm.self)
    font = try arguments.font(of: rule)
    isJSON = arguments.has("json")
  }

  /// Says what is to be said of the font and of the texts on the buttons.
  ///
  /// - Returns: the same, for the JSON.
  func notices(about texts: [String], _ console: Console) throws -> [String] {
    var notices = font.notices
    let measurer = try font.stating(spaces)
    for text in texts where !text.isEmpty {
      let missing = try font.measure(text).missing.filter { !measurer.isStated($0) }
      notices += [font.notice(ofMissing: missing, in: text)].compactMap(\.self)
    }
    if let file = spaces?.file, let alphabet = spaces?.alphabet {
      notices += [try notice(ofMissing: SpaceAdvances(of: alphabet, in: measurer), in: file)]
        .compactMap(\.self)
    }
    for notice in notices { console.warn(notice) }
    return notices
  }

  /// Says which characters of a file are of no use; the presets are used as far as a font has them.
  private func notice(ofMissing advances: SpaceAdvances, in file: String) -> String? {
    let missing = advances.spaces.filter { $0.source == .missing }.map(\.character.notation)
    guard !missing.isEmpty else { return nil }
    let rest = missing.count > 20 ? " and \(missing.count - 20) more" : ""
    return "\(font.face.family) lacks \(missing.prefix(20).joined(separator: ", "))\(rest); "
      + "state what they advance in \(file.inputName), or they are not used"
  }

  func sizer() throws -> RowActionSizer<StatedAdvances<Font>> {
    try RowActionSizer(
      measuring: font.stating(spaces), rule: rule, options: options, iconWidth: iconWidth,
      method: method, alphabet: spaces?.alphabet, isGuarded: isGuarded,
      maximumCharacters: maximumCharacters)
  }

  // MARK: Printing

  /// - Parameters:
  ///   - subject: what a message is about: the width, or the text.
  ///   - text: what is to be read on the button.
  func print(
    _ title: Title, about subject: String, showing text: String, notices: [String],
    _ console: Console
  ) throws {
    try console.print(
      isJSON ? json(title, text, notices).text : escaped(title, text, escape ?? .none))
    guard !isJSON else { return }
    for warning in title.warnings where !warning.isUnreachable {
      console.warn("\(subject): \(message(warning))")
    }
    console.remark("\(subject): \(summary(title))")
  }

  /// What keeps a title from being as wide as asked, if that is a failure.
  func failure(_ title: Title) -> CommandError? {
    let target = title.target.value.plain
    // The article's formula is no search for the nearest.
    let which = title.method == .article ? "the title" : "the nearest title"
    let reached = title.width.value.rounded(to: 4)
    if let unreachable = title.unreachable {
      return CommandError(
        .limitNotMet,
        "\(target) pt: \(which) makes \(reached) pt; \(reason(unreachable))")
    }
    guard let tolerance, abs(title.deviation.value) > tolerance else { return nil }
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
    return CommandError(
      .limitNotMet,
      "\(target) pt: \(which) makes \(reached) pt, off by more than \(tolerance.plain); \(cure)"
    )
  }

  private func reason(_ unreachable: Title.Unreachable) -> String {
    let narrower = unreachable.narrower.value.rounded(to: 4)
    let wider = unreachable.wider.value
    let range =
      wider.isFinite
      ? "from \(narrower) to \(wider.rounded(to: 4)) pt" : "from \(narrower) pt on"
    switch unreachable.reason {
    case .limits: return "\(rule.id) makes buttons \(range)"
    case .fixed: return "\(rule.id) makes every button \(narrower) pt wide here"
    case .trimmed:
      return "\(rule.id) trims white space off its titles; with --guard it makes buttons \(range)"
    case .spaces:
      return "\(rule.id) fills its titles with spaces of its own: \(narrower) or "
        + "\(wider.rounded(to: 4)) pt"
    }
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

  /// One line for a person, who cannot see spaces.
  private func summary(_ title: Title) -> String {
    let deviation = title.deviation.value
    let off =
      abs(deviation) < 0.0005
      ? "exact" : (deviation > 0 ? "+" : "−") + abs(deviation).rounded(to: 3)
    var summary =
      "\(title.width.value.rounded(to: 3)) pt by \(rule.id) (\(off)), \(title.characters) characters"
    let rowAction = ButtonRule.rowAction
    if rule.id != rowAction.id,
      let drawn = try? font.resized(to: rowAction.size).stating(spaces),
      let advance = try? drawn.advance(of: title.string)
    {
      let width = rowAction.width(forAdvance: drawn.grid.points(advance))
      summary += "; \(width.value.plain) pt by row-action"
    }
    return summary
  }

  private func json(
    _ title: Title, _ text: String, _ notices: [String]
  ) throws(CommandError) -> JSON {
    .object([
      ("title", .string(title.string)),
      ("escaped", .string(try escaped(title, text, escape ?? .unicode))),
      ("target", .number(title.target.value)),
      ("width", .number(title.width.value)),
      ("deviation", .number(title.deviation.value)),
      ("textAdvance", .number(title.textAdvance.value)),
      ("characters", .integer(title.characters)),
      ("composition", .array(title.composition.map(json))),
      ("method", .string(title.method.rawValue)),
      ("kit", .string(rule.id)),
      ("font", font.json),
      ("guarded", .bool(title.isGuarded)),
      ("survivesTrimming", .bool(title.survivesTrimming)),
      ("candidates", .integer(title.candidates)),
      ("warnings", .array((notices + title.warnings.map(message)).map { .string($0) })),
    ])
  }

  private func message(_ warning: Title.Warning) -> String {
    switch warning {
    case .unreachable(let unreachable): reason(unreachable)
    case .belowMinimum(let minimum):
      "below \(rule.id)'s minimum of \(minimum.value.rounded(to: 4)) pt, which it makes without a text"
    default: warning.message
    }
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
}

extension Font {
  var json: JSON {
    .object([
      ("family", .string(face.family)), ("style", .string(face.style)),
      ("unitsPerEm", .integer(face.unitsPerEm)), ("size", .number(size.value)),
      ("tracking", .number(tracking)),
    ])
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

  var message: String {
    func list(_ characters: [SpaceCharacter]) -> String {
      characters.map(\.notation).joined(separator: ", ")
    }
    switch self {
    case .belowMinimum:
      return "below what the kit makes without a text"
    case .unreachable:
      return "no title makes a button of this width"
    case .wholePoints(let rule):
      return "\(rule.id) makes widths a whole point apart; the nearest is taken"
    case .textTooWide:
      return "the title's text alone makes the button wider"
    case .exactWithShiftFactor(let factor):
      return
        "the factor \(factor.plain) stands for one repeated symbol; an exact mix does not behave like it"
    case .synthesised(let characters):
      return
        "\(list(characters)) made up by the shaper, since the font lacks it; other renderers may differ"
    case .changedByNormalisation(let characters):
      return "\(list(characters)) becomes another character when the title is normalised (NFC)"
    case .kerned(let shift):
      return
        "the font kerns the title's spaces by \(shift.value.rounded(to: 4)) pt, which is counted"
    }
  }
}

extension CommandError {
  init(_ error: SizingError) {
    switch error {
    case .invalidWidth(let width):
      self.init(
        .usage, "width \(width.value.plain): needs a number of points from 0 on, such as 74")
    case .noUsableSpace(let alphabet):
      let list = alphabet.characters.map(\.notation).joined(separator: ", ")
      self.init(
        .badData,
        "the font has no space to fill with (\(list)); see hairspace spaces for those it has")
    case .oneSpaceNeeded(let method, _):
      self.init(
        .usage, "--method \(method.rawValue) repeats one space; give one, such as --spaces U+200A")
    case .wideningSpaceNeeded(let method, let character):
      self.init(
        .badData,
        "--method \(method.rawValue) repeats \(character.notation), which makes no title wider; "
          + "give another, or --method exact")
    case .statedAdvanceTooWide(let character):
      self.init(
        .badData,
        "the advance stated for \(character.notation) is too wide to count in this font's units; "
          + "state less, or give a greater --size")
    case .textTooWide:
      self.init(
        .badData,
        "a title is too wide to count in ticks as fine as the stated advances; "
          + "shorten it, or give a --size of fewer decimals")
    case .oneSpaceCounts(let rule, _):
      self.init(
        .usage, "\(rule.id) counts characters, whatever they are; give one, such as --spaces U+200A"
      )
    case .guardShows(let fault):
      let what =
        switch fault {
        case .ink: "draws it"
        case .advance(let advance):
          "gives it an advance of \(advance.value.rounded(to: 4)) pt"
        }
      self.init(
        .badData,
        "--guard: needs a U+2060 that nobody sees, and the font \(what); use a font without it")
    case .severalLines:
      self.init(.usage, "a title of several lines cannot be padded; give one line")
    case .tooLong(let limit):
      self.init(
        .limitNotMet,
        "the title would have more than \(limit) characters; raise --max-characters or ask for less"
      )
    case .notWrappable(let title, let limit):
      self.init(
        .badData,
        "\(title.quoted): has more than \(limit) characters, and is not broken into lines; shorten it"
      )
    case .tooIrregular:
      self.init(
        .limitNotMet,
        "the font's spaces combine in too many ways to search; give fewer --spaces, or --method repeat"
      )
    }
  }
}
