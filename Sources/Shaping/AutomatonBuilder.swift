internal import CHarfBuzz
internal import Hairspace

/// What an ``AdvanceAutomaton`` is built of: kinds of clusters, states, and what a cluster does in a state. Not for use by two
/// threads at once.
final class AutomatonBuilder {
  let shaper: RunShaper
  private let rules: ContextRules
  private let allowsMissing: Bool
  private let isPlain: Bool
  private let hasKernTable: Bool
  /// See ``ContextRules/preventsOnwards``.
  var preventsOnwards: Bool { rules.preventsOnwards }
  /// Whether what a pair adds stands in the face's GPOS table as it is.
  private var readsPairs: Bool { shaper.face.ticksPerUnit == 1 }
  private var slots: [Slot] = []
  private var known: [Likeness: Int] = [:]
  private var states = [State(slot: nil, nodes: [])]
  private var adjustments: [Int: Int] = [:]
  private var reactive: [Int: Bool] = [:]

  /// How many characters a cluster may have.
  private static let mostCharacters = 8

  /// Clusters that do the same.
  private final class Slot {
    /// One of them.
    let text: String
    /// Alone, in ticks of the face.
    let advance: Int
    /// What it does in pairs of glyphs before another, and after: nil when only the shaper knows.
    let role: PairRules.Role?
    let roleAfter: PairRules.Role?
    /// What the glyphs do that can be in the place of that, if they advance as much; nil when it cannot be said, or when
    /// some advance otherwise.
    let others: [PairRules.Role]?
    /// How many glyphs it can be at most.
    let glyphCount: Int
    /// The sets that have a glyph that can come first in it.
    let first: [UInt64]
    /// The sets that have any glyph that can be in it.
    let membership: [UInt64]
    /// The places in the tree of sequences that its first glyph can lead to.
    let starts: [Int]
    let flags: UInt64
    /// The states after it.
    var states: [Int] = []

    init(
      text: String, advance: Int, role: PairRules.Role?, roleAfter: PairRules.Role?,
      others: [PairRules.Role]?, glyphCount: Int, first: [UInt64], membership: [UInt64],
      starts: [Int], flags: UInt64
    ) {
      self.text = text
      self.advance = advance
      self.role = role
      self.roleAfter = roleAfter
      self.others = others
      self.glyphCount = glyphCount
      self.first = first
      self.membership = membership
      self.starts = starts
      self.flags = flags
    }
  }

  /// What clusters have in common that share a slot.
  private struct Likeness: Hashable {
    let advance: Int
    let membership: [UInt64]
    let role: PairRules.Role
    let others: [PairRules.Role]?
    let flags: UInt64
  }

  private struct State {
    /// The last cluster's slot; nil at the start.
    let slot: Int?
    /// The places in the tree of sequences that have been come to, in order.
    let nodes: [Int]
  }

  /// Nil when the face has what cannot be foreseen.
  ///
  /// - Parameters:
  ///   - allowsMissing: whether characters that the face lacks come out as its missing-glyph box; they are another face's otherwise.
  ///   - isPlain: whether it is for whole lines, in which no other characters may stand than ``TextRun/plainness(of:in:)`` says.
  init?(_ shaper: RunShaper, allowsMissing: Bool, isPlain: Bool) {
    guard let rules = shaper.contextRules() else { return nil }
    self.rules = rules
    self.shaper = shaper
    self.allowsMissing = allowsMissing
    self.isPlain = isPlain
    hasKernTable = shaper.face.hasTable(.kern)
  }

  // MARK: Clusters

  /// The code of a character, see ``AdvanceAutomaton/Code``.
  func code(of value: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(value), scalar.isMeasurable else {
      return AdvanceAutomaton.Code.refused
    }
    let plainness = isPlain ? TextRun.plainness(of: scalar, in: shaper.script) : nil
    guard plainness != .none || !isPlain else { return AdvanceAutomaton.Code.refused }
    if scalar.properties.generalCategory.isMark {
      return scalar.properties.generalCategory == .spacingMark
        ? AdvanceAutomaton.Code.refused : AdvanceAutomaton.Code.joining
    }
    let flags = plainness == .letter ? 0 : AdvanceAutomaton.Entry.isCommon
    return code(of: String(scalar), flags: flags) ?? AdvanceAutomaton.Code.refused
  }

