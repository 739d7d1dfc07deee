import Foundation
import Testing

/// `--spaces @FILE`, by the built command.
@Suite struct SpacesArgumentTests {
  static func pad(_ width: String, _ file: String, _ arguments: String...) throws -> Tool.Run {
    try Tool.run(
      ["pad", width, "--kit", "text", "--spaces", "@-"] + arguments, input: Data(file.utf8))
  }

  /// Powers of two on both sides of zero, as a chat game's resource pack has them.
  static let chat = (0...10).map { exponent in
    "U+\(String(0xF801 + exponent, radix: 16)) -\(1 << exponent)\n"
      + "U+\(String(0xF821 + exponent, radix: 16)) \(1 << exponent)\n"
  }.joined()

  @Test("A chat font makes 77 of the fewest characters")
  func chat() throws {
    let run = try Self.pad("77", Self.chat, "--json")
    let object = try #require(run.objects.first)
    #expect(object["escaped"] as? String == "U+F827 U+F825 U+F821 U+F803")
    #expect(object["width"] as? Double == 77)
    #expect(object["characters"] as? Int == 4)
    let part = try #require((object["composition"] as? [[String: Any]])?.last)
    #expect(part["advance"] as? Double == -4)
    #expect(part["source"] as? String == "stated")
    #expect(part["name"] as? String == "U+F803")
    #expect(run.errors == "")
  }

  @Test("A text is drawn in, and measures what was said")
  func drawnIn() throws {
    let run = try Self.pad("40", Self.chat, "--json", "--title", "Delete")
    let object = try #require(run.objects.first)
    // 51.5 pt of text, and 40 in steps of 1 pt.
    #expect(object["width"] as? Double == 39.5146484375)
    #expect(object["warnings"] as? [String] == [])
    let title = try #require(object["title"] as? String)
    #expect(title.unicodeScalars.elementsEqual("Delete\u{F823}\u{F805}".unicodeScalars))
  }

