internal import CAtomics
internal import CHarfBuzz

/// The advances of runs of one face, script and direction, without shaping each: a deterministic automaton over the clusters of
/// a text whose transitions carry what a cluster and its pair with the one before add, built where texts lead it, as lazy
/// automata of regular expressions are.
///
/// Its states know, besides the last cluster, how much has been met of each sequence that a rule of the face asks for. Where
/// one is met whole, the stretch it stands in is shaped, once for all texts that have it (``SeenTexts``). See RESEARCH.md,
/// "The exact short cut", for the proof.
///
/// Reading takes no lock; what is met for the first time is worked out by one thread at a time (``AutomatonBuilder``). Memory
/// is bounded: at most ``mostStates`` states of ``mostSlots`` kinds of clusters, in memory that is only taken as it is used.
@safe final class AdvanceAutomaton: @unchecked Sendable {
  static let mostSlots = blockCount * columns - Code.first
  static let mostStates = 2048
  /// Transitions lie in blocks of so many slots, by state: the frequent slots, which come first, fill few pages. Nine cache lines
  /// to a state: an odd number, so that no few of the cache's sets are shared by all.
  private static let columns = 72
  private static let blockCount = 8

  /// A transition in 64 bits; 0 when it has not been worked out.
  struct Entry {
    let bits: UInt64

    /// What is added, in ticks of the face.
    @inline(__always) var ticks: Int { Int(Int64(bitPattern: bits) >> 36) }
    /// Where the next state's entries begin in each block.
    @inline(__always) var row: Int { Int(bits & 0x1F_FFFF) }
    /// How many clusters the longest sequence has at most that ends here and makes a rule act; 0 when none does.
    @inline(__always) var acting: Int { Int(bits >> 21 & 0x1F) }
    /// Likewise of sequences that keep rules from acting.
    @inline(__always) var preventing: Int { Int(bits >> 26 & 0x1F) }

    // What a text has where all of its transitions have it: an entry of zeros has nothing.
    /// It advances as much whatever glyphs the rules that act put in the place of others.
    static let isSteady: UInt64 = 1 << 31
    /// It needs no shaper.
    static let isForeseen: UInt64 = 1 << 32
    /// No rule acts on a sequence that ends here.
    static let isQuiet: UInt64 = 1 << 33
    /// It is not the missing-glyph box.
    static let isThere: UInt64 = 1 << 34
    /// It is no letter, which would give a line its script.
    static let isCommon: UInt64 = 1 << 35

    init(bits: UInt64) {
      self.bits = bits
    }

    /// - Throws: when a number has no room.
    init(
      ticks: Int, state: Int, acting: Int, preventing: Int, flags: UInt64
    ) throws(NotUnderstood) {
      guard (-1 << 27..<1 << 27).contains(ticks), max(acting, preventing) <= 0x1F else {
        throw NotUnderstood()
      }
      bits =
        UInt64(bitPattern: Int64(ticks)) << 36 | UInt64(state * columns) | UInt64(acting) << 21
        | UInt64(preventing) << 26 | flags | Self.isForeseen
        | (acting == 0 ? Self.isQuiet : 0)
    }

    static let refused = Entry(bits: isQuiet)
  }

  /// What is known of a character: where its transitions are in the first state's rows. In the first places there are none.
  enum Code {
    static let notMet: UInt32 = 0
    /// A mark, which makes a cluster with what is before it.
    static let joining: UInt32 = 1
    /// It needs the shaper.
    static let refused: UInt32 = 2
    fileprivate static let first = 3

    static func of(slot: Int) -> UInt32 {
      let (block, column) = (slot + first).quotientAndRemainder(dividingBy: columns)
      return UInt32(block * mostStates * columns + column)
    }

    static func slot(of code: Int) -> Int {
      let (block, place) = code.quotientAndRemainder(dividingBy: mostStates * columns)
      return block * columns + place - first
    }
  }

