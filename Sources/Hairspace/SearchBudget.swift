/// How much may be spent on one title, all of its searches together, so that a face made to be awkward cannot take for
/// ever; and the table that they share. Ordinary faces use less than a tenth, on a tracked grid too.
struct SearchBudget: Sendable {
  /// A step is a look at a mix, or a tick of a table; all of them take a few seconds.
  private(set) var steps: Int
  private var table: SumTable?

  init(steps: Int = 1 << 23) {
    self.steps = steps
  }

  mutating func spend(_ count: Int) throws(SizingError) {
    steps -= count
    if steps < 0 { throw .tooIrregular }
  }

  /// A table of sums up to a bound, made if there is none yet; nil when the bound is too great for one.
  mutating func sums(_ advances: [Int], through bound: Int) throws(SizingError) -> SumTable? {
    guard bound <= SumTable.most else { return nil }
    if let table, table.bound >= bound { return table }
    // Somewhat more, so that the next search, a little farther on, finds it made.
    let table = SumTable(advances, through: min(bound + advances[0], SumTable.most))
    try spend(table.bound)
    self.table = table
    return table
  }
}
