internal import CHarfBuzz

/// Splits a line into runs, in one pass over its characters.
///
/// A cluster (a user-perceived character, UAX #29) is never split, and has the script and the direction of its first character. The
/// standard library says where clusters end; it is asked only within stretches whose ends are certain (see ``ClusterRole``), and
/// only where it matters: most stretches are one character, or a letter and its marks, of one script and face.
@safe struct LineSplitter {
  private let line: UnsafeBufferPointer<UInt8>
  private let choice: FaceChoice
  private var scripts = ScriptRuns()
  private var runs = RunList()
  private var stretch = Stretch()

  /// The runs of a line, in the order of the text.
  ///
  /// - Parameter line: well-formed UTF-8.
  /// - Throws: as ``BidiLevels/of(_:)``.
  static func runs(
    of line: UnsafeBufferPointer<UInt8>, _ choice: FaceChoice
  ) throws(FontError) -> [TextRun] {
    var splitter = unsafe LineSplitter(line: line, choice: choice)
    if splitter.split(nil) { return splitter.runs.finished() }
    let levels = unsafe try BidiLevels.of(line)
    splitter = unsafe LineSplitter(line: line, choice: choice)
    _ = splitter.split(levels)
    return splitter.runs.finished()
  }

  private init(line: UnsafeBufferPointer<UInt8>, choice: FaceChoice) {
    unsafe self.line = unsafe line
    self.choice = choice
  }

  /// - Parameter levels: nil if no character may turn.
  /// - Returns: false if one may, and there are no levels.
  private mutating func split(_ levels: BidiLevels?) -> Bool {
    let isUniform = if case .each = levels { false } else { true }
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
        return false
      }
      if isUniform, traits.isLike(stretch.letter),
        traits.script == scripts.current || traits.script == HB_SCRIPT_COMMON
      {
        // As most do.
        stretch.goOn(from: start)
        continue
      }
      if !traits.has(CharacterTraits.extends | CharacterTraits.glues), !stretch.isOpen {
        finishStretch(at: start)
      } else if stretch.count == 1 {
        finishRow()
      }
      let before = scripts.current
      unsafe scripts.advance(over: scalar, traits, in: line, end: place, choice)
      if before == HB_SCRIPT_INVALID, scripts.current != before {
        runs.nameScript(scripts.current)
        stretch.nameScript(scripts.current)
      }
      stretch.append(
        traits, Kind(scripts.current, isRightToLeft: isRightToLeft, face: 0), from: start)
      index += 1
    }
    finishStretch(at: place)
    return true
  }

  @inline(__always)
  private mutating func finishStretch(at end: Int) {
    if stretch.count == 1 {
      stretch.first.face = stretch.face
      runs.append(stretch.first, from: stretch.rowStart, to: end, isVisible: stretch.isVisible)
    } else if stretch.count > 1 {
      finishSeveral(at: end)
    }
    stretch.clear()
  }

  /// Ends the row of letters before the last, to which more is to be added.
  private mutating func finishRow() {
    guard stretch.rowStart < stretch.start else { return }
    var kind = stretch.first
    kind.face = stretch.face
    runs.append(kind, from: stretch.rowStart, to: stretch.start, isVisible: true)
  }

  private mutating func finishSeveral(at end: Int) {
    let bytes = unsafe UnsafeBufferPointer(rebasing: line[stretch.start..<end])
    if stretch.others.isEmpty, let face = unsafe choice.face(of: bytes) {
      stretch.first.face = face
      runs.append(stretch.first, from: stretch.start, to: end, isVisible: stretch.isVisible)
      return
    }
    // Cluster by cluster, since they differ.
    var index = 0
    var start = stretch.start
    for cluster in unsafe String(decoding: bytes, as: UTF8.self) {
      let next = start + cluster.utf8.count
      var kind =
        stretch.others.isEmpty || index == 0 ? stretch.first : stretch.others[index - 1]
      kind.face = unsafe choice.face(of: UnsafeBufferPointer(rebasing: line[start..<next])) ?? 0
      runs.append(
        kind, from: start, to: next,
        isVisible: cluster.unicodeScalars.contains {
          !choice.traits(of: $0).has(CharacterTraits.isIgnorable)
        })
      start = next
      index += cluster.unicodeScalars.count
    }
  }

  /// What stands between two places where a cluster certainly ends.
  private struct Stretch {
    private(set) var start = 0
    /// Where the row of letters like its only one begins, each a stretch of its own, that are not yet in a run.
    private(set) var rowStart = 0
    /// Its only character, if that is a letter.
    private(set) var letter = CharacterTraits(bits: 0)
    /// How many characters it has.
    private(set) var count = 0
    /// The face of the first character, alone.
    private(set) var face = 0
    /// The kind of the first character, face left out.
    var first = Kind(HB_SCRIPT_INVALID, isRightToLeft: false, face: 0)
    /// The kinds of the others, when they are not all that of the first.
    private(set) var others: [Kind] = []
    /// Whether it has more than default ignorables.
    private(set) var isVisible = false
    /// Whether what comes next may be part of the last cluster, whatever it is.
    private(set) var isOpen = false

    @inline(__always)
    mutating func append(_ traits: CharacterTraits, _ kind: Kind, from place: Int) {
      if count == 0 {
        start = place
        rowStart = place
        letter = traits.has(CharacterTraits.isSpecial) ? CharacterTraits(bits: 0) : traits
        face = traits.face
        first = kind
      } else {
        letter = CharacterTraits(bits: 0)
        if first != kind || !others.isEmpty { appendOther(kind) }
      }
      count += 1
      isVisible = isVisible || !traits.has(CharacterTraits.isIgnorable)
      isOpen =
        traits.has(CharacterTraits.glues) || isOpen && traits.has(CharacterTraits.extends)
    }

    /// Begins anew with a character like the only one.
    @inline(__always)
    mutating func goOn(from place: Int) {
      start = place
    }

    @inline(never)
    private mutating func appendOther(_ kind: Kind) {
      if others.isEmpty { others = Array(repeating: first, count: count - 1) }
      others.append(kind)
    }

    mutating func nameScript(_ script: hb_script_t) {
      first.script = script
      for index in others.indices { others[index].script = script }
    }

    @inline(__always)
    mutating func clear() {
      // The others differ only in stretches of several.
      if count > 1 { others = [] }
      count = 0
      letter = CharacterTraits(bits: 0)
      isVisible = false
      isOpen = false
    }
  }
}

