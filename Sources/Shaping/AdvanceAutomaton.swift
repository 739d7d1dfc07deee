internal import CAtomics
internal import CHarfBuzz
internal import Hairspace

/// The advances of runs of one face, script and direction, without shaping each: a deterministic automaton over the characters of
/// a text whose transitions carry what a character and its pair with the one before add, built where texts lead it, as
/// lazy automata of regular expressions are.
///
/// Its states know, besides the last character, how much has been met of each sequence that a rule of the face asks for. Where
/// one is met whole, the stretch it stands in is shaped, once for all texts that have it (``SeenTexts``).
/// Everything it holds has been said by the shaper: of a character alone, of two, of a stretch. See RESEARCH.md for the proof.
///
/// Reading takes no lock; what is met for the first time is worked out by one thread at a time. Memory is bounded:
/// at most ``mostStates`` states of ``mostSlots`` kinds of characters, in memory that is only taken as it is used.
@safe final class AdvanceAutomaton: @unchecked Sendable {
  static let mostSlots = 512
  static let mostStates = 2048
  /// An odd number of cache lines to a state, so that the frequent characters of all states do not share a few of the cache's sets.
  private static let stride = mostSlots + 8
  /// The characters that can have a slot.
  private static let mostScalars = 0x10000

  /// A transition in 64 bits; 0 when it has not been worked out.
  struct Entry {
    var bits: UInt64

    /// What is added, in ticks of the face.
    @inline(__always) var ticks: Int { Int(Int32(truncatingIfNeeded: bits)) }
    @inline(__always) var state: Int { Int(bits >> 32 & 0xFFFF) - 1 }
    /// How many characters the longest sequence has that ends here; 0 when none does.
    @inline(__always) var reach: Int { Int(bits >> 48 & 0xFF) }

    static let mostReach = 0xFF
    static let anyReach: UInt64 = 0xFF << 48
    /// The character is the missing-glyph box.
    static let isMissing: UInt64 = 1 << 56
    /// The character is a letter, which gives a line its script.
    static let isLetter: UInt64 = 1 << 57
    /// The text is for the shaper.
    static let isRefused: UInt64 = 1 << 58

    init(bits: UInt64) {
      self.bits = bits
    }

    init(ticks: Int, state: Int, reach: Int, flags: UInt64) {
      bits =
        UInt64(UInt32(truncatingIfNeeded: ticks)) | UInt64(state + 1) << 32 | UInt64(reach) << 48
        | flags
    }
  }

  /// What is known of the characters that share a slot.
  private struct Slot {
    let representative: Unicode.Scalar
    /// Alone, in ticks of the face.
    let advance: Int
    let glyph: Int
    let membership: [UInt64]
    /// The children of the tree's root that it leads to.
    let starts: [Int]
    let flags: UInt64
  }

  /// What characters have in common that share a slot.
  private struct Likeness: Hashable {
    let advance: Int
    let membership: [UInt64]
    let pairs: [Int]
    let flags: UInt64
  }

  private struct State: Hashable {
    /// -1 at the start.
    let slot: Int
    /// The places in the tree of sequences, below the root.
    let nodes: [Int]
  }

  // Written under the lock, read without it.
  private let slotOf = ZeroedMemory<UInt16>(count: mostScalars)
  private let entries = ZeroedMemory<UInt64>(count: mostStates * stride)

  // Used under the lock alone.
  private let lock = Lock()
  private var rules: ContextRules
  private let shaper: RunShaper
  private let allowsMissing: Bool
  private let isPlain: Bool
  private let hasKernTable: Bool
  private var slots: [Slot] = []
  private var likenesses: [Likeness: Int] = [:]
  private var states: [State] = [State(slot: -1, nodes: [])]
  private var numbers: [State: Int] = [State(slot: -1, nodes: []): 0]
  private var adjustments: [Int: Int] = [:]
  private var reactive: [Int: Bool] = [:]

  /// Whether a character can stand in the runs of an automaton.
  enum Acceptance {
    case refused
    case common
    case letter
  }

  /// Nil when the face has what cannot be foreseen.
  ///
  /// - Parameters:
  ///   - allowsMissing: whether characters that the face lacks come out as its missing-glyph box; they are another face's otherwise.
  ///   - isPlain: whether it is for whole lines, which no other characters may stand in than ``TextRun/plainness(of:)`` says.
  init?(_ shaper: RunShaper, allowsMissing: Bool, isPlain: Bool) {
    guard let rules = shaper.contextRules() else { return nil }
    self.rules = rules
    self.shaper = shaper
    self.allowsMissing = allowsMissing
    self.isPlain = isPlain
    hasKernTable = shaper.face.hasTable(.kern)
  }

