/// The records of a CSV file (RFC 4180, in UTF-8), one at a time, in memory bounded by the longest.
///
/// Fields are separated by commas, records end at CR LF or LF; a field in double quotes may have commas, line ends and,
/// doubled, quotes. White space belongs to its field. A byte order mark at the start and lines without a byte
/// are left out. There are no comments.
struct CSVReader: ~Copyable {
  struct Record {
    var fields: [String]
    /// The line that the record begins on, counted from 1.
    var line: Int
  }

  /// How many bytes a record may have.
  static let longestRecord = LineChunks.longestLine

  /// Where in a field the reader is.
  private enum State {
    /// Before its first byte.
    case start
    case plain
    case quoted
    /// After a quote in quotes: the end of the field, or the first of two.
    case quote
    /// After a CR outside quotes, which an LF has to follow.
    case carriageReturn
  }

  private let descriptor: Int32
  private let path: String
  private var chunk: [UInt8] = []
  private var position = 0
  private var end = 0
  private var line = 1
  private var hasStarted = false

  /// - Throws: when the file cannot be opened.
  init(path: String) throws(CommandError) {
    self.path = path
    descriptor = try System.openForReading(path)
  }

  deinit {
    System.closeFile(descriptor)
  }

  /// - Returns: nil after the last record.
  /// - Throws: a ``ExitStatus/badData`` that names the line, for what is no CSV or no UTF-8.
  mutating func next() throws(CommandError) -> Record? {
    var first = line
    var bytes: [UInt8] = []
    /// Where in `bytes` each field but the last ends.
    var ends: [Int] = []
    var state = State.start
    var length = 0
    while let byte = try nextByte() {
      length += 1
      guard length <= Self.longestRecord else {
        throw error(
          first, "the row is longer than \(Self.longestRecord >> 20) MiB; is a quote missing?")
      }
      let isNewline = byte == UInt8(ascii: "\n")
      if isNewline { line += 1 }
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")): state = .quote
      case (.quoted, _): bytes.append(byte)
      case (.quote, UInt8(ascii: "\"")):
        bytes.append(byte)
        state = .quoted
      case (.start, UInt8(ascii: "\"")): state = .quoted
      case (.plain, UInt8(ascii: "\"")):
        throw error(
          line, "a quote inside a field; put the field in quotes, and double those in it")
      case (.carriageReturn, _) where !isNewline:
        throw error(line, "a CR without an LF; put a field with line ends in quotes")
      case (_, UInt8(ascii: "\r")): state = .carriageReturn
      case (_, UInt8(ascii: "\n")):
        if length == 1 || length == 2 && state == .carriageReturn {
          // A line without a byte.
          first = line
          length = 0
          state = .start
        } else {
          return try record(bytes, ends, first)
        }
      case (_, UInt8(ascii: ",")):
        ends.append(bytes.count)
        state = .start
      case (.quote, _):
        throw error(line, "text after a field's closing quote; double the quotes inside a field")
      default:
        bytes.append(byte)
        state = .plain
      }
    }
    if state == .quoted {
      throw error(first, "a quote is opened in this row and never closed")
    }
    if state == .carriageReturn {
      throw error(line, "a CR without an LF; put a field with line ends in quotes")
    }
    return length == 0 ? nil : try record(bytes, ends, first)
  }

  private func record(_ bytes: [UInt8], _ ends: [Int], _ line: Int) throws(CommandError) -> Record {
    var fields: [String] = []
    var start = 0
    for end in ends + [bytes.count] {
      guard let field = String(validating: bytes[start..<end], as: UTF8.self) else {
        throw error(line, "field \(fields.count + 1) is not UTF-8; convert the file first")
      }
      fields.append(field)
      start = end
    }
    return Record(fields: fields, line: line)
  }

  private func error(_ line: Int, _ message: String) -> CommandError {
    CommandError(.badData, "\(path.inputName):\(line): \(message)")
  }

  private mutating func nextByte() throws(CommandError) -> UInt8? {
    if !hasStarted { try start() }
    if position == end {
      chunk.removeAll(keepingCapacity: true)
      end = try System.read(descriptor, adding: 1 << 16, to: &chunk, path: path)
      position = 0
      if end == 0 { return nil }
    }
    defer { position += 1 }
    return chunk[position]
  }

  /// Looks for a byte order mark. A pipe may give a byte at a time.
  private mutating func start() throws(CommandError) {
    hasStarted = true
    var head: [UInt8] = []
    while head.count < 3 {
      let count = try System.read(descriptor, adding: 3 - head.count, to: &head, path: path)
      if count == 0 { break }
    }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      throw CommandError(
        .badData,
        "\(path.inputName): is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8")
    }
    if head == [0xEF, 0xBB, 0xBF] { return }
    chunk = head
    end = head.count
  }
}
