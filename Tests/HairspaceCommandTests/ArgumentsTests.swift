import Testing

@testable import HairspaceCommand

@Suite struct ArgumentsTests {
  static func parse(_ words: String...) throws -> Arguments {
    try Arguments(words, of: .pad)
  }

  @Test("Every form of an option")
  func forms() throws {
    let long = try Self.parse("--kit", "text", "--title=a=b", "74")
    #expect(long.value("kit") == "text")
    #expect(long.value("title") == "a=b")
    #expect(long.operands == ["74"])
    let short = try Self.parse("-ktext", "-s", "18", "-qj", "74", "80")
    #expect(short.value("kit") == "text")
    #expect(short.value("size") == "18")
    #expect(short.has("quiet") && short.has("json"))
    #expect(short.operands == ["74", "80"])
  }

  @Test("The last of several values counts, repeatable ones are all kept")
  func repeated() throws {
    let arguments = try Self.parse(
      "--axis", "wght=1", "--axis", "opsz=2", "--size", "1", "--size=2")
    #expect(arguments.values("axis") == ["wght=1", "opsz=2"])
    #expect(arguments.value("size") == "2")
  }

  @Test("Negative numbers and a hyphen are operands; -- ends options")
  func operands() throws {
    #expect(try Self.parse("-1").operands == ["-1"])
    #expect(try Self.parse("-.5").operands == ["-.5"])
    #expect(try Self.parse("-").operands == ["-"])
    let literal = try Self.parse("-", "--", "--kit", "-")
    #expect(literal.operands == ["-", "--kit", "-"])
    #expect(literal.isStandardInput(0))
    #expect(!literal.isStandardInput(2))
  }

  @Test("A value may be empty, and begin with a combining character")
  func values() throws {
    #expect(try Self.parse("--title=").value("title") == "")
    #expect(try Self.parse("--title", "").value("title") == "")
    #expect(try Self.parse("--title=\u{301}x").value("title") == "\u{301}x")
    #expect(try Self.parse("--title=\u{E0041}x").value("title") == "\u{E0041}x")
    #expect(try Self.parse("-t\u{301}x").value("title") == "\u{301}x")
  }

  @Test(
    "Mistakes are usage errors that name the word",
    arguments: [
      (["--kti", "text"], "--kti"), (["-Z"], "-Z"), (["--kit"], "--kit"), (["--json=1"], "--json"),
      (["-k"], "-k"), (["--=x"], "--"),
    ])
  func mistakes(words: [String], named: String) {
    #expect {
      try Arguments(words, of: .pad)
    } throws: { error in
      guard let error = error as? CommandError else { return false }
      return error.status == .usage && error.message.contains(named)
        && !error.message.contains("\n")
    }
  }

  @Test(
    "Numbers are decimal",
    arguments: ["nan", "inf", "-inf", "0x10", "1e999", "", " 1", "1,5", "１", "infinity", "1_000"])
  func numbers(text: String) {
    #expect(Double(decimal: text) == nil)
  }

  @Test("Numbers that are", arguments: [("74", 74), ("+1.5", 1.5), ("1e2", 100), ("-3", -3)])
  func goodNumbers(text: String, value: Double) {
    #expect(Double(decimal: text) == value)
  }

  @Test("Messages quote on one line and not without end")
  func quoting() {
    #expect("a\nb".quoted == "\"a<U+000A>b\"")
    #expect("\u{200A}".quoted == "\"<U+200A>\"")
    #expect(String(repeating: "x", count: 1000).quoted.count < 70)
  }
}