  // MARK: Reading

  /// What came of a text.
  struct Sum {
    var ticks = 0
    var characters = 0
    /// What ligatures make of the characters: how many clusters more.
    var clusters = 0
    /// Of all transitions, or'ed.
    var flags: UInt64 = 0
  }

  /// Adds up a text's transitions: right if no sequence is met.
  ///
  /// - Returns: nil when the text has to be shaped.
  @inline(__always)
  func sum(_ text: UnsafeBufferPointer<UInt8>) -> Sum? {
    var sum = Sum()
    let isWhole = unsafe scan(text) { entry, _ in
      sum.ticks += entry.ticks
      sum.flags |= entry.bits
      sum.characters += 1
    }
    guard isWhole else { return nil }
    return sum.flags & Entry.isRefused == 0 ? sum : nil
  }

  /// Calls for each character with its transition and where it ends.
  ///
  /// - Returns: whether all of the text was read.
  @inline(__always)
  func scan(_ text: UnsafeBufferPointer<UInt8>, each: (Entry, Int) -> Void) -> Bool {
    guard var next = text.baseAddress else { return true }
    let start = unsafe next
    let end = unsafe next + text.count
    var state = 0
    while unsafe next < end {
      var value = unsafe UInt32(next[0])
      // The text is well-formed.
      switch value {
      case 0..<0x80: unsafe next += 1
      case 0x80..<0xE0:
        value = unsafe (value & 0x1F) << 6 | UInt32(next[1] & 0x3F)
        unsafe next += 2
      case 0xE0..<0xF0:
        value = unsafe (value & 0xF) << 12 | UInt32(next[1] & 0x3F) << 6 | UInt32(next[2] & 0x3F)
        unsafe next += 3
      default: return false
      }
      var slot = unsafe Int(hairspace_load_16(slotOf.words + Int(value)))
      if slot == 0 { slot = meet(value) }
      guard slot <= Self.mostSlots else { return false }
      var bits = unsafe hairspace_load_64(entries.words + (state * Self.stride + slot - 1))
      if bits == 0 { bits = workOut(state, slot - 1) }
      let entry = Entry(bits: bits)
      each(entry, unsafe next - start)
      state = entry.state
      guard state >= 0 else { return false }
    }
    return true
  }

  // MARK: Meeting characters

  private static let refusedSlot = UInt16.max

  /// Gives a character that is met for the first time its slot.
  @inline(never)
  private func meet(_ value: UInt32) -> Int {
    lock.locked {
      let known = unsafe slotOf.words[Int(value)]
      guard known == 0 else { return Int(known) }
      let slot = (try? slot(of: value)).flatMap(\.self).map { UInt16($0 + 1) } ?? Self.refusedSlot
      unsafe hairspace_store_16(slotOf.words + Int(value), slot)
      return Int(slot)
    }
  }

  /// - Returns: nil for characters that need the shaper.
  private func slot(of value: UInt32) throws(NotUnderstood) -> Int? {
    // A TAB measures as a space.
    guard let scalar = Unicode.Scalar(value == 9 ? 0x20 : value) else { return nil }
    let acceptance = isPlain ? TextRun.plainness(of: scalar) : .common
    guard acceptance != .refused, scalar.standsAlone,
      let alone = shaper.shape(String(scalar)), alone.glyphs.count == 1
    else { return nil }
    let glyph = Int(alone.glyphs[0])
    var flags = acceptance == .letter ? Entry.isLetter : 0
    var starts = [glyph]
    if let nominal = shaper.face.nominalGlyph(of: scalar) {
      starts.append(Int(nominal))
    } else if glyph == 0 {
      guard allowsMissing else { return nil }
      flags |= Entry.isMissing
    } else {
      // The shaper has put the glyph of another space in its place, and made up its advance.
      guard scalar.properties.generalCategory == .spaceSeparator else { return nil }
      starts += SpaceCharacter.all.compactMap { shaper.face.nominalGlyph(of: $0.scalar).map(Int.init) }
      starts += shaper.face.nominalGlyph(of: " ").map { [Int($0)] } ?? []
    }
    let closure = try rules.closure(of: starts)
    guard !closure.contains(where: { shaper.face.isMark(UInt32($0)) }) else { return nil }
    let membership = try rules.membership(of: closure)
    let likeness = Likeness(
      advance: alone.ticks, membership: membership,
      pairs: hasKernTable ? [Int(value)] : try rules.pairs.likeness(of: glyph), flags: flags)
    if let slot = likenesses[likeness] { return slot }
    guard slots.count < Self.mostSlots else { return nil }
    likenesses[likeness] = slots.count
    slots.append(
      Slot(
        representative: scalar, advance: alone.ticks, glyph: glyph, membership: membership,
        starts: rules.children(of: 0, accepting: membership), flags: flags))
    return slots.count - 1
  }

