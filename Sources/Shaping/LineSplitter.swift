internal import CHarfBuzz

/// Splits a line into runs, in one pass over its characters.
///
/// A cluster (a user-perceived character, UAX #29) is never split, and has the script and the direction of its first character. The
/// standard library says where clusters end; it is asked only within stretches whose ends are certain (see ``ClusterRole``), and
/// only where it matters: most stretches are one character, or a letter and its marks, of one script and face.
@safe struct LineSplitter {
  private let line: UnsafeBufferPointer<UInt8>
  private let choice: FaceChoice
  private var scripts: ScriptRuns
  private var runs = RunList()
  private var stretch = Stretch()

  /// The runs of a line, in the order of the text.
  ///
  /// - Parameter line: well-formed UTF-8.
  /// - Throws: as ``BidiLevels/of(_:)``.
  static func runs(
    of line: UnsafeBufferPointer<UInt8>, _ choice: FaceChoice
  ) throws(FontError) -> [TextRun] {
    var splitter = unsafe LineSplitter(line, choice)
    if let runs = splitter.split(nil) { return runs }
    let levels = unsafe try BidiLevels.of(line)
    splitter = unsafe LineSplitter(line, choice)
    return splitter.split(levels) ?? []
  }

  private init(_ line: UnsafeBufferPointer<UInt8>, _ choice: FaceChoice) {
    unsafe self.line = unsafe line
    self.choice = choice
    unsafe scripts = ScriptRuns(line, choice)
  }

  /// - Parameter levels: nil if no character may turn.
  /// - Returns: nil if one may, and there are no levels.
  private mutating func split(_ levels: BidiLevels?) -> [TextRun]? {
    var place = 0
    var index = 0
    while unsafe place < line.count {
      let start = place
      let scalar = unsafe line.scalar(at: &place)
      let traits = choice.traits(of: scalar)
      var isRightToLeft = false
      if let levels {
        isRightToLeft = levels.isRightToLeft(index)
      } else if traits.has(CharacterTraits.mayTurn) {
        return nil
      }
      if !traits.has(CharacterTraits.extends | CharacterTraits.glues), !stretch.isOpen {
        finishStretch(at: start)
      }
      let before = scripts.current
      scripts.advance(over: scalar, traits, end: place)
      let script = scripts.current
      if before == HB_SCRIPT_INVALID, script != before {
        runs.nameScript(script)
        stretch.nameScript(script)
      }
      stretch.append(traits, script, isRightToLeft, from: start)
      index += 1
    }
    finishStretch(at: place)
    return runs.all
  }

  @inline(__always)
  private mutating func finishStretch(at end: Int) {
    guard stretch.count > 0 else { return }
    var face: Int? = stretch.face
    if stretch.count > 1 {
      let bytes = unsafe UnsafeBufferPointer(rebasing: line[stretch.start..<end])
      face = unsafe choice.face(of: bytes)
    }
    if let face, stretch.others.isEmpty {
      runs.append(
        TextRun(
          range: stretch.start..<end, script: stretch.first.script,
          isRightToLeft: stretch.first.isRightToLeft, face: face), isVisible: stretch.isVisible)
    } else {
      appendClusters(until: end)
    }
    stretch.clear()
  }

  /// Cluster by cluster, since they differ.
  @inline(never)
  private mutating func appendClusters(until end: Int) {
    let bytes = unsafe UnsafeBufferPointer(rebasing: line[stretch.start..<end])
    var index = 0
    var start = stretch.start
    for cluster in unsafe String(decoding: bytes, as: UTF8.self) {
      let scalars = Array(cluster.unicodeScalars)
      let kind =
        stretch.others.isEmpty || index == 0 ? stretch.first : stretch.others[index - 1]
      let next = start + cluster.utf8.count
      runs.append(
        TextRun(
          range: start..<next, script: kind.script, isRightToLeft: kind.isRightToLeft,
          face: choice.face(of: scalars)),
        isVisible: !scalars.allSatisfy { choice.traits(of: $0).has(CharacterTraits.isIgnorable) })
      start = next
      index += scalars.count
    }
  }

  /// What stands between two places where a cluster certainly ends.
  private struct Stretch {
    typealias Kind = (script: hb_script_t, isRightToLeft: Bool)

    private(set) var start = 0
    /// How many characters it has.
    private(set) var count = 0
    /// The face of the first character alone.
    private(set) var face = 0
    private(set) var first: Kind = (HB_SCRIPT_INVALID, false)
    /// The kinds of the others, when they are not all that of the first.
    private(set) var others: [Kind] = []
    /// Whether it has more than default ignorables.
    private(set) var isVisible = false
    /// Whether what comes next may be part of the last cluster, whatever it is.
    private(set) var isOpen = false

    @inline(__always)
    mutating func append(
      _ traits: CharacterTraits, _ script: hb_script_t, _ isRightToLeft: Bool, from place: Int
    ) {
      if count == 0 {
        start = place
        face = traits.face
        first = (script, isRightToLeft)
      } else if !others.isEmpty || first != (script, isRightToLeft) {
        if others.isEmpty { others = Array(repeating: first, count: count - 1) }
        others.append((script, isRightToLeft))
      }
      count += 1
      isVisible = isVisible || !traits.has(CharacterTraits.isIgnorable)
      isOpen =
        traits.has(CharacterTraits.glues) || isOpen && traits.has(CharacterTraits.extends)
    }

    mutating func nameScript(_ script: hb_script_t) {
      first.script = script
      for index in others.indices { others[index].script = script }
    }

    @inline(__always)
    mutating func clear() {
      count = 0
      isVisible = false
      isOpen = false
      if !others.isEmpty { others = [] }
    }
  }
}

/// Runs in the order of the text, like ones in a row made one.
private struct RunList {
  private var closed: [TextRun] = []
  /// The last one, empty at first.
  private var last = TextRun(range: 0..<0, script: HB_SCRIPT_INVALID, isRightToLeft: false, face: 0)
  /// From this run on they hold nothing but default ignorables.
  private var firstInvisible = 0

  var all: [TextRun] { closed + CollectionOfOne(last) }

  @inline(__always)
  mutating func append(_ run: TextRun, isVisible: Bool) {
    if last.isAlike(run), !last.range.isEmpty {
      last.range = last.range.lowerBound..<run.range.upperBound
    } else {
      begin(run)
    }
    if isVisible { firstInvisible = closed.count + 1 }
  }

  private mutating func begin(_ run: TextRun) {
    if firstInvisible == closed.count, let before = closed.last, before.isAlike(run) {
      // Nothing but marks of direction between two like runs: they add nothing, and part nothing.
      closed.removeLast()
      last.range = before.range.lowerBound..<run.range.upperBound
      (last.script, last.isRightToLeft, last.face) = (run.script, run.isRightToLeft, run.face)
      return
    }
    if !last.range.isEmpty { closed.append(last) }
    last = run
  }

  /// Gives the script to all runs so far, which had none.
  mutating func nameScript(_ script: hb_script_t) {
    last.script = script
    for index in closed.indices { closed[index].script = script }
  }
}
