internal import CHarfBuzz
public import Hairspace

/// A face at a size, with the features and the language that its texts are shaped with.
///
/// ```swift
/// let font = try Font(Face(path: "DejaVuSans.ttf"), size: 18)
/// try font.measure("Delete").advance     // ticks; font.grid.points(…) makes them points
/// ```
///
/// Texts are shaped in font units, unhinted, and added up in 64 bits; points come from one multiplication and
/// division at the end. The optical size stays at the face's default unless an axis value sets it.
/// Nothing depends on the process's locale.
public struct Font: Sendable {
  public let face: Face
  public let size: Points
  public let features: [FontFeature]
  /// A BCP 47 language tag, which some faces' features depend on.
  public let language: String?
  public let grid: AdvanceGrid

  /// The sizes that a font can have, in points.
  public static let sizes: ClosedRange<Double> = 0.000_001...1_000_000

  /// How many combining marks may stand in a row, characters that are not drawn between them included; Unicode's
  /// stream-safe text has at most 30 (UAX #15).
  ///
  /// HarfBuzz looks for the base of each, which takes the square of their number; and it counts the way
  /// in 16 bits, which some releases, 6.0 among them, end the process over.
  public static let mostMarks = 256

  /// - Throws: ``FontError/invalidSize(_:)``.
  public init(
    _ face: Face, size: Points, features: [FontFeature] = [], language: String? = nil
  ) throws(FontError) {
    guard Self.sizes.contains(size.value) else {
      throw .invalidSize(size.value)
    }
    self.face = face
    self.size = size
    self.features = features
    self.language = language
    self.grid = AdvanceGrid(ticks: face.unitsPerEm * face.ticksPerUnit, span: size)
  }

  /// An advance in font units, with the fraction that instances of variable faces have.
  public func units(_ advance: Advance) -> Double {
    Double(advance.ticks) / Double(face.ticksPerUnit)
  }
}

/// What a text measures.
public struct TextMeasurement: Sendable, Hashable {
  /// The advance of the widest line, trailing spaces included.
  public var advance = Advance.zero
  /// How many lines the text has: one more than line ends.
  public var lines = 0
  /// The characters that the face lacks, each once, in the order of the text. The missing-glyph box's
  /// advance is what was counted for them.
  public var missing: [Unicode.Scalar] = []
}

extension Font: TextMeasuring {
  public func advance(of text: String) throws(FontError) -> Advance {
    try measure(text).advance
  }

  public func spaceAdvance(of character: SpaceCharacter) throws(FontError) -> SpaceAdvance {
    var buffer = ShapingBuffer()
    let scalar = character.scalar
    let glyph = try buffer.glyph(of: scalar, in: self)
    let source: SpaceAdvance.Source =
      if glyph.id == 0 {
        .missing
      } else if face.nominalGlyph(of: scalar) != nil {
        .glyph
      } else {
        // The shaper has put another space's glyph in its place: U+0020's, or that of its equivalent.
        .synthesised(
          from: SpaceCharacter.all.first { face.nominalGlyph(of: $0.scalar) == glyph.id } ?? .space)
      }
    return SpaceAdvance(character: character, advance: glyph.advance, source: source)
  }

  /// Measures a text of one or several lines, each shaped as one run.
  ///
  /// Lines end at CR LF, CR, LF, U+0085, U+2028 and U+2029, which themselves measure nothing. A TAB
  /// measures as U+0020, as on HTML's canvas. An empty text has one line of no advance.
  ///
  /// - Throws: ``FontError/severalRuns(text:reason:)``, ``FontError/tooManyMarks(text:)``,
  ///   ``FontError/advanceTooWide(text:)``, ``FontError/shapingFailed(text:)``.
  /// - Complexity: linear in the text's length.
  public func measure(_ text: String) throws(FontError) -> TextMeasurement {
    var buffer = ShapingBuffer()
    return try buffer.measure(text, in: self, trimming: false)
  }

  /// The advance of the widest line when the spaces (general category Zs) and TABs at each line's end are left
  /// out.
  ///
  /// - Throws: as ``measure(_:)``.
  public func trimmedAdvance(of text: String) throws(FontError) -> Advance {
    var buffer = ShapingBuffer()
    return try buffer.measure(text, in: self, trimming: true).advance
  }
}

extension Face {
  /// The glyph that the character map gives for a character, before any shaping.
  func nominalGlyph(of scalar: Unicode.Scalar) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return unsafe hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// Whether a glyph of the character may be attached to an earlier one, by the face or by Unicode.
  func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory.isMark || nominalGlyph(of: scalar).map(isMark) ?? false
  }

  /// Whether the face classes a glyph as a mark.
  func isMark(_ glyph: UInt32) -> Bool {
    unsafe hb_ot_layout_get_glyph_class(face, glyph) == HB_OT_LAYOUT_GLYPH_CLASS_MARK
  }
}
