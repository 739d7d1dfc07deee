/// A value asked of an axis of a variable face, such as wght=650.
public struct AxisValue: Sendable, Hashable {
  public let tag: Tag
  public let value: Double

  public init(_ tag: Tag, _ value: Double) {
    self.tag = tag
    self.value = value
  }

  /// Reads `TAG=VALUE`, the command line's form.
  ///
  /// - Returns: nil unless the tag is one and the value a number of at most 32,767 either way, OpenType's range.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let tag = Tag(String(parts[0])), let value = Double(parts[1]),
      value.isFinite, abs(value) <= Double(Int16.max), text.utf8.allSatisfy({ $0 < 0x80 }),
      parts[1].utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) })
    else { return nil }
    self.init(tag, value)
  }
}

/// An axis that a variable face has.
public struct VariationAxis: Sendable, Hashable {
  public let tag: Tag
  public let range: ClosedRange<Double>
  public let defaultValue: Double
}

/// A named instance of a variable face, such as "Medium".
public struct NamedInstance: Sendable, Hashable {
  public let name: String
  /// One value for each axis of the face, in its order.
  public let coordinates: [AxisValue]
}
