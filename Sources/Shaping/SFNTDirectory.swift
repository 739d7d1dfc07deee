/// The table directory of one face in an sfnt file (TrueType, OpenType, or a collection of them).
///
/// HarfBuzz never fails: what it cannot read it takes for a face of no glyphs, 1,000 units per em and half an em
/// a character, and a file that is cut short for one without the tables that are cut. So whatever would give
/// a plausible wrong number is refused here, before HarfBuzz sees it.
struct SFNTDirectory {
  struct Table {
    var tag: Tag
    var checksum: UInt32
    var offset: Int
    var length: Int
  }

  let faceCount: Int
  let tables: [Table]
  let unitsPerEm: Int
  /// The glyphs with an advance of more than 32,767 units, which HarfBuzz takes for a negative one.
  let overwideGlyphs: Set<UInt32>
  /// The first of the glyphs that share the last advance, when that is such a one.
  let overwideFrom: UInt32?

  /// Reads the directory and checks what measuring depends on.
  ///
  /// - Complexity: linear in the number of tables and of advances.
  init(_ bytes: FontBytes, faceIndex: Int, path: String) throws(FontError) {
    func refuse(_ reason: String) -> FontError {
      .notAFont(path: path, reason: reason)
    }
    let cut = "it ends in the middle: is it a whole file?"

    // The file: one face, or a collection with an offset for each.
    guard let kind = bytes.tag(at: 0) else { throw refuse(cut) }
    var start = 0
    switch kind {
    case .trueType, .trueTypeApple, .openType:
      faceCount = 1
    case .collection:
      guard let count = bytes.uint32(at: 8) else { throw refuse(cut) }
      // The largest have some sixty.
      guard count > 0, count <= min(4096, bytes.count / 12) else {
        throw refuse("it is a collection that says it has \(count) faces")
      }
      faceCount = count
    default:
      throw refuse(FreeType.describe(bytes))
    }
    guard (0..<faceCount).contains(faceIndex) else {
      throw .noSuchFace(path: path, index: faceIndex, count: faceCount)
    }
    if kind == .collection {
      guard let offset = bytes.uint32(at: 12 + 4 * faceIndex) else { throw refuse(cut) }
      start = offset
      guard let inner = bytes.tag(at: start) else { throw refuse(cut) }
      guard [.trueType, .trueTypeApple, .openType].contains(inner) else {
        throw refuse("face \(faceIndex) of the collection is not an OpenType face")
      }
    }

    // The directory: every table has to lie in the file.
    guard let tableCount = bytes.uint16(at: start + 4) else { throw refuse(cut) }
    var tables: [Table] = []
    for index in 0..<tableCount {
      let record = start + 12 + 16 * index
      guard let tag = bytes.tag(at: record), let checksum = bytes.uint32(at: record + 4),
        let offset = bytes.uint32(at: record + 8), let length = bytes.uint32(at: record + 12)
      else { throw refuse(cut) }
      guard offset + length <= bytes.count else {
        let excess = offset + length - bytes.count
        throw refuse("its \(tag) table runs \(excess) bytes past the end: is it a whole file?")
      }
      tables.append(
        Table(tag: tag, checksum: UInt32(checksum), offset: offset, length: length))
    }
    self.tables = tables

    func table(_ tag: Tag, atLeast length: Int) throws(FontError) -> Table {
      guard let table = tables.first(where: { $0.tag == tag }) else {
        throw refuse("it has no \(tag) table")
      }
      guard table.length >= length else { throw refuse("its \(tag) table is too short") }
      return table
    }

    let head = try table(.head, atLeast: 54)
    let unitsPerEm = bytes.uint16(at: head.offset + 18) ?? 0
    guard (16...16384).contains(unitsPerEm) else {
      throw refuse("its head table says \(unitsPerEm) units per em; 16 to 16,384 are possible")
    }
    self.unitsPerEm = unitsPerEm

    let maxp = try table(.maxp, atLeast: 6)
    guard bytes.uint16(at: maxp.offset + 4) ?? 0 > 0 else { throw refuse("it has no glyphs") }

    _ = try table(.cmap, atLeast: 4)
    let hhea = try table(.hhea, atLeast: 36)
    let advanceCount = bytes.uint16(at: hhea.offset + 34) ?? 0
    guard advanceCount > 0 else { throw refuse("its hhea table says it has no advances") }
    let hmtx = try table(.hmtx, atLeast: 4 * advanceCount)
    overwideGlyphs = Set(
      (0..<advanceCount).filter { bytes.uint16(at: hmtx.offset + 4 * $0) ?? 0 > 0x7FFF }
        .map { UInt32($0) })
    let last = UInt32(advanceCount - 1)
    overwideFrom = overwideGlyphs.contains(last) ? last : nil
  }

  func table(_ tag: Tag) -> Table? {
    tables.first { $0.tag == tag }
  }
}

extension Tag {
  static let trueType = Tag(0x0001_0000)
  static let trueTypeApple = Tag("true")!
  static let openType = Tag("OTTO")!
  static let collection = Tag("ttcf")!
  static let woff = Tag("wOFF")!
  static let woff2 = Tag("wOF2")!
  static let head = Tag("head")!
  static let maxp = Tag("maxp")!
  static let cmap = Tag("cmap")!
  static let hhea = Tag("hhea")!
  static let hmtx = Tag("hmtx")!
  static let glyf = Tag("glyf")!
  static let loca = Tag("loca")!
  static let gdef = Tag("GDEF")!
  static let gsub = Tag("GSUB")!
  static let gpos = Tag("GPOS")!
  static let kern = Tag("kern")!
  static let fvar = Tag("fvar")!
  static let avar = Tag("avar")!
  static let gvar = Tag("gvar")!
  static let hvar = Tag("HVAR")!
  static let name = Tag("name")!
  static let morx = Tag("morx")!
  static let kerx = Tag("kerx")!
  static let ankr = Tag("ankr")!
  static let trak = Tag("trak")!
  // Features.
  static let curs = Tag("curs")!
  static let liga = Tag("liga")!
  static let locl = Tag("locl")!
  static let mkmk = Tag("mkmk")!
}
