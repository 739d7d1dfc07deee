/// A measurer in which the advances of some characters are stated, whatever the font says of them.
///
/// Chat games have resource packs that make spaces of private-use characters, by a table beside the font: −1, −2, −4
/// … and 1, 2, 4 … points, the same at every size.
///
/// ```swift
/// let font = StatedAdvances(font, advances: [.own("\u{F801}")!: -1])
/// try font.advance(of: "Delete\u{F801}")     // 1 pt less than that of "Delete"
/// ```
///
/// A text is split at the stated characters; the base measures the stretches between them, each as a text of its own,
/// and the stated advances are added. So nothing kerns across a stated character.
public struct StatedAdvances<Base: TextMeasuring>: TextMeasuring {
  public let base: Base
  /// Fine enough for the base's advances and for the stated ones.
  public let grid: AdvanceGrid
  /// How many of the grid's ticks make one of the base's.
  private let baseTicks: Int
  private let stated: [Unicode.Scalar: Advance]

  /// The greatest stated advance in ticks, so that sums of a million are safe in 64 bits.
  private static var mostTicks: Int { 1 << 43 }

  /// The widest that a text may be in ticks: two of them, and a mix of spaces besides, can be added in 64 bits.
  private static var widestText: Int { 1 << 60 }

  /// - Parameters:
  ///   - base: what measures all other characters.
  ///   - advances: the stated advances, each rounded to 1/1,000 pt. They are exact if the span of the
  ///     base's grid, which is a font's size, has at most six decimals, and within a millionth of a point
  ///     otherwise.
  /// - Precondition: each advance is finite.
  /// - Throws: ``SizingError/statedAdvanceTooWide(_:)``: for most fonts that is above 1,000,000 pt.
  public init(_ base: Base, advances: [SpaceCharacter: Points]) throws(SizingError) {
    self.base = base
    guard let widest = advances.max(by: { abs($0.value.value) < abs($1.value.value) }) else {
      grid = base.grid
      baseTicks = 1
      stated = [:]
      return
    }
    precondition(advances.values.allSatisfy(\.value.isFinite), "a stated advance is finite")
    guard abs(widest.value.value) <= 1e12 else { throw .statedAdvanceTooWide(widest.key) }
    let thousandths = advances.mapValues { Int(($0.value * 1000).rounded()) }
    let pitch = thousandths.values.reduce(0) { greatestCommonDivisor($0, abs($1)) }
    let (grid, baseTicks) = Self.grid(for: base.grid, pitch: max(1, pitch), widest: widest.value)
    guard abs(grid.ticks(in: widest.value)) <= Double(Self.mostTicks) else {
      throw .statedAdvanceTooWide(widest.key)
    }
    self.grid = grid
    self.baseTicks = baseTicks
    var stated: [Unicode.Scalar: Advance] = [:]
    for (character, thousandths) in thousandths {
      let ticks = grid.ticks(in: Points(Double(thousandths) / 1000))
      stated[character.scalar] = Advance(ticks: Int(ticks.rounded()))
    }
    self.stated = stated
  }

  /// The coarsest grid with the base's ticks and all multiples of a pitch in 1/1,000 pt, or a fine one where
  /// that is too fine to count in.
  private static func grid(
    for base: AdvanceGrid, pitch: Int, widest: Points
  ) -> (grid: AdvanceGrid, baseTicks: Int) {
    func refined(by factor: Int) -> (AdvanceGrid, Int)? {
      let (ticks, overflows) = base.ticks.multipliedReportingOverflow(by: factor)
      guard !overflows else { return nil }
      let grid = AdvanceGrid(ticks: ticks, span: base.span)
      guard abs(grid.ticks(in: widest)) <= Double(mostTicks) else { return nil }
      return (grid, factor)
    }
    // The span is p/q pt, so a tick p/(q × ticks), and the pitch as many 1/1,000 pt. Both are multiples of
    // their greatest common divisor, which is a tick divided by this factor.
    for scale in [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] {
      let span = (base.span.value * Double(scale)).rounded()
      guard span >= 1, span <= 0x1p53, span / Double(scale) == base.span.value else { continue }
      let (tick, isTooLong) = Int(span).multipliedReportingOverflow(by: 1000)
      let (ticks, isTooFine) = base.ticks.multipliedReportingOverflow(by: scale)
      let (unit, isTooWide) = ticks.multipliedReportingOverflow(by: pitch)
      guard !isTooLong, !isTooFine, !isTooWide else { break }
      if let exact = refined(by: tick / greatestCommonDivisor(tick, unit)) { return exact }
      break
    }
    let fineness = (0x1p20 / base.ticks(in: 1)).rounded(.up)
    return refined(by: max(1, Int(fineness))) ?? (base, 1)
  }

  /// Whether the advance of a character is stated.
  public func isStated(_ scalar: Unicode.Scalar) -> Bool {
    stated[scalar] != nil
  }

  public func advance(of text: String) throws -> Advance {
    guard !stated.isEmpty, text.unicodeScalars.contains(where: isStated) else {
      return try scaled(base.advance(of: text))
    }
    guard text.unicodeScalars.contains(where: \.isLineEnd) else {
      return try lineAdvance(of: text[...])
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
    return try lines.map(lineAdvance).max() ?? .zero
  }

  private func lineAdvance(of line: Substring) throws -> Advance {
    var total = Advance.zero
    var rest = line.unicodeScalars
    while !rest.isEmpty {
      let stretch = rest.prefix { stated[$0] == nil }
      if !stretch.isEmpty { total += try scaled(base.advance(of: String(stretch))) }
      rest = rest[stretch.endIndex...]
      if let first = rest.popFirst(), let advance = stated[first] { total += advance }
      total = try counted(total)
    }
    return total
  }

  public func spaceAdvance(of character: SpaceCharacter) throws -> SpaceAdvance {
    if let advance = stated[character.scalar] {
      return SpaceAdvance(character: character, advance: advance, source: .stated)
    }
    let space = try base.spaceAdvance(of: character)
    return SpaceAdvance(
      character: character, advance: try scaled(space.advance), source: space.source)
  }

  public func guardFault() throws -> GuardFault? {
    try base.guardFault()
  }

  private func scaled(_ advance: Advance) throws(SizingError) -> Advance {
    let (ticks, overflows) = advance.ticks.multipliedReportingOverflow(by: baseTicks)
    guard !overflows else { throw .textTooWide }
    return try counted(Advance(ticks: ticks))
  }

  private func counted(_ advance: Advance) throws(SizingError) -> Advance {
    guard (-Self.widestText...Self.widestText).contains(advance.ticks) else { throw .textTooWide }
    return advance
  }
}

extension Character {
  /// Whether the character ends a line; CR LF is one.
  fileprivate var isLineEnd: Bool {
    unicodeScalars.allSatisfy { $0.isLineEnd }
  }
}
