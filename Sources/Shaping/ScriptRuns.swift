internal import CHarfBuzz

/// The script of each character of a line, those shared by several scripts resolved by their neighbours (UAX #24).
enum ScriptRuns {
  /// The scripts, `HB_SCRIPT_INVALID` for all when none has one of its own.
  ///
  /// - A character with a script of its own has that, unless Script_Extensions lists the script of the text before it.
  /// - A combining mark that is inherited has the script of what it stands on.
  /// - A closing bracket has the script of the opening one.
  /// - Any other common character has the script of the text before it; if Script_Extensions does not list that,
  ///   the script of the text after it if it lists that, or else the only one that it lists.
  /// - Common characters at the start have the first script that comes.
  static func of(_ line: [Unicode.Scalar]) -> [hb_script_t] {
    let functions = unsafe hb_unicode_funcs_get_default()
    let own = line.map { unsafe hb_unicode_script(functions, $0.value) }
    // The script of the next character that has one of its own.
    var following = own
    for index in own.indices.reversed() where !own[index].isStrong && index + 1 < own.count {
      following[index] = following[index + 1]
    }
    var scripts = [hb_script_t](repeating: HB_SCRIPT_INVALID, count: line.count)
    var current = HB_SCRIPT_INVALID
    var openings: [(bracket: Unicode.Scalar, index: Int)] = []

    for (index, scalar) in line.enumerated() {
      let listed = ScriptExtensions.scripts(of: scalar)
      func lists(_ script: hb_script_t) -> Bool {
        listed.contains(hb_script_to_iso15924_tag(script))
      }
      switch own[index] {
      case HB_SCRIPT_INHERITED:
        break
      case HB_SCRIPT_COMMON, HB_SCRIPT_UNKNOWN:
        if let opening = closing[scalar] {
          if let place = openings.lastIndex(where: { $0.bracket == opening }) {
            current = scripts[openings[place].index]
            openings.removeSubrange(place...)
          }
        } else if !listed.isEmpty, !lists(current) {
          if lists(following[index]) {
            current = following[index]
          } else if listed.count == 1, let only = listed.first {
            current = hb_script_from_iso15924_tag(only)
          }
        }
        if openingBrackets.contains(scalar), openings.count < mostOpen {
          openings.append((scalar, index))
        }
      case let script:
        if current == HB_SCRIPT_INVALID || !lists(current) { current = script }
      }
      scripts[index] = current
      if current != HB_SCRIPT_INVALID, index > 0, scripts[index - 1] == HB_SCRIPT_INVALID {
        for earlier in 0..<index { scripts[earlier] = current }
      }
    }
    return scripts
  }

  /// Brackets deeper than this are not matched, so that none of them costs more than a glance.
  private static let mostOpen = 128

  /// The paired brackets and quotation marks that are common to all scripts, by the closing one.
  private static let closing: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "(", "]": "[", "}": "{", "»": "«", "\u{2019}": "\u{2018}", "\u{201D}": "\u{201C}",
    "\u{203A}": "\u{2039}", "\u{2046}": "\u{2045}", "\u{207E}": "\u{207D}", "\u{208E}": "\u{208D}",
    "\u{27E9}": "\u{27E8}", "\u{27EB}": "\u{27EA}", "\u{3009}": "\u{3008}", "\u{300B}": "\u{300A}",
    "\u{300D}": "\u{300C}", "\u{300F}": "\u{300E}", "\u{3011}": "\u{3010}", "\u{3015}": "\u{3014}",
    "\u{3017}": "\u{3016}", "\u{3019}": "\u{3018}", "\u{301B}": "\u{301A}", "\u{FF09}": "\u{FF08}",
    "\u{FF3D}": "\u{FF3B}", "\u{FF5D}": "\u{FF5B}",
  ]

  private static let openingBrackets = Set(closing.values)
}

extension hb_script_t {
  fileprivate var isStrong: Bool {
    self != HB_SCRIPT_COMMON && self != HB_SCRIPT_INHERITED && self != HB_SCRIPT_UNKNOWN
  }
}