  /// The code of a character with marks; nil when it needs the shaper.
  func code(ofCluster text: String, base: UInt32) -> UInt32? {
    guard text.unicodeScalars.count <= Self.mostCharacters else { return nil }
    return code(
      of: text,
      flags: slots[AdvanceAutomaton.Code.slot(of: Int(base))].flags
        & AdvanceAutomaton.Entry.isCommon)
  }

  private func code(of text: String, flags: UInt64) -> UInt32? {
    ((try? slot(of: text, flags: flags)) ?? nil).map(AdvanceAutomaton.Code.of)
  }

  /// - Returns: nil for what needs the shaper.
  private func slot(of text: String, flags: UInt64) throws(NotUnderstood) -> Int? {
    guard let alone = shaper.shape(text), alone.clusters == 1, !alone.glyphs.isEmpty else {
      return nil
    }
    var flags = flags
    if !alone.glyphs.contains(0) {
      flags |= AdvanceAutomaton.Entry.isThere
    } else if !allowsMissing {
      return nil
    }
    let scalars = Array(text.unicodeScalars)
    let isNominal = scalars.count > 1 || shaper.face.nominalGlyph(of: scalars[0]) != nil
    // A character that the face has is not taken apart when nothing can be joined to it.
    let isWhole = scalars.count == 1 && isNominal
    let characters = isWhole ? CanonicalParts(whole: scalars[0]) : CanonicalParts(scalars)
    var parts = nominalGlyphs(of: characters.all)
    let bases = try rules.closure(
      of: nominalGlyphs(of: characters.all.filter { !$0.properties.generalCategory.isMark })
        + [Int(alone.glyphs[0])])
    // Of a base that is made up, that glyph is all that is known.
    if scalars.count > 1, shaper.face.nominalGlyph(of: scalars[0]) == nil { return nil }
    // What is parted into three may be joined to two again where any other cluster of the text has marks.
    if !isNominal, characters.decomposed.count > 2 { return nil }
    if !isNominal, alone.glyphs != [0] {
      // The shaper has put another space's glyph in its place and made up its advance, or parted it.
      guard alone.glyphs.count > 1 || scalars[0].properties.generalCategory == .spaceSeparator
      else { return nil }
      parts += nominalGlyphs(of: [" "] + SpaceCharacter.all.map(\.scalar))
    }
    let glyphCount =
      scalars.count == 1 && alone.glyphs.count == 1
      ? 1 : max(alone.glyphs.count, characters.decomposed.count)
    let glyphs = try rules.closure(of: parts + alone.glyphs.map(Int.init))
    var membership = try rules.sets.membership(of: glyphs)
    let products = try rules.products(of: glyphs, membership, count: glyphCount)
    if !products.isEmpty { membership = try rules.sets.membership(of: glyphs + products) }
    // What can be a mark to the face may be passed over.
    guard !hasMark(glyphCount == 1 ? glyphs : bases), !hasMark(products) else { return nil }
    var role: PairRules.Role?
    var roleAfter: PairRules.Role?
    // Marks come after what they stand on.
    if isNominal, !hasKernTable, !shaper.face.isMark(alone.glyphs[0]),
      alone.glyphs.dropFirst().allSatisfy({ shaper.face.isMark($0) })
    {
      roleAfter = try rules.pairs.role(of: Int(alone.glyphs[0]))
      if alone.glyphs.count == 1 || rules.pairs.passOverMarks { role = roleAfter }
    }
    let others: [PairRules.Role]?
    if glyphCount == 1 {
      others = try roles(
        of: Set(glyphs + products).subtracting([Int(alone.glyphs[0])]), besides: role,
        advancing: alone.ticks)
    } else {
      // Which glyph would be in the place of which is not known.
      let isReplaceable = try rules.isReplaceable(parts + alone.glyphs.map(Int.init))
      others = products.isEmpty && !isReplaceable ? [] : nil
    }
    let likeness = role.map {
      Likeness(
        advance: alone.ticks, membership: membership, role: $0, others: others, flags: flags)
    }
    if glyphCount == 1, let likeness, let slot = known[likeness] { return slot }
    guard slots.count < AdvanceAutomaton.mostSlots else { return nil }
    // What has several glyphs, or is kerned by the kern table, is like nothing else.
    if glyphCount == 1, let likeness { known[likeness] = slots.count }
    slots.append(
      Slot(
        text: text, advance: alone.ticks, role: role, roleAfter: roleAfter, others: others,
        glyphCount: glyphCount,
        // A mark is not the first.
        first: glyphCount == 1
          ? membership : try rules.sets.membership(of: bases + products),
        membership: membership, starts: rules.children(of: [0], accepting: membership), flags: flags
      ))
    return slots.count - 1
  }

