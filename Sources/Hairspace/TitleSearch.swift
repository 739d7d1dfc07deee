/// The spaces before and after a title's visible text.
struct Padding: Equatable {
  var before = SpaceMix()
  var after = SpaceMix()

  var sum: Int { before.sum + after.sum }
  var count: Int { before.count + after.count }
}

/// The search for one title: candidates are chosen by the sum of their parts and judged by what they measure
/// shaped whole.
struct TitleSearch: ~Copyable {
  struct Candidate: ~Copyable {
    var padding: Padding
    var string: String
    /// Of the whole title.
    var advance: Advance
    /// How many candidates were measured to find this one.
    var compared = 1
  }

  let sizer: SizerCore
  let target: Points
  private let text: String
  private let align: TextAlignment
  /// How many characters the padding may have.
  private let limit: Int
  /// The advance of the visible text alone.
  let bare: Advance
  /// The advance of one of the spaces that the kit itself makes of a title.
  let step: Int?
  /// The width that the kit makes which is nearest to the target.
  let nearestWidth: Points
  /// The advance to aim at, in ticks.
  private let aim: Double
  private var budget: SearchBudget

  init(
    sizer: SizerCore, target: Points, text: String, align: TextAlignment, budget: SearchBudget
  ) throws {
    let length = text.isEmpty ? 0 : text.unicodeScalars.count
    let limit = sizer.maximumCharacters - length - sizer.guardCount
    guard limit >= 0 else { throw SizingError.tooLong(limit: sizer.maximumCharacters) }
    let step = sizer.rule.countsCharacters ? try sizer.ideographicSpace() : nil
    if let step {
      // What the kit does without any title is no padding.
      let length = text.utf16.count + sizer.guardCount
      bare = Advance(ticks: step * SpaceCount(sizer.options).spaces(forLength: length))
    } else {
      bare = text.isEmpty ? .zero : try sizer.drawnAdvance(of: sizer.guarded(text))
    }
    let aim = sizer.function.advances(forWidth: target).aim
    self.aim = Self.snapped(sizer.grid.ticks(in: aim))
    nearestWidth = sizer.function.width(forAdvance: aim)
    self.sizer = sizer
    self.target = target
    self.text = text
    self.align = align
    self.limit = limit
    self.step = step
    self.budget = budget
  }

  // MARK: Candidates

  /// The title with this padding, measured whole.
  func candidate(_ padding: Padding) throws -> Candidate {
    let string = string(padding)
    let advance = padding.count == 0 ? bare : try sizer.drawnAdvance(of: string)
    return Candidate(padding: padding, string: string, advance: advance)
  }

  private func string(_ padding: Padding) -> String {
    if text.isEmpty, padding.before.runs.isEmpty { return sizer.guarded(spaces(padding.after)) }
    return sizer.guarded(spaces(padding.before) + text + spaces(padding.after))
  }

  /// The spaces of a mix, written into the string's own memory: to append them one by one costs more than to choose them.
  private func spaces(_ mix: SpaceMix) -> String {
    var length = 0
    for run in mix.runs { length += UTF8.width(run.space.character.scalar) * run.count }
    return unsafe String(unsafeUninitializedCapacity: length) { bytes in
      guard var place = bytes.baseAddress else { return 0 }
      for run in mix.runs {
        guard let character = UTF8.encode(run.space.character.scalar) else { continue }
        let length = character.count * run.count
        for (index, byte) in character.enumerated() { unsafe place[index] = byte }
        // What is written is written again, twice as much each time.
        var written = character.count
        while written < length {
          let more = min(written, length - written)
          unsafe (place + written).update(from: place, count: more)
          written += more
        }
        unsafe place += length
      }
      return length
    }
  }

  /// The article's formula to the letter, in its own order of operations. A visible text takes its
  /// advance from what is to be filled.
  mutating func articlePadding() throws -> Padding {
    let grid = sizer.grid
    let space = sizer.mixer.spaces[0]
    let reached = min(target, sizer.function.upper)
    let fill =
      max(0, reached.value - sizer.function.minimumWidth.value) * sizer.function.shiftFactor
    let room = text.isEmpty ? fill : max(0, fill - grid.points(bare).value)
    let count = (room / grid.points(space.advance).value).rounded(.down)
    guard count <= Double(limit) || sizer.constrainsSearch else { throw tooLong }
    let fitting = Int(min(count, Double(limit)))
    return try placed(sizer.mixer.mix(ofWidest: fitting))
  }

