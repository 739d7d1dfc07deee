internal import CHarfBuzz
public import Hairspace

/// A face at a size, with all that its texts are shaped with: features, language, tracking and fallback faces.
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
  /// The faces asked in turn for a cluster that those before lack a character of.
  public let fallbacks: [Face]
  public let features: [FontFeature]
  /// A BCP 47 language tag, which some faces' features depend on.
  public let language: String?
  /// What is added to each cluster for the size, in 1/1,000 em.
  public let tracking: Double
  /// What is added to each cluster besides.
  public let letterSpacing: Points
  /// Its ticks are font units of the first face for a static face without fallbacks and tracking; fine enough for
  /// all parts of an advance otherwise.
  public let grid: AdvanceGrid
  /// What is added to each cluster, in ticks.
  let spacingTicks: Int
  private let trackingRule: Tracking
  private let givenFeatures: [FontFeature]
  /// What texts have taught; it does not depend on the size.
  let memory: FontMemory
  /// How many ticks of the grid a tick of the first face is; 0 when that is no whole number.
  private let firstRatio: Int

  /// The first face and its fallbacks.
  var faces: [Face] { memory.faces }
  /// Which of the faces shapes what.
  var choice: FaceChoice { memory.choice }

  /// The sizes that a font can have, in points.
  public static let sizes: ClosedRange<Double> = 0.000_001...1_000_000

  /// The tracking that can be asked for, in 1/1,000 em, and the letter-spacing, in ems.
  public static let trackings: ClosedRange<Double> = -10_000...10_000

  /// How many combining marks may stand in a row, characters that are not drawn between them included; Unicode's
  /// stream-safe text has at most 30 (UAX #15).
  ///
  /// HarfBuzz looks for the base of each, which takes the square of their number; and it counts the way
  /// in 16 bits, which some releases, 6.0 among them, end the process over.
  public static let mostMarks = 64

  /// - Parameters:
  ///   - face: the face asked first; its units are those of ``units(_:)``.
  ///   - size: the size in points, within ``sizes``.
  ///   - fallbacks: faces for what the first lacks, in the order in which they are asked.
  ///   - features: OpenType features for all texts. Those that a face has not do nothing.
  ///   - language: a BCP 47 tag; the default of each script when nil.
  ///   - tracking: added per cluster outside the shaper, the last cluster included, rounded to 1/1,000 of
  ///     a font unit.
  ///   - letterSpacing: likewise. With any, common ligatures are off, as in CSS, unless a feature turns them on.
  /// - Throws: ``FontError/invalidSize(_:)``, ``FontError/invalidTracking(_:)``.
  public init(
    _ face: Face, size: Points, fallbacks: [Face] = [], features: [FontFeature] = [],
    language: String? = nil, tracking: Tracking = .font, letterSpacing: Points = 0
  ) throws(FontError) {
    try self.init(
      face, size: size, fallbacks: fallbacks, features: features, language: language,
      tracking: tracking, letterSpacing: letterSpacing, memory: nil)
  }

  private init(
    _ face: Face, size: Points, fallbacks: [Face], features: [FontFeature], language: String?,
    tracking: Tracking, letterSpacing: Points, memory: FontMemory?
  ) throws(FontError) {
    guard Self.sizes.contains(size.value) else {
      throw .invalidSize(size.value)
    }
    let thousandths = tracking.thousandths(of: face, at: size)
    let spacing = letterSpacing.value / size.value * 1000
    for value in [thousandths, spacing] where !Self.trackings.contains(value) {
      throw .invalidTracking(value)
    }
    self.face = face
    self.size = size
    self.fallbacks = fallbacks
    self.language = language
    self.tracking = thousandths
    self.trackingRule = tracking
    self.givenFeatures = features
    self.letterSpacing = letterSpacing
    let ligatures = ["liga", "clig"].compactMap(Tag.init).filter { tag in
      letterSpacing != 0 && !features.contains { $0.tag == tag }
    }
    self.features = features + ligatures.map { FontFeature($0, 0) }

    // A tick of spacing is 1/1,000 unit, whatever the grid makes of it.
    let units = Double(face.unitsPerEm)
    let spacingTicks =
      Int((thousandths * units).rounded()) + Int((spacing * units).rounded())
    var ticksPerEm = face.ticksPerEm
    for fallback in fallbacks {
      ticksPerEm = Self.common(ticksPerEm, fallback.ticksPerEm) ?? ticksPerEm
    }
    if spacingTicks != 0 {
      ticksPerEm = Self.common(ticksPerEm, face.unitsPerEm * 1000) ?? ticksPerEm
    }
    self.grid = AdvanceGrid(ticks: ticksPerEm, span: size)
    self.spacingTicks = Self.scaled(
      spacingTicks, from: face.unitsPerEm * 1000, to: ticksPerEm)
    self.firstRatio = ticksPerEm % face.ticksPerEm == 0 ? ticksPerEm / face.ticksPerEm : 0
    self.memory =
      memory ?? FontMemory(faces: [face] + fallbacks, features: self.features, language: language)
  }

  /// The same font at another size, tracked for that.
  ///
  /// - Throws: ``FontError/invalidSize(_:)``, ``FontError/invalidTracking(_:)``.
  public func resized(to size: Points) throws(FontError) -> Font {
    try Font(
      face, size: size, fallbacks: fallbacks, features: givenFeatures, language: language,
      tracking: trackingRule, letterSpacing: letterSpacing, memory: memory)
  }

  /// The least common multiple, or nil when it is too large for sums of it to be safe in 64 bits.
  private static func common(_ one: Int, _ other: Int) -> Int? {
    var (a, b) = (one, other)
    while b != 0 { (a, b) = (b, a % b) }
    let (multiple, overflows) = one.multipliedReportingOverflow(by: other / a)
    return overflows || multiple > 1 << 36 ? nil : multiple
  }

  /// Ticks of one grid in another: exact where the one divides the other.
  private static func scaled(_ ticks: Int, from one: Int, to other: Int) -> Int {
    other % one == 0
      ? ticks * (other / one) : Int((Double(ticks) * Double(other) / Double(one)).rounded())
  }

  /// The widest that a line, and what is added to its clusters, may be in ticks: sums of a few are safe in 64 bits.
  static let mostTicks = 0x1p60

  /// Whether an advance in ticks of one of the faces can be counted in ticks of the font.
  func canCount(_ advance: Int, of face: Face) -> Bool {
    abs(Double(advance) * Double(grid.ticks) / Double(face.ticksPerEm)) <= Self.mostTicks
  }

  /// An advance in ticks of one of the faces, in ticks of the font.
  func ticks(_ advance: Int, of face: Face) -> Int {
    Self.scaled(advance, from: face.ticksPerEm, to: grid.ticks)
  }

  /// An advance in units of the first face, with the fraction that it may have.
  public func units(_ advance: Advance) -> Double {
    Double(advance.ticks) * Double(face.unitsPerEm) / Double(grid.ticks)
  }
}

