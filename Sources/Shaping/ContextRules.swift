internal import CHarfBuzz

/// What the lookups of a shaping plan can do to glyphs that stand together: every sequence of glyphs that some rule asks
/// for, and how a single glyph can be replaced.
///
/// Where none of the sequences stands in a text, each glyph is replaced as it is alone, and nothing but pairs of neighbours
/// changes advances. The proof is in RESEARCH.md, "The exact short cut".
struct ContextRules {
  /// A place in the tree of sequences: what has been met of one.
  struct Node {
    var children: [(set: Int, node: Int)] = []
    /// Whether a sequence ends here for which a rule does something.
    var acts = false
    /// Whether a rule does more there than put single glyphs in the place of single glyphs.
    var actsFreely = false
    /// Whether one ends here for which a rule does nothing: it keeps other rules from acting.
    var prevents = false
    /// Whether what is done here to several glyphs, if they are of one cluster, can depend on what is around that.
    var dependsOnOthers = false
    /// Whether this is part of a sequence of several glyphs of which something is made in their place.
    var joins = false
    /// Whether what is done there is too much to foresee.
    var isUnforeseeable = false
    /// Whether several glyphs come of one there.
    var isGrowing = false
    /// The glyphs that stand for several, or come of one, after a rule whose sequence ends here.
    var products: [Int] = []
    /// How many glyphs lead here.
    var depth = 0
  }

  /// The first is the root.
  private(set) var nodes = [Node()]
  private(set) var sets = GlyphSets()
  private(set) var pairs = PairRules()
  /// Whether a lookup adjusts single glyphs.
  private(set) var adjustsSingles = false
  /// Whether a rule that does nothing passes over several glyphs, so that whether it does decides what is done farther on.
  private(set) var preventsOnwards = false
  /// The rules of the contextual lookup that is being read: where they end, and whether they act.
  private var contexts: [(node: Int, acts: Bool)] = []
  /// What each glyph can be replaced by alone.
  private var replacements = GlyphLists()
  private var children: [Int: Int] = [:]
  private let hasTree: Bool
  /// How many lookups a lookup applies at most to a glyph, itself included; nil while it is read.
  private var costs: [Int: Int?] = [:]
  /// How many lookups a rule of the contextual lookup that is being read applies at most.
  private var mostRecords = 0
  private let substitution: LayoutTable
  private let positioning: LayoutTable

  private static let mostNodes = 65_536
  /// How deep rules may apply lookups whose rules apply lookups: as deep as the shaper follows.
  private static let mostNested = 64
  /// How many lookups rules may apply to a glyph: the shaper gives up at 1,024 for each glyph of a text.
  private static let mostApplied = 1000

  /// - Parameters:
  ///   - plan: a plan that leaves out what waits for U+2044, which is never measured here.
  ///   - hasTree: whether the sequences are kept, or only the sets of glyphs in them.
  /// - Throws: when a table holds what cannot be foreseen.
  init(of face: Face, in plan: OpaquePointer, hasTree: Bool) throws(NotUnderstood) {
    self.hasTree = hasTree
    substitution = try LayoutTable(.gsub, of: face)
    positioning = try LayoutTable(.gpos, of: face)
    var applied = 0
    for index in unsafe Self.lookups(of: .gsub, in: plan) {
      applied += try addSubstitution(index) - 1
    }
    costs = [:]
    for index in unsafe Self.lookups(of: .gpos, in: plan) {
      applied += try addPositioning(index, isActive: true) - 1
    }
    guard applied <= Self.mostApplied else { throw NotUnderstood() }
    replacements.sort()
    try sets.index()
  }

  private static func lookups(of table: Tag, in plan: OpaquePointer) -> [Int] {
    let set = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_ot_shape_plan_collect_lookups(plan, table.value, set)
    var indices: [Int] = []
    var index = hb_codepoint_t.max
    while unsafe hb_set_next(set, &index) != 0 { indices.append(Int(index)) }
    return indices
  }

