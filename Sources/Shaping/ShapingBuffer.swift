internal import CHarfBuzz
internal import Hairspace

/// HarfBuzz's buffer, reused for the lines of a text. Not for use by two threads at once.
@safe struct ShapingBuffer: ~Copyable {
  private let buffer: OpaquePointer

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
      var measurement = TextMeasurement()
      for range in unsafe TextLines(bytes) {
        var line = unsafe UnsafeBufferPointer(rebasing: bytes[range])
        if trimming { unsafe line = unsafe trimmed(line) }
        do throws(FontError) {
          let advance = unsafe try shape(line, in: font, missing: &measurement.missing)
          measurement.advance =
            measurement.lines == 0 ? advance : max(measurement.advance, advance)
          measurement.lines += 1
        } catch {
          return .failure(error)
        }
      }
      return .success(measurement)
    }
    return try result.get()
  }

  /// Shapes one character alone.
  mutating func glyph(
    of scalar: Unicode.Scalar, in font: Font
  ) throws(FontError) -> (id: UInt32, advance: Advance) {
    var missing: [Unicode.Scalar] = []
    var text = String(Character(scalar))
    let result: Result<Advance, FontError> = text.withUTF8 { bytes in
      do throws(FontError) {
        return .success(unsafe try shape(bytes, in: font, missing: &missing))
      } catch {
        return .failure(error)
      }
    }
    let advance = try result.get()
    var count: UInt32 = 0
    let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    return unsafe (count > 0 ? glyphs![0].codepoint : 0, advance)
  }

  /// Shapes one line, adds what the face lacks to `missing`, and gives the advance.
  private mutating func shape(
    _ line: UnsafeBufferPointer<UInt8>, in font: Font, missing: inout [Unicode.Scalar]
  ) throws(FontError) -> Advance {
    guard !line.isEmpty else { return .zero }
    if unsafe line.contains(UInt8(ascii: "\t")) {
      let spaced = unsafe line.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
      return try shapeCopy(spaced, in: font, missing: &missing)
    }
    guard line.count <= Int32.max else { throw unsafe .shapingFailed(text: Self.start(of: line)) }
    if line.count > Font.mostMarks { try unsafe refuseManyMarks(line, in: font.face) }
    let run = try unsafe TextRun.of(Self.scalars(line))
    if line.count > Self.longestUnchecked {
      unsafe shape(line, run, in: font, by: font.face.unpositioned)
      guard unsafe hb_buffer_allocation_successful(buffer) != 0 else {
        throw unsafe .shapingFailed(text: Self.start(of: line))
      }
      try unsafe refuseManyMarkGlyphs(line, in: font.face)
    }
    unsafe shape(line, run, in: font, by: font.face.font)
    guard unsafe hb_buffer_allocation_successful(buffer) != 0 else {
      throw unsafe .shapingFailed(text: Self.start(of: line))
    }

    var count: UInt32 = 0
    var total = 0
    var lacksGlyph = false
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    for index in 0..<Int(count) {
      total += unsafe Int(positions![index].x_advance)
      let glyph = unsafe glyphs![index].codepoint
      lacksGlyph = lacksGlyph || glyph == 0
      if font.face.isOverwide(glyph) { throw unsafe .advanceTooWide(text: Self.start(of: line)) }
    }
    if lacksGlyph { unsafe report(line, in: font.face, missing: &missing) }
    return Advance(ticks: total)
  }

  /// Fills the buffer with the line, and shapes it.
  private func shape(
    _ line: UnsafeBufferPointer<UInt8>, _ run: TextRun, in font: Font, by hbFont: OpaquePointer
  ) {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_add_utf8(
      buffer, UnsafeRawPointer(line.baseAddress!).assumingMemoryBound(to: CChar.self),
      Int32(line.count), 0, Int32(line.count))
    unsafe hb_buffer_set_script(buffer, run.script)
    unsafe hb_buffer_set_direction(buffer, run.direction)
    unsafe hb_buffer_set_language(
      buffer, font.language.map { unsafe hb_language_from_string($0, -1) } ?? nil)
    let features = font.features.map {
      hb_feature_t(tag: $0.tag.value, value: $0.value, start: 0, end: UInt32.max)
    }
    unsafe features.withUnsafeBufferPointer { list in
      unsafe hb_shape(hbFont, buffer, list.baseAddress, UInt32(list.count))
    }
  }

  // MARK: Marks without end

  /// A line of so many bytes has at most 32,768 glyphs, since HarfBuzz lets a text grow 64 times; so no mark can be farther
  /// from its base than it can count.
  private static let longestUnchecked = 512

  private func refuseManyMarks(
    _ line: UnsafeBufferPointer<UInt8>, in face: Face
  ) throws(FontError) {
    var marks = MarkStretch()
    for scalar in unsafe Self.scalars(line) {
      let isTooLong =
        scalar.properties.isDefaultIgnorableCodePoint
        ? marks.extend(byMark: false)
        : face.isMark(scalar) ? marks.extend(byMark: true) : marks.end()
      if isTooLong { throw unsafe .tooManyMarks(text: Self.start(of: line)) }
    }
  }

  /// The same for the glyphs that substitution makes of a long line: it can make marks of letters, and several of one.
  ///
  /// A glyph ends a stretch that is no mark and begins a cluster of more than default ignorables: HarfBuzz stops there
  /// on the way from a mark to its base.
  private func refuseManyMarkGlyphs(
    _ line: UnsafeBufferPointer<UInt8>, in face: Face
  ) throws(FontError) {
    var count: UInt32 = 0
    guard let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count) else { return }
    var marks = MarkStretch()
    var previous: UInt32?
    for index in 0..<Int(count) {
      let glyph = unsafe glyphs[index]
      let first = unsafe Self.scalar(at: Int(glyph.cluster), of: line)
      let isTooLong =
        if face.isMark(glyph.codepoint) || first.properties.generalCategory.isMark {
          marks.extend(byMark: true)
        } else if glyph.cluster == previous || first.properties.isDefaultIgnorableCodePoint {
          marks.extend(byMark: false)
        } else {
          marks.end()
        }
      previous = glyph.cluster
      if isTooLong { throw unsafe .tooManyMarks(text: Self.start(of: line)) }
    }
    if face.attachesAcrossLetters {
      throw unsafe .shapingFailed(text: Self.start(of: line))
    }
  }

  /// How many marks, and characters that are passed over on the way to their base, stand in a row.
  private struct MarkStretch {
    private var length = 0
    private var hasMark = false

    /// - Returns: whether the stretch is too long.
    mutating func extend(byMark isMark: Bool) -> Bool {
      length += 1
      hasMark = hasMark || isMark
      return hasMark && length > Font.mostMarks
    }

    mutating func end() -> Bool {
      self = MarkStretch()
      return false
    }
  }

  /// The scalar that begins at a byte.
  private static func scalar(at index: Int, of line: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar {
    let end = min(line.count, index + 4)
    let bytes = unsafe UnsafeBufferPointer(rebasing: line[min(index, end)..<end])
    return unsafe scalars(bytes).first ?? "\u{FFFD}"
  }

  /// The start of a line, for a message.
  private static func start(of line: UnsafeBufferPointer<UInt8>) -> String {
    unsafe String(
      String.UnicodeScalarView(scalars(UnsafeBufferPointer(rebasing: line.prefix(1024))).prefix(80))
    )
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

  /// Adds the characters of clusters that came out as the missing-glyph box and that the face's character map
  /// lacks. A cluster may hold several characters, of which one is missing.
  private func report(
    _ line: UnsafeBufferPointer<UInt8>, in face: Face, missing: inout [Unicode.Scalar]
  ) {
    var count: UInt32 = 0
    let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)!
    var known = Set(missing)
    // Clusters are byte offsets; those of one line go up, or down where it runs right to left.
    let starts = Set((0..<Int(count)).map { unsafe Int(glyphs[$0].cluster) }).sorted()
    let lacking = Set(
      (0..<Int(count)).filter { unsafe glyphs[$0].codepoint == 0 }.map {
        unsafe Int(glyphs[$0].cluster)
      })
    for (place, start) in starts.enumerated() where lacking.contains(start) {
      let end = place + 1 < starts.count ? starts[place + 1] : line.count
      for scalar in unsafe Self.scalars(UnsafeBufferPointer(rebasing: line[start..<end])) {
        guard !scalar.properties.isDefaultIgnorableCodePoint,
          face.nominalGlyph(of: scalar) == nil, known.insert(scalar).inserted
        else { continue }
        missing.append(scalar)
      }
    }
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

  private static func scalars(_ line: UnsafeBufferPointer<UInt8>) -> String.UnicodeScalarView {
    unsafe String(decoding: line, as: UTF8.self).unicodeScalars
  }
}

extension Unicode.GeneralCategory {
  var isMark: Bool {
    switch self {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
