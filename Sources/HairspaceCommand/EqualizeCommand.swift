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
    let notices = try titles.notices(about: texts, console)
    let sizer = try titles.sizer()
    var progress = Progress(console, "titles padded")
    var failures: [CommandError] = []
    let target = try width ?? sizer.equalWidth(of: texts)
    for (index, text) in texts.enumerated() {
      let title: Title
      do {
        title = try sizer.equalizedTitle(text, toWidth: target, align: titles.align)
      } catch let error as SizingError {
        let error = CommandError(error)
        throw CommandError(error.status, "\(text.quoted): \(error.message)")
      }
      try titles.print(title, about: text.quoted, showing: text, notices: notices, console)
      if let failure = titles.failure(title) {
        failures.append(CommandError(failure.status, "\(text.quoted): \(failure.message)"))
      }
      progress.update(index + 1, consumed: index + 1, size: texts.count)
    }
    console.clearProgress()
    try console.flush()
    try console.end(with: failures)
  }
}

extension Arguments {
  /// The texts of a row: operands, and the files of `--file`, `-` for standard input.
  func texts(of command: String) throws(CommandError) -> (texts: [String], paths: [String]) {
    let inputs = operands.indices.filter(isStandardInput)
    let texts = operands.indices.filter { !inputs.contains($0) }.map { operands[$0] }
    let paths = values("file") + inputs.map { operands[$0] }
    guard !(texts.isEmpty && paths.isEmpty) else {
      throw CommandError(
        .usage, "\(command) needs titles or --file: hairspace \(command) Delete Archive")
    }
    try refuseSecondStandardInput(besides: paths)
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
