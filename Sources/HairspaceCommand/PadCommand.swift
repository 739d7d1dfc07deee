internal import Hairspace
internal import Shaping

/// `hairspace pad`: a title for each width.
struct PadCommand {
  let widths: [Points]
  let paths: [String]
  let text: String
  let titles: TitleArguments

  init(_ arguments: Arguments) throws(CommandError) {
    let operands: [String]
    (operands, paths) = try arguments.inputs()
    guard !(operands.isEmpty && paths.isEmpty) else {
      throw CommandError(
        .usage, "pad needs a width in points, or --file: hairspace pad 74")
    }
    var widths: [Points] = []
    for operand in operands {
      widths.append(try Arguments.width(operand, "width"))
    }
    self.widths = widths
    text = arguments.value("title") ?? ""
    titles = try TitleArguments(arguments, defaultRule: .article)
  }

  func run(_ console: Console) throws {
    let maker = try titles.maker(about: [text], console)
    var ofOperands = TitlePrinter(console)
    var ofLines = TitlePrinter(console, most: Messages.mostOfFile)
    var errors: [CommandError] = []
    do {
      for width in widths {
        var answers = TitleAnswers()
        let title = try add(width, at: "", to: &answers, maker)
        try ofOperands.print(answers)
        maker.remark(on: title, about: "\(width.value.plain) pt", console)
      }
      for path in paths { try padLines(of: path, maker, &ofLines, console) }
    } catch {
      errors.append(CommandError(any: error))
    }
    try console.flush()
    try console.end(with: ofOperands.close() + ofLines.close() + errors)
  }

  /// - Parameter place: what a message begins with.
  private func add(
    _ width: Points, at place: @autoclosure () -> String, to answers: inout TitleAnswers,
    _ maker: TitleMaker
  ) throws(CommandError) -> Title {
    try maker.add(to: &answers, about: "\(place())\(width.value.plain) pt", showing: text) {
      try maker.sizer.title(forWidth: width, showing: text, align: titles.align)
    }
  }

  // MARK: Files

  /// What came of some lines.
  private struct Answers: Sendable {
    var titles = TitleAnswers()
    /// The lines that are still to be answered.
    var rest: LineChunk?
    /// What ends the work, after the titles.
    var failure: CommandError?
  }

  /// A line of a few bytes may ask for a title of a million characters, so that chunks are small, and are answered in parts
  /// when their titles are not.
  private static let chunkSize = 1 << 14
  private static let mostOutput = 1 << 22

  private func padLines(
    of path: String, _ maker: TitleMaker, _ printer: inout TitlePrinter, _ console: Console
  ) throws {
    let name = path.inputName
    try Batch.run(path, "titles made", chunkSize: Self.chunkSize, console) { chunk in
      answers(to: chunk, of: name, maker)
    } take: { answers in
      var answers = answers
      try printer.print(answers.titles)
      while let rest = answers.rest {
        answers = self.answers(to: rest, of: name, maker)
        try printer.print(answers.titles)
      }
      if let failure = answers.failure { throw failure }
    }
  }

  private func answers(to chunk: LineChunk, of name: String, _ maker: TitleMaker) -> Answers {
    var answers = Answers()
    chunk.forEachLine { line, number in
      guard answers.titles.output.count < Self.mostOutput else {
        answers.rest = LineChunk(bytes: Array(chunk.bytes[line.startIndex...]), firstLine: number)
        return false
      }
      do throws(CommandError) {
        guard let width = Points(width: line) else {
          let text = String(decoding: line, as: UTF8.self).quoted
          throw CommandError(.badData, "\(name):\(number): \(text): needs \(Points.meaning)")
        }
        _ = try add(width, at: "\(name):\(number): ", to: &answers.titles, maker)
        return true
      } catch {
        answers.failure = error
        return false
      }
    }
    return answers
  }
}

extension Arguments {
  /// A width as an operand or an option gives it.
  static func width(_ text: String, _ name: String) throws(CommandError) -> Points {
    guard let width = Points(width: text.utf8) else {
      throw CommandError(.usage, "\(name) \(text.quoted): needs \(Points.meaning)")
    }
    return width
  }
}

extension Points {
  /// What a width is, for a message.
  static let meaning = "a number of points from 0 on, such as 74"

  /// Reads a width.
  init?(width text: some Collection<UInt8>) {
    guard let width = Double(decimal: text), width >= 0 else { return nil }
    // Without the sign of -0.
    self.init(width + 0)
  }
}
