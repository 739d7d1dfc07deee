import Testing

@testable import HairspaceCommand

@Suite struct JSONTests {
  @Test(
    "Letters stand as they are, quotes, controls and what cannot be seen are escaped",
    arguments: [
      ("", #""""#), ("Delete", #""Delete""#), ("Löschen 删除", #""Löschen 删除""#),
      ("a\"\"\\b", #""a\"\"\\b""#), ("\u{200A}\u{200A}\u{2003}", #""\u200A\u200A\u2003""#),
      ("x\u{200A}x", #""x\u200Ax""#), ("\t\u{7F}\u{E001}", #""\u0009\u007F\uE001""#),
      ("\u{F0000}\u{F0000}", #""\uDB80\uDC00\uDB80\uDC00""#),
    ])
  func strings(string: String, text: String) {
    #expect(JSON.string(string).text == text)
  }

  @Test("A value of every kind, on one line with its keys in the order given")
  func values() {
    let value = JSON.object([
      ("b", .array([.number(74), .number(0.1), .integer(-3)])), ("a", .null),
      ("c", .array([.bool(true), .bool(false), .object([])])),
    ])
    #expect(value.text == #"{"b":[74,0.1,-3],"a":null,"c":[true,false,{}]}"#)
  }
}
