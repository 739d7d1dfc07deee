internal import Hairspace
internal import Shaping

/// The characters that `--spaces` names.
struct SpaceSelection {
  var alphabet: SpaceAlphabet
  /// The advances that its file states.
  var stated: [SpaceCharacter: Points] = [:]
  /// The file, if the characters are of one.
  var file: String?

  /// How many characters a file may have.
  static let mostCharacters = 256
}

extension Arguments {
  /// The characters of `--spaces`: a preset's name, a list of code points, or a file.
  func spaces() throws(CommandError) -> SpaceSelection? {
    guard let text = value("spaces") else { return nil }
    switch text {
    case "hair": return SpaceSelection(alphabet: .hair)
    case "fixed": return SpaceSelection(alphabet: .fixed)
    case "non-breaking": return SpaceSelection(alphabet: .nonBreaking)
    default: break
    }
    let cure =
      "give hair, fixed, non-breaking, code points such as U+2009,U+200A, or @ and a file"
    if text.hasPrefix("@") {
      guard text != "@" else { throw CommandError(.usage, "--spaces \(text.quoted): \(cure)") }
      try refuseSecondStandardInput()
      return try SpaceSelection(file: String(text.dropFirst()))
    }
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
    return SpaceAlphabet(characters).map { SpaceSelection(alphabet: $0) }
  }

  /// Reads code points in hexadecimal, with or without "U+", between spaces or commas.
  static func scalars(_ text: String) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    for part in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      let digits = part.hasPrefix("U+") || part.hasPrefix("u+") ? part.dropFirst(2) : part
      guard let value = codePoint(digits), let scalar = Unicode.Scalar(value) else { return nil }
      scalars.append(scalar)
    }
    return scalars
  }

  /// Reads a code point's hexadecimal digits.
  fileprivate static func codePoint(_ digits: Substring) -> UInt32? {
    guard (1...8).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    return UInt32(digits, radix: 16)
  }
}

// MARK: A file of characters

extension SpaceSelection {
  /// Reads a file of one character a line: its code point, and its advance in points if the font does not know it.
  ///
  /// `#` begins a comment, at the start of a line or after white space.
  fileprivate init(file path: String) throws(CommandError) {
    var reader = try LineReader(path: path)
    var places: [SpaceCharacter: (line: Int, advance: Points?)] = [:]
    while let line = try reader.next() {
      func refused(_ reason: String) -> CommandError {
        CommandError(.badData, "\(path.inputName):\(line.number): \(reason)")
      }
      guard line.isWellFormed else { throw refused("is not UTF-8; save it as UTF-8") }
      let fields = Self.fields(of: line.text)
      guard let first = fields.first else { continue }
      guard fields.count <= 2 else {
        throw refused(
          "\(fields[2].quoted): give a code point and its advance, such as U+E001 -1.5")
      }
      let character: SpaceCharacter
      switch Self.character(first) {
      case .success(let read): character = read
      case .failure(let mistake): throw refused("\(first.quoted): \(mistake.reason)")
      }
      var advance: Points?
      if fields.count == 2 {
        advance = Self.advance(fields[1])
        guard advance != nil else {
          throw refused(
            "\(fields[1].quoted): needs points from -1000000 to 1000000, of at most three decimals, "
              + "such as -1.5")
        }
      }
      if let place = places[character] {
        guard place.advance == advance else {
          throw refused(
            "\(character.notation) has another advance in line \(place.line); give it once")
        }
        continue
      }
      guard places.count < Self.mostCharacters else {
        throw refused(
          "is the \(Self.mostCharacters + 1)th character; give \(Self.mostCharacters) at most")
      }
      places[character] = (line.number, advance)
    }
    guard let alphabet = SpaceAlphabet(places.keys) else {
      throw CommandError(
        .badData, "\(path.inputName): has no character; give one a line, such as U+E001 -1.5")
    }
    self.init(alphabet: alphabet, stated: places.compactMapValues(\.advance), file: path)
  }

  /// What white space parts in a line, without its comment.
  private static func fields(of line: String) -> [String] {
    let fields = line.split { $0 == " " || $0 == "\t" }
    return fields.prefix { !$0.hasPrefix("#") }.map(String.init)
  }

  private struct Mistake: Error {
    var reason: String
  }

  private static func character(_ field: String) -> Result<SpaceCharacter, Mistake> {
    let digits = field.dropFirst(2)
    guard field.hasPrefix("U+") || field.hasPrefix("u+"), let value = Arguments.codePoint(digits)
    else { return .failure(Mistake(reason: "is not a code point such as U+E001")) }
    if (0xD800...0xDFFF).contains(value) {
      return .failure(
        Mistake(reason: "is a surrogate, half a character; give the character's own code point"))
    }
    guard let scalar = Unicode.Scalar(value) else {
      return .failure(Mistake(reason: "is beyond Unicode, which ends at U+10FFFF"))
    }
    guard let character = SpaceCharacter.own(scalar) else {
      return .failure(
        Mistake(reason: "is a control character or a line end, which no title can have"))
    }
    return .success(character)
  }

  /// Reads a decimal number without an exponent.
  private static func advance(_ field: String) -> Points? {
    let parts = field.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1].utf8 : "".utf8[...]
    guard decimals.count <= 3,
      !field.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }),
      let number = Double(decimal: field), abs(number) <= 1_000_000
    else { return nil }
    return Points(number + 0)
  }
}

extension Font {
  /// The font with the advances that a file states.
  func stating(_ spaces: SpaceSelection?) throws(CommandError) -> StatedAdvances<Font> {
    do throws(SizingError) {
      return try StatedAdvances(self, advances: spaces?.stated ?? [:])
    } catch {
      throw CommandError(error)
    }
  }
}
