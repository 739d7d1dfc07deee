internal import CHarfBuzz

/// Runs whose words can be shaped one by one, see ``RunShaper/separatesWords``: each is shaped once, and then remembered.
extension ShapingBuffer {
  /// - Parameter kind: the run's, in the font's memory.
  mutating func shapeWords(
    of run: TextRun, kind: Int, of line: UnsafeBufferPointer<UInt8>, in font: Font,
    missing: inout [Unicode.Scalar]
  ) throws(FontError) -> RunAdvance {
    let space = UInt8(ascii: " ")
    var total = RunAdvance()
    var start = run.range.lowerBound
    while start < run.range.upperBound {
      // A space is a word of its own.
      let isSpace = unsafe line[start] == space
      var end = start + 1
      while unsafe !isSpace && end < run.range.upperBound && line[end] != space { end += 1 }
      let text = unsafe UnsafeBufferPointer(rebasing: line[start..<end])
      // Beside what is no space letters may join to what is in another run.
      let isFree =
        unsafe isSpace
        || (start == 0 || line[start - 1] == space) && (end == line.count || line[end] == space)
      if isFree, let known = unsafe font.memory.value(ofWord: text, kind: kind) {
        total.ticks += known.ticks
      } else {
        var word = run
        word.range = start..<end
        let advance = unsafe try shapeWhole(word, of: line, in: font, missing: &missing)
        total.ticks += advance.ticks
        if isFree, !advance.lacksGlyph {
          let value = SeenTexts.Value(ticks: advance.ticks, clusters: 0)
          unsafe font.memory.keep(value, ofWord: text, kind: kind)
        }
      }
      start = end
    }
    return total
  }

  /// Whether every space of a run stands alone, and its words are of its direction each.
  func isSeparable(
    _ run: TextRun, of line: UnsafeBufferPointer<UInt8>, _ choice: FaceChoice
  ) -> Bool {
    var place = run.range.lowerBound
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
      isAfterSpace = scalar == " "
      isOpen = traits.has(CharacterTraits.glues)
    }
    return true
  }
}
