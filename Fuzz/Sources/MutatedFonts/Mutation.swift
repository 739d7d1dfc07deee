/// Random numbers that are the same for the same seed, everywhere (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A way to damage a font file.
enum Mutation: String, CaseIterable {
  case oneBit = "one bit"
  case bits = "bits"
  case cut = "cut short"
  case zeros = "zeros"
  case copied = "copied over"
  case inserted = "inserted"
  case deleted = "deleted"
  case count = "huge count"
  case directory = "directory field"
  case swappedTables = "swapped tables"
  case swappedNames = "swapped names"
  case swappedRecords = "swapped records"
  /// Damage in a table, and the checksums made to fit: another font, of which nothing is known but that it may do no harm.
  case forged = "forged"

  func callAsFunction(_ font: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = font
    func place() -> Int { Int.random(in: font.indices, using: &random) }
    func run(_ most: Int) -> Range<Int> {
      let start = place()
      return start..<min(font.count, start + Int.random(in: 1...most, using: &random))
    }
    switch self {
    case .oneBit:
      bytes[place()] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case .bits:
      for _ in 0..<Int.random(in: 2...60, using: &random) {
        bytes[place()] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .cut:
      bytes.removeSubrange(place()...)
    case .zeros:
      for index in run(2000) { bytes[index] = 0 }
    case .copied:
      let from = run(1000)
      let to = place()
      for (offset, byte) in font[from].enumerated() where to + offset < bytes.count {
        bytes[to + offset] = byte
      }
    case .inserted:
      bytes.insert(contentsOf: font[run(100)], at: place())
    case .deleted:
      bytes.removeSubrange(run(100))
    case .count:
      damageCount(&bytes, &random)
    case .directory:
      let record = Directory(font).records.randomElement(using: &random) ?? 0
      let field = record + 4 * Int.random(in: 0..<4, using: &random)
      let number: UInt32 =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .random(in: 0...UInt32(font.count), using: &random)
        case 1: .max
        case 2: 0x8000_0000
        default: .random(in: .min ... .max, using: &random)
        }
      bytes.write(number, at: field)
    case .swappedTables, .swappedNames, .swappedRecords:
      let records = Directory(font).records.shuffled(using: &random)
      guard records.count >= 2 else { break }
      let fields =
        self == .swappedTables ? 4..<16 : self == .swappedNames ? 0..<4 : 0..<16
      for field in fields { bytes.swapAt(records[0] + field, records[1] + field) }
    case .forged:
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        if Bool.random(using: &random) {
          damageCount(&bytes, &random)
        } else {
          bytes[place()] = UInt8.random(in: .min ... .max, using: &random)
        }
      }
      Directory(bytes).mendChecksums(of: &bytes)
    }
    return bytes
  }

  /// Writes a large number near the beginning of a table, where counts and offsets are.
  private func damageCount(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let directory = Directory(bytes)
    guard let record = directory.records.randomElement(using: &random) else { return }
    let table = directory.table(at: record, of: bytes)
    guard table.count >= 4 else { return }
    let offset = 2 * Int.random(in: 0..<min(table.count, 200) / 2, using: &random)
    let number: UInt16 = [0xFFFF, 0x7FFF, 0x8000, 0xFF00].randomElement(using: &random)!
    bytes[table.lowerBound + offset] = UInt8(number >> 8)
    bytes[table.lowerBound + offset + 1] = UInt8(number & 0xFF)
  }
}

/// Where an sfnt file, or the first face of a collection, has its table records.
struct Directory {
  let records: [Int]
  let isCollection: Bool

  init(_ bytes: [UInt8]) {
    isCollection = bytes.starts(with: Array("ttcf".utf8))
    let start = isCollection ? Int(bytes.number(at: 12)) : 0
    let isSFNT = bytes.number(at: start) == 0x0001_0000 || bytes.number(at: start) == 0x4F54_544F
    let count = isSFNT ? Int(bytes.number(at: start + 4) >> 16) : 0
    records = (0..<count).map { start + 12 + 16 * $0 }.filter { $0 + 16 <= bytes.count }
  }

  /// The bytes of a table; none if it does not lie in the file.
  func table(at record: Int, of bytes: [UInt8]) -> Range<Int> {
    let offset = Int(bytes.number(at: record + 8))
    let length = Int(bytes.number(at: record + 12))
    return offset + length <= bytes.count ? offset..<offset + length : 0..<0
  }

  func mendChecksums(of bytes: inout [UInt8]) {
    var head: Int?
    for record in records {
      let table = table(at: record, of: bytes)
      if bytes.number(at: record) == 0x6865_6164, table.count >= 12 {
        head = table.lowerBound
        bytes.write(0, at: table.lowerBound + 8)
      }
      bytes.write(bytes.sum(of: table), at: record + 4)
    }
    if let head, !isCollection {
      let sums = records.reduce(UInt32(0)) { $0 &+ bytes.number(at: $1 + 4) }
      let directory = bytes.sum(of: 0..<min(bytes.count, 12 + 16 * records.count))
      bytes.write(0xB1B0_AFBA &- sums &- directory, at: head + 8)
    }
  }
}

extension [UInt8] {
  /// The big-endian number at a place, filled up with zeros past the end.
  func number(at place: Int) -> UInt32 {
    (place..<place + 4).reduce(0) { $0 << 8 | UInt32(indices.contains($1) ? self[$1] : 0) }
  }

  mutating func write(_ number: UInt32, at place: Int) {
    for index in 0..<4 where indices.contains(place + index) {
      self[place + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index))
    }
  }

  func sum(of range: Range<Int>) -> UInt32 {
    stride(from: range.lowerBound, to: range.upperBound, by: 4).reduce(0) { sum, place in
      // Bytes past the table's end count as zeros.
      let excess = UInt32(8 * Swift.max(0, place + 4 - range.upperBound))
      return sum &+ ((number(at: place) >> excess) << excess)
    }
  }
}
