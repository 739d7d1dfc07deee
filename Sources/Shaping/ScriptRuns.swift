internal import CHarfBuzz

/// The script of each character of a line, in turn, those shared by several scripts resolved by their neighbours (UAX #24).
///
/// - A character with a script of its own has that, unless Script_Extensions lists the script of the text before it.
/// - A combining mark that is inherited has the script of what it stands on.
/// - A closing bracket has the script of the opening one.
/// - Any other common character has the script of the text before it; if Script_Extensions does not list that,
///   the script of the text after it if it lists that, or else the only one that it lists.
/// - Common characters at the start have the first script that comes: until then it is `HB_SCRIPT_INVALID`.
struct ScriptRuns {
  /// The script of the character before.
  private(set) var current = HB_SCRIPT_INVALID
  private var openings: [(bracket: Unicode.Scalar, script: hb_script_t)] = []
  /// Where the next character with a script of its own begins, as far as has been looked.
  private var following = (place: 0, script: HB_SCRIPT_INVALID)

  /// Goes on to the next character.
  ///
  /// - Parameters:
  ///   - line: well-formed UTF-8.
  ///   - end: where the character ends in it.
  @inline(__always)
  mutating func advance(
    over scalar: Unicode.Scalar, _ traits: CharacterTraits, in line: UnsafeBufferPointer<UInt8>,
    end: Int, _ choice: FaceChoice
  ) {
    if traits.script == current || traits.script == HB_SCRIPT_INHERITED { return }
    if traits.has(CharacterTraits.opens | CharacterTraits.closes | CharacterTraits.hasList)
      || current == HB_SCRIPT_INVALID
    {
      unsafe resolve(scalar, traits, in: line, end: end, choice)
    } else if traits.script.isStrong {
      current = traits.script
    }
  }

  @inline(never)
  private mutating func resolve(
    _ scalar: Unicode.Scalar, _ traits: CharacterTraits, in line: UnsafeBufferPointer<UInt8>,
    end: Int, _ choice: FaceChoice
  ) {
    let before = current
    let listed =
      traits.has(CharacterTraits.hasList) ? ScriptExtensions.scripts(of: scalar) : []
    func lists(_ script: hb_script_t) -> Bool {
      listed.contains(hb_script_to_iso15924_tag(script))
    }
    if traits.script.isStrong {
      if current == HB_SCRIPT_INVALID || !lists(current) { current = traits.script }
    } else if traits.has(CharacterTraits.closes) {
      let opening = Self.openings[scalar]
      if let place = openings.lastIndex(where: { $0.bracket == opening }) {
        current = openings[place].script
        openings.removeSubrange(place...)
      }
    } else if !listed.isEmpty, !lists(current) {
      let following = unsafe followingScript(in: line, from: end, choice)
      if lists(following) {
        current = following
      } else if listed.count == 1, let only = listed.first {
        current = hb_script_from_iso15924_tag(only)
      }
    }
    if before == HB_SCRIPT_INVALID, current != before {
      for place in openings.indices { openings[place].script = current }
    }
    if traits.has(CharacterTraits.opens), openings.count < Self.mostOpen {
      openings.append((scalar, current))
    }
  }

  /// The script of the next character that has one of its own.
  private mutating func followingScript(
    in line: UnsafeBufferPointer<UInt8>, from end: Int, _ choice: FaceChoice
  ) -> hb_script_t {
    if following.place < end {
      var place = end
      following = (Int.max, HB_SCRIPT_INVALID)
      while place < line.count {
        let start = place
        let script = choice.traits(of: unsafe line.scalar(at: &place)).script
        if script.isStrong {
          following = (start, script)
          break
        }
      }
    }
    return following.script
  }

  /// Brackets deeper than this are not matched, so that none of them costs more than a glance.
  private static let mostOpen = 128

  /// Whether it is an opening one of the paired brackets and quotation marks that are common to all scripts.
  static func opens(_ scalar: Unicode.Scalar) -> Bool { openingBrackets.contains(scalar) }
  static func closes(_ scalar: Unicode.Scalar) -> Bool { openings[scalar] != nil }

  /// The opening bracket of each closing one.
  private static let openings: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "(", "]": "[", "}": "{", "»": "«", "\u{2019}": "\u{2018}", "\u{201D}": "\u{201C}",
    "\u{203A}": "\u{2039}", "\u{2046}": "\u{2045}", "\u{207E}": "\u{207D}", "\u{208E}": "\u{208D}",
    "\u{27E9}": "\u{27E8}", "\u{27EB}": "\u{27EA}", "\u{3009}": "\u{3008}", "\u{300B}": "\u{300A}",
    "\u{300D}": "\u{300C}", "\u{300F}": "\u{300E}", "\u{3011}": "\u{3010}", "\u{3015}": "\u{3014}",
    "\u{3017}": "\u{3016}", "\u{3019}": "\u{3018}", "\u{301B}": "\u{301A}", "\u{FF09}": "\u{FF08}",
    "\u{FF3D}": "\u{FF3B}", "\u{FF5D}": "\u{FF5B}",
  ]

  private static let openingBrackets = Set(openings.values)
}

extension hb_script_t {
  fileprivate var isStrong: Bool {
    self != HB_SCRIPT_COMMON && self != HB_SCRIPT_INHERITED && self != HB_SCRIPT_UNKNOWN
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The character that begins at a byte of well-formed UTF-8; the place moves on to the next.
  @inline(__always)
  func scalar(at place: inout Int) -> Unicode.Scalar {
    let first = unsafe UInt32(self[place])
    func next(_ offset: Int) -> UInt32 { unsafe UInt32(self[place + offset]) & 0x3F }
    let value: UInt32
    let count: Int
    if first < 0x80 {
      (value, count) = (first, 1)
    } else if first < 0xE0 {
      (value, count) = ((first & 0x1F) << 6 | next(1), 2)
    } else if first < 0xF0 {
      (value, count) = ((first & 0xF) << 12 | next(1) << 6 | next(2), 3)
    } else {
      (value, count) = ((first & 7) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
    }
    place += count
    return unsafe unsafeBitCast(value, to: Unicode.Scalar.self)
  }
}
