/// The embedding levels of a line by the Unicode bidirectional algorithm (UAX #9): even levels run left to right,
/// odd ones right to left.
///
/// The line's own direction is that of its first strong character, left to right when there is none.
enum BidiLevels {
  /// All characters run the same way.
  case all(isRightToLeft: Bool)
  /// A level for each character.
  case each([Int8])

  /// - Parameter line: well-formed UTF-8.
  /// - Throws: ``FontError/shapingFailed(text:)``, when memory has run out; ``FontError/libraryMissing(_:)``.
  static func of(_ line: UnsafeBufferPointer<UInt8>) throws(FontError) -> BidiLevels {
    guard let library = FriBidi.shared else { throw .libraryMissing("FriBidi (libfribidi0)") }
    var characters: [UInt32] = []
    characters.reserveCapacity(line.count)
    var place = 0
    while place < line.count { characters.append(unsafe line.scalar(at: &place).value) }
    guard let levels = library.levels(of: characters) else {
      throw unsafe .shapingFailed(text: ShapingBuffer.start(of: line))
    }
    return levels
  }

  func isRightToLeft(_ index: Int) -> Bool {
    switch self {
    case .all(let isRightToLeft): isRightToLeft
    case .each(let levels): levels[index] & 1 == 1
    }
  }

  /// Whether a character can have another level than 0 or give it to others: the blocks of the scripts that run right
  /// to left, and the controls.
  static func mayTurn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x590: false
    case 0x590..<0x900, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D..<0xFE00, 0xFE70..<0xFF00,
      0x10800..<0x11000, 0x1E800..<0x1F000:
      true
    default: false
    }
  }
}
