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

  /// What is to be said of the font and of the texts on the buttons.
  private func notices(about texts: [String]) throws -> [String] {
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

  /// Says what is to be said of the font and of the texts on the buttons, and makes ready to make titles.
  func maker(about texts: [String], _ console: Console) throws -> TitleMaker {
    let notices = try notices(about: texts)
    for notice in notices { console.warn(notice) }
    let sizer = try RowActionSizer(
      measuring: font.stating(spaces), rule: rule, options: options, iconWidth: iconWidth,
      method: method, alphabet: spaces?.alphabet, isGuarded: isGuarded,
      maximumCharacters: maximumCharacters)
    return TitleMaker(self, sizer, notices: notices)
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

extension Title.Warning {
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
