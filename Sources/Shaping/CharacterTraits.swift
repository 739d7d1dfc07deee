internal import CHarfBuzz

/// What splitting a line asks of a character, in one word that threads can share.
struct CharacterTraits {
  /// From the top: the script in 32 bits, the face in 16, the rest.
  private(set) var bits: UInt64

  /// - Parameter face: the first of a font's faces that covers the character alone, 0 when none does.
  init(_ scalar: Unicode.Scalar, face: Int) {
    let script = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    bits = UInt64(script.rawValue) << 32 | UInt64(face) << 16 | Self.isKnown
    func set(_ flag: UInt64, _ isSet: Bool) { if isSet { bits |= flag } }
    set(Self.isIgnorable, scalar.properties.isDefaultIgnorableCodePoint)
    set(Self.mayTurn, BidiLevels.mayTurn(scalar))
    set(Self.hasList, !ScriptExtensions.scripts(of: scalar).isEmpty)
    set(Self.opens, ScriptRuns.opens(scalar))
    set(Self.closes, ScriptRuns.closes(scalar))
    switch ClusterRole(of: scalar) {
    case .alone: break
    case .extends: bits |= Self.extends
    case .glues: bits |= Self.glues
    }
  }

  /// - Parameter bits: those of another, or 0 for traits that are like no character's.
  init(bits: UInt64) {
    self.bits = bits
  }

  var script: hb_script_t { hb_script_t(rawValue: UInt32(truncatingIfNeeded: bits >> 32)) }
  var face: Int { Int(bits >> 16 & 0xFFFF) }
  func has(_ flags: UInt64) -> Bool { bits & flags != 0 }

  mutating func add(_ flags: UInt64) { bits |= flags }

  /// Whether both have the same face, and nothing else but their script to be heeded.
  @inline(__always)
  func isLike(_ other: CharacterTraits) -> Bool {
    (bits ^ other.bits) & (0xFFFF_0000 | Self.isKnown | Self.isSpecial) == 0
  }

  /// No traits are 0.
  private static let isKnown: UInt64 = 1 << 0
  static let isIgnorable: UInt64 = 1 << 1
  static let mayTurn: UInt64 = 1 << 2
  /// Script_Extensions lists scripts.
  static let hasList: UInt64 = 1 << 3
  /// It is a paired bracket or quotation mark.
  static let opens: UInt64 = 1 << 4
  static let closes: UInt64 = 1 << 5
  /// See ``ClusterRole``.
  static let extends: UInt64 = 1 << 6
  static let glues: UInt64 = 1 << 7
  /// What makes a character other than a letter: all but the direction and `isMark`.
  static let isSpecial = isIgnorable | hasList | opens | closes | extends | glues
  /// Whether `isMark` is known: few lines ask.
  static let isMarkKnown: UInt64 = 1 << 8
  static let isMark: UInt64 = 1 << 9
}

/// What a character is to the clusters around it. The standard library is asked, so that its rules are these.
enum ClusterRole {
  /// Beside others like it, it is a cluster of its own.
  case alone
  /// It joins the cluster before, and nothing else to that, unless the line begins with it.
  case extends
  /// All else: what joins with what follows, with its like, or with nothing at all.
  case glues

  init(of scalar: Unicode.Scalar) {
    let own = String(scalar)
    if ("a" + own + own + "a").count == 4, (own + "\u{300}").count == 1 {
      // Every rule of UAX #29 that joins (GB3, GB6 to GB13) needs one that joins to "a" or its own like.
      self = .alone
    } else if ("a" + own).count == 1, ("\u{915}" + own + "\u{915}").count == 2,
      ("\u{A9}" + own + "\u{A9}").count == 2
    {
      // Neither a conjunct's linker (GB9c) nor the joiner of emoji (GB11).
      self = .extends
    } else {
      self = .glues
    }
  }
}
