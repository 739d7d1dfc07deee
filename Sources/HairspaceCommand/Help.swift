/// The help texts, made from the table of subcommands; none is wider than 80 columns.
enum Help {
  static let general = """
    Usage: hairspace COMMAND ...

    Titles of spaces that make a swipe button as wide as you ask, measured in a
    real font; and the measuring itself.

    \(Subcommand.all.map { "  \(column($0.name, 9))\($0.summary)" }.joined(separator: "\n"))

      hairspace pad 74                   a title for a button 74 pt wide
      hairspace pad 74 --kit row-action  the same by UITableViewRowAction's rule
      hairspace measure Delete Löschen   the advance of each text
      hairspace spaces                   each space: glyph, synthesised or missing
      hairspace buttons Delete Archive   the width of each button of a row
      hairspace equalize Delete Archive  their titles, padded to one width
      hairspace fit samples.csv          a button's constants from measured ones
      hairspace fonts                    bundled and installed faces

    hairspace COMMAND --help describes a command; hairspace --version prints the
    version. Exit status: 0 done, 1 a stated limit is not met, 64 usage, 65 bad
    data, 66 no such input, font or family, 69 no such library, 70 a bug,
    74 output.
    """

  static func text(of subcommand: Subcommand) -> String {
    let usage = ["Usage: hairspace", subcommand.name, "[OPTION]...", subcommand.arguments]
      .filter { !$0.isEmpty }.joined(separator: " ")
    var lines = [usage, "", capitalised(subcommand.summary) + ".", ""]
    for option in subcommand.options {
      let short = option.short.map { "-\($0), " } ?? "    "
      let names = "  \(short)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
      for (index, line) in option.help.enumerated() {
        lines.append(column(index == 0 ? names : "", 27) + " " + line)
      }
    }
    lines += [""] + subcommand.notes
    return lines.joined(separator: "\n")
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
