internal import CHarfBuzz

/// Runs that are shaped once, and then remembered; where nothing reaches across a space (``RunShaper/separatesWords``) word by
/// word.
extension ShapingBuffer {
  /// - Parameter kind: the run's, in the font's memory.
  mutating func remember(
    _ run: TextRun, kind: Int, of line: UnsafeBufferPointer<UInt8>, in font: Font,
    missing: inout [Unicode.Scalar]
  ) throws(FontError) -> RunAdvance {
    let space = UInt8(ascii: " ")
    guard unsafe line[run.range].contains(space), font.memory.separatesWords(kind),
      unsafe isSeparable(run, of: line, font.choice)
    else {
      return unsafe try rememberWhole(run, kind: kind, of: line, in: font, missing: &missing)
    }
    var total = RunAdvance()
    var word = run
    var start = run.range.lowerBound
    while start < run.range.upperBound {
      // A space is a word of its own.
      let isSpace = unsafe line[start] == space
      var end = start + 1
      while unsafe !isSpace && end < run.range.upperBound && line[end] != space { end += 1 }
      word.range = start..<end
      total.ticks += unsafe try rememberWhole(
        word, kind: kind, of: line, in: font, missing: &missing
      ).ticks
      start = end
    }
    return total
  }

  private mutating func rememberWhole(
    _ run: TextRun, kind: Int, of line: UnsafeBufferPointer<UInt8>, in font: Font,
    missing: inout [Unicode.Scalar]
  ) throws(FontError) -> RunAdvance {
    // Letters may join to what is in another run, but not across a space.
    let space = UInt8(ascii: " ")
    let (start, end) = (run.range.lowerBound, run.range.upperBound)
    let isFree =
      unsafe (start == 0 || line[start - 1] == space || line[start] == space)
      && (end == line.count || line[end] == space || line[end - 1] == space)
    let text = unsafe UnsafeBufferPointer(rebasing: line[run.range])
    if isFree, let ticks = unsafe font.memory.ticks(ofShaped: text, kind: kind) {
      return RunAdvance(ticks: ticks)
    }
    let advance = unsafe try shapeWhole(run, of: line, in: font, missing: &missing)
    // What the face lacks is to be reported each time.
    if isFree, !advance.lacksGlyph {
      unsafe font.memory.keep(
        advance.ticks, ofShaped: text, kind: kind,
        hasWords: text.dropFirst().dropLast().contains(space))
    }
    return advance
  }

  /// Whether every space of a run stands alone, its words are of its direction each, and have nothing that is taken apart: HarfBuzz
  /// puts that together again or not by what other words have.
  private func isSeparable(
    _ run: TextRun, of line: UnsafeBufferPointer<UInt8>, _ choice: FaceChoice
  ) -> Bool {
    var place = run.range.lowerBound
    let functions = unsafe hb_unicode_funcs_get_default()
    var isAfterSpace = false
    var isOpen = false
    while place < run.range.upperBound {
      let scalar = unsafe line.scalar(at: &place)
      let traits = choice.traits(of: scalar)
      // A mark may stand on the space, and what comes before it may take it in.
      if isAfterSpace, traits.has(CharacterTraits.extends | CharacterTraits.glues) { return false }
      if isOpen, scalar == " " { return false }
      // U+2044 makes fractions of what is around it. HarfBuzz turns a run of numbers alone around.
      if scalar == "\u{2044}" || run.isRightToLeft && scalar.properties.numericType != nil {
        return false
      }
      var (first, second): (hb_codepoint_t, hb_codepoint_t) = (0, 0)
      if unsafe hb_unicode_decompose(functions, scalar.value, &first, &second) != 0 { return false }
      isAfterSpace = scalar == " "
      isOpen = traits.has(CharacterTraits.glues)
    }
    return true
  }
}
