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

  /// Its glyphs; nil where they are all but some.
  fileprivate func glyphs() throws(NotUnderstood) -> [Int]? {
    switch self {
    case .any: nil
    case .glyph(let only): [only]
    case .covered(let table, let coverage): try table.glyphs(of: coverage)
    case .classed(let table, let classes, let number):
      number == 0 ? nil : try table.glyphs(of: number, in: classes)
    }
  }
}

/// Glyph sets, each with a number. Sets that are alike have the same: compilers of fonts write them out again for each
/// subtable.
struct GlyphSets {
  private var all: [GlyphSet] = []
  private var single: [Int: Int] = [:]
  private var known: [Key: Int] = [:]
  /// Each glyph's sets, once there are all.
  private var setsOf = GlyphLists()
  /// The sets of all glyphs but some.
  private var complements: [Int] = []
  private static let most = 16_384

  /// A table's bytes; the number of the class, -1 for a coverage, -2 for any glyph. An enumeration would say it better, but the
  /// compiler (6.3.1) leaks its payload.
  private struct Key: Hashable {
    let bytes: [UInt8]
    let number: Int
  }

  mutating func number(of glyph: Int) throws(NotUnderstood) -> Int {
    if let number = single[glyph] { return number }
    single[glyph] = all.count
    return try append(.glyph(glyph))
  }

  mutating func numberOfAny() throws(NotUnderstood) -> Int {
    try number(of: .any, for: Key(bytes: [], number: -2))
  }

  mutating func number(
    of coverage: LayoutTable.Coverage, in table: LayoutTable
  ) throws(NotUnderstood) -> Int {
    try number(
      of: .covered(table, coverage), for: Key(bytes: table.copy(coverage.range), number: -1))
  }

  mutating func number(
    of number: Int, of classes: LayoutTable.Classes, in table: LayoutTable
  ) throws(NotUnderstood) -> Int {
    try self.number(
      of: .classed(table, classes, number: number),
      for: Key(bytes: table.copy(classes.range), number: number))
  }

  private mutating func number(of set: GlyphSet, for key: Key) throws(NotUnderstood) -> Int {
    if let number = known[key] { return number }
    known[key] = all.count
    return try append(set)
  }

  /// Makes ready to find the sets of glyphs.
  mutating func index() throws(NotUnderstood) {
    for (number, set) in all.enumerated() {
      if let glyphs = try set.glyphs() {
        for glyph in glyphs { setsOf.add(number, to: glyph) }
      } else {
        complements.append(number)
      }
    }
    setsOf.sort()
  }

  /// The sets that have one of the glyphs, as bits.
  func membership(of glyphs: [Int]) throws(NotUnderstood) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (all.count + 63) / 64)
    for glyph in glyphs {
      for number in setsOf[glyph] { bits[number / 64] |= 1 << (number % 64) }
      for number in complements where try all[number].contains(glyph) {
        bits[number / 64] |= 1 << (number % 64)
      }
    }
    return bits
  }

  private mutating func append(_ set: GlyphSet) throws(NotUnderstood) -> Int {
    guard all.count < Self.most else { throw NotUnderstood() }
    all.append(set)
    return all.count - 1
  }
}

/// A list of numbers for each of some glyphs.
struct GlyphLists {
  /// Glyphs in the upper halves, numbers in the lower ones; in order once sorted.
  private var pairs: [UInt64] = []

  mutating func add(_ number: Int, to glyph: Int) {
    pairs.append(UInt64(glyph) << 32 | UInt64(number))
  }

  mutating func sort() {
    pairs.sort()
  }

  /// - Complexity: logarithmic in the number of pairs.
  subscript(_ glyph: Int) -> some Sequence<Int> {
    let wanted = UInt64(glyph) << 32
    var (low, high) = (0, pairs.count)
    while low < high {
      let middle = (low + high) / 2
      if pairs[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < pairs.count, pairs[end] >> 32 == UInt64(glyph) { end += 1 }
    return pairs[low..<end].lazy.map { Int($0 & 0xFFFF_FFFF) }
  }
}
