/// Whether a line is one JSON value and nothing else (RFC 8259), read by the grammar.
public struct JSONChecker {
  private var rest: ArraySlice<UInt8>

  public static func accepts(_ line: some Sequence<UInt8>) -> Bool {
    var checker = JSONChecker(rest: Array(line)[...])
    return checker.value() && checker.rest.isEmpty
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let bytes = Array(word.description.utf8)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// The command writes no space between tokens, so none is allowed.
  private mutating func value() -> Bool {
    switch rest.first {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "["): return list(from: "[", to: "]") { $0.value() }
    case UInt8(ascii: "{"):
      return list(from: "{", to: "}") { $0.string() && $0.take(":") && $0.value() }
    default: return take("true") || take("false") || take("null") || number()
    }
  }

  private mutating func list(
    from start: StaticString, to end: StaticString, of element: (inout JSONChecker) -> Bool
  ) -> Bool {
    guard take(start) else { return false }
    if take(end) { return true }
    repeat {
      guard element(&self) else { return false }
    } while take(",")
    return take(end)
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    let body = rest
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        return String(validating: body[..<(rest.startIndex - 1)], as: UTF8.self) != nil
      case UInt8(ascii: "\\"):
        guard let kind = rest.popFirst(), "\"\\/bfnrtu".utf8.contains(kind) else { return false }
        if kind == UInt8(ascii: "u") {
          guard rest.count >= 4, rest.prefix(4).allSatisfy(Self.isHexDigit) else { return false }
          rest = rest.dropFirst(4)
        }
      case 0..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let found = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(found.count)
    return !found.isEmpty
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    "0123456789abcdefABCDEF".utf8.contains(byte)
  }
}
