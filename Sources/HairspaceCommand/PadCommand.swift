internal import Hairspace
internal import Shaping

/// `hairspace pad`: a title for each width.
struct PadCommand {
  let widths: [Points]
  let text: String
  let titles: TitleArguments

  init(_ arguments: Arguments) throws(CommandError) {
    guard !arguments.operands.isEmpty else {
      throw CommandError(.usage, "pad needs a width in points: hairspace pad 74")
    }
    var widths: [Points] = []
    for operand in arguments.operands {
      widths.append(try Arguments.width(operand, "width"))
    }
    self.widths = widths
    text = arguments.value("title") ?? ""
    titles = try TitleArguments(arguments, defaultRule: .article)
  }

  func run(_ console: Console) throws {
    let maker = try titles.maker(about: [text], console)
    var printer = TitlePrinter(console)
    var errors: [CommandError] = []
    do {
      for width in widths {
        var answers = TitleAnswers()
        let title = try add(width, to: &answers, maker)
        try printer.print(answers)
        maker.remark(on: title, about: "\(width.value.plain) pt", console)
      }
    } catch {
      errors.append(CommandError(any: error))
    }
    try console.flush()
    try console.end(with: printer.close() + errors)
  }

  private func add(
    _ width: Points, to answers: inout TitleAnswers, _ maker: TitleMaker
  ) throws(CommandError) -> Title {
    try maker.add(to: &answers, about: "\(width.value.plain) pt", showing: text) {
      try maker.sizer.title(forWidth: width, showing: text, align: titles.align)
    }
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
