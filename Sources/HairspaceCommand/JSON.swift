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
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the value to UTF-8.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .string(let string): Self.write(string, to: &bytes)
    case .number(let number): bytes += number.plain.utf8
    case .integer(let integer): bytes += String(integer).utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.0, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.1.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Letters stand as they are; what cannot be seen is escaped.
  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes += string.utf8
    if !bytes[start...].allSatisfy(\.standsInJSON) {
      bytes.removeSubrange(start...)
      // A title repeats its spaces.
      var last: (scalar: Unicode.Scalar, written: [UInt8])?
      for scalar in string.unicodeScalars {
        if last?.scalar != scalar { last = (scalar, Array(written(scalar).utf8)) }
        bytes += last!.written
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func written(_ scalar: Unicode.Scalar) -> String {
    let string = String(Character(scalar))
    guard scalar == "\"" || scalar == "\\" || !scalar.isVisible else { return string }
    return EscapeForm.json.escape(string) ?? ""
  }
}

extension UInt8 {
  /// Whether the byte is a character, and stands for itself.
  fileprivate var standsInJSON: Bool {
    (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
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

extension [UInt8] {
  /// Appends a number as ``Swift/Double/plain`` writes it.
  mutating func append(plain number: Double) {
    self += number.description.utf8
    if count >= 2, self[count - 1] == UInt8(ascii: "0"), self[count - 2] == UInt8(ascii: ".") {
      removeLast(2)
    }
  }
}
