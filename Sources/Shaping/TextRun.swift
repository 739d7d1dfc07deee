internal import CHarfBuzz

/// A stretch of a line that one call of the shaper can take: of one script, one direction and one face.
struct TextRun {
  /// The bytes of the line that it has.
  var range: Range<Int>
  var script: hb_script_t
  var isRightToLeft: Bool
  /// Which of the font's faces: 0 is the first, the others are its fallbacks.
  var face: Int

  /// The one run of a line that has nothing but Latin letters up to U+024F, what is common to all scripts below
  /// them, and general punctuation, with the spaces, but for controls of direction; nil for any other line.
  ///
  /// - Parameter line: well-formed UTF-8.
  static func plain(_ line: UnsafeBufferPointer<UInt8>) -> TextRun? {
    var hasLetters = false
    var index = 0
    while index < line.count {
      let byte = unsafe line[index]
      switch byte {
      case 0..<0x80:
        hasLetters = hasLetters || (0x61...0x7A).contains(byte | 0x20)
        index += 1
      case 0xC2...0xC9:
        let scalar = unsafe UInt32(byte & 0x1F) << 6 | UInt32(line[index + 1] & 0x3F)
        let isCommon =
          scalar < 0xC0 && scalar != 0xAA && scalar != 0xBA || scalar == 0xD7 || scalar == 0xF7
        hasLetters = hasLetters || !isCommon
        index += 2
      case 0xE2:
        // U+2000 to U+205F, without U+200C to U+200F and U+202A to U+202E.
        let (second, third) = unsafe (line[index + 1], line[index + 2])
        guard second == 0x80 || second == 0x81 && third < 0xA0,
          !(second == 0x80 && ((0x8C...0x8F).contains(third) || (0xAA...0xAE).contains(third)))
        else { return nil }
        index += 3
      default:
        return nil
      }
    }
    return TextRun(
      range: 0..<line.count, script: hasLetters ? HB_SCRIPT_LATIN : HB_SCRIPT_INVALID,
      isRightToLeft: false, face: 0)
  }

  /// What a character that can stand in a plain line is there.
  enum Plainness {
    case letter
    case common
  }

  /// Whether a character can stand in a plain line: a Latin letter, or what is common to all scripts and to no list of some
  /// without Latin, or a mark that has no script. A line of such is one run from left to right.
  static func plainness(of scalar: Unicode.Scalar) -> Plainness? {
    let script = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    let listed = ScriptExtensions.scripts(of: scalar)
    guard !BidiLevels.mayTurn(scalar) else { return nil }
    switch script {
    case HB_SCRIPT_LATIN: return .letter
    // It stands on a letter of its own cluster.
    case HB_SCRIPT_INHERITED: return .common
    case HB_SCRIPT_COMMON:
      let isShared =
        listed.isEmpty
        || listed.count > 1 && listed.contains(hb_script_to_iso15924_tag(HB_SCRIPT_LATIN))
      return isShared ? .common : nil
    default: return nil
    }
  }

}
