/// The bytes of a font, for a mutator: where its tables are recorded, and their checksums.
struct FontFile {
  var bytes: [UInt8]

  /// A table's record in a directory: where its numbers stand, and what they say. Nothing is promised of what they say.
  struct Record {
    var checksumPlace: Int
    var offsetPlace: Int
    /// Where the length stands, or the two lengths of a WOFF table that is not compressed.
    var lengthPlaces: [Int]
    var isHead: Bool
    var offset: Int
    var length: Int
  }

  func uint32(_ place: Int) -> Int? {
    guard place >= 0, place + 4 <= bytes.count else { return nil }
    return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  func uint16(_ place: Int) -> Int? {
    guard place >= 0, place + 2 <= bytes.count else { return nil }
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  mutating func set(_ place: Int, to value: UInt32) {
    guard place >= 0, place + 4 <= bytes.count else { return }
    for index in 0..<4 {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
    }
  }

  /// The tables of every face whose bytes stand in the file as they are: all of a TrueType or OpenType file or collection,
  /// the uncompressed ones of a WOFF file, none of a WOFF2 file, which has no checksums.
  var records: [Record] {
    switch bytes.prefix(4) {
    case [0, 1, 0, 0], [0x74, 0x72, 0x75, 0x65], Array("OTTO".utf8)[...]:
      return records(ofFaceAt: 0)
    case Array("ttcf".utf8)[...]:
      return (0..<min(uint32(8) ?? 0, 16)).flatMap { face in
        uint32(12 + 4 * face).map { records(ofFaceAt: $0) } ?? []
      }
    case Array("wOFF".utf8)[...]:
      return (0..<(uint16(12) ?? 0)).compactMap { index in
        let place = 44 + 20 * index
        guard let tag = uint32(place), let offset = uint32(place + 4),
          let packed = uint32(place + 8), let length = uint32(place + 12), packed == length
        else { return nil }
        return Record(
          checksumPlace: place + 16, offsetPlace: place + 4, lengthPlaces: [place + 8, place + 12],
          isHead: tag == Self.head, offset: offset, length: length)
      }
    default: return []
    }
  }

  private func records(ofFaceAt start: Int) -> [Record] {
    (0..<(uint16(start + 4) ?? 0)).compactMap { index in
      let place = start + 12 + 16 * index
      guard let tag = uint32(place), let offset = uint32(place + 8), let length = uint32(place + 12)
      else { return nil }
      return Record(
        checksumPlace: place + 4, offsetPlace: place + 8, lengthPlaces: [place + 12],
        isHead: tag == Self.head, offset: offset, length: length)
    }
  }

  private static let head = 0x6865_6164

  /// Writes the checksum of each table that lies in the file into its record, so that a mutated font gets past the
  /// comparison with them.
  mutating func correctChecksums() {
    let records = records
    for record in records where record.offset + record.length <= bytes.count {
      set(record.checksumPlace, to: checksum(record))
    }
    correctAdjustment(records)
  }

  /// The head table's third word makes the sum of a file of one face what OpenType says. A collection has none that counts;
  /// of a web font, whose file is put together later, it is left out.
  private mutating func correctAdjustment(_ records: [Record]) {
    guard let head = records.first(where: \.isHead), head.length >= 12 else { return }
    switch bytes.prefix(4) {
    case Array("ttcf".utf8)[...]: break
    case Array("wOFF".utf8)[...]: set(head.offset + 8, to: 0)
    default:
      let directory = Record(
        checksumPlace: 0, offsetPlace: 0, lengthPlaces: [], isHead: false, offset: 0,
        length: min(bytes.count, 12 + 16 * (uint16(4) ?? 0)))
      let sums = records.reduce(checksum(directory)) {
        $0 &+ UInt32(truncatingIfNeeded: uint32($1.checksumPlace) ?? 0)
      }
      set(head.offset + 8, to: 0xB1B0_AFBA &- sums)
    }
  }

  /// The sum of a table's big-endian words, the last filled up with zeros; that of `head` without its third word, which is
  /// made of the sums (OpenType, "Calculating checksums").
  private func checksum(_ record: Record) -> UInt32 {
    var sum: UInt32 = 0
    for index in 0..<record.length where !(record.isHead && (8..<12).contains(index)) {
      sum &+= UInt32(bytes[record.offset + index]) << UInt32(24 - 8 * (index & 3))
    }
    return sum
  }
}