  /// All that glyphs can become by being replaced alone, themselves included.
  func closure(of glyphs: [Int]) throws(NotUnderstood) -> [Int] {
    var closure: [Int] = []
    for glyph in glyphs where !closure.contains(glyph) { closure.append(glyph) }
    var index = 0
    while index < closure.count {
      for other in replacements[closure[index]] where !closure.contains(other) {
        closure.append(other)
        guard closure.count <= 256 else { throw NotUnderstood() }
      }
      index += 1
    }
    return closure
  }

  /// Whether no sequence and no pair has a glyph, nor what it can be replaced by.
  func leaveAlone(_ glyph: Int) throws(NotUnderstood) -> Bool {
    let closure = try closure(of: [glyph])
    for glyph in closure where try !pairs.leaveAlone(glyph) { return false }
    return try sets.membership(of: closure).allSatisfy { $0 == 0 }
  }

  /// Whether one of the glyphs can be replaced alone.
  func isReplaceable(_ glyphs: [Int]) throws(NotUnderstood) -> Bool {
    for glyph in glyphs where try closure(of: [glyph]).count > 1 { return true }
    return false
  }

  /// What the glyphs of one cluster make of each other, and what that can become.
  ///
  /// - Parameters:
  ///   - membership: the sets that have one of the glyphs.
  ///   - count: how many glyphs it has at most.
  /// - Throws: when that cannot be foreseen.
  func products(
    of glyphs: [Int], _ membership: [UInt64], count: Int
  ) throws(NotUnderstood) -> [Int] {
    var membership = membership
    var all: [Int] = []
    while true {
      var products: Set<Int> = []
      var reached: [Int] = []
      for _ in 0..<count {
        reached = children(of: [0] + reached, accepting: membership)
        for place in reached where nodes[place].acts {
          guard !nodes[place].isUnforeseeable, !nodes[place].isGrowing,
            !nodes[place].dependsOnOthers
          else { throw NotUnderstood() }
          products.formUnion(nodes[place].products)
        }
      }
      products.subtract(glyphs + all)
      if products.isEmpty { return all }
      all += try closure(of: Array(products))
      membership = try sets.membership(of: glyphs + all)
    }
  }

  /// The places that a glyph with this membership leads to from places in the tree.
  func children(of places: [Int], accepting membership: [UInt64]) -> [Int] {
    var accepting: [Int] = []
    for node in places {
      for (set, child) in nodes[node].children where membership[set / 64] >> (set % 64) & 1 == 1 {
        accepting.append(child)
      }
    }
    return accepting
  }

  /// Whether a rule asks for one of a node's products, or for what that can become.
  func hasReactiveProduct(_ node: Int) throws(NotUnderstood) -> Bool {
    for product in nodes[node].products
    where try sets.membership(of: closure(of: [product])).contains(where: { $0 != 0 }) {
      return true
    }
    return false
  }

  // MARK: Sequences

  /// - Returns: where the sequence ends.
  @discardableResult
  private mutating func add(
    _ sequence: [Int], acts: Bool = true, singly: Bool = false, products: [Int] = [],
    isUnforeseeable: Bool = false, isGrowing: Bool = false
  ) throws(NotUnderstood) -> Int {
    guard hasTree else { return 0 }
    var node = 0
    let joins = sequence.count > 1 && !products.isEmpty
    for set in sequence {
      let key = node << 16 | set
      if let child = children[key] {
        node = child
        if joins { nodes[node].joins = true }
        continue
      }
      guard nodes.count < Self.mostNodes else { throw NotUnderstood() }
      var child = Node()
      child.depth = nodes[node].depth + 1
      child.joins = joins
      nodes[node].children.append((set, nodes.count))
      children[key] = nodes.count
      node = nodes.count
      nodes.append(child)
    }
    guard node > 0 else { throw NotUnderstood() }
    if acts { nodes[node].acts = true } else { nodes[node].prevents = true }
    if acts, !singly { nodes[node].actsFreely = true }
    nodes[node].products += products
    if isUnforeseeable { nodes[node].isUnforeseeable = true }
    if isGrowing { nodes[node].isGrowing = true }
    return node
  }

