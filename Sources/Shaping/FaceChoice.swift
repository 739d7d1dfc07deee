internal import CAtomics
internal import CHarfBuzz

/// Which of a font's faces shapes what, and what else splitting a line asks of each character: found out once, when it is met
/// for the first time. Shared by threads; looking up takes no lock.
///
/// Memory is bounded: 8 kB for every 1,024 characters of which one has been met, which is 9 MB for all of Unicode, and
/// 328 kB for clusters of several characters, of which the first 8,192 or so are kept.
@safe final class FaceChoice: @unchecked Sendable {
  let faces: [Face]

  private let lock = Lock()
  /// The addresses of pages, and their owners.
  private let pages = ZeroedMemory<UInt64>(count: 0x110000 / pageSize)
  private let pageWords: UnsafeMutablePointer<UInt64>
  private var owners: [ZeroedMemory<UInt64>] = []
  private static let pageSize = 1024

  /// For each cluster its face, hash and length in a word, and its bytes in four; nil when there is nothing to choose.
  private let slots: ZeroedMemory<UInt64>?
  private static let slotCount = 8192
  /// How far from its own place a cluster may lie.
  private static let mostSteps = 8
  /// Stands for the face of what several faces shape.
  private static let several = 0xFFFF

  init(_ faces: [Face]) {
    self.faces = faces
    unsafe pageWords = unsafe pages.words
    slots = faces.count > 1 ? ZeroedMemory(count: 5 * Self.slotCount) : nil
  }

  // MARK: Characters

  @inline(__always)
  func traits(of scalar: Unicode.Scalar) -> CharacterTraits {
    let page = unsafe hairspace_acquire_64(pageWords + Int(scalar.value) / Self.pageSize)
    if let words = unsafe UnsafePointer<UInt64>(bitPattern: UInt(page)) {
      let bits = unsafe hairspace_load_64(words + Int(scalar.value) % Self.pageSize)
      if bits != 0 { return CharacterTraits(bits: bits) }
    }
    return learn(scalar)
  }

  @inline(never)
  private func learn(_ scalar: Unicode.Scalar) -> CharacterTraits {
    let traits = CharacterTraits(scalar, face: face(of: [scalar]))
    keep(traits, of: scalar)
    return traits
  }

  private func keep(_ traits: CharacterTraits, of scalar: Unicode.Scalar) {
    lock.locked {
      let page = unsafe pages.words + Int(scalar.value) / Self.pageSize
      if unsafe page.pointee == 0 {
        let memory = ZeroedMemory<UInt64>(count: Self.pageSize)
        owners.append(memory)
        unsafe hairspace_release_64(page, UInt64(UInt(bitPattern: memory.words)))
      }
      let words = unsafe UnsafeMutablePointer<UInt64>(bitPattern: UInt(page.pointee))!
      unsafe hairspace_store_64(words + Int(scalar.value) % Self.pageSize, traits.bits)
    }
  }

  /// Whether the character, or the glyph that any of the faces has for it, is a mark.
  func isMark(_ scalar: Unicode.Scalar) -> Bool {
    var traits = traits(of: scalar)
    if !traits.has(CharacterTraits.isMarkKnown) {
      traits.add(CharacterTraits.isMarkKnown)
      if faces.contains(where: { $0.isMark(scalar) }) { traits.add(CharacterTraits.isMark) }
      keep(traits, of: scalar)
    }
    return traits.has(CharacterTraits.isMark)
  }

  // MARK: Clusters

  /// The face of a stretch of clusters that one alone shapes; nil when several do.
  ///
  /// - Parameter text: well-formed UTF-8 of some characters.
  func face(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let slots else { return 0 }
    guard text.count <= 32 else { return unsafe findFace(of: text) }
    var key = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    unsafe withUnsafeMutableBytes(of: &key) { unsafe $0.copyBytes(from: text) }
    var hash = UInt64(text.count)
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low
    }
    mix(key.0)
    mix(key.1)
    mix(key.2)
    mix(key.3)
    let tag = hash & ~0xFFFF_FFFF | UInt64(text.count) << 16
    for step in 0..<Self.mostSteps {
      let slot =
        unsafe slots.words
        + 5 * ((Int(truncatingIfNeeded: hash) + step) & (Self.slotCount - 1))
      let first = unsafe hairspace_acquire_64(slot)
      if first == 0 { break }
      if first & ~0xFFFF == tag, unsafe slot[1] == key.0, unsafe slot[2] == key.1,
        unsafe slot[3] == key.2, unsafe slot[4] == key.3
      {
        let face = Int(first & 0xFFFF)
        return face == Self.several ? nil : face
      }
    }
    let face = unsafe findFace(of: text)
    lock.locked {
      for step in 0..<Self.mostSteps {
        let slot =
          unsafe slots.words
          + 5 * ((Int(truncatingIfNeeded: hash) + step) & (Self.slotCount - 1))
        guard unsafe slot.pointee == 0 else { continue }
        unsafe (slot[1], slot[2], slot[3], slot[4]) = key
        unsafe hairspace_release_64(slot, tag | UInt64(face ?? Self.several))
        break
      }
    }
    return face
  }

  private func findFace(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    var only: Int?
    for cluster in unsafe String(decoding: text, as: UTF8.self) {
      let face = face(of: Array(cluster.unicodeScalars))
      guard only == nil || only == face else { return nil }
      only = face
    }
    return only
  }

  /// The first of the faces that covers the cluster; the first of all when none does.
  ///
  /// A face covers it that has a glyph for each character, or, where HarfBuzz composes, decomposes or makes up what it lacks,
  /// misses none after shaping.
  func face(of cluster: [Unicode.Scalar]) -> Int {
    guard faces.count > 1 else { return 0 }
    let needs = ClusterNeeds(cluster)
    return faces.prefix(Self.several).firstIndex { needs.areMet(by: $0) } ?? 0
  }
}