/// The script, the direction and the face of a run, in one word.
private struct Kind: Equatable {
  private var bits: UInt64

  @inline(__always)
  init(_ script: hb_script_t, isRightToLeft: Bool, face: Int) {
    bits = UInt64(script.rawValue) << 32 | UInt64(face) << 1 | (isRightToLeft ? 1 : 0)
  }

  var script: hb_script_t {
    get { hb_script_t(rawValue: UInt32(bits >> 32)) }
    set { self = Kind(newValue, isRightToLeft: isRightToLeft, face: face) }
  }
  var isRightToLeft: Bool { bits & 1 == 1 }
  var face: Int {
    get { Int(bits >> 1 & 0x7FFF_FFFF) }
    set { self = Kind(script, isRightToLeft: isRightToLeft, face: newValue) }
  }
}

/// Runs in the order of the text, like ones in a row made one.
private struct RunList {
  private var closed: [TextRun] = []
  /// The last one, empty at first.
  private var start = 0
  private var end = 0
  private var kind = Kind(HB_SCRIPT_INVALID, isRightToLeft: false, face: 0)
  /// From this run on they hold nothing but default ignorables.
  private var firstInvisible = 0
  /// `closed.count`, at hand.
  private var count = 0

  private var last: TextRun {
    TextRun(
      range: start..<end, script: kind.script, isRightToLeft: kind.isRightToLeft, face: kind.face)
  }

  /// Ends the last run.
  consuming func finished() -> [TextRun] {
    closed.append(last)
    return closed
  }

  @inline(__always)
  mutating func append(_ kind: Kind, from start: Int, to end: Int, isVisible: Bool) {
    if kind != self.kind || self.end == 0 { begin(kind, at: start) }
    self.end = end
    if isVisible { firstInvisible = count + 1 }
  }

  @inline(never)
  private mutating func begin(_ kind: Kind, at start: Int) {
    if firstInvisible == count, let before = closed.last,
      Kind(before.script, isRightToLeft: before.isRightToLeft, face: before.face) == kind
    {
      // Nothing but marks of direction between two like runs: they add nothing, and part nothing.
      closed.removeLast()
      self.start = before.range.lowerBound
    } else {
      if end > 0 { closed.append(last) }
      self.start = start
    }
    self.kind = kind
    count = closed.count
  }

  /// Gives the script to all runs so far, which had none.
  mutating func nameScript(_ script: hb_script_t) {
    kind.script = script
    for index in closed.indices { closed[index].script = script }
  }
}
