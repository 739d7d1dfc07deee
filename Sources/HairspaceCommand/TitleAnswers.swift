/// What came of some titles: made on any thread, printed by a ``TitlePrinter``.
struct TitleAnswers: Sendable {
  /// Lines with their ends.
  var output: [UInt8] = []
  var warnings = Messages()
  /// What keeps titles from being as wide as asked.
  var failures = Messages()
}

/// Messages of one kind: the first are kept, the others counted.
struct Messages: Sendable {
  /// How many messages there are of lines: the others would mostly say the same.
  static let mostOfFile = 10

  private let most: Int
  private(set) var kept: [String] = []
  private(set) var omitted = 0

  init(most: Int = mostOfFile) {
    self.most = most
  }

  /// A message that is not kept is not even made.
  mutating func add(_ message: @autoclosure () -> String) {
    if kept.count < most { kept.append(message()) } else { omitted += 1 }
  }

  /// - Returns: those of the others that are kept.
  @discardableResult
  mutating func add(_ others: Messages) -> ArraySlice<String> {
    let new = others.kept.prefix(most - kept.count)
    kept += new
    omitted += others.omitted + others.kept.count - new.count
    return new
  }
}

/// Prints titles with their warnings as they come, and keeps for the end which limits are not met.
struct TitlePrinter {
  private let console: Console
  private var warnings: Messages
  private var failures: Messages

  /// - Parameter most: how many messages of a kind are shown.
  init(_ console: Console, most: Int = .max) {
    self.console = console
    warnings = Messages(most: most)
    failures = Messages(most: most)
  }

  mutating func print(_ answers: TitleAnswers) throws(CommandError) {
    try console.print(answers.output)
    for warning in warnings.add(answers.warnings) { console.warn(warning) }
    failures.add(answers.failures)
  }

  /// Says how much was not said.
  ///
  /// - Returns: the limits that are not met.
  func close() -> [CommandError] {
    if warnings.omitted > 0 {
      let what = warnings.omitted == 1 ? "warning" : "warnings"
      console.warn("\(warnings.omitted) more \(what); --json has them all")
    }
    var unmet = failures.kept
    if failures.omitted > 0 {
      let what = failures.omitted == 1 ? "width is" : "widths are"
      unmet.append("\(failures.omitted) more \(what) not met; --json has each one's deviation")
    }
    return unmet.map { CommandError(.limitNotMet, $0) }
  }
}

extension Console {
  /// Reports errors: all of them, the last as the command's own.
  func end(with errors: [CommandError]) throws(CommandError) {
    guard let last = errors.last else { return }
    for error in errors.dropLast() { report(error) }
    throw last
  }
}
