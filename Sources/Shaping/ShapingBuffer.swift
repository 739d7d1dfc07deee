internal import CHarfBuzz
internal import Hairspace

/// HarfBuzz's buffer, reused for the runs of a text. Not for use by two threads at once.
@safe struct ShapingBuffer: ~Copyable {
  let buffer: OpaquePointer

  init() {
    unsafe buffer = unsafe hb_buffer_create()
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
  }

  /// Measures every line of a text; see ``Font/measure(_:)``.
  mutating func measure(
    _ text: String, in font: Font, trimming: Bool
  ) throws(FontError) -> TextMeasurement {
    var text = text
    // A closure of withUTF8 cannot throw a typed error.
    let result: Result<TextMeasurement, FontError> = text.withUTF8 { bytes in
      do throws(FontError) {
        return .success(unsafe try measure(bytes, in: font, trimming: trimming))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The same of well-formed UTF-8.
  mutating func measure(
    _ bytes: UnsafeBufferPointer<UInt8>, in font: Font, trimming: Bool
  ) throws(FontError) -> TextMeasurement {
    var measurement = TextMeasurement()
    for range in unsafe TextLines(bytes) {
      var line = unsafe UnsafeBufferPointer(rebasing: bytes[range])
      if trimming { unsafe line = unsafe trimmed(line) }
      let advance = unsafe try shape(line, in: font, missing: &measurement.missing)
      measurement.advance =
        measurement.lines == 0 ? advance : max(measurement.advance, advance)
      measurement.lines += 1
    }
    return measurement
  }

  /// One character alone: its advance, and the glyph that the shaper makes of it.
  mutating func glyph(
    of scalar: Unicode.Scalar, in font: Font
  ) throws(FontError) -> (advance: Advance, glyph: UInt32, face: Face) {
    var text = String(Character(scalar))
    let advance = try measure(text, in: font, trimming: false).advance
    let face = font.choice.traits(of: scalar).face
    let result = text.withUTF8 { line -> Result<UInt32, FontError> in
      do throws(FontError) {
        // What is known of its advance is known without the glyph.
        for run in unsafe try runs(of: line, in: font) {
          var missing: [Unicode.Scalar] = []
          _ = unsafe try shapeWhole(run, of: line, in: font, missing: &missing)
        }
      } catch {
        return .failure(error)
      }
      var count: UInt32 = 0
      let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)
      return .success(unsafe count > 0 ? glyphs![0].codepoint : 0)
    }
    return (advance, try result.get(), font.faces[face])
  }

  /// Shapes one line, adds what the font lacks to `missing`, and gives the advance.
  private mutating func shape(
    _ line: UnsafeBufferPointer<UInt8>, in font: Font, missing: inout [Unicode.Scalar]
  ) throws(FontError) -> Advance {
    guard !line.isEmpty else { return .zero }
    if unsafe line.contains(UInt8(ascii: "\t")) {
      let spaced = unsafe line.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
      return try shapeCopy(spaced, in: font, missing: &missing)
    }
    guard line.count <= Int32.max else { throw unsafe .shapingFailed(text: Self.start(of: line)) }
    if line.count > Font.mostMarks { try unsafe refuseManyMarks(line, in: font) }
    var total = 0
    for run in try unsafe runs(of: line, in: font) {
      total += try unsafe shape(run, of: line, in: font, missing: &missing)
      guard abs(Double(total)) <= Font.mostTicks else {
        throw unsafe .shapingFailed(text: Self.start(of: line))
      }
    }
    return Advance(ticks: total)
  }

  /// The runs of a line; of plain Latin text in a font of one face that is one, without more ado.
  private func runs(
    of line: UnsafeBufferPointer<UInt8>, in font: Font
  ) throws(FontError) -> [TextRun] {
    if font.fallbacks.isEmpty, let run = unsafe TextRun.plain(line) { return [run] }
    return try unsafe LineSplitter.runs(of: line, font.choice)
  }

  /// Shapes one run in its line, and gives its advance in ticks of the font.
  private mutating func shape(
    _ run: TextRun, of line: UnsafeBufferPointer<UInt8>, in font: Font,
    missing: inout [Unicode.Scalar]
  ) throws(FontError) -> Int {
    let advance: RunAdvance
    let kind = font.memory.kind(of: run)
    let text = unsafe UnsafeBufferPointer(rebasing: line[run.range])
    if let kind, let sum = unsafe font.memory.measure(text, ofKind: kind),
      sum.all(AdvanceAutomaton.Entry.isThere)
    {
      advance = RunAdvance(ticks: sum.ticks, clusters: sum.clusters)
    } else if let kind, font.spacingTicks == 0 {
      advance = unsafe try remember(run, kind: kind, of: line, in: font, missing: &missing)
    } else {
      advance = unsafe try shapeWhole(run, of: line, in: font, missing: &missing)
    }
    // A small face beside fallbacks of odd sizes, and a long line of wide glyphs, could make more.
    guard font.canCount(advance.ticks, of: font.faces[run.face]),
      abs(Double(font.spacingTicks) * Double(advance.clusters)) <= Font.mostTicks
    else { throw unsafe .shapingFailed(text: Self.start(of: line)) }
    return font.ticks(advance.ticks, of: font.faces[run.face])
      + font.spacingTicks * advance.clusters
  }

  /// What a run has come to.
  struct RunAdvance {
    /// In ticks of its face.
    var ticks = 0
    /// How many clusters are spaced, if any are.
    var clusters = 0
    /// Whether something came out as the missing-glyph box.
    var lacksGlyph = false
  }

  /// Shapes a run as one text.
  mutating func shapeWhole(
    _ run: TextRun, of line: UnsafeBufferPointer<UInt8>, in font: Font,
    missing: inout [Unicode.Scalar]
  ) throws(FontError) -> RunAdvance {
    let face = font.faces[run.face]
    if run.range.count > Self.longestUnchecked {
      try unsafe fill(run, of: line, in: font, by: face.unpositioned)
      try unsafe refuseManyMarkGlyphs(line, in: face)
    }
    try unsafe fill(run, of: line, in: font, by: face.font)

    var advance = RunAdvance()
    var count: UInt32 = 0
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    for index in 0..<Int(count) {
      advance.ticks += unsafe Int(positions![index].x_advance)
      let glyph = unsafe glyphs![index].codepoint
      advance.lacksGlyph = advance.lacksGlyph || glyph == 0
      if face.isOverwide(glyph) { throw unsafe .advanceTooWide(text: Self.start(of: line)) }
    }
    if advance.lacksGlyph { unsafe report(run, of: line, in: face, missing: &missing) }
    if font.spacingTicks != 0 { advance.clusters = unsafe spacedClusters(run, of: line) }
    return advance
  }

  /// Fills the buffer with a run, and shapes it.
  private func fill(
    _ run: TextRun, of line: UnsafeBufferPointer<UInt8>, in font: Font, by hbFont: OpaquePointer
  ) throws(FontError) {
    unsafe hb_buffer_clear_contents(buffer)
    // The rest of the line is context: letters join across runs.
    unsafe hb_buffer_add_utf8(
      buffer, UnsafeRawPointer(line.baseAddress!).assumingMemoryBound(to: CChar.self),
      Int32(line.count), UInt32(run.range.lowerBound), Int32(run.range.count))
    unsafe hb_buffer_set_script(buffer, run.script)
    unsafe hb_buffer_set_direction(
      buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_language(buffer, font.memory.language)
    let features = font.memory.features
    unsafe hb_shape(hbFont, buffer, features, UInt32(features.count))
    guard unsafe hb_buffer_allocation_successful(buffer) != 0 else {
      throw unsafe .shapingFailed(text: Self.start(of: line))
    }
  }

  /// How many clusters of the shaped run are spaced: those that hold more than default ignorables.
  private func spacedClusters(_ run: TextRun, of line: UnsafeBufferPointer<UInt8>) -> Int {
    clusters(run).reduce(0) { count, cluster in
      let bytes = unsafe UnsafeBufferPointer(rebasing: line[cluster.range])
      return unsafe Self.scalars(bytes).allSatisfy(\.properties.isDefaultIgnorableCodePoint)
        ? count : count + 1
    }
  }

  /// The clusters of the shaped run, in the order of the text: the bytes of each, and whether one of its glyphs is the
  /// missing-glyph box.
  private func clusters(_ run: TextRun) -> [(range: Range<Int>, lacksGlyph: Bool)] {
    var count: UInt32 = 0
    guard let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count) else { return [] }
    var clusters: [(range: Range<Int>, lacksGlyph: Bool)] = []
    // Clusters are byte offsets, which go up, or down where the run goes right to left.
    for position in 0..<Int(count) {
      let glyph = unsafe glyphs[run.isRightToLeft ? Int(count) - 1 - position : position]
      let start = Int(glyph.cluster)
      let isMissing = glyph.codepoint == 0
      if let last = clusters.last, last.range.lowerBound == start {
        clusters[clusters.count - 1].lacksGlyph = last.lacksGlyph || isMissing
        continue
      }
      if let last = clusters.last, last.range.lowerBound < start {
        clusters[clusters.count - 1].range = last.range.lowerBound..<start
      }
      clusters.append((start..<run.range.upperBound, isMissing))
    }
    return clusters
  }

  /// Adds the characters of clusters that came out as the missing-glyph box and that the face's character map
  /// lacks. A cluster may hold several characters, of which one is missing.
  private func report(
    _ run: TextRun, of line: UnsafeBufferPointer<UInt8>, in face: Face,
    missing: inout [Unicode.Scalar]
  ) {
    var known = Set(missing)
    for cluster in clusters(run) where cluster.lacksGlyph {
      for scalar in unsafe Self.scalars(UnsafeBufferPointer(rebasing: line[cluster.range])) {
        guard !scalar.properties.isDefaultIgnorableCodePoint,
          face.nominalGlyph(of: scalar) == nil, known.insert(scalar).inserted
        else { continue }
        missing.append(scalar)
      }
    }
  }

  private mutating func shapeCopy(
    _ bytes: [UInt8], in font: Font, missing: inout [Unicode.Scalar]
  ) throws(FontError) -> Advance {
    var error: FontError?
    let advance = unsafe bytes.withUnsafeBufferPointer { buffer -> Advance in
      do throws(FontError) {
        return unsafe try shape(buffer, in: font, missing: &missing)
      } catch let thrown {
        error = thrown
        return .zero
      }
    }
    if let error { throw error }
    return advance
  }

  /// The line without the spaces and TABs at its end.
  private func trimmed(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var rest = unsafe Self.scalars(line)[...]
    while let last = rest.last, last == "\t" || last.properties.generalCategory == .spaceSeparator {
      rest.removeLast()
    }
    let count = rest.reduce(0) { $0 + UTF8.width($1) }
    return unsafe UnsafeBufferPointer(rebasing: line[..<count])
  }

  static func scalars(_ line: UnsafeBufferPointer<UInt8>) -> String.UnicodeScalarView {
    unsafe String(decoding: line, as: UTF8.self).unicodeScalars
  }
}
