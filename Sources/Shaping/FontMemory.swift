internal import CAtomics
internal import CHarfBuzz
internal import Hairspace

/// What a font has learnt of its texts: an ``AdvanceAutomaton`` for each kind of run that it has met often enough, or, where
/// there can be none, whether its words can be shaped one by one; and what stretches and words have come to. Shared by the
/// font's copies and sizes, and by threads.
@safe final class FontMemory: @unchecked Sendable {
  let faces: [Face]
  let choice: FaceChoice
  let features: [hb_feature_t]
  let language: hb_language_t?
  private let seen = SeenTexts()

  /// How many kinds of runs have automata; those met later are shaped.
  private static let mostKinds = 64
  /// How many texts of a kind are shaped before its automaton is made, which takes as long as some tens of them; more where a
  /// line has several runs, many of them the same.
  private static func threshold(_ kind: Int) -> Int {
    kind < plainScripts.count ? 24 : 96
  }

  private let lock = Lock()
  // What the table points to.
  private var automata: [AdvanceAutomaton] = []
  /// For each kind its key, and its state: how many texts have been met, as an odd number; the address of its
  /// automaton, which is even; or one of these, odd too.
  private let table = ZeroedMemory<UInt64>(count: 2 * mostKinds)
  private static let isShaped = UInt64.max
  private static let isShapedByWords = UInt64.max - 2

  init(faces: [Face], features: [FontFeature], language: String?) {
    self.faces = faces
    choice = FaceChoice(faces)
    self.features = features.map {
      hb_feature_t(tag: $0.tag.value, value: $0.value, start: 0, end: .max)
    }
    unsafe self.language = language.map { unsafe hb_language_from_string($0, -1) } ?? nil
    // Plain lines are looked for in the first places.
    for (kind, script) in Self.plainScripts.enumerated() {
      unsafe table.words[2 * kind] = Key(face: 0, script: script, isRightToLeft: false).bits
    }
  }

  /// The scripts of plain lines, which are one run each and not split: by the number of their kind.
  private static let plainScripts = [
    HB_SCRIPT_LATIN, HB_SCRIPT_INVALID, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC,
  ]

  /// A kind of runs, in a word that is not 0.
  fileprivate struct Key {
    let bits: UInt64

    init(bits: UInt64) {
      self.bits = bits
    }

    init(face: Int, script: hb_script_t, isRightToLeft: Bool) {
      bits = UInt64(script.rawValue) << 32 | UInt64(face) << 2 | (isRightToLeft ? 3 : 1)
    }

    var face: Int { Int(bits >> 2 & 0x3FFF_FFFF) }
    var script: hb_script_t { hb_script_t(rawValue: UInt32(bits >> 32)) }
    var isRightToLeft: Bool { bits & 2 != 0 }
  }

  /// The advance of a plain line, see ``TextRun/plainness(of:in:)``, in ticks of the first face; nil when it has to be split or shaped.
  @inline(__always)
  func measurePlain(_ line: UnsafeBufferPointer<UInt8>) -> AdvanceAutomaton.Sum? {
    guard let sum = unsafe measure(line, kind: 0) else { return unsafe measureNotLatin(line) }
    if !sum.all(AdvanceAutomaton.Entry.isCommon) { return sum }
    // Without a letter it has no script.
    return unsafe measure(line, kind: 1)
  }

  @inline(never)
  private func measureNotLatin(_ line: UnsafeBufferPointer<UInt8>) -> AdvanceAutomaton.Sum? {
    for index in 0..<line.count {
      switch unsafe line[index] {
      // ASCII, signs and punctuation, and what is not a character's first byte.
      case 0..<0xC3, 0xE2: continue
      case 0xCE, 0xCF: return unsafe withLetters(measure(line, kind: 2))
      case 0xD0...0xD4: return unsafe withLetters(measure(line, kind: 3))
      default: return nil
      }
    }
    return nil
  }

  private func withLetters(_ sum: AdvanceAutomaton.Sum?) -> AdvanceAutomaton.Sum? {
    sum.flatMap { $0.all(AdvanceAutomaton.Entry.isCommon) ? nil : $0 }
  }

  @inline(__always)
  private func measure(_ line: UnsafeBufferPointer<UInt8>, kind: Int) -> AdvanceAutomaton.Sum? {
    let state = unsafe hairspace_acquire_64(table.words + (2 * kind + 1))
    if state & 1 == 0, let address = unsafe UnsafeRawPointer(bitPattern: UInt(state)) {
      // It lives as long as this object does.
      return unsafe Unmanaged<AdvanceAutomaton>.fromOpaque(address)._withUnsafeGuaranteedRef {
        unsafe $0.measure(line)
      }
    }
    if kind < Self.plainScripts.count { approach(kind) }
    return nil
  }