  /// Adds the sequence of a contextual rule.
  ///
  /// - Parameter inputCount: how many of its glyphs it passes over.
  private mutating func addContext(
    _ sequence: [Int], inputCount: Int, acts: Bool, isUnforeseeable: Bool = false,
    in table: LayoutTable
  ) throws(NotUnderstood) {
    let node = try add(
      sequence, acts: acts || isUnforeseeable, singly: table === substitution,
      isUnforeseeable: isUnforeseeable)
    contexts.append((node, acts))
    if !acts, inputCount > 1 { preventsOnwards = true }
  }

  /// Takes note of what the rules of a contextual lookup keep each other from.
  ///
  /// A rule that asks for one glyph alone acts on it wherever it stands, unless another rule prevents that: which is then as if it
  /// acted.
  ///
  /// - Returns: how many lookups a rule applies at most.
  private mutating func addPreventions() -> Int {
    defer { (contexts, mostRecords) = ([], 0) }
    guard contexts.contains(where: { !$0.acts }) else { return mostRecords }
    let alone = contexts.filter { $0.acts && nodes[$0.node].depth == 1 }
    for (node, acts) in contexts {
      // Others of the lookup can keep it from acting.
      if acts, nodes[node].depth > 1 { nodes[node].dependsOnOthers = true }
      if acts || alone.isEmpty { continue }
      nodes[node].acts = true
      if alone.contains(where: { nodes[$0.node].actsFreely }) { nodes[node].actsFreely = true }
    }
    return mostRecords
  }

  /// - Throws: when lookups apply themselves.
  private mutating func knownCost(_ key: Int, _ depth: Int) throws(NotUnderstood) -> Int? {
    if let known = costs[key] {
      guard let known else { throw NotUnderstood() }
      return known
    }
    guard depth < Self.mostNested else { throw NotUnderstood() }
    costs[key] = .some(nil)
    return nil
  }

  private mutating func noteCost(_ cost: Int, of key: Int) throws(NotUnderstood) -> Int {
    guard cost <= Self.mostApplied else { throw NotUnderstood() }
    costs[key] = cost
    return cost
  }

  private mutating func covered(
    _ offset: Int, in table: LayoutTable
  ) throws(NotUnderstood) -> Int {
    try sets.number(of: table.coverage(offset, isNumbered: false), in: table)
  }

  // MARK: Substitution

  /// - Returns: see ``costs``.
  private mutating func addSubstitution(
    _ index: Int, depth: Int = 0
  ) throws(NotUnderstood) -> Int {
    if let known = try knownCost(index, depth) { return known }
    let table = substitution
    let lookup = try table.lookup(index)
    var nested: [Int] = []
    for (type, offset) in try table.subtables(of: lookup, extension: 7) {
      if type != 1 { try refusePassingOver(lookup, in: table) }
      switch type {
      case 1: try addSingle(offset)
      case 2: try addMultiple(offset)
      case 3:
        // One of several, at random if so asked.
        try add([covered(offset + table.uint16(offset + 2), in: table)], isUnforeseeable: true)
      case 4: try addLigatures(offset)
      case 5, 6: nested += try addContext(offset, isChained: type == 6, in: table)
      case 8: try addReverse(offset)
      default: throw NotUnderstood()
      }
    }
    let records = addPreventions()
    var most = 0
    for index in nested { most = max(most, try addSubstitution(index, depth: depth + 1)) }
    return try noteCost(1 + records * most, of: index)
  }