  // Written by one thread at a time, read without a lock.
  private let codes = ZeroedMemory<UInt32>(count: 0x10000)
  private let entries = ZeroedMemory<UInt64>(count: blockCount * mostStates * columns)
  private let seen: SeenTexts
  private let kind: Int
  private let lock = Lock()
  /// Used under the lock alone.
  private let builder: AutomatonBuilder
  private let preventsOnwards: Bool

  /// - Parameters:
  ///   - seen: what a font keeps of stretches.
  ///   - kind: the automaton's number in that, below 2¹⁶.
  init(_ builder: AutomatonBuilder, seen: SeenTexts, kind: Int) {
    self.builder = builder
    preventsOnwards = builder.preventsOnwards
    self.seen = seen
    self.kind = kind
  }

  // MARK: Reading

  /// What came of a text.
  struct Sum {
    var ticks = 0
    var clusters = 0
    /// What all transitions have.
    var flags = UInt64.max

    @inline(__always) func all(_ flag: UInt64) -> Bool { flags & flag != 0 }
  }

  /// The advance of a run's text.
  ///
  /// - Parameter text: well-formed UTF-8.
  /// - Returns: nil when the text has to be shaped.
  @inline(__always)
  func measure(_ text: UnsafeBufferPointer<UInt8>) -> Sum? {
    guard let sum = unsafe sum(text) else { return nil }
    return sum.all(Entry.isQuiet) || sum.all(Entry.isSteady) ? sum : unsafe corrected(sum, text)
  }

  /// Adds up a text's transitions: right if no sequence is met.
  ///
  /// A character costs two loads that wait for nothing and one that waits for the one before. What has not been worked out is
  /// found in the end.
  @inline(__always)
  private func sum(_ text: UnsafeBufferPointer<UInt8>) -> Sum? {
    guard var next = text.baseAddress else { return Sum() }
    let end = unsafe next + text.count
    let codes = unsafe codes.words
    let entries = unsafe entries.words
    var sum = Sum(clusters: text.count)
    var row = 0
    while unsafe next < end {
      var value = unsafe UInt32(next[0])
      unsafe next += 1
      if value >= 0x80 {
        let (longer, width) = unsafe Self.scalar(next - 1)
        value = longer
        sum.clusters &-= width &- 1
        unsafe next += width &- 1
      }
      let code = unsafe Int(hairspace_load_32(codes + Int(value)))
      let bits = unsafe hairspace_load_64(entries + code + row)
      let entry = Entry(bits: bits)
      row = entry.row
      sum.ticks &+= entry.ticks
      sum.flags &= bits
    }
    return sum.all(Entry.isForeseen) ? sum : unsafe slowSum(text)
  }

  /// The character that begins at a place, and how many bytes it has: 4 for one that has no code.
  @inline(__always)
  private static func scalar(_ place: UnsafePointer<UInt8>) -> (value: UInt32, width: Int) {
    // The text is well-formed.
    let byte = unsafe UInt32(place[0])
    if byte < 0x80 { return (byte, 1) }
    if byte < 0xE0 { return unsafe ((byte & 0x1F) << 6 | UInt32(place[1] & 0x3F), 2) }
    if byte < 0xF0 {
      return unsafe (
        (byte & 0xF) << 12 | UInt32(place[1] & 0x3F) << 6 | UInt32(place[2] & 0x3F), 3
      )
    }
    // It has no code, and never gets one.
    return (0, 4)
  }

  /// As ``sum(_:)``, for texts with marks and with what has not been met.
  @inline(never)
  private func slowSum(_ text: UnsafeBufferPointer<UInt8>) -> Sum? {
    var sum = Sum()
    var last = 0
    let isWhole = unsafe scan(text) { entry, _, isReplacement in
      if isReplacement {
        sum.ticks -= last
      } else {
        sum.clusters += 1
      }
      last = entry.ticks
      sum.ticks += last
      sum.flags &= entry.bits
    }
    return isWhole && sum.all(Entry.isForeseen) ? sum : nil
  }

