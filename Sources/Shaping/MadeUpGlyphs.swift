internal import CHarfBuzz

/// What HarfBuzz does about characters that a face lacks: it composes, decomposes and replaces some.
enum MadeUpGlyphs {
  /// Whether HarfBuzz could put other characters in the place of some of a cluster; if not, a face covers it only when it has
  /// them all.
  static func arePossible(in cluster: [Unicode.Scalar]) -> Bool {
    let functions = unsafe hb_unicode_funcs_get_default()
    var composed: hb_codepoint_t = 0
    var parts: (hb_codepoint_t, hb_codepoint_t) = (0, 0)
    return cluster.contains { scalar in
      unsafe hb_unicode_decompose(functions, scalar.value, &parts.0, &parts.1) != 0
        || isReplaced(scalar)
        || cluster.count > 1
          && (isSpecial(scalar)
            || cluster.contains {
              unsafe hb_unicode_compose(functions, scalar.value, $0.value, &composed) != 0
            })
    }
  }

  /// Spaces are made of U+0020, the non-breaking hyphen of the other, and SARA AM of its halves.
  private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{2011}", "\u{E33}", "\u{EB3}": true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// What composes though Unicode excludes it, Hebrew's points and Bengali's nukta, and what chooses variants.
  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590..<0x600, 0x9BC: true
    default: scalar.properties.isVariationSelector
    }
  }
}

extension Face {
  /// Whether none of a cluster's glyphs is missing after shaping.
  func makesUp(_ cluster: [Unicode.Scalar]) -> Bool {
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
}
