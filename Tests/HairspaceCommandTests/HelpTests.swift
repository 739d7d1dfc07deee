import Testing

@testable import HairspaceCommand

@Suite struct HelpTests {
  @Test("No help is wider than 80 columns or ends in spaces")
  func width() {
    for text in [Help.general] + Subcommand.all.map(Help.text) {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(line.count <= 80, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test("Every option's help stands in its subcommand's help")
  func complete() {
    for subcommand in Subcommand.all {
      let help = Help.text(of: subcommand)
      for option in subcommand.options {
        #expect(help.contains("--\(option.name)"))
      }
      #expect(Set(subcommand.options.map(\.name)).count == subcommand.options.count)
      let letters = subcommand.options.compactMap(\.short)
      #expect(Set(letters).count == letters.count)
    }
  }

  @Test("The help of spaces, word for word")
  func spaces() {
    #expect(
      Help.text(of: .spaces) == """
        Usage: hairspace spaces [OPTION]...

        Print what each space character measures in a font.

              --spaces LIST         fixed, hair, non-breaking, characters such as
                                    U+2009,U+200A, or @FILE [all seventeen]
          -s, --size PT             the font's size in points [17]
          -f, --font FONT           a font file, - for standard input, or a family name
                                    with a style or without: "Inter Medium"
                                    [Inter Regular, bundled]
              --fallback FONT       a font for what the first lacks; repeatable
              --face-index N        which face of a collection, or its family [0]
              --instance NAME       a named instance of a variable face
              --axis TAG=N          a value for an axis of a variable face, such as
                                    wght=650; repeatable
              --feature TAG=N       an OpenType feature: kern=0, ss01, liga=off;
                                    repeatable
              --language TAG        the texts' language (BCP 47), such as de
              --tracking WHICH      font: its trak table, sf-pro: San Francisco's, none,
                                    or a number of 1/1000 em [font]
              --letter-spacing PT   points to add after each character
              --ignore-damage       measure a font file as it is, whatever its checksums
                                    say and whichever tables cannot be read
          -j, --json                one JSON object a line, numbers in full precision
          -q, --quiet               no warnings, no remarks, no progress
          -h, --help                print this help

        glyph        the font's own
        synthesised  made from another space by the shaper; others may differ
        stated       by the file of --spaces
        missing      neither a glyph nor synthesised

        @FILE: one character a line, any code point, and its advance in points if the
        font does not know it, above zero or below: U+E001 -1.5. # begins a comment; @-
        is standard input.

        hairspace spaces --font DejaVuSans.ttf --size 18
        """)
  }
}
