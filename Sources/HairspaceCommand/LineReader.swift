/// The lines of a UTF-8 file, one at a time, in memory bounded by the longest.
///
/// Lines end at LF or CR LF; a last line needs no end. A byte order mark at the start is left out. Each
/// ill-formed sequence becomes one U+FFFD, as the Unicode standard recommends.
struct LineReader: ~Copyable {
  /// How many bytes a line may have.
  static let longestLine = 8 << 20

  struct Line {
    var text: String
    /// Counted from 1.
    var number: Int
    /// Whether the line is well-formed UTF-8.
    var isWellFormed: Bool
  }

  private let descriptor: Int32
  private let path: String
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var number = 0
  private var isAtEnd = false

  /// How many bytes have been read, for progress.
  private(set) var consumed = 0
  /// The size of the file, if it is a regular one.
  let size: Int?

  init(path: String) throws(CommandError) {
    self.path = path
    descriptor = try System.openForReading(path)
    size = System.size(of: descriptor)
  }

  deinit {
    System.closeFile(descriptor)
  }

  /// - Returns: nil after the last line.
  mutating func next() throws(CommandError) -> Line? {
    var bytes: [UInt8] = []
    while true {
      if position == end {
        guard !isAtEnd else { break }
        end = try System.read(descriptor, into: &chunk, path: path)
        position = 0
        consumed += end
        if end == 0 {
          isAtEnd = true
          break
        }
      }
      let part = chunk[position..<end]
      if let newline = part.firstIndex(of: UInt8(ascii: "\n")) {
        bytes += chunk[position..<newline]
        position = newline + 1
        return try line(bytes)
      }
      bytes += part
      position = end
      if bytes.count > Self.longestLine { break }
    }
    return bytes.isEmpty && isAtEnd ? nil : try line(bytes)
  }

  private mutating func line(_ bytes: [UInt8]) throws(CommandError) -> Line {
    number += 1
    guard bytes.count <= Self.longestLine else {
      throw CommandError(
        .badData,
        "\(path.inputName):\(number): the line is longer than "
          + "\(Self.longestLine >> 20) MiB; give one text a line")
    }
    if number == 1, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw CommandError(
        .badData,
        "\(path.inputName): is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8"
      )
    }
    var bytes = bytes[...]
    if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if let text = String(validating: bytes, as: UTF8.self) {
      return Line(text: text, number: number, isWellFormed: true)
    }
    return Line(text: String(decoding: bytes, as: UTF8.self), number: number, isWellFormed: false)
  }
}