  // MARK: Working out transitions

  @inline(never)
  private func workOut(_ state: Int, _ slot: Int) -> UInt64 {
    lock.locked {
      let place = unsafe entries.words + (state * Self.stride + slot)
      let known = unsafe place.pointee
      guard known == 0 else { return known }
      let entry =
        (try? entry(from: states[state], slot))
        ?? Entry(ticks: 0, state: 0, reach: 0, flags: Entry.isRefused)
      unsafe hairspace_store_64(place, entry.bits)
      return entry.bits
    }
  }

  private func entry(from state: State, _ number: Int) throws(NotUnderstood) -> Entry {
    let slot = slots[number]
    var nodes = slot.starts
    for node in state.nodes { nodes += rules.children(of: node, accepting: slot.membership) }
    var reach = 0
    var flags = slot.flags
    for node in nodes where rules.nodes[node].isEnd {
      reach = max(reach, rules.nodes[node].depth)
      if try isUnforeseeable(node) { flags |= Entry.isRefused }
    }
    nodes.removeAll { rules.nodes[$0].children.isEmpty }
    guard reach <= Entry.mostReach else { throw NotUnderstood() }
    let next = State(slot: number, nodes: nodes.sorted())
    let ticks =
      try slot.advance + (state.slot < 0 ? 0 : adjustment(state.slot, number))
    guard let small = Int32(exactly: ticks) else { throw NotUnderstood() }
    let number = try stateNumber(of: next)
    return Entry(ticks: Int(small), state: number, reach: reach, flags: flags)
  }

  private func stateNumber(of state: State) throws(NotUnderstood) -> Int {
    if let number = numbers[state] { return number }
    guard states.count < Self.mostStates else { throw NotUnderstood() }
    numbers[state] = states.count
    states.append(state)
    return states.count - 1
  }

  private func isUnforeseeable(_ node: Int) throws(NotUnderstood) -> Bool {
    if rules.nodes[node].isUnforeseeable { return true }
    if let known = reactive[node] { return known }
    let isReactive = try rules.hasReactiveProduct(node)
    reactive[node] = isReactive
    return isReactive
  }

  /// Shapes a stretch.
  func shape(_ text: UnsafeBufferPointer<UInt8>) -> RunShaper.Shaped? {
    lock.locked { unsafe shaper.shape(text) }
  }

  /// What two characters advance together more than each alone.
  private func adjustment(_ first: Int, _ second: Int) throws(NotUnderstood) -> Int {
    let key = first * Self.mostSlots + second
    if let known = adjustments[key] { return known }
    let (one, other) = (slots[first], slots[second])
    var adjustment = 0
    let mayAdjust = try rules.pairs.mayAdjust(one.glyph, other.glyph)
    if hasKernTable || mayAdjust {
      let text = String(one.representative) + String(other.representative)
      guard let both = shaper.shape(text) else { throw NotUnderstood() }
      adjustment = both.ticks - one.advance - other.advance
    }
    adjustments[key] = adjustment
    return adjustment
  }
}

extension Unicode.Scalar {
  /// Whether the character is a cluster of its own beside any other such, is no mark, is drawn, and is not U+2044, which makes
  /// fractions of the digits around it.
  var standsAlone: Bool {
    if isASCII { return value >= 0x20 && value < 0x7F }
    let properties = properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .control, .format, .surrogate, .unassigned,
      .privateUse, .lineSeparator, .paragraphSeparator:
      return false
    default: break
    }
    return !properties.isDefaultIgnorableCodePoint && !properties.isGraphemeExtend && self != "\u{2044}"
      && self != "\u{E33}" && self != "\u{EB3}" && !isConjoiningJamo && value < 0x10000
  }

  private var isConjoiningJamo: Bool {
    switch value {
    case 0x1100..<0x1200, 0xA960..<0xA980, 0xD7B0..<0xD800: true
    default: false
    }
  }
}
