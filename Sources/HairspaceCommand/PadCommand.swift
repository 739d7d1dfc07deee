internal import Hairspace
internal import Shaping

/// `hairspace pad`: a title for each width.
struct PadCommand {
  let widths: [Points]
  let rule: ButtonRule
  let method: FillMethod?
  let spaces: SpaceSelection?
  let text: String
  let align: TextAlignment
  let tolerance: Double?
  let maximumCharacters: Int?
  let escape: EscapeForm?
  let font: Font
  let isJSON: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    guard !arguments.operands.isEmpty else {
      throw CommandError(.usage, "pad needs a width in points: hairspace pad 74")
    }
    var widths: [Points] = []
    for operand in arguments.operands {
      guard let width = Double(decimal: operand), width >= 0 else {
        throw CommandError(
          .usage, "width \(operand.quoted): needs a number of points from 0 on, such as 74")
      }
      // Without the sign of -0.
      widths.append(Points(width + 0))
    }
    self.widths = widths
    rule = try Self.rule(arguments)
    method = try arguments.choice("method", of: FillMethod.self)
    spaces = try arguments.spaces()
    text = arguments.value("title") ?? ""
    align = try arguments.choice("align", of: TextAlignment.self) ?? .leading
    tolerance = try arguments.number("tolerance", "a number of points from 0 on, such as 0.5")
    maximumCharacters = try arguments.integer(
      "max-characters", "a number of characters from 1 to 100000000", in: 1...100_000_000)
    escape = try arguments.choice("escape", of: EscapeForm.self)
    font = try arguments.font(defaultSize: rule.size)
    isJSON = arguments.has("json")
  }

  private static func rule(_ arguments: Arguments) throws(CommandError) -> ButtonRule {
    let name = arguments.value("kit") ?? ButtonRule.article.id
    guard let rule = ButtonRule.all.first(where: { $0.id == name }) else {
      let kits = ButtonRule.all.map(\.id).joined(separator: ", ")
      throw CommandError(.usage, "--kit \(name.quoted): choose one of \(kits)")
    }
    let width = try arguments.number(
      "minimum-width", "a number of points from 0 to 1000000, such as 30", in: 0...1_000_000)
    let factor = try arguments.number(
      "shift-factor", "a number from 0.000001 to 1000000, such as 1.1", in: 0.000_001...1_000_000)
    return rule.with(minimumWidth: width.map { Points($0) }, shiftFactor: factor)
  }

  func run(_ console: Console) throws {
    var notices = font.notices
    let measurer = try font.stating(spaces)
    if !text.isEmpty {
      let missing = try font.measure(text).missing.filter { !measurer.isStated($0) }
      notices += [font.notice(ofMissing: missing, in: text)].compactMap(\.self)
    }
    for notice in notices { console.warn(notice) }
    let sizer = try RowActionSizer(
      measuring: measurer, rule: rule, method: method, alphabet: spaces?.alphabet,
      maximumCharacters: maximumCharacters)
    if let notice = notice(ofMissing: sizer.advances) {
      console.warn(notice)
      notices.append(notice)
    }
    var failures: [Title] = []
    for width in widths {
      let title = try self.title(width, sizer)
      try console.print(isJSON ? json(title, notices).text : escaped(title, escape ?? .none))
      if !isJSON {
        for warning in title.warnings {
          console.warn("\(width.value.plain) pt: \(warning.message)")
        }
        console.remark(summary(title))
      }
      if let tolerance, abs(title.deviation.value) > tolerance { failures.append(title) }
    }
    try console.flush()
    guard let last = failures.popLast() else { return }
    for failure in failures { console.report(farOff(failure)) }
    throw farOff(last)
  }

  /// Names the width in what is wrong with it.
  private func title(_ width: Points, _ sizer: RowActionSizer<StatedAdvances<Font>>) throws -> Title
  {
    do {
      return try sizer.title(forWidth: width, showing: text, align: align)
    } catch let error as SizingError {
      let error = CommandError(error)
      throw CommandError(error.status, "\(width.value.plain) pt: \(error.message)")
    }
  }

  /// Says which characters of a file are of no use; the presets are used as far as a font has them.
  private func notice(ofMissing advances: SpaceAdvances) -> String? {
    guard let file = spaces?.file else { return nil }
    let missing = advances.spaces.filter { $0.source == .missing }.map(\.character.notation)
    guard !missing.isEmpty else { return nil }
    let rest = missing.count > 20 ? " and \(missing.count - 20) more" : ""
    return "\(font.face.family) lacks \(missing.prefix(20).joined(separator: ", "))\(rest); "
      + "state what they advance in \(file.inputName), or they are not used"
  }

  private func farOff(_ title: Title) -> CommandError {
    let cure =
      if title.warnings.contains(.textTooWide) {
        "the title's text alone is wider"
      } else if title.target < rule.minimumWidth {
        "\(rule.id) makes no button narrower than \(rule.minimumWidth.value.plain) pt"
      } else if title.warnings.contains(.wholePoints(rule)) {
        "\(rule.id) makes whole points only"
      } else if title.method != .exact {
        "--method exact comes nearer"
      } else {
        "no mix of these spaces comes nearer; give more --spaces or another font"
      }
    return CommandError(
      .limitNotMet,
      "\(title.target.value.plain) pt: the nearest title makes \(title.width.value.rounded(to: 4)) pt, "
        + "off by more than \((tolerance ?? 0).plain); \(cure)")
  }
  private func escaped(_ title: Title, _ form: EscapeForm) throws(CommandError) -> String {
    guard let escaped = form.escape(title.string) else {
      throw CommandError(
        .badData, "--title \(text.quoted): has a character that \(form.rawValue) cannot hold")
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

  private func json(_ title: Title, _ notices: [String]) throws(CommandError) -> JSON {
    .object([
      ("title", .string(title.string)),
      ("escaped", .string(try escaped(title, escape ?? .unicode))),
      ("target", .number(title.target.value)),
      ("width", .number(title.width.value)),
      ("deviation", .number(title.deviation.value)),
      ("textAdvance", .number(title.textAdvance.value)),
      ("characters", .integer(title.characters)),
      ("composition", .array(title.composition.map(json))),
      ("method", .string(title.method.rawValue)),
      ("kit", .string(rule.id)),
      (
        "font",
        .object([
          ("family", .string(font.face.family)), ("style", .string(font.face.style)),
          ("unitsPerEm", .integer(font.face.unitsPerEm)), ("size", .number(font.size.value)),
          ("tracking", .number(font.tracking)),
        ])
      ),
      ("guarded", .bool(false)),
      ("survivesTrimming", .bool(title.survivesTrimming)),
      ("candidates", .integer(title.candidates)),
      ("warnings", .array((notices + title.warnings.map(\.message)).map { .string($0) })),
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

extension Title.Warning {
  var message: String {
    func list(_ characters: [SpaceCharacter]) -> String {
      characters.map(\.notation).joined(separator: ", ")
    }
    switch self {
    case .belowMinimum(let rule):
      return
        "below \(rule.id)'s minimum of \(rule.minimumWidth.value.plain) pt, which an empty title has"
    case .wholePoints(let rule):
      return "\(rule.id) makes whole points only; the nearest is taken"
    case .textTooWide:
      return "the title's text alone makes the button wider"
    case .exactWithShiftFactor(let factor):
      return
        "the factor \(factor.plain) stands for one repeated symbol; an exact mix does not behave like it"
    case .synthesised(let characters):
      return
        "\(list(characters)) made up by the shaper, since the font lacks it; other renderers may differ"
    case .changedByNormalisation(let characters):
      return "\(list(characters)) becomes another space when the title is normalised (NFC)"
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
    case .severalLines:
      self.init(.usage, "--title has several lines; a padded title is one line")
    case .tooLong(let limit):
      self.init(
        .limitNotMet,
        "the title would have more than \(limit) characters; raise --max-characters or ask for less"
      )
    case .tooIrregular:
      self.init(
        .limitNotMet,
        "the font's spaces combine in too many ways to search; give fewer --spaces, or --method repeat"
      )
    }
  }
}
