public import Hairspace

/// Reads what ``EscapeForm`` writes, by the rules of the languages and not by the code that writes.
public struct EscapeReader {
  private var rest: Substring.UnicodeScalarView
  private let form: EscapeForm

  private init(_ text: String, _ form: EscapeForm) {
    rest = text.unicodeScalars[...]
    self.form = form
  }

  /// - Returns: nil for what is nothing that the form can hold.
  public static func read(_ escaped: String, as form: EscapeForm) -> [Unicode.Scalar]? {
    if form == .none { return Array(escaped.unicodeScalars) }
    if form == .unicode { return notations(escaped) }
    var reader = EscapeReader(escaped, form)
    var units: [UInt16] = []
    var bytes: [UInt8] = []
    while let scalar = reader.rest.popFirst() {
      guard scalar != "\"", scalar.value >= 0x20, scalar != "\u{7F}",
        scalar.isASCII || form == .objc || form == .html
      else { return nil }
      let read: Unicode.Scalar
      switch (form, scalar) {
      case (.url, "%"):
        guard let byte = reader.number(digits: 2) else { return nil }
        bytes.append(UInt8(byte))
        continue
      case (.url, _):
        bytes.append(UInt8(ascii: scalar))
        continue
      case (.xml, "&"), (.html, "&"):
        guard let reference = reader.reference() else { return nil }
        read = reference
      case (.xml, "<"), (.xml, ">"), (.html, "<"), (.html, ">"): return nil
      case (.swift, "\\"), (.objc, "\\"):
        guard let escape = reader.escape() else { return nil }
        read = escape
      case (.json, "\\"), (.strings, "\\"):
        guard let kind = reader.rest.popFirst() else { return nil }
        if kind == (form == .json ? "u" : "U") {
          guard let unit = reader.number(digits: 4) else { return nil }
          units.append(UInt16(unit))
          continue
        }
        guard kind == "\"" || kind == "\\" else { return nil }
        read = kind
      default: read = scalar
      }
      units += Array(UTF16.encode(read)!)
    }
    if form == .url {
      return String(validating: bytes, as: UTF8.self).map { Array($0.unicodeScalars) }
    }
    return String(validating: units, as: UTF16.self).map { Array($0.unicodeScalars) }
  }

  private static func notations(_ text: String) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    for word in text.split(separator: " ") {
      guard word.hasPrefix("U+"), word.count >= 6, let value = UInt32(word.dropFirst(2), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { return nil }
      scalars.append(scalar)
    }
    return scalars
  }

  /// What follows a backslash in Swift or C.
  private mutating func escape() -> Unicode.Scalar? {
    guard let kind = rest.popFirst() else { return nil }
    switch (form, kind) {
    case (_, "\""), (_, "\\"), (.objc, "?"): return kind
    case (.objc, "n"): return "\n"
    case (.objc, "r"): return "\r"
    case (.objc, "t"): return "\t"
    case (.objc, "u"): return number(digits: 4).flatMap(Unicode.Scalar.init)
    case (.objc, "U"): return number(digits: 8).flatMap(Unicode.Scalar.init)
    case (.objc, "0"..."7"):
      let digits = String(kind) + String(String.UnicodeScalarView(rest.prefix(2)))
      rest = rest.dropFirst(2)
      return digits.count == 3 ? UInt32(digits, radix: 8).flatMap(Unicode.Scalar.init) : nil
    case (.swift, "u"):
      guard rest.popFirst() == "{" else { return nil }
      return number(through: "}").flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  /// What follows the ampersand of a hexadecimal reference.
  private mutating func reference() -> Unicode.Scalar? {
    guard rest.popFirst() == "#", rest.popFirst() == "x" else { return nil }
    return number(through: ";").flatMap(Unicode.Scalar.init)
  }

  private mutating func number(digits: Int) -> UInt32? {
    let text = String(String.UnicodeScalarView(rest.prefix(digits)))
    rest = rest.dropFirst(digits)
    return text.count == digits ? UInt32(text, radix: 16) : nil
  }

  private mutating func number(through end: Unicode.Scalar) -> UInt32? {
    guard let place = rest.firstIndex(of: end) else { return nil }
    let text = String(String.UnicodeScalarView(rest[..<place]))
    rest = rest[place...].dropFirst()
    return text.count <= 8 ? UInt32(text, radix: 16) : nil
  }
}
