internal import CHarfBuzz

/// Guards against marks without end, over which HarfBuzz takes the square of their number, and some releases end the
/// process.
extension ShapingBuffer {
  /// A line of so many bytes has at most 32,768 glyphs, since HarfBuzz lets a text grow 64 times; so no mark can be farther
  /// from its base than it can count.
  static let longestUnchecked = 512

  func refuseManyMarks(
    _ line: UnsafeBufferPointer<UInt8>, in font: Font
  ) throws(FontError) {
    // Few lines of so many bytes have so many characters.
    guard unsafe line.reduce(0, { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }) > Font.mostMarks else {
      return
    }
    var marks = MarkStretch()
    var place = 0
    while place < line.count {
      let scalar = unsafe line.scalar(at: &place)
      let isTooLong =
        font.choice.traits(of: scalar).has(CharacterTraits.isIgnorable)
        ? marks.extend(byMark: false)
        : font.choice.isMark(scalar) ? marks.extend(byMark: true) : marks.end()
      if isTooLong { throw unsafe .tooManyMarks(text: Self.start(of: line)) }
    }
  }

  /// The same for the glyphs that substitution makes of a long line: it can make marks of letters, and several of one.
  ///
  /// A glyph ends a stretch that is no mark and begins a cluster of more than default ignorables: HarfBuzz stops there
  /// on the way from a mark to its base.
  func refuseManyMarkGlyphs(
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
  static func start(of line: UnsafeBufferPointer<UInt8>) -> String {
    unsafe String(
      String.UnicodeScalarView(scalars(UnsafeBufferPointer(rebasing: line.prefix(1024))).prefix(80))
    )
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
