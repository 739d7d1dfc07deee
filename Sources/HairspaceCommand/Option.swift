internal import Hairspace

/// An option of the command line: the one place for its names, what follows it and its help.
struct Option: Sendable {
  let name: String
  let short: Unicode.Scalar?
  /// What stands for the value in the help; nil for an option that takes none.
  let value: String?
  /// One or more lines of help, each of at most 52 characters.
  let help: [String]

  init(_ name: String, short: Unicode.Scalar? = nil, value: String? = nil, _ help: String...) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }
}

/// A subcommand: its options, and what `--help` says of it.
struct Subcommand: Sendable {
  let name: String
  let arguments: String
  let summary: String
  let options: [Option]
  /// Paragraphs after the options, and examples.
  let notes: [String]

  static let all = [pad, equalize, buttons, fit, measure, spaces, fonts]
}

extension Option {
  static let common = [
    Option("quiet", short: "q", "no warnings, no remarks, no progress"),
    Option("help", short: "h", "print this help"),
  ]

  static let json = Option(
    "json", short: "j", "one JSON object a line, numbers in full precision")

  /// What makes a font: shared by every subcommand that measures.
  static let font = [
    Option(
      "font", short: "f", value: "FONT", "a font file, - for standard input, or a family name",
      "with a style or without: \"Inter Medium\"", "[Inter Regular, bundled]"),
    Option("fallback", value: "FONT", "a font for what the first lacks; repeatable"),
    Option("face-index", value: "N", "which face of a collection, or its family [0]"),
    Option("instance", value: "NAME", "a named instance of a variable face"),
    Option(
      "axis", value: "TAG=N", "a value for an axis of a variable face, such as",
      "wght=650; repeatable"),
    Option(
      "feature", value: "TAG=N", "an OpenType feature: kern=0, ss01, liga=off;",
      "repeatable"),
    Option("language", value: "TAG", "the texts' language (BCP 47), such as de"),
    Option(
      "tracking", value: "WHICH", "font: its trak table, sf-pro: San Francisco's, none,",
      "or a number of 1/1000 em [font]"),
    Option("letter-spacing", value: "PT", "points to add after each character"),
    Option(
      "ignore-damage", "measure a font file as it is, whatever its checksums",
      "say and whichever tables cannot be read"),
  ]
}

extension Option {
  /// How a title is made and printed: shared by the subcommands that make titles.
  static let title = [
    Option("method", short: "m", value: "METHOD", "exact, repeat or article [the kit's]"),
    Option(
      "spaces", value: "LIST", "fixed, hair, non-breaking, characters such as",
      "U+2009,U+200A, or @FILE [fixed for exact, else hair]"),
    Option(
      "align", value: "PLACE", "where the text stands: leading, center, trailing", "[leading]"),
    Option("guard", short: "g", "U+2060 at both ends, so that trimming spares it"),
    Option("tolerance", value: "PT", "exit with status 1 when the width is farther off"),
    Option(
      "max-characters", value: "N", "the best title of at most N characters",
      "[longer than 1000000 is refused]"),
    Option(
      "escape", short: "e", value: "FORM", "none, unicode, swift, objc, json, strings, xml, html",
      "or url [none]"),
  ]

  /// The constants and settings of a button's rule.
  static let rule =
    [
      Option("minimum-width", value: "PT", "a linear kit's: width of a button without text"),
      Option("shift-factor", value: "N", "a linear kit's: text per point of button width"),
    ] + RowOption.allCases.map(row)

  private static func row(_ option: RowOption) -> Option {
    let name = option.rawValue
    return switch option {
    case .rowWidth: Option(name, value: "PT", "the row's width [375]")
    case .buttonCount: Option(name, value: "N", "how many share the row [the titles; in pad 1]")
    case .iconWidth:
      Option(name, value: "PT", "an icon's width; in buttons once or for each")
    case .minimum: Option(name, value: "PT", "the narrowest button [the kit's]")
    case .maximum: Option(name, value: "PT", "the widest button [the kit's]")
    case .padding: Option(name, value: "PT", "what stands on either side [the kit's]")
    case .equalWidths:
      Option(name, value: "WHICH", "yes, no: all as wide as the widest [the kit's]")
    case .spacing: Option(name, value: "PT", "what stands between buttons [0]")
    case .safeAreaInset: Option(name, value: "PT", "what the row's end keeps free [0]")
    case .buttonWidth: Option(name, value: "PT", "mgswipe's set width")
    case .fitted: Option(name, "bg-row-action's narrower titles")
    }
  }
}

extension Subcommand {
  private static let spacesFile = [
    "@FILE: one character a line, any code point, and its advance in points if the",
    "font does not know it, above zero or below: U+E001 -1.5. # begins a comment; @-",
    "is standard input.",
  ]

  static let pad = Subcommand(
    name: "pad", arguments: "[WIDTH...]",
    summary: "print a title that makes a button WIDTH points wide",
    options: [
      Option("kit", short: "k", value: "KIT", "the button's rule, see below [article]"),
      Option("file", value: "FILE", "one width a line; - for standard input"),
      Option(
        "title", short: "t", value: "TEXT", "text to be read on the button, padded to the width"),
    ] + Option.title + Option.rule
      + [Option("size", short: "s", value: "PT", "the font's size in points [the kit's]")]
      + Option.font + [Option.json] + Option.common,
    notes: kits + [
      ""
    ] + spacesFile + [
      "",
      "hairspace pad 74",
      "hairspace pad 74 --kit row-action --escape swift",
      "hairspace pad 100 --kit contextual-action --guard",
      "hairspace pad 120 --kit text --title Delete --align center",
      "hairspace pad --file widths.txt --kit row-action --json",
    ])

