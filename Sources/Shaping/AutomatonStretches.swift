/// Stretches of a text in which a rule may act.
extension AdvanceAutomaton {
  /// The advance of a run's text.
  ///
  /// - Parameters:
  ///   - seen: what the font keeps of stretches.
  ///   - kind: the automaton's number in that.
  /// - Returns: nil when the text has to be shaped.
  @inline(__always)
  func measure(
    _ text: UnsafeBufferPointer<UInt8>, seen: SeenTexts, kind: Int
  ) -> Sum? {
    guard let sum = unsafe sum(text) else { return nil }
    guard sum.flags & Entry.anyReach != 0 else { return sum }
    return unsafe corrected(sum, text, seen, kind)
  }

  /// A text's sum, with what shaping its stretches adds to theirs.
  ///
  /// Sequences that overlap or touch make one stretch. It is shaped with a character on either side, which no rule changes: so the pairs
  /// that it makes with the rest are in it.
  @inline(never)
  private func corrected(
    _ sum: Sum, _ text: UnsafeBufferPointer<UInt8>, _ seen: SeenTexts, _ kind: Int
  ) -> Sum? {
    let count = sum.characters
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * count + 1) { memory in
      // Where each character begins, then the first and the last character of each stretch.
      let starts = memory.baseAddress!
      let (firsts, lasts) = unsafe (starts + count + 1, starts + 2 * count + 1)
      var stretches = 0
      var index = 0
      unsafe starts[0] = 0
      _ = unsafe scan(text) { entry, end in
        unsafe starts[index + 1] = Int32(end)
        if entry.reach > 0 {
          var first = Int32(index - entry.reach + 1)
          while unsafe stretches > 0 && lasts[stretches - 1] + 1 >= first {
            stretches -= 1
            first = unsafe min(first, firsts[stretches])
          }
          unsafe firsts[stretches] = first
          unsafe lasts[stretches] = Int32(index)
          stretches += 1
        }
        index += 1
      }
      var sum = sum
      for stretch in 0..<stretches {
        let first = unsafe max(0, Int(firsts[stretch]) - 1)
        let last = unsafe min(count - 1, Int(lasts[stretch]) + 1)
        let bytes = unsafe UnsafeBufferPointer(
          rebasing: text[Int(starts[first])..<Int(starts[last + 1])])
        guard bytes.count <= SeenTexts.longest,
          let correction = unsafe seen.value(of: bytes, kind: kind)
            ?? correction(of: bytes, seen, kind)
        else { return nil }
        sum.ticks += correction.ticks
        sum.clusters += correction.clusters
      }
      return sum
    }
  }

  /// What shaping a stretch adds to its sum.
  private func correction(
    of text: UnsafeBufferPointer<UInt8>, _ seen: SeenTexts, _ kind: Int
  ) -> SeenTexts.Value? {
    guard let sum = unsafe sum(text), let shaped = unsafe shape(text) else { return nil }
    // What comes out as the missing-glyph box only here is for the shaper to report.
    guard !shaped.glyphs.contains(0) else { return nil }
    let correction = SeenTexts.Value(
      ticks: shaped.ticks - sum.ticks, clusters: shaped.clusters - sum.characters)
    unsafe seen.keep(correction, of: text, kind: kind)
    return correction
  }
}