  private mutating func addSingle(_ offset: Int) throws(NotUnderstood) {
    let table = substitution
    let coverage = offset + (try table.uint16(offset + 2))
    switch try table.uint16(offset) {
    case 1:
      let difference = try table.uint16(offset + 4)
      for glyph in try table.glyphs(of: table.coverage(coverage, isNumbered: false)) {
        replacements.add((glyph + difference) & 0xFFFF, to: glyph)
      }
    case 2: try addReplacements(offset + 4, of: table.coverage(coverage))
    default: throw NotUnderstood()
    }
  }

  /// Adds a list of glyphs, a count before it, that the covered ones are replaced by.
  private mutating func addReplacements(
    _ list: Int, of coverage: LayoutTable.Coverage
  ) throws(NotUnderstood) {
    let table = substitution
    let count = try table.uint16(list)
    for glyph in try table.glyphs(of: coverage) {
      guard let index = try table.index(of: glyph, in: coverage), index < count else { continue }
      replacements.add(try table.uint16(list + 2 + 2 * index), to: glyph)
    }
  }

  private mutating func addMultiple(_ offset: Int) throws(NotUnderstood) {
    let table = substitution
    let coverage = try table.coverage(offset + table.uint16(offset + 2))
    for glyph in try table.glyphs(of: coverage) {
      guard let index = try table.index(of: glyph, in: coverage),
        try index < table.uint16(offset + 4)
      else { continue }
      let sequence = try offset + table.uint16(offset + 6 + 2 * index)
      var products: [Int] = []
      for place in try table.each(table.uint16(sequence)) {
        products.append(try table.uint16(sequence + 2 + 2 * place))
      }
      // Where a glyph vanishes its neighbours meet.
      try add(
        [sets.number(of: glyph)], products: products, isUnforeseeable: products.isEmpty,
        isGrowing: true)
    }
  }

  private mutating func addLigatures(_ offset: Int) throws(NotUnderstood) {
    let table = substitution
    let coverage = try table.coverage(offset + table.uint16(offset + 2))
    for glyph in try table.glyphs(of: coverage) {
      guard let index = try table.index(of: glyph, in: coverage),
        try index < table.uint16(offset + 4)
      else { continue }
      let ligatures = try offset + table.uint16(offset + 6 + 2 * index)
      for place in try table.each(table.uint16(ligatures)) {
        let ligature = try ligatures + table.uint16(ligatures + 2 + 2 * place)
        var sequence = [try sets.number(of: glyph)]
        for component in try table.each(table.uint16(ligature + 2)).dropFirst() {
          sequence.append(try sets.number(of: table.uint16(ligature + 2 + 2 * component)))
        }
        try add(sequence, products: [table.uint16(ligature)])
      }
    }
  }

  private mutating func addReverse(_ offset: Int) throws(NotUnderstood) {
    let table = substitution
    let input = try covered(offset + table.uint16(offset + 2), in: table)
    var place = offset + 4
    let before = try coverages(&place, from: offset, in: table)
    let after = try coverages(&place, from: offset, in: table)
    try add(before.reversed() + [input] + after, singly: true)
    try addReplacements(place, of: table.coverage(offset + table.uint16(offset + 2)))
  }

  // MARK: Positioning