  /// Calls for each cluster with its transition, where it ends, and whether it takes the place of the one before, to which a
  /// mark has come.
  ///
  /// - Returns: whether all of the text was read.
  @inline(__always)
  private func scan(
    _ text: UnsafeBufferPointer<UInt8>, each: (Entry, Int, Bool) -> Void
  ) -> Bool {
    guard let start = text.baseAddress else { return true }
    var next = unsafe start
    let end = unsafe start + text.count
    var row = 0
    // Where the last cluster begins, its first character, and the state before it.
    var begin = unsafe start
    var base = Code.notMet
    var before = 0
    while unsafe next < end {
      let first = unsafe next
      let (value, width) = unsafe Self.scalar(next)
      guard width < 4 else { return false }
      unsafe next += width
      var code = unsafe hairspace_load_32(codes.words + Int(value))
      if code == Code.notMet { code = meet(value) }
      var isReplacement = false
      if code < Code.first {
        guard code == Code.joining, unsafe first > start,
          let cluster = unsafe cluster(of: base, from: begin, through: &next, before: end)
        else { return false }
        code = cluster
        row = before
        isReplacement = true
      } else {
        unsafe begin = unsafe first
        base = code
        before = row
      }
      var bits = unsafe hairspace_load_64(entries.words + row + Int(code))
      if bits == 0 { bits = workOut(row, Int(code)) }
      let entry = Entry(bits: bits)
      row = entry.row
      each(entry, unsafe next - start, isReplacement)
    }
    return true
  }

  // MARK: Meeting what is new

  @inline(never)
  private func meet(_ value: UInt32) -> UInt32 {
    lock.locked {
      let place = unsafe codes.words + Int(value)
      guard unsafe place.pointee == 0 else { return unsafe place.pointee }
      let code = builder.code(of: value)
      unsafe hairspace_store_32(place, code)
      return code
    }
  }

  @inline(never)
  private func workOut(_ row: Int, _ code: Int) -> UInt64 {
    lock.locked {
      let place = unsafe entries.words + row + code
      guard unsafe place.pointee == 0 else { return unsafe place.pointee }
      let entry = builder.entry(from: row / Self.columns, Code.slot(of: code))
      unsafe hairspace_store_64(place, entry.bits)
      return entry.bits
    }
  }

  /// The code of a cluster of a character and all marks after it.
  ///
  /// - Parameters:
  ///   - base: the character's code.
  ///   - next: after its first mark; after the last in the end.
  /// - Returns: nil when it needs the shaper.
  @inline(never)
  private func cluster(
    of base: UInt32, from begin: UnsafePointer<UInt8>, through next: inout UnsafePointer<UInt8>,
    before end: UnsafePointer<UInt8>
  ) -> UInt32? {
    while unsafe next < end {
      let (value, width) = unsafe Self.scalar(next)
      guard width < 4 else { break }
      var code = unsafe hairspace_load_32(codes.words + Int(value))
      if code == Code.notMet { code = meet(value) }
      guard code == Code.joining else { break }
      unsafe next += width
    }
    let text = unsafe UnsafeBufferPointer(start: begin, count: next - begin)
    // Kept beside the stretches, under a kind of its own.
    let kind = kind | 1 << 16
    if let known = unsafe seen.value(of: text, kind: kind) { return UInt32(known.ticks) }
    return lock.locked { () -> UInt32? in
      guard
        let code = unsafe builder.code(
          ofCluster: String(decoding: text, as: UTF8.self), base: base)
      else { return nil }
      unsafe seen.keep(SeenTexts.Value(ticks: Int(code), clusters: 0), of: text, kind: kind)
      return code
    }
  }

  // MARK: Stretches

