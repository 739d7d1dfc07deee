internal import CRawLoop

/// The baseline, a face in HarfBuzz as it comes.
@safe final class RawFont {
  static let harfBuzzVersion = unsafe String(cString: raw_harfbuzz_version())

  private let font: OpaquePointer

  init(path: String) throws(Failure) {
    guard let font = unsafe raw_font_open(path) else {
      throw Failure("\(path): cannot be read")
    }
    unsafe self.font = unsafe font
  }

  deinit {
    unsafe raw_font_close(font)
  }

  var unitsPerEm: Int { unsafe Int(raw_font_units_per_em(font)) }

  /// The sum of all texts' advances, in units: one call, so that the loop is C's.
  func total(of corpus: Corpus) -> Int {
    unsafe Int(raw_font_measure(font, corpus.bytes, corpus.starts, corpus.texts.count, nil))
  }

  func advances(of corpus: Corpus) -> [Int32] {
    var advances = [Int32](repeating: 0, count: corpus.texts.count)
    _ = unsafe raw_font_measure(
      font, corpus.bytes, corpus.starts, corpus.texts.count, &advances)
    return advances
  }
}