/// What a text measures.
public struct TextMeasurement: Sendable, Hashable {
  /// The advance of the widest line, trailing spaces included.
  public var advance = Advance.zero
  /// How many lines the text has: one more than line ends.
  public var lines = 0
  /// The characters that the font's faces lack, each once, in the order of the text. The missing-glyph box's
  /// advance is what was counted for them.
  public var missing: [Unicode.Scalar] = []
}

extension Font: TextMeasuring {
  public func advance(of text: String) throws(FontError) -> Advance {
    if let known = plainAdvance(of: text)?.advance { return known }
    return try shapedMeasurement(of: text).advance
  }

  /// The advance of a text of one plain line, without shaping it whole; nil when it has to be split or shaped.
  @inline(__always)
  private func plainAdvance(of text: String) -> (advance: Advance, hasMissing: Bool)? {
    unsafe text.utf8.withContiguousStorageIfAvailable { unsafe plainAdvance(of: $0) } ?? nil
  }

  @inline(__always)
  private func plainAdvance(
    of text: UnsafeBufferPointer<UInt8>
  ) -> (advance: Advance, hasMissing: Bool)? {
    guard let sum = unsafe memory.measurePlain(text), let ticks = ticks(of: sum) else { return nil }
    return (Advance(ticks: ticks), !sum.all(AdvanceAutomaton.Entry.isThere))
  }

