/// An OpenType feature turned on, off, or set to one of its alternates, for the whole text.
public struct FontFeature: Sendable, Hashable {
  public let tag: Tag
  /// 0 is off, 1 on; features with alternates count on from there.
  public let value: UInt32

  public init(_ tag: Tag, _ value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }

  /// Reads `kern=0`, `ss01`, `+ss01`, `-liga` or `liga=off`, the forms of HarfBuzz's and CSS's syntax that
  /// mean the whole text.
  ///
  /// - Returns: nil for any other text.
  public init?(_ text: String) {
    // Tags and values are ASCII, so that a character is a byte.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var name = text[...]
    var value: UInt32 = 1
    if let equals = text.firstIndex(of: "=") {
      name = text[..<equals]
      switch text[text.index(after: equals)...] {
      case "on": value = 1
      case "off": value = 0
      case let digits:
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt32(digits)
        else { return nil }
        value = number
      }
    } else if name.hasPrefix("-") || name.hasPrefix("+") {
      value = name.hasPrefix("-") ? 0 : 1
      name = name.dropFirst()
    }
    guard let tag = Tag(String(name)), name.utf8.count == 4,
      name.utf8.allSatisfy({ $0 != 0x5B && $0 != 0x5D })
    else { return nil }
    self.init(tag, value)
  }
}