  static let equalize = Subcommand(
    name: "equalize", arguments: "[TITLE...]",
    summary: "print the titles of a row, padded to the width of the widest",
    options: [
      Option("kit", short: "k", value: "KIT", "the buttons' rule, see below [row-action]"),
      Option("width", short: "w", value: "PT", "the width of each button [the widest's]"),
      Option("file", value: "FILE", "one title a line, UTF-8; - for standard input"),
    ] + Option.title + Option.rule
      + [Option("size", short: "s", value: "PT", "the font's size in points [the kit's]")]
      + Option.font + [Option.json] + Option.common,
    notes: kits + [
      "",
      "hairspace equalize Delete Archive",
      "hairspace equalize Löschen Archivieren --align center --escape swift",
      "hairspace equalize --file titles.txt --width 120 --json",
    ])

  static let buttons = Subcommand(
    name: "buttons", arguments: "[TITLE...]",
    summary: "print the width of each button of a row",
    options: [
      Option(
        "kit", short: "k", value: "KIT", "the buttons' rule, see below, or all [row-action]"),
      Option("file", value: "FILE", "one title a line, UTF-8; - for standard input"),
    ] + Option.rule.filter { $0.name != RowOption.buttonCount.rawValue }
      + [Option("size", short: "s", value: "PT", "the font's size in points [the kit's]")]
      + Option.font + [Option.json] + Option.common,
    notes: kits + [
      "",
      "Limits: minimum, maximum: the kit's limit gave the width; equal: a wider",
      "button of the row did. Fits: whole, wrapped, shrunk, truncated.",
      "",
      "hairspace buttons Delete Archive --kit swipecellkit --row-width 320",
      "hairspace buttons Delete --kit all",
    ])

  /// What the kits' rules are, for the help.
  private static let kits = [
    "Kits: article            30 + text / 1.1, 14 pt; hair spaces by its formula",
    "      row-action         30 + text, whole points up, 18 pt",
    "      contextual-action  text + 32, from 74 to 120; titles trimmed, 15 pt medium",
    "      swipecellkit       text up + 16, from 74; all equal, 15 pt medium",
    "      mgswipe            text + icon + 20; all equal, 18 pt",
    "      listable           text + 32, to 120, 15 pt medium",
    "      bg-row-action      30 + 0.657 of the length in ideographic spaces, 18 pt",
    "      text               the bare text, 17 pt",
  ]

  static let measure = Subcommand(
    name: "measure", arguments: "[TEXT...]", summary: "print the advance of each text in points",
    options: [
      Option("file", value: "FILE", "one text a line, UTF-8; - for standard input"),
      Option("unicodes", value: "LIST", "a text by code points: \"0041 200A\"; repeatable"),
      Option("size", short: "s", value: "PT", "the font's size in points [17]"),
    ] + Option.font + [Option.json] + Option.common,
    notes: [
      "Prints points, a tab and the text. A text of several lines measures as its",
      "widest; a TAB measures as a space. Characters that the font lacks are named",
      "in a warning.",
      "",
      "hairspace measure Delete Löschen",
      "hairspace measure --file titles.txt --font DejaVuSans.ttf --size 15",
    ])

  static let spaces = Subcommand(
    name: "spaces", arguments: "",
    summary: "print what each space character measures in a font",
    options: [
      Option(
        "spaces", value: "LIST", "fixed, hair, non-breaking, characters such as",
        "U+2009,U+200A, or @FILE [all seventeen]"),
      Option("size", short: "s", value: "PT", "the font's size in points [17]"),
    ] + Option.font + [Option.json] + Option.common,
    notes: [
      "glyph        the font's own",
      "synthesised  made from another space by the shaper; others may differ",
      "stated       by the file of --spaces",
      "missing      neither a glyph nor synthesised",
      "",
    ] + spacesFile + [
      "",
      "hairspace spaces --font DejaVuSans.ttf --size 18",
    ])

  static let fonts = Subcommand(
    name: "fonts", arguments: "[FILE...]",
    summary: "list bundled and installed faces, or those in files",
    options: [Option.json] + Option.common,
    notes: [
      "hairspace fonts",
      "hairspace fonts Inter.ttc",
    ])

  static let fit = Subcommand(
    name: "fit", arguments: "SAMPLES.csv",
    summary: "print the constants of a button's rule, from measured buttons",
    options: [
      Option("robust", "set outliers aside before the fit"),
      Option("level", value: "N", "how sure the intervals are, in percent [95]"),
      Option(
        "rounding", value: "WAY", "what the kit does with its widths: none, or up to",
        "whole points, for which half a point is taken off", "[none]"),
      Option("size", short: "s", value: "PT", "the size of samples without their own [18]"),
    ] + Option.font + [Option.json] + Option.common,
    notes: [
      "SAMPLES.csv is CSV in UTF-8, - standard input. Its first row names the columns:",
      "title, or character (U+200A) and count; width, in points; and, if samples have",
      "their own, font and size. Prints the constants as options for pad.",
      "",
      "hairspace fit samples.csv",
      "hairspace fit --robust --rounding up --json samples.csv",
    ]
  )
}