  /// The roles of glyphs that can be in a cluster's place; nil when they are not to be compared, or advance otherwise.
  private func roles(
    of others: Set<Int>, besides role: PairRules.Role?, advancing advance: Int
  ) throws(NotUnderstood) -> [PairRules.Role]? {
    if others.isEmpty { return [] }
    guard readsPairs, role != nil, !rules.adjustsSingles else { return nil }
    var roles: [PairRules.Role] = []
    for glyph in others.sorted() {
      guard shaper.face.advance(of: UInt32(glyph)) == advance else { return nil }
      roles.append(try rules.pairs.role(of: glyph))
    }
    return roles
  }

  private func hasMark(_ glyphs: [Int]) -> Bool {
    glyphs.contains { shaper.face.isMark(UInt32($0)) }
  }

  private func nominalGlyphs(of scalars: some Sequence<Unicode.Scalar>) -> [Int] {
    scalars.compactMap { shaper.face.nominalGlyph(of: $0).map(Int.init) }
  }

  // MARK: Transitions

  /// What a cluster does in a state.
  func entry(from state: Int, _ slot: Int) -> AdvanceAutomaton.Entry {
    (try? worked(from: states[state], slot)) ?? .refused
  }

  private func worked(
    from state: State, _ number: Int
  ) throws(NotUnderstood) -> AdvanceAutomaton.Entry {
    let slot = slots[number]
    // It may stand for any number of glyphs up to a limit: marks are passed over by some rules, and composed.
    var nodes: [Int] = []
    var outer = state.nodes
    var inner: [Int] = []
    var reach = (acting: 0, preventing: 0)
    var isSteady = true
    for place in 0..<slot.glyphCount {
      let accepted = place == 0 ? slot.first : slot.membership
      outer = rules.children(of: outer, accepting: accepted)
      // What begins and ends in the cluster is done to it alone, too.
      inner = slot.starts + rules.children(of: inner, accepting: slot.membership)
      for node in outer {
        let depth = rules.nodes[node].depth
        // Marks that stand between are left behind, where they meet what comes after.
        if rules.nodes[node].joins, let before = state.slot, slots[before].glyphCount > 1 {
          throw NotUnderstood()
        }
        if rules.nodes[node].prevents { reach.preventing = max(reach.preventing, depth) }
        guard rules.nodes[node].acts else { continue }
        reach.acting = max(reach.acting, depth)
        if rules.nodes[node].actsFreely { isSteady = false }
        if try isUnforeseeable(node) { throw NotUnderstood() }
      }
      nodes += outer
      nodes += inner
    }
    nodes.removeAll { rules.nodes[$0].children.isEmpty }
    if slot.glyphCount > 1 { nodes = Array(Set(nodes)) }
    nodes.sort()
    var advance = slot.advance
    if let before = state.slot {
      let adjustment = try adjustment(before, number)
      advance += adjustment
      let isEven = try self.isSteady(slots[before], slot, adjustment)
      isSteady = isSteady && isEven
    } else if slot.others == nil {
      isSteady = false
    }
    return try AdvanceAutomaton.Entry(
      ticks: advance, state: self.state(after: number, nodes), acting: reach.acting,
      preventing: reach.preventing,
      flags: slot.flags | (isSteady ? AdvanceAutomaton.Entry.isSteady : 0))
  }

