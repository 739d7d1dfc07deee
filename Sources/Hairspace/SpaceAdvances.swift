/// What one space character measures in a font.
public struct SpaceAdvance: Sendable, Hashable {
  /// Where the width of a space comes from.
  public enum Source: Sendable, Hashable {
    /// The font's own glyph, whatever width it has: names promise nothing.
    case glyph
    /// The shaper's invention: the glyph of another space with an advance made up for this one. Another
    /// renderer may make up another.
    case synthesised(from: SpaceCharacter)
    /// No font's: it was stated, as by ``StatedAdvances``.
    case stated
    /// The font has neither the character nor a space to make it from.
    case missing
  }

  public let character: SpaceCharacter
  /// The advance; that of the missing-glyph box when the source is ``Source/missing``.
  public let advance: Advance
  public let source: Source

  public init(character: SpaceCharacter, advance: Advance, source: Source) {
    self.character = character
    self.advance = advance
    self.source = source
  }

  var isSynthesised: Bool {
    if case .synthesised = source { true } else { false }
  }
}

/// The advance of every space of an alphabet: the result of measuring, and all that sizing needs.
public struct SpaceAdvances: Sendable, Hashable {
  public let grid: AdvanceGrid
  /// One for each character of the alphabet, in its order.
  public let spaces: [SpaceAdvance]

  public init(grid: AdvanceGrid, spaces: [SpaceAdvance]) {
    self.grid = grid
    self.spaces = spaces
  }

  /// Measures each space of the alphabet once.
  ///
  /// - Throws: what the measurer throws.
  public init(of alphabet: SpaceAlphabet, in measurer: some TextMeasuring) throws {
    try self.init(
      grid: measurer.grid, spaces: alphabet.characters.map(measurer.spaceAdvance(of:)))
  }

  /// The spaces that can change a width: present, and with an advance, be it below zero.
  var usable: [SpaceAdvance] {
    spaces.filter { $0.source != .missing && $0.advance != .zero }
  }
}