  /// - Parameter isActive: whether the lookup is applied to all glyphs, not by a rule alone.
  private mutating func addPositioning(
    _ index: Int, isActive: Bool, depth: Int = 0
  ) throws(NotUnderstood) -> Int {
    let key = isActive ? index : ~index
    if let known = try knownCost(key, depth) { return known }
    let table = positioning
    let lookup = try table.lookup(index)
    var nested: [Int] = []
    for (type, offset) in try table.subtables(of: lookup, extension: 9) {
      switch type {
      // A glyph's own advance is as it is alone.
      case 1: adjustsSingles = true
      // Marks move nothing but themselves.
      case 4, 5, 6: continue
      case 2:
        try refusePassingOver(lookup, in: table)
        let rules = try PairRules.Subtable(
          offset, in: table, passesOverMarks: table.uint16(lookup + 2) & 8 != 0)
        // A pair whose second glyph is adjusted takes that out of the next pair; one that a rule applies may reach beyond it.
        if rules.adjustsSecond || !isActive {
          try add([sets.number(of: rules.coverage, in: table), sets.numberOfAny()])
        }
        if isActive { try pairs.add(rules, of: index) }
      case 3:
        try refusePassingOver(lookup, in: table)
        let set = try covered(offset + table.uint16(offset + 2), in: table)
        let node = try add([set, set])
        // It sets an advance to what the placement says, and undoes pairs made before with what comes after the marks.
        if hasTree { nodes[node].dependsOnOthers = true }
      case 7, 8:
        try refusePassingOver(lookup, in: table)
        nested += try addContext(offset, isChained: type == 8, in: table)
      default: throw NotUnderstood()
      }
    }
    let records = addPreventions()
    var most = 0
    for index in nested {
      most = max(most, try addPositioning(index, isActive: false, depth: depth + 1))
    }
    return try noteCost(1 + records * most, of: key)
  }

  // MARK: Contexts

  /// Lookups that pass over base glyphs or ligatures join what does not stand together.
  private func refusePassingOver(
    _ lookup: Int, in table: LayoutTable
  ) throws(NotUnderstood) {
    guard try table.uint16(lookup + 2) & 0b110 == 0 else { throw NotUnderstood() }
  }

  /// Adds the sequences of a contextual subtable. What the lookups do that a rule of substitution applies is added with them: the rule
  /// itself can be taken to put single glyphs in the place of single glyphs.
  ///
  /// - Returns: the lookups that its rules apply.
  private mutating func addContext(
    _ offset: Int, isChained: Bool, in table: LayoutTable
  ) throws(NotUnderstood) -> [Int] {
    switch try table.uint16(offset) {
    case 1: return try addGlyphContext(offset, isChained: isChained, in: table)
    case 2: return try addClassContext(offset, isChained: isChained, in: table)
    case 3: return try addCoverageContext(offset, isChained: isChained, in: table)
    default: throw NotUnderstood()
    }
  }

  /// Rules by glyphs: a set of rules for each that can come first.
  private mutating func addGlyphContext(
    _ offset: Int, isChained: Bool, in table: LayoutTable
  ) throws(NotUnderstood) -> [Int] {
    let coverage = try table.coverage(offset + table.uint16(offset + 2))
    var nested: [Int] = []
    for glyph in try table.glyphs(of: coverage) {
      guard let index = try table.index(of: glyph, in: coverage),
        try index < table.uint16(offset + 4)
      else { continue }
      let rules = try table.uint16(offset + 6 + 2 * index)
      guard rules > 0 else { continue }
      let first = try sets.number(of: glyph)
      nested += try addRules(
        offset + rules, first: first, isChained: isChained, in: table
      ) { sets, value, _ throws(NotUnderstood) in try sets.number(of: value) }
    }
    return nested
  }

  /// Rules by classes of glyphs: a set of rules for each class that can come first.
  private mutating func addClassContext(
    _ offset: Int, isChained: Bool, in table: LayoutTable
  ) throws(NotUnderstood) -> [Int] {
    var offsets: [Int] = []
    var classes: [LayoutTable.Classes] = []
    for place in 0..<(isChained ? 3 : 1) {
      offsets.append(try table.uint16(offset + 4 + 2 * place))
      classes.append(try table.classes(offset + offsets[place]))
    }
    // HarfBuzz 6.0 then takes what it has found out of a glyph as lookahead for what it is as backtrack.
    let isMixed = isChained && offsets[0] == offsets[1] && offsets[1] != offsets[2]
    let list = offset + (isChained ? 10 : 6)
    var nested: [Int] = []
    for index in try table.each(table.uint16(list)) {
      let rules = try table.uint16(list + 2 + 2 * index)
      guard rules > 0 else { continue }
      // The first has to be covered, too, which says more where its class is that of all others.
      let first =
        index == 0
        ? try covered(offset + table.uint16(offset + 2), in: table)
        : try sets.number(of: index, of: classes[isChained ? 1 : 0], in: table)
      nested += try addRules(
        offset + rules, first: first, isChained: isChained, takesAnyBefore: isMixed, in: table
      ) { sets, value, part throws(NotUnderstood) in
        if isMixed, part == 0 { return try sets.numberOfAny() }
        return try sets.number(of: value, of: classes[isChained ? part : 0], in: table)
      }
    }
    return nested
  }

