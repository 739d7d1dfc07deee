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
    titles = try TitleArguments(arguments, defaultRule: .rowAction)
  }

  func run(_ console: Console) throws {
    let texts = try operands + paths.flatMap(LineReader.texts)
    let notices = try titles.notices(about: texts, console)
    let sizer = try titles.sizer()
    var failures: [CommandError] = []
    let equal = try sizer.equalizedTitles(texts, toWidth: width, align: titles.align)
    for (text, title) in zip(texts, equal) {
      try titles.print(title, about: text.quoted, showing: text, notices: notices, console)
      if let failure = titles.failure(title) {
        failures.append(CommandError(failure.status, "\(text.quoted): \(failure.message)"))
      }
    }
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
    let readers = paths + values("font") + values("fallback")
    guard readers.count(where: { $0 == "-" }) < 2 else {
      throw CommandError(
        .usage, "standard input can be read once: give a file for --file, --font or --fallback")
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
