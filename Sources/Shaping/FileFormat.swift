internal import CFreeType

/// Names what a file is that is no OpenType font, for the message that refuses it.
enum FileFormat {
  /// What is wrong with the file, and the cure where there is one.
  ///
  /// FreeType, which knows every font format of the last forty years, is asked last.
  static func describe(_ bytes: FontBytes, kind: Tag) -> String {
    let cure = "give the TTF or OTF it was made from"
    switch kind {
    case .woff: return "it is a WOFF web font; \(cure)"
    case .woff2: return "it is a WOFF2 web font; \(cure)"
    default: break
    }
    if let format = freeTypeName(of: bytes) {
      return "it is a \(format) font; only TrueType and OpenType fonts can be measured"
    }
    return "it is not a font file; give a TTF, OTF, TTC or OTC file"
  }

  private static func freeTypeName(of bytes: FontBytes) -> String? {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0 else { return nil }
    defer { unsafe FT_Done_FreeType(library) }
    return unsafe bytes.withUnsafeBytes { buffer in
      var face: FT_Face?
      guard
        unsafe FT_New_Memory_Face(library, buffer.baseAddress, FT_Long(buffer.count), 0, &face) == 0
      else { return nil }
      defer { unsafe FT_Done_Face(face) }
      return unsafe FT_Get_Font_Format(face).map { unsafe String(cString: $0) }
    }
  }
}