  /// Adds a set of rules whose first glyph is known.
  ///
  /// - Parameters:
  ///   - takesAnyBefore: whether what the backtrack is depends on more than its glyphs.
  ///   - set: the glyphs that a value stands for: of the backtrack (0), the input (1) or the lookahead (2).
  private mutating func addRules(
    _ rules: Int, first: Int, isChained: Bool, takesAnyBefore: Bool = false,
    in table: LayoutTable,
    set: (inout GlyphSets, Int, Int) throws(NotUnderstood) -> Int
  ) throws(NotUnderstood) -> [Int] {
    var nested: [Int] = []
    for index in try table.each(table.uint16(rules)) {
      var place = try rules + table.uint16(rules + 2 + 2 * index)
      var parts: [[Int]] = [[], [first], []]
      var recordCount = 0
      for part in isChained ? [0, 1, 2] : [1] {
        let count = try table.uint16(place)
        place += 2
        if !isChained {
          // Both counts stand before the sequence.
          recordCount = try table.uint16(place)
          place += 2
        }
        for _ in try table.each(count).dropFirst(part == 1 ? 1 : 0) {
          parts[part].append(try set(&sets, table.uint16(place), part))
          place += 2
        }
      }
      if isChained {
        recordCount = try table.uint16(place)
        place += 2
      }
      try addContext(
        parts[0].reversed() + parts[1] + parts[2], inputCount: parts[1].count,
        acts: recordCount > 0, isUnforeseeable: takesAnyBefore && !parts[0].isEmpty, in: table)
      nested += try self.nested(place, count: recordCount, in: table)
    }
    return nested
  }

  /// One rule by a coverage for each place.
  private mutating func addCoverageContext(
    _ offset: Int, isChained: Bool, in table: LayoutTable
  ) throws(NotUnderstood) -> [Int] {
    var place = offset + 2
    guard isChained else {
      let count = try table.uint16(place)
      let records = try table.uint16(place + 2)
      place += 4
      var input: [Int] = []
      for _ in try table.each(count) {
        input.append(try covered(offset + table.uint16(place), in: table))
        place += 2
      }
      try addContext(input, inputCount: input.count, acts: records > 0, in: table)
      return try nested(place, count: records, in: table)
    }
    let before = try coverages(&place, from: offset, in: table)
    let input = try coverages(&place, from: offset, in: table)
    let after = try coverages(&place, from: offset, in: table)
    let records = try table.uint16(place)
    try addContext(
      before.reversed() + input + after, inputCount: input.count, acts: records > 0, in: table)
    return try nested(place + 2, count: records, in: table)
  }

  /// A count and so many coverages.
  private mutating func coverages(
    _ place: inout Int, from offset: Int, in table: LayoutTable
  ) throws(NotUnderstood) -> [Int] {
    let count = try table.uint16(place)
    place += 2
    var coverages: [Int] = []
    for _ in try table.each(count) {
      coverages.append(try covered(offset + table.uint16(place), in: table))
      place += 2
    }
    return coverages
  }

  /// The lookups that a rule applies.
  private mutating func nested(
    _ place: Int, count: Int, in table: LayoutTable
  ) throws(NotUnderstood) -> [Int] {
    mostRecords = max(mostRecords, count)
    var lookups: [Int] = []
    for index in try table.each(count) {
      lookups.append(try table.uint16(place + 4 * index + 2))
    }
    return lookups
  }
}