  /// The number of a run's kind; nil when there are too many kinds.
  func kind(of run: TextRun) -> Int? {
    kind(of: Key(face: run.face, script: run.script, isRightToLeft: run.isRightToLeft).bits)
  }

  /// The advance of a run, in ticks of its face; nil when it has to be shaped.
  func measure(_ run: UnsafeBufferPointer<UInt8>, ofKind kind: Int) -> AdvanceAutomaton.Sum? {
    unsafe measure(run, kind: kind)
  }

  /// Whether the words of such runs can be shaped one by one.
  func separatesWords(_ kind: Int) -> Bool {
    unsafe hairspace_acquire_64(table.words + (2 * kind + 1)) == Self.isShapedByWords
  }

  /// What a run or a word has come to when it was shaped, in ticks of its face.
  func ticks(ofShaped text: UnsafeBufferPointer<UInt8>, kind: Int) -> Int? {
    unsafe seen.value(of: text, kind: kind | Self.shaped)?.ticks
  }

  /// - Parameter hasWords: whether it is worth to know if such runs can be shaped word by word.
  func keep(
    _ ticks: Int, ofShaped text: UnsafeBufferPointer<UInt8>, kind: Int, hasWords: Bool
  ) {
    if unsafe hasWords || Key(bits: table.words[2 * kind]).isSimple { approach(kind) }
    unsafe seen.keep(
      SeenTexts.Value(ticks: ticks, clusters: 0), of: text, kind: kind | Self.shaped)
  }

  /// Beside the stretches of automata.
  private static let shaped = 1 << 17

  /// Counts a text of a kind, and learns what there is to learn of the kind when it is due.
  @inline(never)
  private func approach(_ kind: Int) {
    let state = unsafe table.words + (2 * kind + 1)
    guard unsafe hairspace_load_64(state) < Self.isShapedByWords else { return }
    lock.locked {
      let met = unsafe state.pointee >> 1 + 1
      // Another thread may have come first.
      guard unsafe state.pointee == 0 || state.pointee & 1 == 1,
        unsafe state.pointee < Self.isShapedByWords
      else { return }
      guard met > Self.threshold(kind) else {
        unsafe hairspace_store_64(state, met << 1 | 1)
        return
      }
      let key = unsafe Key(bits: table.words[2 * kind])
      guard key.isSimple else {
        unsafe hairspace_store_64(
          state, shaper(key).separatesWords ? Self.isShapedByWords : Self.isShaped)
        return
      }
      guard
        let builder = AutomatonBuilder(
          shaper(key), allowsMissing: faces.count == 1, isPlain: kind < Self.plainScripts.count)
      else {
        unsafe hairspace_store_64(state, Self.isShaped)
        return
      }
      let automaton = AdvanceAutomaton(builder, seen: seen, kind: kind)
      automata.append(automaton)
      let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(automaton).toOpaque())
      unsafe hairspace_release_64(state, UInt64(address))
    }
  }

  private func shaper(_ key: Key) -> RunShaper {
    unsafe RunShaper(
      face: faces[key.face], script: key.script, isRightToLeft: key.isRightToLeft,
      features: features, language: language)
  }

  /// The number of a kind, a new one where it is met for the first time; nil when there are too many.
  private func kind(of key: UInt64) -> Int? {
    for kind in 0..<Self.mostKinds {
      let known = unsafe hairspace_load_64(table.words + 2 * kind)
      if known == key { return kind }
      if known == 0 { break }
    }
    return lock.locked { () -> Int? in
      for kind in 0..<Self.mostKinds {
        let known = unsafe table.words[2 * kind]
        if known == 0 { unsafe hairspace_store_64(table.words + 2 * kind, key) }
        if known == 0 || known == key { return kind }
      }
      return nil
    }
  }
}

extension FontMemory.Key {
  /// Whether characters of such runs stand side by side in the order of the text, and HarfBuzz does nothing to them but what the
  /// face asks for.
  fileprivate var isSimple: Bool {
    guard !isRightToLeft else { return false }
    switch script {
    case HB_SCRIPT_LATIN, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC, HB_SCRIPT_ARMENIAN,
      HB_SCRIPT_GEORGIAN, HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA,
      HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL, HB_SCRIPT_ETHIOPIC, HB_SCRIPT_INVALID:
      return true
    default: return false
    }
  }
}