  @Test("Comments, blank lines, other line ends; what the font knows is measured")
  func file() throws {
    let file =
      "\u{FEFF}# spaces\r\n\r\n U+2003\t# an em\r\nu+e001 -0.125 #\r\nU+E001 -.125\nU+0041\nU+E001\t-0.125"
    let run = try Tool.run("spaces", "--spaces", "@-", "--json", input: Data(file.utf8))
    #expect(run.errors == "")
    #expect(run.objects.map { $0["character"] as? String } == ["U+0041", "U+2003", "U+E001"])
    #expect(run.objects.map { $0["source"] as? String } == ["glyph", "glyph", "stated"])
    #expect(run.objects.last?["advance"] as? Double == -0.125)
    #expect(run.objects[1]["advanceUnits"] as? Double == 2048)
    let table = try Tool.run("spaces", "--spaces", "@-", input: Data(file.utf8))
    #expect(table.output.contains("U+E001  U+E001                     stated"))
    #expect(table.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("A file by its name; none is status 66")
  func named() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(Self.chat.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let run = try Tool.run(
      "pad", "1000", "--kit", "text", "--spaces", "@\(path)", "--escape", "unicode")
    #expect(run.output == "U+F82B U+F824 U+F806\n")
    let none = try Tool.run("pad", "1000", "--spaces", "@\(path).none")
    #expect(none.status == 66)
    #expect(none.errors.contains(".none: cannot be"))
    #expect(try Tool.run("pad", "1000", "--spaces", "@/").status == 66)
  }

  @Test("What the font lacks is named, and not used")
  func missing() throws {
    let run = try Self.pad("17", "U+10FFFD\nU+2003\n")
    #expect(run.output == "\u{2003}\n")
    #expect(run.errors.contains("lacks U+10FFFD; state what they advance in standard input"))
    let alone = try Self.pad("17", "U+10FFFD\n")
    #expect(alone.status == 65)
    #expect(alone.errors.contains("no space to fill with (U+10FFFD)"))
  }

  @Test("A stated character in the text itself counts as stated")
  func inText() throws {
    let run = try Self.pad("5", "U+E001 5\n", "--title", "\u{E001}", "--json")
    #expect(run.objects.first?["width"] as? Double == 5)
    #expect(run.objects.first?["warnings"] as? [String] == [])
  }

  @Test(
    "Every mistake is one line with its place and status 65",
    arguments: [
      ("E001", "input:1: \"E001\": is not a code point"),
      ("\n# x\nU+E001 1\nU+XYZ", "input:4: \"U+XYZ\""), ("U+", "input:1: \"U+\""),
      ("U+D800", "surrogate"), ("U+110000", "beyond Unicode"), ("U+FFFFFFFFF", "not a code point"),
      ("U+0000", "control character"), ("U+0009", "control character"),
      ("U+2028", "line end"), ("U+0085", "line end"),
      ("U+E001 1\nU+E002\nU+E001 2", "input:3: U+E001 has another advance in line 1"),
      ("U+E001\nU+E001 2", "input:2: U+E001 has another advance in line 1"),
      ("U+E001 wide", "\"wide\": needs points"), ("U+E001 nan", "\"nan\""),
      ("U+E001 inf", "\"inf\""), ("U+E001 1e3", "\"1e3\""), ("U+E001 0x1", "\"0x1\""),
      ("U+E001 1.2345", "three decimals"), ("U+E001 1000000.001", "1000000"),
      ("U+E001 -1000001", "-1000000"), ("U+E001 -", "\"-\""), ("U+E001 1 2", "\"2\": give a code"),
      ("U+E001 1#", "\"1#\""),
      ("", "has no character"), ("# nothing\n\n", "has no character"),
    ])
  func mistakes(file: String, named: String) throws {
    let run = try Self.pad("74", file)
    #expect(!run.crashed)
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("hairspace: standard input:"))
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.errors.contains(named), "\(run.errors)")
  }

  @Test("Not UTF-8, too many, no name, standard input twice")
  func otherMistakes() throws {
    let bytes = Data("U+E001 1\n# \u{FF}\n".utf8.dropLast(3) + [0xFF, 0x0A])
    let run = try Tool.run("pad", "74", "--spaces", "@-", input: bytes)
    #expect(run.status == 65)
    #expect(run.errors.contains("input:2: is not UTF-8"))
    let lines = (0...256).map { "U+\(String(0xE000 + $0, radix: 16)) \($0 + 1)\n" }
    #expect(try Self.pad("74", lines.dropLast().joined()).status == 0)
    let many = try Self.pad("74", lines.joined())
    #expect(many.status == 65)
    #expect(many.errors.contains("input:257: is the 257th"))
    #expect(try Tool.run("pad", "74", "--spaces", "@").status == 64)
    let twice = try Tool.run("pad", "74", "--spaces", "@-", "--font", "-")
    #expect(twice.status == 64)
    #expect(twice.errors.contains("standard input can be read once"))
  }

  @Test("Methods that repeat one character need one that widens", arguments: ["repeat", "article"])
  func methods(method: String) throws {
    for advance in ["-1", "0"] {
      let run = try Self.pad("74", "U+E001 \(advance)\n", "--method", method)
      #expect(run.status == 65)
      #expect(run.errors.contains("U+E001, which makes no title wider"))
    }
    let two = try Self.pad("74", "U+E001 1\nU+E002 2", "--method", method)
    #expect(two.status == 64)
    let one = try Self.pad("3", "U+E001 1\n", "--method", method, "--escape", "unicode")
    #expect(one.output == "U+E001 U+E001 U+E001\n")
  }

  @Test("A limit on characters holds for negative ones too")
  func limit() throws {
    let run = try Self.pad("77", Self.chat, "--max-characters", "2", "--json")
    // 64 + 16 and 64 + 8 are 3 and 5 off.
    #expect(run.objects.first?["width"] as? Double == 80)
    #expect(run.objects.first?["characters"] as? Int == 2)
  }
}
