/// The glyphs that a rule accepts in one place.
enum GlyphSet {
  case any
  case glyph(Int)
  case covered(LayoutTable, LayoutTable.Coverage)
  case classed(LayoutTable, LayoutTable.Classes, number: Int)

  func contains(_ glyph: Int) throws(NotUnderstood) -> Bool {
    switch self {
    case .any: true
    case .glyph(let only): glyph == only
    case .covered(let table, let coverage): try table.index(of: glyph, in: coverage) != nil
    case .classed(let table, let classes, let number):
      try table.number(of: glyph, in: classes) == number
    }
  }
}

/// Glyph sets, each with a number. Sets that are alike have the same: compilers of fonts write them out again for each
/// subtable.
struct GlyphSets {
  private(set) var all: [GlyphSet] = []
  /// The numbers of the sets of one glyph, by that.
  private(set) var single: [Int: Int] = [:]
  /// The numbers of the others.
  private(set) var broad: [Int] = []
  private var known: [Key: Int] = [:]
  private static let most = 16_384

  private enum Key: Hashable {
    case any
    case bytes([UInt8])
    case classed([UInt8], Int)
  }

  mutating func number(of glyph: Int) throws(NotUnderstood) -> Int {
    if let number = single[glyph] { return number }
    single[glyph] = all.count
    return try append(.glyph(glyph))
  }

  mutating func numberOfAny() throws(NotUnderstood) -> Int {
    try number(of: .any, for: .any)
  }

  mutating func number(
    of coverage: LayoutTable.Coverage, in table: LayoutTable
  ) throws(NotUnderstood) -> Int {
    try number(of: .covered(table, coverage), for: .bytes(table.copy(coverage.range)))
  }

  mutating func number(
    of number: Int, of classes: LayoutTable.Classes, in table: LayoutTable
  ) throws(NotUnderstood) -> Int {
    try self.number(
      of: .classed(table, classes, number: number),
      for: .classed(table.copy(classes.range), number))
  }

  private mutating func number(of set: GlyphSet, for key: Key) throws(NotUnderstood) -> Int {
    if let number = known[key] { return number }
    known[key] = all.count
    broad.append(all.count)
    return try append(set)
  }

  private mutating func append(_ set: GlyphSet) throws(NotUnderstood) -> Int {
    guard all.count < Self.most else { throw NotUnderstood() }
    all.append(set)
    return all.count - 1
  }
}
