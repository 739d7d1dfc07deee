internal import CHarfBuzz

/// Thrown where a table cannot be read, or has what is not understood here: then nothing is proved, and the shaper is asked.
struct NotUnderstood: Error {}

/// A face's GSUB or GPOS table as bytes, to find out which glyphs its rules look at.
///
/// What is read is bounded, whatever the offsets say.
@safe final class LayoutTable {
  private let blob: OpaquePointer
  private let bytes: UnsafeBufferPointer<UInt8>
  /// How much of lists may be gone through yet, so that no table is read without end, whatever its offsets say.
  private var allowance = 4_000_000

  /// - Throws: when the table is of a version that is not known.
  init(_ tag: Tag, of face: Face) throws(NotUnderstood) {
    unsafe blob = unsafe hb_face_reference_table(face.face, tag.value)!
    var length: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &length)
    unsafe bytes = unsafe UnsafeBufferPointer(
      start: data.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
      count: Int(length))
    if unsafe !bytes.isEmpty, try uint16(0) != 1 { throw NotUnderstood() }
  }

  deinit {
    unsafe hb_blob_destroy(blob)
  }

  @inline(__always)
  func uint16(_ offset: Int) throws(NotUnderstood) -> Int {
    guard offset >= 0, unsafe offset + 2 <= bytes.count else { throw NotUnderstood() }
    return unsafe Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func uint32(_ offset: Int) throws(NotUnderstood) -> Int {
    try uint16(offset) << 16 | uint16(offset + 2)
  }

  /// Takes note of a list that is gone through.
  ///
  /// - Returns: the numbers of its elements.
  func each(_ count: Int) throws(NotUnderstood) -> Range<Int> {
    allowance -= count + 1
    guard allowance > 0 else { throw NotUnderstood() }
    return 0..<count
  }

  /// A copy of some bytes, to compare tables by.
  func copy(_ range: Range<Int>) throws(NotUnderstood) -> [UInt8] {
    _ = try each(range.count)
    guard unsafe range.upperBound <= bytes.count else { throw NotUnderstood() }
    return unsafe Array(bytes[range])
  }

  /// Where a lookup begins.
  func lookup(_ index: Int) throws(NotUnderstood) -> Int {
    let list = try uint16(8)
    guard try index < uint16(list) else { throw NotUnderstood() }
    return try list + uint16(list + 2 + 2 * index)
  }

  /// The lookup's subtables, extensions followed, with their type.
  ///
  /// - Parameter extension: the type of an extension.
  func subtables(
    of lookup: Int, extension extensionType: Int
  ) throws(NotUnderstood) -> [(type: Int, offset: Int)] {
    let type = try uint16(lookup)
    var subtables: [(type: Int, offset: Int)] = []
    for index in try each(uint16(lookup + 4)) {
      let offset = try lookup + uint16(lookup + 6 + 2 * index)
      subtables.append(
        type == extensionType
          ? (try uint16(offset + 2), try offset + uint32(offset + 4)) : (type, offset))
    }
    return subtables
  }

  // MARK: Coverages and classes

  /// A coverage table: which glyphs a subtable is for, each with a number.
  struct Coverage {
    let offset: Int
    let isRanges: Bool
    let count: Int
    /// The bytes that it has.
    var range: Range<Int> { offset..<offset + 4 + count * (isRanges ? 6 : 2) }
  }

  /// - Parameter isNumbered: whether the glyphs' numbers are of use. Some fonts, Debian's Inter among them, have ranges that share
  ///   their last and first glyph, whose number is then one of two.
  /// - Throws: when its glyphs are not in order: which of them the shaper then finds, only the shaper knows.
  func coverage(_ offset: Int, isNumbered: Bool = true) throws(NotUnderstood) -> Coverage {
    let format = try uint16(offset)
    guard format == 1 || format == 2 else { throw NotUnderstood() }
    let coverage = Coverage(
      offset: offset, isRanges: format == 2, count: try uint16(offset + 2))
    var last = (first: -1, last: -1)
    for index in try each(coverage.count) {
      let place = offset + 4 + index * (coverage.isRanges ? 6 : 2)
      let first = try uint16(place)
      let range = (first: first, last: coverage.isRanges ? try uint16(place + 2) : first)
      guard range.first <= range.last, range.first > last.first,
        isNumbered ? range.first > last.last : range.last >= last.last
      else { throw NotUnderstood() }
      last = range
    }
    return coverage
  }

  /// The glyph's number; nil when it is not covered.
  func index(of glyph: Int, in coverage: Coverage) throws(NotUnderstood) -> Int? {
    let size = coverage.isRanges ? 6 : 2
    var (low, high) = (0, coverage.count)
    while low < high {
      let middle = (low + high) / 2
      let place = coverage.offset + 4 + middle * size
      let first = try uint16(place)
      let last = coverage.isRanges ? try uint16(place + 2) : first
      if glyph < first {
        high = middle
      } else if glyph > last {
        low = middle + 1
      } else {
        return coverage.isRanges ? try uint16(place + 4) + glyph - first : middle
      }
    }
    return nil
  }

  /// Every glyph of a coverage.
  func glyphs(of coverage: Coverage) throws(NotUnderstood) -> [Int] {
    var glyphs: [Int] = []
    for index in 0..<coverage.count {
      let place = coverage.offset + 4 + index * (coverage.isRanges ? 6 : 2)
      let first = try uint16(place)
      let last = coverage.isRanges ? try uint16(place + 2) : first
      glyphs += try each(last - first + 1).map { first + $0 }
    }
    return glyphs
  }

  /// A class definition: a number for every glyph, 0 for those that it does not list.
  struct Classes {
    let offset: Int
    let isRanges: Bool
    /// Of format 1, which lists neighbouring glyphs.
    let first: Int
    let count: Int
    var range: Range<Int> { offset..<offset + (isRanges ? 4 + count * 6 : 6 + count * 2) }
  }

  func classes(_ offset: Int) throws(NotUnderstood) -> Classes {
    switch try uint16(offset) {
    case 1:
      return Classes(
        offset: offset, isRanges: false, first: try uint16(offset + 2),
        count: try uint16(offset + 4))
    case 2:
      let classes = Classes(offset: offset, isRanges: true, first: 0, count: try uint16(offset + 2))
      var last = -1
      for index in try each(classes.count) {
        let first = try uint16(offset + 4 + 6 * index)
        guard first > last else { throw NotUnderstood() }
        last = try uint16(offset + 6 + 6 * index)
        guard last >= first else { throw NotUnderstood() }
      }
      return classes
    default: throw NotUnderstood()
    }
  }

  /// Every glyph of a class that is not 0.
  func glyphs(of number: Int, in classes: Classes) throws(NotUnderstood) -> [Int] {
    var glyphs: [Int] = []
    for index in try each(classes.count) {
      if classes.isRanges {
        let place = classes.offset + 4 + 6 * index
        guard try uint16(place + 4) == number else { continue }
        let first = try uint16(place)
        glyphs += try each(uint16(place + 2) - first + 1).map { first + $0 }
      } else if try uint16(classes.offset + 6 + 2 * index) == number {
        glyphs.append(classes.first + index)
      }
    }
    return glyphs
  }

  func number(of glyph: Int, in classes: Classes) throws(NotUnderstood) -> Int {
    guard classes.isRanges else {
      let index = glyph - classes.first
      return index >= 0 && index < classes.count ? try uint16(classes.offset + 6 + 2 * index) : 0
    }
    var (low, high) = (0, classes.count)
    while low < high {
      let middle = (low + high) / 2
      let place = classes.offset + 4 + 6 * middle
      if try glyph < uint16(place) {
        high = middle
      } else if try glyph > uint16(place + 2) {
        low = middle + 1
      } else {
        return try uint16(place + 4)
      }
    }
    return 0
  }
}
