internal import Hairspace
internal import Shaping

/// `hairspace measure`: the advance of each text.
struct MeasureCommand {
  let texts: [String]
  let paths: [String]
  let font: Font
  let isJSON: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    let unicodes = try arguments.parsed(
      "unicodes", "code points in hexadecimal such as \"0041 200A\"", Arguments.scalars)
    let operands: [String]
    (operands, paths) = try arguments.inputs()
    texts = operands + unicodes.map { String(String.UnicodeScalarView($0)) }
    guard !(texts.isEmpty && paths.isEmpty) else {
      throw CommandError(
        .usage, "measure needs a text, --file or --unicodes: hairspace measure Delete")
    }
    font = try arguments.font(defaultSize: ButtonRule.text.size)
    isJSON = arguments.has("json")
  }

  func run(_ console: Console) throws {
    for notice in font.notices { console.warn(notice) }
    var missing = MissingCharacters()
    for text in texts {
      let measurement = try font.measure(text)
      try console.print(answer(text, measurement))
      missing.report(measurement, of: text, in: font, console)
    }
    for path in paths { try measureLines(of: path, &missing, console) }
    try console.flush()
    missing.close(font, console)
  }

  /// What came of some lines.
  private struct Answers: Sendable {
    var output: [UInt8] = []
    /// The lines with characters that the font lacks.
    var missing: [(measurement: TextMeasurement, text: String)] = []
    /// The numbers of the lines that are not UTF-8.
    var malformed: [Int] = []
    /// What ends the work, after the output.
    var failure: CommandError?
  }

  private func measureLines(
    of path: String, _ missing: inout MissingCharacters, _ console: Console
  ) throws {
    var malformed = (count: 0, first: 0)
    let name = path.inputName
    try Batch.run(path, "lines measured", console) { chunk in
      answers(to: chunk, of: name)
    } take: { answers in
      try console.print(answers.output)
      for (measurement, text) in answers.missing {
        missing.report(measurement, of: text, in: font, console)
      }
      if malformed.count == 0 { malformed.first = answers.malformed.first ?? 0 }
      malformed.count += answers.malformed.count
      if let failure = answers.failure { throw failure }
    }
    if malformed.count > 0 {
      console.warn(
        "\(name): line \(malformed.first) is not UTF-8"
          + (malformed.count > 1 ? ", nor are \(malformed.count - 1) more" : "")
          + "; each bad sequence is measured as U+FFFD")
    }
  }

  private func answers(to chunk: LineChunk, of name: String) -> Answers {
    var answers = Answers()
    answers.output.reserveCapacity(chunk.bytes.count * 2)
    chunk.forEachLine { line, number in
      do {
        if let measurement = try font.measure(utf8: line) {
          try add(line, measurement, to: &answers)
        } else {
          // Each ill-formed sequence becomes U+FFFD.
          let repaired = Array(String(decoding: line, as: UTF8.self).utf8)
          answers.malformed.append(number)
          try font.measure(utf8: repaired[...]).map { try add(repaired[...], $0, to: &answers) }
        }
        return true
      } catch {
        let error = CommandError(any: error)
        answers.failure = CommandError(error.status, "\(name):\(number): \(error.message)")
        return false
      }
    }
    return answers
  }

  private func add(
    _ line: ArraySlice<UInt8>, _ measurement: TextMeasurement, to answers: inout Answers
  ) throws {
    if !measurement.missing.isEmpty {
      answers.missing.append((measurement, String(decoding: line, as: UTF8.self)))
    }
    if isJSON || line.contains(where: \.mayMoveLine) {
      let text = String(decoding: line, as: UTF8.self)
      answers.output += try answer(text, measurement).utf8
    } else {
      answers.output.append(plain: font.grid.points(measurement.advance).value)
      answers.output.append(UInt8(ascii: "\t"))
      answers.output += line
    }
    answers.output.append(UInt8(ascii: "\n"))
  }

  private func answer(_ text: String, _ measurement: TextMeasurement) throws -> String {
    let advance = font.grid.points(measurement.advance)
    guard isJSON else { return "\(advance.value.plain)\t\(text.onOneLine)" }
    return try JSON.object([
      ("text", .string(text)),
      ("advance", .number(advance.value)),
      ("advanceUnits", .number(font.units(measurement.advance))),
      ("trimmedAdvance", .number(font.grid.points(font.trimmedAdvance(of: text)).value)),
      ("lines", .integer(measurement.lines)),
      ("missing", .array(measurement.missing.map { .string($0.notation) })),
    ]).text
  }
}

/// The characters reported as missing so far: each is reported once, and not without end.
private struct MissingCharacters {
  private var known: Set<Unicode.Scalar> = []
  private var reports = 0
  private static let mostReports = 10

  mutating func report(
    _ measurement: TextMeasurement, of text: String, in font: Font, _ console: Console
  ) {
    let new = measurement.missing.filter { known.insert($0).inserted }
    guard !new.isEmpty else { return }
    reports += 1
    if reports <= Self.mostReports, let notice = font.notice(ofMissing: new, in: text) {
      console.warn(notice)
    }
  }

  func close(_ font: Font, _ console: Console) {
    if reports > Self.mostReports {
      console.warn("\(font.face.family) lacks \(known.count) characters in all; --json names each")
    }
  }
}

/// A line on standard error that tells how far long work has come.
struct Progress {
  private let console: Console
  private let isShown: Bool
  private let unit: String
  private var next: Double

  /// - Parameter unit: what is counted, and done: "lines measured".
  init(_ console: Console, _ unit: String) {
    self.console = console
    self.unit = unit
    isShown = console.hasProgress
    next = isShown ? System.clock + 0.5 : 0
  }

  mutating func update(_ lines: Int, consumed: Int, size: Int?) {
    guard isShown else { return }
    let now = System.clock
    guard now >= next else { return }
    next = now + 0.2
    let share = size.map { $0 > 0 ? ", \(min(100, consumed * 100 / $0)) %" : "" } ?? ""
    console.showProgress("\(lines) \(unit)\(share)")
  }
}

extension String {
  /// The text with its TABs and line ends written as \t, \n and \r, and other controls as their code points, so that an
  /// answer is one line.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.endsOrMovesLine) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case _ where scalar.endsOrMovesLine:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension UInt8 {
  /// Whether the byte can be one of a character that ``Swift/String/onOneLine`` writes otherwise.
  fileprivate var mayMoveLine: Bool {
    self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xE2
  }
}

extension Unicode.Scalar {
  fileprivate var endsOrMovesLine: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}
