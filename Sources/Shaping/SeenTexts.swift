internal import CAtomics

/// What short texts have come to, kept for when they are met again.
///
/// Looking up takes no lock. Memory is bounded: ``mostBytes`` of texts, and ``mostPlaces`` places in the table, which are taken as
/// they are used. What does not fit is not kept, so nothing is ever moved or freed under a reader.
@safe final class SeenTexts: @unchecked Sendable {
  static let longest = 255
  static let mostBytes = 2 << 20
  static let mostPlaces = 1 << 15
  /// How far from its own place a text may lie.
  private static let mostSteps = 8

  struct Value {
    var ticks: Int
    var clusters: Int
  }

  /// Hashes' upper halves, and where the texts are, in words from 1 on; 0 is free.
  private let places = ZeroedMemory<UInt64>(count: mostPlaces)
  /// For each text: ticks, clusters, kind and length, bytes. Written before its place is.
  private let words = ZeroedMemory<UInt64>(count: mostBytes / 8)
  private let lock = Lock()
  private var used = 0

  /// - Parameter kind: what else the value depends on.
  func value(of text: UnsafeBufferPointer<UInt8>, kind: Int) -> Value? {
    let hash = unsafe Self.hash(text, kind)
    for step in 0..<Self.mostSteps {
      let place = unsafe hairspace_acquire_64(
        places.words + (Int(truncatingIfNeeded: hash) &+ step) & (Self.mostPlaces - 1))
      if place == 0 { return nil }
      guard place >> 32 == hash >> 32 else { continue }
      let record = unsafe words.words + (Int(place & 0xFFFF_FFFF) - 1)
      if unsafe record[2] == UInt64(kind) << 32 | UInt64(text.count),
        unsafe UnsafeRawBufferPointer(start: record + 3, count: text.count).elementsEqual(text)
      {
        return unsafe Value(
          ticks: Int(Int64(bitPattern: record[0])), clusters: Int(Int64(bitPattern: record[1])))
      }
    }
    return nil
  }

  func keep(_ value: Value, of text: UnsafeBufferPointer<UInt8>, kind: Int) {
    guard text.count <= Self.longest else { return }
    let hash = unsafe Self.hash(text, kind)
    lock.locked {
      let size = 3 + (text.count + 7) / 8
      guard used + size <= Self.mostBytes / 8 else { return }
      for step in 0..<Self.mostSteps {
        let place =
          unsafe places.words
          + (Int(truncatingIfNeeded: hash) &+ step) & (Self.mostPlaces - 1)
        guard unsafe place.pointee == 0 else { continue }
        let record = unsafe words.words + used
        unsafe record[0] = UInt64(bitPattern: Int64(value.ticks))
        unsafe record[1] = UInt64(bitPattern: Int64(value.clusters))
        unsafe record[2] = UInt64(kind) << 32 | UInt64(text.count)
        unsafe UnsafeMutableRawPointer(record + 3).copyMemory(
          from: text.baseAddress!, byteCount: text.count)
        unsafe hairspace_release_64(place, (hash & ~0xFFFF_FFFF) | UInt64(used + 1))
        used += size
        return
      }
    }
  }

  /// Eight bytes at a time, each multiplied into the rest.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>, _ kind: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count) &+ UInt64(kind) << 32
    let bytes = UnsafeRawBufferPointer(text)
    var place = 0
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low &+ 0xD1B5_4A32_D192_ED03
    }
    while place + 8 <= bytes.count {
      unsafe mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = unsafe rest << 8 | UInt64(bytes[place])
      place += 1
    }
    mix(rest)
    mix(0)
    return hash
  }
}
