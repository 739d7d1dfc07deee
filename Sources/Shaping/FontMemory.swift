internal import CAtomics
internal import CHarfBuzz
internal import Hairspace

/// What a font has learnt of its texts: an ``AdvanceAutomaton`` for each kind of run that it has met often enough, and what
/// stretches have come to. Shared by the font's copies and sizes, and by threads.
@safe final class FontMemory: @unchecked Sendable {
  let faces: [Face]
  let choice: FaceChoice
  let features: [hb_feature_t]
  let language: hb_language_t?
  private let seen = SeenTexts()

  /// How many kinds of runs have automata; those met later are shaped.
  private static let mostKinds = 64
  /// How many texts of a kind are shaped before its automaton is made, which takes as long as some tens of them.
  private static let threshold = 24

  private let lock = Lock()
  // What the table points to.
  private var automata: [AdvanceAutomaton] = []
  /// For each kind its key, and its state: how many texts have been met, as an odd number; the address of its
  /// automaton, which is even; or that there is none.
  private let table = ZeroedMemory<UInt64>(count: 2 * mostKinds)
  private static let hasNone = UInt64.max

  init(faces: [Face], features: [FontFeature], language: String?) {
    self.faces = faces
    choice = FaceChoice(faces)
    self.features = features.map {
      hb_feature_t(tag: $0.tag.value, value: $0.value, start: 0, end: .max)
    }
    unsafe self.language = language.map { unsafe hb_language_from_string($0, -1) } ?? nil
    // Plain lines are looked for in the first two places.
    unsafe table.words[0] = Self.key(face: 0, HB_SCRIPT_LATIN)
    unsafe table.words[2] = Self.key(face: 0, HB_SCRIPT_INVALID)
  }

  private static func key(face: Int, _ script: hb_script_t) -> UInt64 {
    UInt64(script.rawValue) << 32 | UInt64(face) << 1 | 1
  }

  /// The advance of a plain line, see ``TextRun/plainness(of:)``, in ticks of the first face; nil when it has to be split or shaped.
  @inline(__always)
  func measurePlain(_ line: UnsafeBufferPointer<UInt8>) -> AdvanceAutomaton.Sum? {
    guard let sum = unsafe measure(line, kind: 0) else { return nil }
    if !sum.all(AdvanceAutomaton.Entry.isCommon) { return sum }
    // Without a letter it has no script.
    return unsafe measure(line, kind: 1)
  }

  /// The advance of a run that goes left to right, in ticks of its face; nil when it has to be shaped.
  func measure(_ run: UnsafeBufferPointer<UInt8>, face: Int, script: hb_script_t) -> AdvanceAutomaton.Sum? {
    guard script.isSimple, let kind = kind(of: Self.key(face: face, script)) else { return nil }
    return unsafe measure(run, kind: kind)
  }

  @inline(__always)
  private func measure(_ text: UnsafeBufferPointer<UInt8>, kind: Int) -> AdvanceAutomaton.Sum? {
    let state = unsafe hairspace_acquire_64(table.words + (2 * kind + 1))
    if state & 1 == 0, let address = unsafe UnsafeRawPointer(bitPattern: UInt(state)) {
      // It lives as long as this object does.
      return unsafe Unmanaged<AdvanceAutomaton>.fromOpaque(address)._withUnsafeGuaranteedRef {
        unsafe $0.measure(text)
      }
    }
    if state != Self.hasNone { approach(kind) }
    return nil
  }

  /// Counts a text of a kind, and makes the kind's automaton when it is due.
  @inline(never)
  private func approach(_ kind: Int) {
    lock.locked {
      let state = unsafe table.words + (2 * kind + 1)
      let met = unsafe state.pointee >> 1 + 1
      guard unsafe state.pointee == 0 || state.pointee & 1 == 1, unsafe state.pointee != Self.hasNone
      else { return }
      guard met > Self.threshold else {
        unsafe hairspace_store_64(state, met << 1 | 1)
        return
      }
      guard let builder = builder(of: unsafe table.words[2 * kind]) else {
        unsafe hairspace_store_64(state, Self.hasNone)
        return
      }
      let automaton = AdvanceAutomaton(builder, seen: seen, kind: kind)
      automata.append(automaton)
      let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(automaton).toOpaque())
      unsafe hairspace_release_64(state, UInt64(address))
    }
  }

  private func builder(of key: UInt64) -> AutomatonBuilder? {
    let face = Int(key >> 1 & 0x7FFF_FFFF)
    let script = hb_script_t(rawValue: UInt32(key >> 32))
    let isPlain = face == 0 && (script == HB_SCRIPT_LATIN || script == HB_SCRIPT_INVALID)
    let shaper = unsafe RunShaper(
      face: faces[face], script: script, features: features, language: language)
    return AutomatonBuilder(shaper, allowsMissing: faces.count == 1, isPlain: isPlain)
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

extension hb_script_t {
  /// Whether characters of the script stand side by side in the order of the text, and HarfBuzz does nothing to them but what the
  /// face asks for.
  fileprivate var isSimple: Bool {
    switch self {
    case HB_SCRIPT_LATIN, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC, HB_SCRIPT_ARMENIAN,
      HB_SCRIPT_GEORGIAN, HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA,
      HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL, HB_SCRIPT_ETHIOPIC, HB_SCRIPT_INVALID:
      true
    default: false
    }
  }
}
