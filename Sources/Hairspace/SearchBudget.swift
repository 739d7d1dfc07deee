/// How much may be spent on one title, all of its searches together, so that a face made to be awkward cannot take for
/// ever; and the tables that they share. Ordinary faces use less than a tenth, on a tracked grid too.
struct SearchBudget: Sendable {
  /// A step is a look at a mix, or a tick of a table; all of them take a few seconds.
  private(set) var steps: Int
  private var table: SumTable?
  private var window: WindowTable?

  init(steps: Int = 1 << 23) {
    self.steps = steps
  }

  mutating func spend(_ count: Int) throws(SizingError) {
    steps -= count
    if steps < 0 { throw .tooIrregular }
  }

  /// A table of sums up to a bound, made if there is none yet; nil when the bound is too great for one.
  mutating func sums(
    _ advances: [Int], order: ListOrder, through bound: Int
  ) throws(SizingError) -> SumTable? {
    // Of more spaces than a face has a tick costs more.
    let weight = max(1, advances.count / 16)
    let most = SumTable.most / weight
    guard bound <= most else { return nil }
    if let table, table.bound >= bound { return table }
    // Somewhat more, so that the next search, a little farther on, finds it made.
    let table = SumTable(advances, order: order, through: min(bound + advances[0], most))
    try spend(table.bound * weight)
    self.table = table
    return table
  }

  /// A table of the sums in a range that has 0 in it, made if there is none yet; nil when the range is too long for one.
  ///
  /// - Parameter advances: above and below zero, widest first.
  mutating func sums(
    _ advances: [Int], in range: ClosedRange<Int>
  ) throws(SizingError) -> WindowTable? {
    if let window, window.range.contains(range.lowerBound), window.range.contains(range.upperBound)
    {
      return window
    }
    let most = WindowTable.most / advances.count
    guard range.upperBound - range.lowerBound < most else { return nil }
    // Somewhat more here too.
    let spare = (most - range.count) / 2
    let widened =
      range.lowerBound + max(advances[advances.count - 1], -spare)...range.upperBound
      + min(advances[0], spare)
    let window = WindowTable(advances, range: widened)
    try spend(widened.count * advances.count / 8)
    self.window = window
    return window
  }
}
