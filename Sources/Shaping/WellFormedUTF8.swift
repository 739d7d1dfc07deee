extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are well-formed UTF-8, by the table of the Unicode Standard (3.9, table 3-7).
  var isWellFormedUTF8: Bool {
    var index = 0
    while index < count {
      // Eight bytes of ASCII at a time.
      if index + 8 <= count,
        unsafe UnsafeRawPointer(baseAddress! + index).loadUnaligned(as: UInt64.self)
          & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      let first = unsafe self[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return false
      }
      guard index + length <= count, unsafe second.contains(self[index + 1]) else { return false }
      for place in (2..<4).prefix(length - 2) where unsafe self[index + place] & 0xC0 != 0x80 {
        return false
      }
      index += length
    }
    return true
  }
}
