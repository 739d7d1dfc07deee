/// A character that a title may be padded with.
public struct SpaceCharacter: Sendable, Hashable {
  public let scalar: Unicode.Scalar

  /// U+200A HAIR SPACE, the narrowest, and the article's own.
  public static let hair = SpaceCharacter(unchecked: "\u{200A}")

  /// U+0020 SPACE, the glyph that shapers draw when a face lacks another space.
  public static let space = SpaceCharacter(unchecked: "\u{20}")

  /// The seventeen characters of Unicode's general category Zs, in code point order.
  public static let all: [SpaceCharacter] = {
    let scalars: [Unicode.Scalar] =
      ["\u{20}", "\u{A0}", "\u{1680}"]
      + (UInt32(0x2000)...0x200A).compactMap(Unicode.Scalar.init)
      + ["\u{202F}", "\u{205F}", "\u{3000}"]
    return scalars.map(SpaceCharacter.init(unchecked:))
  }()

  /// The character, or nil when it is not a space separator (general category Zs).
  public init?(_ scalar: Unicode.Scalar) {
    guard scalar.properties.generalCategory == .spaceSeparator else { return nil }
    self.scalar = scalar
  }

  /// A character of one's own choice, whatever it is: a letter, or one for private use that a chat game's font makes
  /// a space of.
  ///
  /// - Returns: nil for a control character or the end of a line or paragraph (general categories Cc, Zl and Zp).
  public static func own(_ scalar: Unicode.Scalar) -> SpaceCharacter? {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: nil
    default: SpaceCharacter(unchecked: scalar)
    }
  }

  private init(unchecked scalar: Unicode.Scalar) {
    self.scalar = scalar
  }

  /// The character in Unicode's notation, such as "U+200A".
  public var notation: String {
    scalar.notation
  }

  /// The character's name in the Unicode standard, such as "HAIR SPACE"; its notation when it has none there.
  public var name: String {
    scalar.properties.name ?? notation
  }
}

extension Unicode.Scalar {
  /// The scalar in Unicode's notation: "U+" and at least four capital hexadecimal digits.
  public var notation: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
