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
    let notices = try titles.notices(about: [text], console)
    let sizer = try titles.sizer()
    var failures: [CommandError] = []
    for width in widths {
      let subject = "\(width.value.plain) pt"
      let title: Title
      do {
        title = try sizer.title(forWidth: width, showing: text, align: titles.align)
      } catch let error as SizingError {
        let error = CommandError(error)
        throw CommandError(error.status, "\(subject): \(error.message)")
      }
      try titles.print(title, about: subject, showing: text, notices: notices, console)
      if let failure = titles.failure(title) { failures.append(failure) }
    }
    try console.flush()
    try console.end(with: failures)
  }
}

extension Arguments {
  /// A width as an operand or an option gives it.
  static func width(_ text: String, _ name: String) throws(CommandError) -> Points {
    guard let width = Double(decimal: text), width >= 0 else {
      throw CommandError(
        .usage, "\(name) \(text.quoted): needs a number of points from 0 on, such as 74")
    }
    // Without the sign of -0.
    return Points(width + 0)
  }
}

extension Console {
  /// Reports limits that are not met: all of them, the last as the command's own error.
  func end(with failures: [CommandError]) throws(CommandError) {
    guard let last = failures.last else { return }
    for failure in failures.dropLast() { report(failure) }
    throw last
  }
}
