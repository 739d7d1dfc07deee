internal import Hairspace

extension Arguments {
  /// The alphabet of `--spaces`: a preset's name, or a list of code points.
  func alphabet() throws(CommandError) -> SpaceAlphabet? {
    guard let text = value("spaces") else { return nil }
    switch text {
    case "hair": return .hair
    case "fixed": return .fixed
    case "non-breaking": return .nonBreaking
    default: break
    }
    let cure = "give hair, fixed, non-breaking, or code points such as U+2009,U+200A"
    guard let scalars = Self.scalars(text), !scalars.isEmpty else {
      throw CommandError(.usage, "--spaces \(text.quoted): \(cure)")
    }
    var characters: [SpaceCharacter] = []
    for scalar in scalars {
      guard let character = SpaceCharacter(scalar) else {
        throw CommandError(
          .usage, "--spaces \(text.quoted): \(scalar.notation) is not a space; \(cure)")
      }
      characters.append(character)
    }
    return SpaceAlphabet(characters)
  }

  /// Reads code points in hexadecimal, with or without "U+", between spaces or commas.
  static func scalars(_ text: String) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    for part in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      let digits = part.hasPrefix("U+") || part.hasPrefix("u+") ? part.dropFirst(2) : part
      guard (1...8).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
        let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
      else { return nil }
      scalars.append(scalar)
    }
    return scalars
  }
}
