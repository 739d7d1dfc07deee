/// The pair adjustments of the GPOS lookups that a shaping plan applies.
struct PairRules {
  final class Subtable {
    let table: LayoutTable
    let offset: Int
    let coverage: LayoutTable.Coverage
    /// How many bytes the two values have.
    let valueLength: Int
    /// Where in them the first glyph's advance is changed.
    let advancePlace: Int?
    let adjustsSecond: Bool
    let passesOverMarks: Bool
    let form: Form

    enum Form {
      case glyphs
      case classes(
        first: LayoutTable.Classes, firstCount: Int, second: LayoutTable.Classes, secondCount: Int)
    }

    init(
      _ offset: Int, in table: LayoutTable, passesOverMarks: Bool
    ) throws(NotUnderstood) {
      self.table = table
      self.passesOverMarks = passesOverMarks
      self.offset = offset
      let format = try table.uint16(offset)
      coverage = try table.coverage(
        offset + table.uint16(offset + 2), isNumbered: format == 1)
      let first = try table.uint16(offset + 4)
      let second = try table.uint16(offset + 6)
      valueLength = 2 * (first.nonzeroBitCount + second.nonzeroBitCount)
      // Placements come before advances.
      advancePlace = first & 4 != 0 ? 2 * (first & 3).nonzeroBitCount : nil
      adjustsSecond = second != 0
      switch format {
      case 1: form = .glyphs
      case 2:
        form = .classes(
          first: try table.classes(offset + table.uint16(offset + 8)),
          firstCount: try table.uint16(offset + 12),
          second: try table.classes(offset + table.uint16(offset + 10)),
          secondCount: try table.uint16(offset + 14))
      default: throw NotUnderstood()
      }
    }

    /// Where the pairs of a first glyph are: their count, and so many second glyphs with values.
    func pairSet(_ index: Int) throws(NotUnderstood) -> Int? {
      try index < table.uint16(offset + 8) ? offset + table.uint16(offset + 10 + 2 * index) : nil
    }

    /// Where the values of a pair are; nil when the subtable says nothing of it.
    ///
    /// - Parameters:
    ///   - first: the number of the first glyph in the coverage, or its class.
    ///   - second: the second glyph, or its class.
    func values(_ first: Int, _ second: Int) throws(NotUnderstood) -> Int? {
      switch form {
      case .glyphs:
        guard let set = try pairSet(first) else { return nil }
        let size = 2 + valueLength
        var (low, high) = (0, try table.uint16(set))
        while low < high {
          let middle = (low + high) / 2
          let met = try table.uint16(set + 2 + middle * size)
          if met == second { return set + 4 + middle * size }
          if met < second { low = middle + 1 } else { high = middle }
        }
        return nil
      case .classes(_, let firstCount, _, let secondCount):
        guard first < firstCount, second < secondCount else { return nil }
        return offset + 16 + (first * secondCount + second) * valueLength
      }
    }
  }

  /// With the lookup that each belongs to.
  private var subtables: [(lookup: Int, subtable: Subtable)] = []
  /// Glyphs that stand second in some pair of glyphs, as bits.
  private var seconds = [UInt64](repeating: 0, count: 1024)

  /// Whether what stands before marks makes pairs with what stands after them.
  var passOverMarks: Bool { subtables.allSatisfy(\.subtable.passesOverMarks) }

  mutating func add(_ subtable: Subtable, of lookup: Int) throws(NotUnderstood) {
    subtables.append((lookup, subtable))
    guard case .glyphs = subtable.form else { return }
    let table = subtable.table
    for index in try table.each(table.uint16(subtable.offset + 8)) {
      guard let set = try subtable.pairSet(index) else { continue }
      var last = -1
      for place in try table.each(table.uint16(set)) {
        let second = try table.uint16(set + 2 + place * (2 + subtable.valueLength))
        guard second > last else { throw NotUnderstood() }
        last = second
        seconds[second / 64] |= 1 << (second % 64)
      }
    }
  }

  /// What the adjustment of a glyph before or after another depends on: glyphs with the same are adjusted alike.
  struct Role: Hashable {
    /// For each subtable what ``Subtable/values(_:_:)`` takes for the glyph as the first, -1 when it is not covered.
    var first: [Int] = []
    /// And as the second, -1 when it is in no pair.
    var second: [Int] = []
  }

  func role(of glyph: Int) throws(NotUnderstood) -> Role {
    var role = Role()
    for (_, subtable) in subtables {
      let index = try subtable.table.index(of: glyph, in: subtable.coverage)
      switch subtable.form {
      case .glyphs:
        role.first.append(index ?? -1)
        role.second.append(seconds[glyph / 64] >> (glyph % 64) & 1 == 1 ? glyph : -1)
      case .classes(let first, _, let second, _):
        role.first.append(try index == nil ? -1 : subtable.table.number(of: glyph, in: first))
        role.second.append(try subtable.table.number(of: glyph, in: second))
      }
    }
    return role
  }

  /// Whether a glyph adjusts nothing, neither before another nor after it.
  func leaveAlone(_ glyph: Int) throws(NotUnderstood) -> Bool {
    let role = try role(of: glyph)
    for (index, second) in role.second.enumerated() {
      guard role.first[index] < 0 else { return false }
      let subtable = subtables[index].subtable
      switch subtable.form {
      case .glyphs: if second >= 0 { return false }
      case .classes(_, let firstCount, _, _):
        for first in try subtable.table.each(firstCount) {
          guard let values = try subtable.values(first, second) else { continue }
          for place in 0..<subtable.valueLength / 2
          where try subtable.table.uint16(values + 2 * place) != 0 {
            return false
          }
        }
      }
    }
    return true
  }

  /// What a pair of glyphs changes the first one's advance by, in font units, where nothing varies: in each lookup the first
  /// subtable that speaks of the pair.
  func adjustment(_ first: Role, _ second: Role) throws(NotUnderstood) -> Int {
    var sum = 0
    var spoken = -1
    for index in subtables.indices {
      let (first, second) = (first.first[index], second.second[index])
      guard first >= 0, second >= 0, subtables[index].lookup != spoken else { continue }
      let subtable = subtables[index].subtable
      guard let values = try subtable.values(first, second) else { continue }
      spoken = subtables[index].lookup
      guard let place = subtable.advancePlace else { continue }
      sum += Int(Int16(truncatingIfNeeded: try subtable.table.uint16(values + place)))
    }
    return sum
  }
}
