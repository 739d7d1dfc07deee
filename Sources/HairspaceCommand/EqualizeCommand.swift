internal import Hairspace
internal import Shaping

/// `hairspace equalize`: the titles of a row, padded to one width.
struct EqualizeCommand {
  let operands: [String]
  let paths: [String]
  let width: Points?
  let titles: TitleArguments

  init(_ arguments: Arguments) throws(CommandError) {
    (operands, paths) = try arguments.texts(of: "equalize")
    width =
      if let text = arguments.value("width") {
        try Arguments.width(text, "--width")
      } else {
        nil
      }
    // What a file lists are translations of one button as often as buttons of one row.
    titles = try TitleArguments(
      arguments, defaultRule: .rowAction,
      buttonCount: paths.isEmpty ? min(1000, operands.count) : 1)
  }

  func run(_ console: Console) throws {
    let texts = try operands + paths.flatMap(LineReader.texts)
    let maker = try titles.maker(about: texts, console)
    var printer = TitlePrinter(console)
    var progress = Progress(console, "titles padded")
    var errors: [CommandError] = []
    do {
      let target = try width ?? maker.sizer.equalWidth(of: texts)
      for (index, text) in texts.enumerated() {
        var answers = TitleAnswers()
        let title = try maker.add(
          to: &answers, about: "\(text.quoted): \(target.value.plain) pt", showing: text
        ) {
          try maker.sizer.equalizedTitle(text, toWidth: target, align: titles.align)
        }
        try printer.print(answers)
        maker.remark(on: title, about: text.quoted, console)
        progress.update(index + 1, consumed: index + 1, size: texts.count)
      }
    } catch {
      errors.append(CommandError(any: error))
    }
    console.clearProgress()
    try console.flush()
    try console.end(with: printer.close() + errors)
  }
}

extension Arguments {
  /// The texts of a row: operands, and the files of `--file`, `-` for standard input.
  func texts(of command: String) throws(CommandError) -> (texts: [String], paths: [String]) {
    let (texts, paths) = try inputs()
    guard !(texts.isEmpty && paths.isEmpty) else {
      throw CommandError(
        .usage, "\(command) needs titles or --file: hairspace \(command) Delete Archive")
    }
    return (texts, paths)
  }
}

extension LineReader {
  /// How many titles, and bytes of them, a file may have: a table's row has four at most, a list of translations some
  /// thousands.
  private static let mostTexts = 100_000
  private static let mostBytes = 16 << 20

  /// The lines of a small file.
  static func texts(of path: String) throws(CommandError) -> [String] {
    var reader = try LineReader(path: path)
    var texts: [String] = []
    while let line = try reader.next() {
      guard line.isWellFormed else {
        throw CommandError(.badData, "\(path.inputName):\(line.number): is not UTF-8")
      }
      guard texts.count < mostTexts, reader.consumed <= mostBytes else {
        throw CommandError(
          .badData,
          "\(path.inputName): has more than \(mostTexts) titles, or \(mostBytes >> 20) MiB of them")
      }
      texts.append(line.text)
    }
    return texts
  }
}
