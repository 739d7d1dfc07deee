internal import CHarfBuzz

/// What a face needs to shape a cluster without the missing-glyph box: a glyph for each character, or for what HarfBuzz puts in its
/// place, which composes, decomposes and makes up what a face lacks.
///
/// Shaping is what decides, but only where the face has something to be put there: for most faces and clusters it has not.
struct ClusterNeeds {
  private let cluster: [Unicode.Scalar]
  private var needs: [Need] = []

  private struct Need {
    var scalar: Unicode.Scalar
    /// The selector of a variant that stands after it.
    var selector: Unicode.Scalar?
    /// Characters without which it cannot be made up.
    var substitutes: [Unicode.Scalar] = []
    /// Whether that cannot be foreseen.
    var isUncertain: Bool
  }

  /// In longer clusters, which no language has, nothing is foreseen.
  private static let longest = 16

  init(_ cluster: [Unicode.Scalar]) {
    self.cluster = cluster
    let composed = cluster.count > Self.longest ? [] : Normalization.composed(cluster)
    for (index, scalar) in cluster.enumerated()
    where !scalar.properties.isDefaultIgnorableCodePoint {
      let next = index + 1 < cluster.count ? cluster[index + 1] : nil
      needs.append(
        Need(
          scalar: scalar,
          selector: next.flatMap { $0.properties.isVariationSelector ? $0 : nil },
          substitutes: Normalization.neededParts(scalar) + composed,
          isUncertain: cluster.count > Self.longest || Self.isReplaced(scalar)
            || cluster.count > 1 && (0x590..<0x600).contains(scalar.value)))
    }
  }

  /// Whether HarfBuzz makes it of another character: spaces of U+0020, the non-breaking hyphen of U+2010, SARA AM of its
  /// halves. Hebrew's points it composes besides, though Unicode does not.
  private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{2011}", "\u{E33}", "\u{EB3}": true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  func areMet(by face: Face) -> Bool {
    var isComplete = true
    for need in needs where face.nominalGlyph(of: need.scalar) == nil {
      guard
        need.isUncertain || need.substitutes.contains(where: { face.nominalGlyph(of: $0) != nil })
          || need.selector.map({ face.hasVariant(of: need.scalar, $0) }) ?? false
      else { return false }
      isComplete = false
    }
    return isComplete || face.shapesWhole(cluster)
  }
}

/// Canonical equivalence as HarfBuzz has it.
private enum Normalization {
  /// All that the characters, their parts and these again can be composed to.
  static func composed(_ cluster: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard cluster.count > 1 else { return [] }
    var all = cluster
    var composed: [Unicode.Scalar] = []
    var index = 0
    while index < all.count {
      if let (first, second) = parts(all[index]) {
        for part in [first, second] { if let part, !all.contains(part) { all.append(part) } }
      }
      for other in all[...index] {
        for whole in [compose(all[index], other), compose(other, all[index])] {
          guard let whole else { continue }
          if !composed.contains(whole) { composed.append(whole) }
          if !all.contains(whole) { all.append(whole) }
        }
      }
      index += 1
    }
    return composed
  }

  /// Characters of which a face has one if it decomposes the character.
  static func neededParts(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard let (first, second) = parts(scalar) else { return [] }
    if let second { return [second] }
    return [first] + neededParts(first)
  }

  private static func parts(
    _ scalar: Unicode.Scalar
  ) -> (first: Unicode.Scalar, second: Unicode.Scalar?)? {
    var first: hb_codepoint_t = 0
    var second: hb_codepoint_t = 0
    guard
      unsafe hb_unicode_decompose(
        hb_unicode_funcs_get_default(), scalar.value, &first, &second) != 0,
      let start = Unicode.Scalar(first)
    else { return nil }
    return (start, second == 0 ? nil : Unicode.Scalar(second))
  }

  private static func compose(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Unicode.Scalar? {
    // Unicode excludes it, HarfBuzz does not.
    if one == "\u{9AF}", other == "\u{9BC}" { return "\u{9DF}" }
    var whole: hb_codepoint_t = 0
    return unsafe hb_unicode_compose(
      hb_unicode_funcs_get_default(), one.value, other.value, &whole) != 0
      ? Unicode.Scalar(whole) : nil
  }
}

extension Face {
  /// Whether none of a cluster's glyphs is missing after shaping.
  func shapesWhole(_ cluster: [Unicode.Scalar]) -> Bool {
    let buffer = unsafe hb_buffer_create()
    defer { unsafe hb_buffer_destroy(buffer) }
    let values = cluster.map(\.value)
    unsafe hb_buffer_add_codepoints(buffer, values, Int32(values.count), 0, Int32(values.count))
    unsafe hb_buffer_guess_segment_properties(buffer)
    unsafe hb_buffer_set_language(buffer, nil)
    unsafe hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    return (0..<Int(count)).allSatisfy { unsafe glyphs![$0].codepoint != 0 }
  }

  fileprivate func hasVariant(of scalar: Unicode.Scalar, _ selector: Unicode.Scalar) -> Bool {
    var glyph: hb_codepoint_t = 0
    return unsafe hb_font_get_variation_glyph(font, scalar.value, selector.value, &glyph) != 0
  }
}
