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
      var count: FT_ULong = 0
      guard unsafe FT_Sfnt_Table_Info(face, 0, nil, &count) == 0, count > 0, count < 4096 else {
        return nil
      }
      var tables: [(tag: UInt32, bytes: [UInt8])] = []
      var total = 0
      for index in 0..<FT_UInt(count) {
        var tag: FT_ULong = 0
        var length: FT_ULong = 0
        guard unsafe FT_Sfnt_Table_Info(face, index, &tag, &length) == 0 else { return nil }
        total += Int(length)
        guard total <= mostUnpacked else { return nil }
        var table = [UInt8](repeating: 0, count: Int(length))
        let error = unsafe FT_Load_Sfnt_Table(face, tag, 0, &table, &length)
        guard error == 0 || table.isEmpty else { return nil }
        tables.append((UInt32(tag), table))
      }
      return sfnt(of: tables)
    }
    guard let file = file ?? nil else {
      throw .notAFont(path: path, reason: "the \(name) file is damaged")
    }
    return FontBytes(copying: file)
  }

  /// An OpenType file of these tables. Checksums are left 0: nobody here reads them.
  private static func sfnt(of tables: [(tag: UInt32, bytes: [UInt8])]) -> [UInt8] {
    func big(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let isCFF = tables.contains { $0.tag == Tag("CFF ")!.value || $0.tag == Tag("CFF2")!.value }
    var file = big(isCFF ? Int(Tag.openType.value) : Int(Tag.trueType.value), 4)
    file += big(tables.count, 2) + big(0, 6)
    var offset = 12 + 16 * tables.count
    for table in tables.sorted(by: { $0.tag < $1.tag }) {
      file += big(Int(table.tag), 4) + big(0, 4) + big(offset, 4) + big(table.bytes.count, 4)
      offset += (table.bytes.count + 3) & ~3
    }
    for table in tables.sorted(by: { $0.tag < $1.tag }) {
      file += table.bytes
      file += [UInt8](repeating: 0, count: -table.bytes.count & 3)
    }
    return file
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
