/// Whole lines of a file, some at a time, in memory bounded by the longest line.
///
/// Lines end at LF or CR LF; a last line needs no end. A byte order mark at the start is left out.
struct LineChunks: ~Copyable {
  /// How many bytes a line may have.
  static let longestLine = 8 << 20

  /// How many bytes a chunk has where lines are shorter, unless another number is given.
  static let size = 1 << 17

  private let chunkSize: Int
  private let descriptor: Int32
  private let path: String
  /// What has been read of the next line.
  private var rest: [UInt8] = []
  private var lines = 0
  private var isAtStart = true
  private var isAtEnd = false

  /// How many bytes have been read, for progress.
  private(set) var consumed = 0
  /// The size of the file, if it is a regular one.
  let size: Int?

  init(path: String, size chunkSize: Int = size) throws(CommandError) {
    self.path = path
    self.chunkSize = chunkSize
    descriptor = try System.openForReading(path)
    size = System.size(of: descriptor)
  }

  deinit {
    System.closeFile(descriptor)
  }

  /// - Returns: nil after the last line.
  mutating func next() throws(CommandError) -> LineChunk? {
    var bytes = rest
    rest = []
    var searched = 0
    var end: Int?
    while !isAtEnd, end == nil {
      let wanted = max(chunkSize - bytes.count, chunkSize / 2)
      let count = try System.read(descriptor, adding: wanted, to: &bytes, path: path)
      consumed += count
      isAtEnd = count == 0
      if isAtStart { try readStart(&bytes) }
      guard isAtEnd || bytes.count >= chunkSize else { continue }
      end = bytes[searched...].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      searched = bytes.count
      if end == nil, bytes.count > Self.longestLine + 2 { break }
    }
    if let end, !isAtEnd {
      rest = Array(bytes[end...])
      bytes.removeSubrange(end...)
    }
    guard !bytes.isEmpty else { return nil }
    let chunk = LineChunk(bytes: bytes, firstLine: lines + 1)
    lines += chunk.count
    if let line = chunk.lineLonger(than: Self.longestLine) {
      throw CommandError(
        .badData,
        "\(path.inputName):\(line): the line is longer than "
          + "\(Self.longestLine >> 20) MiB; give one text a line")
    }
    return chunk
  }

  /// What stands before the first line.
  private mutating func readStart(_ bytes: inout [UInt8]) throws(CommandError) {
    guard isAtEnd || bytes.count >= 3 else { return }
    isAtStart = false
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw CommandError(
        .badData, "\(path.inputName): is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
  }
}

/// Whole lines, at least one.
struct LineChunk: Sendable {
  let bytes: [UInt8]
  /// Its number in the file, counted from 1.
  let firstLine: Int

  /// How many lines it has.
  var count: Int {
    var count = bytes.last == UInt8(ascii: "\n") ? 0 : 1
    for byte in bytes where byte == UInt8(ascii: "\n") { count += 1 }
    return count
  }

  /// Calls for each line, which is not copied, with its number, until that returns false.
  func forEachLine(_ body: (ArraySlice<UInt8>, Int) -> Bool) {
    var start = 0
    var number = firstLine
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let isCRLF = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      guard body(bytes[start..<(isCRLF ? end - 1 : end)], number) else { return }
      start = end + 1
      number += 1
    }
  }

  fileprivate func lineLonger(than most: Int) -> Int? {
    guard bytes.count > most else { return nil }
    var found: Int?
    forEachLine { line, number in
      if line.count > most { found = number }
      return found == nil
    }
    return found
  }
}
