import Hairspace
import Testing

/// The forms are proved by their own languages' parsers in Tests/Oracle/check-escapes.py; here stand the
/// values that it found right.
@Suite struct EscapeFormTests {
  static let text = "\u{2003}\u{200A}A \"\\<&\u{1F600}ö"

  @Test(
    "Each form of one text",
    arguments: [
      (EscapeForm.none, "\u{2003}\u{200A}A \"\\<&\u{1F600}ö"),
      (.unicode, "U+2003 U+200A U+0041 U+0020 U+0022 U+005C U+003C U+0026 U+1F600 U+00F6"),
      (.swift, #"\u{2003}\u{200A}A \"\\<&\u{1F600}\u{F6}"#),
      (.objc, #"\u2003\u200AA \"\\<&\U0001F600\u00F6"#),
      (.json, #"\u2003\u200AA \"\\<&\uD83D\uDE00\u00F6"#),
      (.strings, #"\U2003\U200AA \"\\<&\UD83D\UDE00\U00F6"#),
      (.xml, "&#x2003;&#x200A;A&#x20;&#x22;\\&#x3C;&#x26;&#x1F600;&#xF6;"),
      (.html, "&#x2003;&#x200A;A&#x20;&#x22;\\&#x3C;&#x26;&#x1F600;&#xF6;"),
      (.url, "%E2%80%83%E2%80%8AA%20%22%5C%3C%26%F0%9F%98%80%C3%B6"),
    ])
  func forms(form: EscapeForm, expected: String) {
    #expect(form.escape(Self.text) == expected)
  }

  @Test("What a form cannot hold is nil, not dropped")
  func impossible() {
    #expect(EscapeForm.xml.escape("\u{1}") == nil)
    #expect(EscapeForm.xml.escape("\u{FFFE}") == nil)
    #expect(EscapeForm.html.escape("\u{0}") == nil)
    #expect(EscapeForm.objc.escape("\u{0}") == nil)
    #expect(EscapeForm.swift.escape("\u{0}") == "\\u{0}")
  }

  @Test("Nothing of nothing", arguments: EscapeForm.allCases)
  func empty(form: EscapeForm) {
    #expect(form.escape("") == "")
  }

  @Test("No escape runs on into the next character")
  func runOn() {
    #expect(EscapeForm.objc.escape("\u{1}7") == "\\0017")
    #expect(EscapeForm.objc.escape("??/") == "\\?\\?/")
    #expect(EscapeForm.swift.escape("\u{200A}A") == "\\u{200A}A")
  }
}
