/// What shows that an sfnt file is as it was made. Damage to a width, a kerning value or a character's glyph leaves a font
/// that is valid in every other respect, but no longer adds up to its checksums; two tables that have changed places do,
/// but no longer look like what they are called.
///
/// Only what measuring reads is looked at, outlines are not. Of 2,870 whole font files in Debian 12 all but 31 pass.
extension SFNTDirectory {
  /// - Parameter isInstance: whether the face is used away from its default instance.
  /// - Throws: ``FontError/wrongChecksum(path:table:)``, ``FontError/damagedTable(path:table:)``. A sum of 0 is one that the
  ///   maker left out.
  /// - Complexity: linear in the size of the tables that measuring reads.
  func refuseDamage(_ bytes: FontBytes, isInstance: Bool, path: String) throws(FontError) {
    // The file's sum follows from those of the tables, so that the outlines need not be read. A collection has none.
    if faceCount == 1, let head = table(.head),
      let adjustment = bytes.uint32(at: head.offset + Self.adjustment), adjustment != 0
    {
      var sum = bytes.sum(of: 0..<12 + 16 * tables.count)
      for table in tables { sum &+= table.checksum }
      guard 0xB1B0_AFBA &- sum == UInt32(adjustment) else {
        throw .wrongChecksum(path: path, table: nil)
      }
    }
    // The faces of a collection are told apart by their names.
    guard faceCount == 1 || table(.name) != nil else {
      throw .damagedTable(path: path, table: .name)
    }
    for (index, table) in tables.enumerated() {
      // Their tags ascend in every file: one that does not has been given to another table.
      guard index == 0 || table.tag >= tables[index - 1].tag else {
        throw .damagedTable(path: path, table: table.tag)
      }
      guard isMeasured(table.tag, isInstance) else { continue }
      guard index == 0 || table.tag > tables[index - 1].tag, looksSound(table, bytes) else {
        throw .damagedTable(path: path, table: table.tag)
      }
      guard addsUp(table, bytes) else { throw .wrongChecksum(path: path, table: table.tag) }
    }
  }

  /// Where the head table has the file's sum.
  private static let adjustment = 8

  private func addsUp(_ table: Table, _ bytes: FontBytes) -> Bool {
    if table.checksum == 0 { return true }
    let sum = bytes.sum(of: table.offset..<table.offset + table.length)
    if sum == table.checksum { return true }
    // The head table is to be summed as if its adjustment were 0; some makers sum it as it is.
    guard table.tag == .head, let adjustment = bytes.uint32(at: table.offset + Self.adjustment)
    else { return false }
    return sum &- UInt32(adjustment) == table.checksum
  }

  /// Whether a table has a part in an advance, or in finding the face and its instance by name.
  private func isMeasured(_ tag: Tag, _ isInstance: Bool) -> Bool {
    switch tag {
    case .head, .maxp, .cmap, .hhea, .hmtx, .gsub, .gpos, .gdef, .kern, .trak, .fvar, .avar, .hvar,
      .name, .morx, .kerx, .ankr:
      true
    case .gvar, .glyf, .loca:
      // Without HVAR the advances of an instance come from the outlines' phantom points.
      isInstance && table(.hvar) == nil
    default:
      false
    }
  }

  /// Whether a table begins as one of its name does. Each rule holds for every font file in Debian 12 that adds up.
  private func looksSound(_ table: Table, _ bytes: FontBytes) -> Bool {
    // An empty table is none.
    if table.length == 0 { return true }
    func short(_ offset: Int) -> Int {
      offset + 2 <= table.length ? bytes.uint16(at: table.offset + offset) ?? 0 : 0
    }
    func long(_ offset: Int) -> Int { short(offset) << 16 | short(offset + 2) }
    func isWithin(_ offset: Int, after header: Int) -> Bool {
      offset >= header && offset < table.length
    }
    switch table.tag {
    case .head:
      return long(12) == 0x5F0F_3CF5
    case .maxp:
      return long(0) == 0x0000_5000 || long(0) == 0x0001_0000
    case .hhea:
      return short(0) == 1 && short(32) == 0
    case .hmtx:
      // Some makers leave out the last bearing or pad the table; nobody doubles it.
      guard let maxp = self.table(.maxp), let hhea = self.table(.hhea) else { return false }
      let glyphs = bytes.uint16(at: maxp.offset + 4) ?? 0
      let advances = bytes.uint16(at: hhea.offset + 34) ?? 0
      return table.length <= 4 * advances + 2 * max(0, glyphs - advances) + 8
    case .cmap:
      // A list of characters of a form that there is.
      return short(0) == 0
        && (0..<min(short(2), table.length / 8)).contains { index in
          let offset = long(4 + 8 * index + 4)
          return offset >= 4 && offset <= table.length - 4
            && [0, 2, 4, 6, 8, 10, 12, 13].contains(short(offset))
        }
    case .gsub, .gpos:
      // The lists of scripts, features and lookups; the last may be missing, or all.
      let lists = [short(4), short(6), short(8)]
      let areWithin = lists.map { isWithin($0, after: 10) }
      return short(0) == 1 && short(2) <= 1
        && (lists == [0, 0, 0] || areWithin[0] && areWithin[1] && (areWithin[2] || lists[2] == 0))
    case .gdef:
      return short(0) == 1 && short(2) <= 3
        && (short(4) == 0 || isWithin(short(4), after: 10))
    case .kern:
      // Microsoft's, with a first part that lies in the table, or Apple's.
      return short(0) == 0
        ? short(2) > 0 && short(4) == 0 && short(6) <= table.length - 4 : long(0) == 0x0001_0000
    case .name:
      return short(0) <= 1 && short(2) > 0 && short(4) >= 6 + 12 * short(2)
        && short(4) <= table.length
    case .fvar:
      return long(0) == 0x0001_0000 && short(10) == 20
    case .avar:
      return short(0) == 1 || short(0) == 2
    case .hvar:
      return long(0) == 0x0001_0000 && isWithin(long(4), after: 20)
    case .trak:
      return long(0) == 0x0001_0000 && short(4) == 0
    case .morx, .kerx:
      return (2...4).contains(short(0))
    default:
      return true
    }
  }
}

extension FontBytes {
  /// The sum of the bytes as big-endian numbers of 32 bits, the last filled up with zeros.
  ///
  /// - Precondition: the range lies in the bytes.
  func sum(of range: Range<Int>) -> UInt32 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      let bytes = unsafe UnsafeRawPointer(start + range.lowerBound)
      let count = range.count
      // Two numbers at a time: this reads some hundred thousand bytes of a font.
      var sum: UInt64 = 0
      var offset = 0
      while offset <= count - 8 {
        let pair = unsafe UInt64(
          bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        sum &+= (pair >> 32) &+ (pair & 0xFFFF_FFFF)
        offset += 8
      }
      while offset < count {
        let byte = unsafe bytes.load(fromByteOffset: offset, as: UInt8.self)
        sum &+= UInt64(byte) << UInt64(24 - 8 * (offset & 3))
        offset += 1
      }
      return UInt32(truncatingIfNeeded: sum)
    }
  }
}
