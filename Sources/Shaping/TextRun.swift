internal import CHarfBuzz
internal import Hairspace

/// The script and direction of a line that is one run.
struct TextRun {
  /// The line's one strong script, or none: digits, punctuation, spaces and emoji have none of their own.
  let script: hb_script_t
  let direction: hb_direction_t

  static let common = TextRun(script: HB_SCRIPT_INVALID, direction: HB_DIRECTION_LTR)

  /// Finds the one run of a line.
  ///
  /// A line that mixes scripts or directions takes several runs of shaping, and one call with all of it would
  /// give a plausible wrong number: it is refused.
  ///
  /// - Throws: ``FontError/severalRuns(text:reason:)``.
  static func of(_ line: some Collection<Unicode.Scalar>) throws(FontError) -> TextRun {
    let functions = unsafe hb_unicode_funcs_get_default()
    var script = HB_SCRIPT_INVALID
    var turns: Unicode.Scalar?
    var hasDigit = false
    func refuse(_ reason: String) -> FontError {
      .severalRuns(text: String(String.UnicodeScalarView(line)), reason: reason)
    }
    for scalar in line {
      switch scalar.value {
      // Embeddings, overrides and isolates: harmless where they ask for the direction that there is.
      case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068:
        turns = turns ?? scalar
      case 0x30...0x39:
        hasDigit = true
      case 0..<0x41, 0x5B..<0x61, 0x7B..<0x80:
        continue
      default:
        // Marks of direction and joiners have a script, but no width; any run may hold them.
        if scalar.properties.isDefaultIgnorableCodePoint { continue }
        let own = unsafe hb_unicode_script(functions, scalar.value)
        if own == HB_SCRIPT_COMMON || own == HB_SCRIPT_INHERITED || own == HB_SCRIPT_UNKNOWN {
          hasDigit = hasDigit || scalar.properties.generalCategory == .decimalNumber
        } else if script == HB_SCRIPT_INVALID {
          script = own
        } else if script != own {
          throw refuse("mixes the scripts \(name(script)) and \(name(own))")
        }
        if own != HB_SCRIPT_COMMON, scalar.properties.generalCategory == .decimalNumber {
          hasDigit = true
        }
      }
    }
    let direction =
      script == HB_SCRIPT_INVALID
      ? HB_DIRECTION_LTR : hb_script_get_horizontal_direction(script)
    let isRightToLeft = direction == HB_DIRECTION_RTL
    if isRightToLeft, hasDigit {
      throw refuse("mixes \(name(script)), which runs right to left, and digits, which do not")
    }
    if let turns, isRightToLeft || [0x202B, 0x202E, 0x2067].contains(turns.value) {
      throw refuse("changes direction with \(turns.notation)")
    }
    return TextRun(script: script, direction: isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
  }

  private static func name(_ script: hb_script_t) -> String {
    Tag(hb_script_to_iso15924_tag(script)).description
  }
}
