/// Standard output, buffered, and standard error, line by line.
///
/// Standard output carries answers alone, messages go to standard error.
final class Console {
  private var buffer: [UInt8] = []
  private let isQuiet: Bool
  /// A progress line is on the screen.
  private var showsProgress = false

  private static let bufferSize = 1 << 16

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  /// Adds to the answer.
  func print(_ line: String) throws(CommandError) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds lines with their ends.
  func print(_ lines: [UInt8]) throws(CommandError) {
    buffer += lines
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is buffered. A reader that has gone away wants no more: the command is done.
  func flush() throws(CommandError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !buffer.isEmpty else { return }
    switch System.write(buffer, to: 1) {
    case nil: return
    case .closedPipe: System.exit(.done)
    case .failed(let reason):
      throw CommandError(.output, "standard output: cannot be written: \(reason)")
    }
  }

  /// A warning, on standard error.
  func warn(_ message: String) {
    if !isQuiet { say("warning: \(message)") }
  }

  /// A line about the answer that only a person at a terminal has use for.
  func remark(_ message: @autoclosure () -> String) {
    if !isQuiet, System.standardOutputIsTerminal { say(message()) }
  }

  /// The line about what went wrong. It is never left out.
  func report(_ error: CommandError) {
    say(error.message)
  }

  private func say(_ message: String) {
    clearProgress()
    // On a terminal a remark follows what it is about.
    if System.standardOutputIsTerminal { try? flush() }
    _ = System.write(Array("hairspace: \(message.visible)\n".utf8), to: 2)
  }

  /// Whether a progress line would be seen, and would not stand in the answer's way.
  var hasProgress: Bool {
    !isQuiet && System.standardErrorIsTerminal && !System.standardOutputIsTerminal
  }

  func showProgress(_ message: String) {
    showsProgress = true
    _ = System.write(Array("\r\u{1B}[Khairspace: \(message)".utf8), to: 2)
  }

  func clearProgress() {
    if showsProgress { _ = System.write(Array("\r\u{1B}[K".utf8), to: 2) }
    showsProgress = false
  }
}
