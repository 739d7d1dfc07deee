/// The lines of a text, split at CR LF, CR, LF, U+0085 NEXT LINE, U+2028 LINE SEPARATOR and U+2029
/// PARAGRAPH SEPARATOR: Unicode's mandatory breaks (UAX #14) but for the form feed and the vertical tab, which no
/// label breaks at.
@safe struct TextLines: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var start: Int? = 0

  /// - Parameter bytes: UTF-8, valid for as long as the lines are in use.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe self.bytes = unsafe bytes
  }

  mutating func next() -> Range<Int>? {
    guard let start else { return nil }
    let count = unsafe bytes.count
    var index = start
    while index < count {
      let length = breakLength(at: index)
      if length > 0 {
        self.start = index + length
        return start..<index
      }
      index += 1
    }
    self.start = nil
    return start..<count
  }

  /// How many bytes the line end at this place has, 0 when there is none.
  private func breakLength(at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 {
      unsafe index + offset < bytes.count ? bytes[index + offset] : 0
    }
    switch byte(0) {
    case 0x0A: return 1
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }
}
