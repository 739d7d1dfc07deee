/// The lines of a UTF-8 file, one at a time; see ``LineChunks``. Each ill-formed sequence becomes one U+FFFD, as the Unicode
/// standard recommends.
struct LineReader: ~Copyable {
  struct Line {
    var text: String
    /// Counted from 1.
    var number: Int
    /// Whether the line is well-formed UTF-8.
    var isWellFormed: Bool
  }

  private var chunks: LineChunks
  /// Of the last chunk, the last first.
  private var lines: [Line] = []

  /// How many bytes have been read.
  var consumed: Int { chunks.consumed }

  init(path: String) throws(CommandError) {
    chunks = try LineChunks(path: path)
  }

  /// - Returns: nil after the last line.
  mutating func next() throws(CommandError) -> Line? {
    if lines.isEmpty, let chunk = try chunks.next() {
      var lines: [Line] = []
      chunk.forEachLine { bytes, number in
        let text = String(validating: bytes, as: UTF8.self)
        lines.append(
          Line(
            text: text ?? String(decoding: bytes, as: UTF8.self), number: number,
            isWellFormed: text != nil))
        return true
      }
      self.lines = lines.reversed()
    }
    return lines.popLast()
  }
}
