/// The pair adjustments of a GPOS table that a shaping plan applies: not their values, which the shaper says, but which pairs can
/// have one, and which glyphs have the same.
struct PairRules {
  struct Subtable {
    let table: LayoutTable
    let offset: Int
    let coverage: LayoutTable.Coverage
    /// How many bytes the two values have.
    let valueLength: Int
    let adjustsSecond: Bool
    let form: Form

    enum Form {
      case glyphs
      case classes(first: LayoutTable.Classes, second: LayoutTable.Classes, secondCount: Int)
    }

    init(_ offset: Int, in table: LayoutTable) throws(NotUnderstood) {
      self.table = table
      self.offset = offset
      coverage = try table.coverage(offset + table.uint16(offset + 2))
      let first = try table.uint16(offset + 4)
      let second = try table.uint16(offset + 6)
      valueLength = 2 * (first.nonzeroBitCount + second.nonzeroBitCount)
      adjustsSecond = second != 0
      switch try table.uint16(offset) {
      case 1: form = .glyphs
      case 2:
        form = .classes(
          first: try table.classes(offset + table.uint16(offset + 8)),
          second: try table.classes(offset + table.uint16(offset + 10)),
          secondCount: try table.uint16(offset + 14))
      default: throw NotUnderstood()
      }
    }

    /// Where the pairs of a first glyph are: their count, and so many second glyphs with values.
    func pairSet(_ index: Int) throws(NotUnderstood) -> Int? {
      index < (try table.uint16(offset + 8)) ? try offset + table.uint16(offset + 10 + 2 * index) : nil
    }
  }

  private(set) var subtables: [Subtable] = []
  /// Glyphs that stand second in some pair of glyphs.
  private var seconds: Set<Int> = []

  mutating func add(_ subtable: Subtable) throws(NotUnderstood) {
    subtables.append(subtable)
    guard case .glyphs = subtable.form else { return }
    let table = subtable.table
    for index in 0..<(try table.uint16(subtable.offset + 8)) {
      guard let set = try subtable.pairSet(index) else { continue }
      var last = -1
      for place in 0..<(try table.uint16(set)) {
        let second = try table.uint16(set + 2 + place * (2 + subtable.valueLength))
        guard second > last else { throw NotUnderstood() }
        last = second
        seconds.insert(second)
      }
    }
  }

  /// What the adjustment of a glyph before or after another depends on: glyphs with the same are adjusted alike.
  func likeness(of glyph: Int) throws(NotUnderstood) -> [Int] {
    var likeness = [seconds.contains(glyph) ? glyph : -1]
    for subtable in subtables {
      let index = try subtable.table.index(of: glyph, in: subtable.coverage)
      switch subtable.form {
      case .glyphs: likeness.append(index ?? -1)
      case .classes(let first, let second, _):
        likeness.append(try index == nil ? -1 : subtable.table.number(of: glyph, in: first))
        likeness.append(try subtable.table.number(of: glyph, in: second))
      }
    }
    return likeness
  }

  /// Whether any subtable has other values than zeros for a pair.
  func mayAdjust(_ first: Int, _ second: Int) throws(NotUnderstood) -> Bool {
    for subtable in subtables {
      let table = subtable.table
      guard let index = try table.index(of: first, in: subtable.coverage) else { continue }
      var value: Int?
      switch subtable.form {
      case .glyphs:
        guard let set = try subtable.pairSet(index) else { continue }
        let size = 2 + subtable.valueLength
        var (low, high) = (0, try table.uint16(set))
        while low < high {
          let middle = (low + high) / 2
          let met = try table.uint16(set + 2 + middle * size)
          if met == second {
            value = set + 4 + middle * size
            break
          }
          if met < second { low = middle + 1 } else { high = middle }
        }
      case .classes(let firstClasses, let secondClasses, let secondCount):
        let row = try table.number(of: first, in: firstClasses)
        let column = try table.number(of: second, in: secondClasses)
        if column < secondCount {
          value = subtable.offset + 16 + (row * secondCount + column) * subtable.valueLength
        }
      }
      guard let value else { continue }
      for place in 0..<subtable.valueLength / 2 where try table.uint16(value + 2 * place) != 0 {
        return true
      }
    }
    return false
  }
}
