/// The embedding levels of a line by the Unicode bidirectional algorithm (UAX #9): even levels run left to right,
/// odd ones right to left.
///
/// The line's own direction is that of its first strong character, left to right when there is none.
enum BidiLevels {
  /// - Returns: a level for each character; nil when all of them are 0, as in most texts.
  /// - Throws: ``FontError/shapingFailed(text:)``, when memory has run out.
  static func of(_ line: [Unicode.Scalar]) throws(FontError) -> [Int8]? {
    guard line.contains(where: mayTurn) else { return nil }
    guard let library = FriBidi.shared else { throw .libraryMissing("FriBidi (libfribidi0)") }
    guard let levels = library.levels(of: line.map(\.value)) else {
      throw .shapingFailed(text: String(String.UnicodeScalarView(line.prefix(80))))
    }
    return levels.allSatisfy { $0 == 0 } ? nil : levels
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
