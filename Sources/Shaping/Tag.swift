/// A four-character name of a table, feature, axis or script in OpenType.
public struct Tag: Sendable, Hashable, Comparable, CustomStringConvertible {
  let value: UInt32

  init(_ value: UInt32) {
    self.value = value
  }

  /// - Returns: nil unless the name is one to four printable ASCII characters. Shorter names are padded
  ///   with spaces, as OpenType pads them.
  public init?(_ name: String) {
    let bytes = Array(name.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }),
      bytes.first != 0x20
    else { return nil }
    self.value = (0..<4).reduce(0) { $0 << 8 | UInt32($1 < bytes.count ? bytes[$1] : 0x20) }
  }

  /// By code, as directories are ordered.
  public static func < (one: Tag, other: Tag) -> Bool {
    one.value < other.value
  }

  public var description: String {
    String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        .map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