  /// Whether two clusters advance as much whatever glyphs are put in their places.
  private func isSteady(
    _ first: Slot, _ second: Slot, _ adjustment: Int
  ) throws(NotUnderstood) -> Bool {
    guard let firsts = first.others, let seconds = second.others else { return false }
    if firsts.isEmpty, seconds.isEmpty { return true }
    guard readsPairs, let one = first.role, let other = second.role else { return false }
    for before in [one] + firsts {
      for after in [other] + seconds
      where try rules.pairs.adjustment(before, after) != adjustment {
        return false
      }
    }
    return true
  }

  private func state(after slot: Int, _ nodes: [Int]) throws(NotUnderstood) -> Int {
    for state in slots[slot].states where states[state].nodes == nodes { return state }
    guard states.count < AdvanceAutomaton.mostStates else { throw NotUnderstood() }
    slots[slot].states.append(states.count)
    states.append(State(slot: slot, nodes: nodes))
    return states.count - 1
  }

  private func isUnforeseeable(_ node: Int) throws(NotUnderstood) -> Bool {
    if rules.nodes[node].isUnforeseeable { return true }
    if rules.nodes[node].products.isEmpty { return false }
    if let known = reactive[node] { return known }
    let hasMark = hasMark(try rules.closure(of: rules.nodes[node].products))
    let isReactive = try hasMark ? true : rules.hasReactiveProduct(node)
    reactive[node] = isReactive
    return isReactive
  }

  /// What two clusters advance together more than each alone.
  private func adjustment(_ first: Int, _ second: Int) throws(NotUnderstood) -> Int {
    let (one, other) = (slots[first], slots[second])
    if readsPairs, let role = one.role, let next = other.roleAfter {
      return try rules.pairs.adjustment(role, next)
    }
    let key = first << 16 | second
    if let known = adjustments[key] { return known }
    guard let both = shaper.shape(one.text + other.text) else { throw NotUnderstood() }
    let adjustment = both.ticks - one.advance - other.advance
    adjustments[key] = adjustment
    return adjustment
  }
}

/// The characters that a cluster can be made of, by Unicode's canonical equivalences.
private struct CanonicalParts {
  /// Taken apart as far as possible.
  var decomposed: [Unicode.Scalar] = []
  /// All that can come up on the way.
  var all: Set<Unicode.Scalar> = []

  init(whole scalar: Unicode.Scalar) {
    decomposed = [scalar]
    all = [scalar]
  }

  init(_ scalars: [Unicode.Scalar]) {
    let functions = unsafe hb_unicode_funcs_get_default()
    func takeApart(_ scalar: Unicode.Scalar) {
      all.insert(scalar)
      var (first, second): (hb_codepoint_t, hb_codepoint_t) = (0, 0)
      guard unsafe hb_unicode_decompose(functions, scalar.value, &first, &second) != 0 else {
        decomposed.append(scalar)
        return
      }
      for part in [first, second] where part != 0 {
        if let part = Unicode.Scalar(part) { takeApart(part) }
      }
    }
    for scalar in scalars { takeApart(scalar) }
    // Whatever marks come between, each may be joined to what has been made of the rest.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for base in all {
        for mark in decomposed.dropFirst() {
          var composed: hb_codepoint_t = 0
          if unsafe hb_unicode_compose(functions, base.value, mark.value, &composed) != 0,
            let composed = Unicode.Scalar(composed), all.insert(composed).inserted
          {
            isComplete = false
          }
        }
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is drawn, in the order of the text, by what the face asks for alone: no control or format character, nor
  /// U+2044, which makes fractions of the digits around it, nor what is put together with its neighbours besides marks.
  fileprivate var isMeasurable: Bool {
    if isASCII { return value >= 0x20 && value < 0x7F }
    switch value {
    // FRACTION SLASH, THAI and LAO SARA AM, Hangul's conjoining letters.
    case 0x2044, 0xE33, 0xEB3, 0x1100..<0x1200, 0xA960..<0xA980, 0xD7B0..<0xD800: return false
    case 0x10000...: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator,
      .paragraphSeparator:
      return false
    default: break
    }
    return !properties.isDefaultIgnorableCodePoint
      && (!properties.isGraphemeExtend || properties.generalCategory.isMark)
  }
}