  /// The candidate whose whole comes nearest to the target.
  ///
  /// The first is chosen by sums. Where the whole measures what the parts add up to, that is the answer for a
  /// title of spaces alone. Otherwise kerning shifts the whole, and by how much depends on the characters that
  /// meet; so for every shift seen the nearest sums on either side are tried, until no new shift turns up.
  mutating func nearest() throws -> Candidate {
    let room = aim - Double(bare.ticks)
    let nearest = try nearestMix(to: room)
    guard nearest.count <= limit else { throw tooLong }
    let first = try placed(nearest)
    var best = try candidate(first)
    let shift = best.advance.ticks - bare.ticks - first.sum
    if shift == 0, text.isEmpty { return best }
    var compared = 1
    var shifts = shift == 0 ? [0] : [shift, 0]
    var tried = [first]
    var next = 0
    while next < shifts.count, compared < Self.mostCandidates {
      for mix in try neighbours(of: room - Double(shifts[next]), each: 2) where mix.count <= limit {
        let padding = try placed(mix)
        guard !tried.contains(padding), compared < Self.mostCandidates else { continue }
        tried.append(padding)
        let rival = try candidate(padding)
        compared += 1
        let shift = rival.advance.ticks - bare.ticks - padding.sum
        if !shifts.contains(shift) { shifts.append(shift) }
        if isBetter(rival, than: best) { best = rival }
      }
      next += 1
    }
    best.compared = compared
    return best
  }

  private static var mostCandidates: Int { 32 }

  /// The text alone, when that makes the button as wide as asked.
  func fittingText() throws -> Candidate? {
    let string = sizer.guarded(text)
    let isMeasured = !text.isEmpty && step == nil
    let advance = isMeasured ? bare : try sizer.drawnAdvance(of: string)
    guard missing(advance.ticks) < 1e-9 else { return nil }
    return Candidate(padding: Padding(), string: string, advance: advance)
  }

  /// The title of a kit that counts its characters: as many more as give the nearest number of the kit's own spaces.
  func counted() throws -> Candidate {
    guard let step else { preconditionFailure("a kit that counts has a step") }
    let counting = SpaceCount(sizer.options)
    let length = text.utf16.count + sizer.guardCount
    // A character may count as two.
    let character = sizer.mixer.spaces[0].character.scalar
    let unit = UTF16.width(character)
    let most = length + unit * limit
    let least = bare.ticks / step
    let below = max(least, Int(min(Double(most), (aim / Double(step)).rounded(.down))))
    var spaces = isBetter((below + 1) * step, than: below * step) ? below + 1 : below
    if counting.length(forSpaces: spaces) > most {
      guard sizer.constrainsSearch else { throw tooLong }
      spaces = counting.spaces(forLength: most)
    }
    // Without any character the kit would make room for its icon.
    let wanted = max(1, spaces == least ? length : counting.length(forSpaces: spaces))
    var count = max(0, (wanted - length + unit - 1) / unit)
    func ticks(_ count: Int) -> Int { counting.spaces(forLength: length + unit * count) * step }
    if count > 0, length + count > 1, isBetter(ticks(count - 1), than: ticks(count)) { count -= 1 }
    guard count <= limit else { throw tooLong }
    let before = align == .trailing ? count : align == .center && !text.isEmpty ? count / 2 : 0
    let padding = Padding(
      before: sizer.mixer.mix(ofWidest: before), after: sizer.mixer.mix(ofWidest: count - before))
    return Candidate(
      padding: padding, string: string(padding), advance: Advance(ticks: ticks(count)))
  }

  // MARK: Paddings

  /// The mix whose sum is nearest to a room.
  private mutating func nearestMix(to room: Double) throws -> SpaceMix {
    let room = try within(room)
    let prompt = sizer.mixer.promptSums(
      atMost: Int(room.rounded(.down)), atLeast: Int(room.rounded(.up)), limit: searchLimit)
    if let (below, above) = prompt {
      let sum = isBetter(bare.ticks + above, than: bare.ticks + below) ? above : below
      return try sizer.mixer.mix(atMost: sum, limit: searchLimit, budget: &budget)
    }
    var sums = try neighbours(of: room, each: 1)
    sums.sort { isBetter(bare.ticks + $0.sum, than: bare.ticks + $1.sum) }
    return sums[0]
  }

  /// How many characters a mix may have: without a limit that was given, what is too long is refused only when found.
  private var searchLimit: Int {
    sizer.constrainsSearch ? limit : Int(Int32.max)
  }