  /// In ticks of the font; nil when they are too many, or no whole number.
  private func ticks(of sum: AdvanceAutomaton.Sum) -> Int? {
    guard firstRatio > 0 else { return nil }
    let (scaled, isTooWide) = sum.ticks.multipliedReportingOverflow(by: firstRatio)
    let (spacing, isTooSpaced) = sum.clusters
      .multipliedReportingOverflow(by: spacingTicks)
    guard !isTooWide, !isTooSpaced, abs(scaled) < 1 << 59, abs(spacing) < 1 << 59 else {
      return nil
    }
    return scaled + spacing
  }

  public func spaceAdvance(of character: SpaceCharacter) throws(FontError) -> SpaceAdvance {
    var buffer = ShapingBuffer()
    let (advance, glyph, face) = try buffer.glyph(of: character.scalar, in: self)
    let source: SpaceAdvance.Source =
      if glyph == 0 {
        .missing
      } else if face.nominalGlyph(of: character.scalar) != nil {
        .glyph
      } else {
        // The shaper has put another space's glyph in its place: U+0020's, or that of its equivalent.
        .synthesised(
          from: SpaceCharacter.all.first { face.nominalGlyph(of: $0.scalar) == glyph } ?? .space)
      }
    return SpaceAdvance(character: character, advance: advance, source: source)
  }

  /// What the first face that has U+2060 gives it: the shaper passes over it, other renderers may not. Where no face has
  /// one there is nothing to show.
  public func guardFault() -> GuardFault? {
    for face in faces {
      guard let glyph = face.nominalGlyph(of: "\u{2060}") else { continue }
      if face.hasInk(glyph) { return .ink }
      let advance = ticks(face.advance(of: glyph), of: face)
      return advance == 0 ? nil : .advance(grid.points(Advance(ticks: advance)))
    }
    return nil
  }

  /// Measures a text of one or several lines, each split into runs of one direction, script and face.
  ///
  /// Lines end at CR LF, CR, LF, U+0085, U+2028 and U+2029, which themselves measure nothing. A TAB
  /// measures as U+0020, as on HTML's canvas. An empty text has one line of no advance.
  ///
  /// - Throws: ``FontError/tooManyMarks(text:)``, ``FontError/advanceTooWide(text:)``,
  ///   ``FontError/shapingFailed(text:)``.
  /// - Complexity: linear in the text's length.
  public func measure(_ text: String) throws(FontError) -> TextMeasurement {
    if let known = plainAdvance(of: text), !known.hasMissing {
      return TextMeasurement(advance: known.advance, lines: 1)
    }
    return try shapedMeasurement(of: text)
  }

  /// As ``measure(_:)``, of a text in UTF-8, which is not copied.
  ///
  /// - Returns: nil when the bytes are not well-formed.
  /// - Throws: as ``measure(_:)``.
  public func measure(utf8 text: ArraySlice<UInt8>) throws(FontError) -> TextMeasurement? {
    let result = unsafe text.withUnsafeBufferPointer {
      bytes -> Result<TextMeasurement?, FontError> in
      guard unsafe bytes.isWellFormedUTF8 else { return .success(nil) }
      if let known = unsafe plainAdvance(of: bytes), !known.hasMissing {
        return .success(TextMeasurement(advance: known.advance, lines: 1))
      }
      var buffer = ShapingBuffer()
      do throws(FontError) {
        return .success(unsafe try buffer.measure(bytes, in: self, trimming: false))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func shapedMeasurement(of text: String) throws(FontError) -> TextMeasurement {
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

  /// The advance of a glyph before any shaping, in the face's ticks.
  func advance(of glyph: UInt32) -> Int {
    unsafe Int(hb_font_get_glyph_h_advance(font, glyph))
  }

  /// Whether a glyph has outlines.
  func hasInk(_ glyph: UInt32) -> Bool {
    var extents = hb_glyph_extents_t()
    guard unsafe hb_font_get_glyph_extents(font, glyph, &extents) != 0 else { return false }
    return extents.width != 0 || extents.height != 0
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