  /// A text's sum, with what shaping its stretches adds to theirs.
  ///
  /// Sequences on which rules act make one stretch where they overlap or touch, with those that overlap it and keep rules from
  /// acting, and with those, if need be, that decide whether these do. It is shaped with a cluster on either side, which no rule changes: so the pairs that it makes with the rest are in it.
  @inline(never)
  private func corrected(_ sum: Sum, _ text: UnsafeBufferPointer<UInt8>) -> Sum? {
    let count = sum.clusters
    guard text.count <= Int32.max else { return nil }
    let preventsOnwards = preventsOnwards
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 5 * count + 2) { memory in
      // Where each cluster begins; how many are unsteady before it; the first that it reaches back to to prevent something;
      // each stretch's first and last.
      let starts = memory.baseAddress!
      let unsteady = unsafe starts + count + 1
      let preventing = unsafe unsteady + count + 1
      let (firsts, lasts) = unsafe (preventing + count, preventing + 2 * count)
      var stretches = 0
      var index = -1
      unsafe starts[0] = 0
      unsafe unsteady[0] = 0
      _ = unsafe scan(text) { entry, end, isReplacement in
        if !isReplacement { index += 1 }
        unsafe starts[index + 1] = Int32(end)
        unsafe unsteady[index + 1] = unsteady[index] + (entry.bits & Entry.isSteady == 0 ? 1 : 0)
        unsafe preventing[index] = Int32(max(0, index - max(1, entry.preventing) + 1))
        guard entry.acting > 0 else { return }
        unsafe Self.add(
          Int32(max(0, index - entry.acting + 1)), Int32(index), firsts, lasts, &stretches)
      }
      let acting = stretches
      stretches = 0
      for stretch in 0..<acting {
        // What has been merged is behind: the places are free.
        var (first, last) = unsafe (firsts[stretch], lasts[stretch])
        var (start, end) = (first, last)
        repeat {
          (start, end) = (first, last)
          var place = Int(start)
          while place < count, place <= Int(end) + Self.mostPreventing {
            let reached = unsafe preventing[place]
            if reached <= end, place > reached {
              first = min(first, reached)
              last = max(last, Int32(place))
            }
            place += 1
          }
        } while preventsOnwards && (start, end) != (first, last)
        unsafe Self.add(first, last, firsts, lasts, &stretches)
      }
      var sum = sum
      for stretch in 0..<stretches {
        let first = unsafe max(0, Int(firsts[stretch]) - 1)
        let last = unsafe min(count - 1, Int(lasts[stretch]) + 1)
        if unsafe unsteady[last + 1] == unsteady[Int(firsts[stretch])] { continue }
        let bytes = unsafe UnsafeBufferPointer(
          rebasing: text[Int(starts[first])..<Int(starts[last + 1])])
        guard bytes.count <= SeenTexts.longest,
          let correction = unsafe seen.value(of: bytes, kind: kind) ?? correction(of: bytes)
        else { return nil }
        sum.ticks += correction.ticks
        sum.clusters += correction.clusters
      }
      return sum
    }
  }

  /// How far behind a stretch a sequence can end that overlaps it.
  private static let mostPreventing = 0x1F

  /// Adds a stretch behind the others, or makes one of it and those that it overlaps or touches.
  @inline(__always)
  private static func add(
    _ first: Int32, _ last: Int32, _ firsts: UnsafeMutablePointer<Int32>,
    _ lasts: UnsafeMutablePointer<Int32>, _ count: inout Int
  ) {
    var (first, last) = (first, last)
    while unsafe count > 0 && lasts[count - 1] + 1 >= first {
      count -= 1
      first = unsafe min(first, firsts[count])
      last = unsafe max(last, lasts[count])
    }
    unsafe firsts[count] = first
    unsafe lasts[count] = last
    count += 1
  }

  /// What shaping a stretch adds to its sum.
  private func correction(of text: UnsafeBufferPointer<UInt8>) -> SeenTexts.Value? {
    guard let sum = unsafe sum(text),
      let shaped = lock.locked({ unsafe builder.shaper.shape(text) })
    else { return nil }
    // What comes out as the missing-glyph box is for the shaper to report.
    guard !shaped.glyphs.contains(0) else { return nil }
    let correction = SeenTexts.Value(
      ticks: shaped.ticks - sum.ticks, clusters: shaped.clusters - sum.clusters)
    unsafe seen.keep(correction, of: text, kind: kind)
    return correction
  }
}
