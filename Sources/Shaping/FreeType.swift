internal import CFreeType

/// What FreeType is asked: to unpack web fonts, and to name what a file is that cannot be measured.
enum FreeType {
  /// How many bytes a web font may have when it is unpacked.
  private static let mostUnpacked = 256 << 20

  /// The OpenType file that a WOFF or WOFF2 file was made from, put together again from its tables; the bytes
  /// themselves if they are no web font.
  ///
  /// - Throws: ``FontError/notAFont(path:reason:)`` when the file is damaged, or unpacks to more than 256 MiB.
  static func unpacked(_ bytes: FontBytes, path: String) throws(FontError) -> FontBytes {
    let kind = bytes.tag(at: 0)
    guard kind == .woff || kind == .woff2 else { return bytes }
    let name = kind == .woff ? "WOFF" : "WOFF2"
    // Both headers say at offset 8 how long the file is, at 16 how long the OpenType file was.
    guard let length = bytes.uint32(at: 8), let unpacked = bytes.uint32(at: 16),
      length <= bytes.count
    else {
      throw .notAFont(
        path: path, reason: "the \(name) file ends in the middle: is it a whole file?")
    }
    guard unpacked <= mostUnpacked else {
      throw .notAFont(path: path, reason: "the \(name) file unpacks to more than 256 MiB")
    }
    let file = unsafe withFace(bytes) { face -> [UInt8]? in
      // Tag 0 stands for the whole file, which FreeType put together when it opened the face.
      var length: FT_ULong = 0
      guard unsafe FT_Load_Sfnt_Table(face, 0, 0, nil, &length) == 0, length <= mostUnpacked else {
        return nil
      }
      var file = [UInt8](repeating: 0, count: Int(length))
      guard unsafe FT_Load_Sfnt_Table(face, 0, 0, &file, &length) == 0 else { return nil }
      return file
    }
    guard let file = file ?? nil else {
      throw .notAFont(path: path, reason: "the \(name) file is damaged")
    }
    return FontBytes(copying: file)
  }

  /// What is wrong with a file that is no OpenType font.
  static func describe(_ bytes: FontBytes) -> String {
    let format = unsafe withFace(bytes) { face in
      unsafe FT_Get_Font_Format(face).map { unsafe String(cString: $0) }
    }
    if let format = format ?? nil {
      return "it is a \(format) font; only TrueType and OpenType fonts can be measured"
    }
    return "it is not a font file; give a TTF, OTF, TTC or OTC file"
  }

  /// Opens the bytes as FreeType's face for the length of a call; nil when FreeType cannot.
  private static func withFace<Result>(
    _ bytes: FontBytes, _ body: (FT_Face) -> Result
  ) -> Result? {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0 else { return nil }
    defer { unsafe FT_Done_FreeType(library) }
    return unsafe bytes.withUnsafeBytes { buffer in
      var face: FT_Face?
      guard
        unsafe FT_New_Memory_Face(library, buffer.baseAddress, FT_Long(buffer.count), 0, &face)
          == 0,
        let opened = unsafe face
      else { return nil }
      defer { unsafe FT_Done_Face(face) }
      return unsafe body(opened)
    }
  }
}
