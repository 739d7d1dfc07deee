/// A way to write a title down so that its spaces can be seen, copied and checked in.
///
/// Each form but ``none`` and ``unicode`` is what stands between the quotes, or between the tags, of its
/// language; nothing outside ASCII is left in it unless the language has no escape for it.
public enum EscapeForm: String, Sendable, Hashable, CaseIterable {
  /// The title itself.
  case none
  /// Code points in Unicode's notation, one space between: `U+2003 U+200A`.
  case unicode
  /// A Swift string literal: `\u{2003}`.
  case swift
  /// An Objective-C or C string literal: `\u2003`.
  case objc
  /// A JSON or JavaScript string: `\u2003`.
  case json
  /// A string of an Apple .strings file: `\U2003`.
  case strings
  /// XML text or attribute value: `&#x2003;`.
  case xml
  /// HTML text or attribute value: `&#x2003;`.
  case html
  /// Percent-encoded UTF-8: `%E2%80%83`.
  case url

  /// The text in this form.
  ///
  /// - Returns: nil when the form cannot hold one of the characters, as XML cannot hold most control characters
  ///   and C no NUL.
  /// - Complexity: linear in the text's length.
  public func escape(_ text: String) -> String? {
    if self == .none { return text }
    var escaped: [UInt8] = []
    // A title repeats its spaces.
    var last: (scalar: Unicode.Scalar, part: [UInt8])?
    for scalar in text.unicodeScalars {
      if self == .unicode, last != nil { escaped.append(UInt8(ascii: " ")) }
      if last?.scalar != scalar {
        guard let part = escape(scalar) else { return nil }
        last = (scalar, Array(part.utf8))
      }
      escaped += last!.part
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private func escape(_ scalar: Unicode.Scalar) -> String? {
    let isPrintable = (0x20...0x7E).contains(scalar.value)
    let plain = String(Character(scalar))
    switch self {
    case .none: return plain
    case .unicode: return scalar.notation
    case .swift:
      if scalar == "\"" || scalar == "\\" { return "\\" + plain }
      return isPrintable ? plain : "\\u{\(hexadecimal(scalar.value))}"
    case .objc: return objectiveC(scalar, plain, isPrintable)
    case .json:
      if scalar == "\"" || scalar == "\\" { return "\\" + plain }
      return isPrintable ? plain : utf16("\\u", scalar)
    case .strings:
      if scalar == "\"" || scalar == "\\" { return "\\" + plain }
      return isPrintable ? plain : utf16("\\U", scalar)
    case .xml:
      let isAllowed =
        ["\t", "\n", "\r"].contains(scalar)
        || scalar.value >= 0x20 && ![0xFFFE, 0xFFFF].contains(scalar.value)
      return isAllowed ? markup(scalar, plain, isPrintable) : nil
    case .html:
      if scalar == "\u{0}" { return nil }
      // A reference to a C1 control means a Windows-1252 character, so the character itself stands.
      let isReferable = !(0x80...0x9F).contains(scalar.value)
      return isReferable ? markup(scalar, plain, isPrintable) : plain
    case .url:
      let isUnreserved =
        ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
        || ("A"..."Z").contains(scalar) || ["-", ".", "_", "~"].contains(scalar)
      if isUnreserved { return plain }
      return UTF8.encode(scalar)!.map { "%" + hexadecimal(UInt32($0), width: 2) }.joined()
    }
  }

  private func objectiveC(
    _ scalar: Unicode.Scalar, _ plain: String, _ isPrintable: Bool
  ) -> String? {
    switch scalar.value {
    case 0: return nil
    case 0x22, 0x5C: return "\\" + plain
    // So that no trigraph comes about.
    case 0x3F: return "\\?"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0x09: return "\\t"
    case 0..<0x20, 0x7F:
      // Octal, always of three digits, so that it does not run on.
      let digits = String(scalar.value, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    // C has no universal character names for these.
    case 0x80..<0xA0: return plain
    case 0xA0...0xFFFF: return "\\u" + hexadecimal(scalar.value, width: 4)
    case 0x10000...: return "\\U" + hexadecimal(scalar.value, width: 8)
    default: return plain
    }
  }

  private func markup(_ scalar: Unicode.Scalar, _ plain: String, _ isPrintable: Bool) -> String {
    // A space is written as a reference too: parsers fold plain ones and trim them.
    if isPrintable, !["&", "<", ">", "\"", "'", " "].contains(scalar) { return plain }
    return "&#x\(hexadecimal(scalar.value));"
  }

  private func utf16(_ prefix: String, _ scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar)!.map { prefix + hexadecimal(UInt32($0), width: 4) }.joined()
  }

  private func hexadecimal(_ value: UInt32, width: Int = 1) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