  /// A room, made as narrow or as wide as so many characters can.
  private func within(_ room: Double) throws -> Double {
    let farthest = Double(sizer.mixer.greatestSum(of: limit + 1))
    let lowest = Double(sizer.mixer.leastSum(of: limit + 1))
    let isTooFar = farthest > 0 && room >= farthest || lowest < 0 && room <= lowest
    guard !isTooFar || sizer.constrainsSearch else { throw tooLong }
    return min(max(Double(sizer.mixer.leastSum(of: searchLimit)), room), farthest)
  }

  /// The mixes nearest to a room below it and above it, so many on each side as there are.
  private mutating func neighbours(of room: Double, each: Int) throws -> [SpaceMix] {
    let limit = searchLimit
    let leastSum = sizer.mixer.leastSum(of: limit)
    let room = try within(room)
    var below = Int(room.rounded(.down))
    var above = Int(room.rounded(.up))
    var mixes: [SpaceMix] = []
    for _ in 0..<each {
      let mix = try sizer.mixer.mix(atMost: below, limit: limit, budget: &budget)
      mixes.append(mix)
      if mix.sum == leastSum { break }
      below = mix.sum - 1
    }
    if mixes[0].sum == above {
      // The room is filled to the tick; only a comparison has use for more.
      if each == 1 { return mixes }
      above += 1
    }
    for _ in 0..<each {
      guard let mix = try sizer.mixer.mix(atLeast: above, limit: limit, budget: &budget) else {
        break
      }
      mixes.append(mix)
      above = mix.sum + 1
    }
    return mixes
  }

  /// The mix on its side of the text, or in two halves.
  private mutating func placed(_ mix: SpaceMix) throws -> Padding {
    switch align {
    case .leading: return Padding(after: mix)
    case .trailing: return Padding(before: mix)
    case .center:
      return text.isEmpty ? Padding(after: mix) : try halved(mix)
    }
  }

  /// The most even two paddings of the mix's sum, the first not the wider.
  ///
  /// Each half is a mix of its own, so the two may have more characters than the whole had, yet not more
  /// than the limit. There is always an answer: nothing, and the whole; of a sum below zero the whole, and nothing.
  private mutating func halved(_ mix: SpaceMix) throws -> Padding {
    if sizer.method == .article {
      let first = mix.count / 2
      return Padding(
        before: sizer.mixer.mix(ofWidest: first),
        after: sizer.mixer.mix(ofWidest: mix.count - first))
    }
    var most = quotient(mix.sum, by: 2)
    while true {
      let before = try sizer.mixer.mix(atMost: most, limit: limit, budget: &budget)
      let rest = mix.sum - before.sum
      let after = try sizer.mixer.mix(atMost: rest, limit: limit, budget: &budget)
      if after.sum == rest, before.count + after.count <= limit || before.sum == min(0, mix.sum) {
        return Padding(before: before, after: after)
      }
      try budget.spend(1 << 10)
      most = before.sum - 1
    }
  }

  private var tooLong: SizingError {
    .tooLong(limit: sizer.maximumCharacters)
  }

  // MARK: Judging

  private func isBetter(_ candidate: borrowing Candidate, than other: borrowing Candidate) -> Bool {
    if candidate.advance != other.advance {
      return isBetter(candidate.advance.ticks, than: other.advance.ticks)
    }
    return candidate.padding.count < other.padding.count
  }

  /// Whether one advance comes nearer than another: under a rule that rounds, the button's width decides
  /// first; then the distance to the aim; then the narrower.
  private func isBetter(_ ticks: Int, than other: Int) -> Bool {
    if sizer.function.hasPlateaus {
      let mine = missing(ticks)
      let others = missing(other)
      if abs(mine - others) > 1e-9 { return mine < others }
      // As far off on either side: the narrower, whatever the aim.
      if width(ticks) != width(other) { return ticks < other }
    }
    guard ticks != other else { return false }
    let sum = Double(ticks) + Double(other)
    let lowIsNearer = 2 * aim <= sum + 8 * sum.ulp
    return (ticks < other) == lowIsNearer
  }

  func width(_ ticks: Int) -> Points {
    sizer.function.width(forAdvance: sizer.grid.points(Advance(ticks: ticks)))
  }

  func missing(_ ticks: Int) -> Double {
    abs(width(ticks).value - target.value)
  }

  /// A number of ticks that is whole but for the noise of its last bits, made whole, so that a target that
  /// spaces reach counts as reached.
  private static func snapped(_ ticks: Double) -> Double {
    let whole = ticks.rounded()
    return abs(ticks - whole) <= 8 * ticks.ulp ? whole : ticks
  }
}
