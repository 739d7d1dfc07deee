internal import Hairspace

/// A JSON value, written on one line with its keys in the order given.
enum JSON {
  case string(String)
  case number(Double)
  case integer(Int)
  case bool(Bool)
  case null
  case array([JSON])
  case object([(String, JSON)])

  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .number(let number): text += number.plain
    case .integer(let integer): text += String(integer)
    case .bool(let bool): text += bool ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.0, to: &text)
        text += ":"
        member.1.write(to: &text)
      }
      text += "}"
    }
  }

  /// Letters stand as they are; what cannot be seen is escaped.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      if scalar == "\"" || scalar == "\\" || !scalar.isVisible {
        text += EscapeForm.json.escape(String(Character(scalar))) ?? ""
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is U+0020 or neither a separator nor a control, format or unassigned character.
  fileprivate var isVisible: Bool {
    if isASCII { return (0x20...0x7E).contains(value) }
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .privateUse,
      .unassigned, .surrogate:
      return false
    default: return true
    }
  }
}

extension Double {
  /// The shortest decimal that reads back as the same number, without ".0".
  var plain: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// At most so many decimals, for people.
  func rounded(to places: Int) -> String {
    var power = 1.0
    for _ in 0..<places { power *= 10 }
    let rounded = (self * power).rounded() / power
    return rounded.isFinite ? (rounded == 0 ? 0.0 : rounded).plain : plain
  }
}
