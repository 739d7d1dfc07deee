import Foundation
import Testing

/// The built command from outside: what it prints where, and its exit status.
@Suite struct EndToEndTests {
  // MARK: pad

  @Test("The main job: a title and a newline, nothing else")
  func pad() throws {
    let run = try Tool.run("pad", "74")
    #expect(run.output == String(repeating: "\u{200A}", count: 38) + "\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("Row action by the exact mix, with every documented key")
  func json() throws {
    let run = try Tool.run("pad", "74", "--kit", "row-action", "--json")
    let object = try #require(run.objects.first)
    #expect(
      Set(object.keys) == [
        "title", "escaped", "target", "width", "deviation", "textAdvance", "characters",
        "composition", "method", "kit", "font", "guarded", "survivesTrimming", "candidates",
        "warnings",
      ])
    #expect(object["width"] as? Double == 74)
    #expect(object["deviation"] as? Double == 0)
    // 43.5 pt at 18 pt is 4949.3 units of Inter; every second can be had: 4950 units.
    #expect(object["textAdvance"] as? Double == 4950 * 18.0 / 2048)
    #expect(object["escaped"] as? String == "U+2003 U+2002 U+2008 U+2008 U+2005 U+200A")
    let font = try #require(object["font"] as? [String: Any])
    #expect(Set(font.keys) == ["family", "style", "unitsPerEm", "size", "tracking"])
    let part = try #require((object["composition"] as? [[String: Any]])?.first)
    #expect(part["character"] as? String == "U+2003")
    #expect(part["name"] as? String == "EM SPACE")
    #expect(part["source"] as? String == "glyph")
  }

  @Test("The printed code points measure what was said")
  func roundTrip() throws {
    let title = try Tool.run("pad", "120", "--kit", "text", "-t", "Delete", "-e", "unicode")
    let codes = title.output.trimmingCharacters(in: .newlines)
    let run = try Tool.run("measure", "--unicodes", codes, "--json")
    let advance = try #require(run.objects.first?["advance"] as? Double)
    #expect(abs(advance - 120) <= 0.009)
  }

  @Test("Several widths give a title a line, in order")
  func widths() throws {
    let run = try Tool.run("pad", "30", "40", "50", "--json")
    #expect(run.objects.map { $0["target"] as? Double } == [30, 40, 50])
  }

  @Test("Constants of one's own replace the kit's")
  func constants() throws {
    let run = try Tool.run(
      "pad", "50", "--minimum-width", "20", "--shift-factor", "1", "--method", "repeat", "--json")
    let object = try #require(run.objects.first)
    let advance = try #require(object["textAdvance"] as? Double)
    #expect(object["width"] as? Double == 20 + advance)
    #expect(abs(advance - 30) <= 186 * 14.0 / 2048 / 2)
  }

  @Test("A target below the minimum is an empty title, a warning and status 0")
  func belowMinimum() throws {
    let run = try Tool.run("pad", "10")
    #expect(run.output == "\n")
    #expect(run.errors.contains("minimum of 30 pt"))
    #expect(run.status == 0)
    #expect(try Tool.run("pad", "10", "--quiet").errors == "")
  }

  @Test("A tolerance that is not met is status 1, and the title is printed")
  func tolerance() throws {
    let run = try Tool.run("pad", "40", "--tolerance", "0.01")
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("\n") && run.output.count > 1)
    #expect(run.errors.contains("off by more than 0.01; --method exact"))
    let several = try Tool.run("pad", "40", "50", "10", "--tolerance", "0.001")
    #expect(several.output.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    let lines = several.errors.split(separator: "\n").filter { $0.contains("off by more") }
    #expect(lines.count == 3)
    #expect(lines.last?.contains("no button narrower than 30 pt") == true)
    #expect(try Tool.run("pad", "40", "--tolerance", "2").status == 0)
  }

  @Test("Too many characters is status 1")
  func tooLong() throws {
    for width in ["1e308", "9999999"] {
      let run = try Tool.run("pad", width)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errors.contains("1000000 characters"))
    }
    let some = try Tool.run("pad", "74", "2e7", "80", "--escape", "unicode")
    #expect(some.output.hasPrefix("U+200A U+200A"))
    #expect(some.errors.contains("2e+07 pt:") || some.errors.contains("20000000 pt:"))
    let run = try Tool.run("pad", "1000", "--kit", "row-action", "--max-characters", "5", "--json")
    #expect(run.objects.first?["characters"] as? Int == 5)
  }

  @Test("A title of a million points is printed whole")
  func millionPoints() throws {
    let run = try Tool.run("pad", "1000000", "--kit", "row-action", "--json")
    let object = try #require(run.objects.first)
    #expect(object["deviation"] as? Double == 0)
    #expect((object["title"] as? String)?.unicodeScalars.count == object["characters"] as? Int)
  }

  @Test("Synthesised spaces say so")
  func synthesised() throws {
    let run = try Tool.run("pad", "74", "--font", Tool.face("Kern.ttf"))
    #expect(run.errors.contains("U+200A made up by the shaper"))
    #expect(run.status == 0)
  }

  @Test("Named instances, axes and collections")
  func instances() throws {
    func style(_ arguments: String...) throws -> String? {
      let run = try Tool.run(["pad", "74", "--json"] + arguments)
      return (run.objects.first?["font"] as? [String: Any])?["style"] as? String
    }
    #expect(try style("--font", "Inter Medium") == "Medium")
    #expect(try style("--font", "inter semibold") == "SemiBold")
    #expect(try style("--instance", "Bold") == "Bold")
    #expect(try style("--axis", "wght=500") == "Medium")
    #expect(try style("--font", Tool.face("Variable.ttf"), "--instance", "light") == "Light")
    #expect(try Tool.run("pad", "74", "--axis", "slnt=3").errors.contains("no axis slnt"))
    #expect(try Tool.run("pad", "74", "--axis", "wght=9999").errors.contains("900 is used"))
    #expect(try Tool.run("pad", "74", "--feature", "zzzz").errors.contains("no feature zzzz"))
  }

  // MARK: measure

  @Test("Points, a tab and the text, TABs and line ends escaped")
  func measure() throws {
    let run = try Tool.run("measure", "Delete", "a\tb\nc", "")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "51.5146484375\tDelete")
    #expect(lines[1].hasSuffix("\ta\\tb\\nc"))
    #expect(lines[2] == "0\t")
    #expect(lines.count == 4)
  }

  @Test("JSON of a text, with what is missing")
  func measureJSON() throws {
    let run = try Tool.run(
      "measure", "--unicodes", "0078 0301 0020", "--json", "--font", Tool.face("Kern.ttf"),
      "--size",
      "16")
    let object = try #require(run.objects.first)
    #expect(
      Set(object.keys) == [
        "text", "advance", "advanceUnits", "trimmedAdvance", "lines", "missing",
      ])
    #expect(object["missing"] as? [String] == ["U+0301"])
    #expect(object["lines"] as? Int == 1)
    let advance = try #require(object["advanceUnits"] as? Double)
    #expect(object["advance"] as? Double == advance * 16 / 2048)
    #expect(object["trimmedAdvance"] as? Double == (advance - 569) * 16 / 2048)
  }

  @Test("What is missing is said on standard error too, status 0")
  func missing() throws {
    let run = try Tool.run("measure", "x\u{301}", "--font", Tool.face("Kern.ttf"))
    #expect(run.errors.contains("lacks") && run.errors.contains("U+0301"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.status == 0)
  }

  @Test(
    "Lines of a file: a byte order mark, LF or CR LF, the last line with an end or without",
    arguments: ["\u{FEFF}Delete\r\nArchive\r\n", "Delete\nArchive", "Delete\r\nArchive\n"])
  func file(text: String) throws {
    let run = try Tool.run("measure", "--file", "-", input: Data(text.utf8))
    let both = try Tool.run("measure", "Delete", "Archive")
    #expect(run.output == both.output)
    #expect(try Tool.run("measure", "-", input: Data(text.utf8)).output == both.output)
  }

  @Test("Empty lines are texts, an empty file is none, a hyphen after -- is a text")
  func oddFiles() throws {
    #expect(try Tool.run("measure", "--file", "-", input: Data("\n\n".utf8)).output == "0\t\n0\t\n")
    #expect(try Tool.run("measure", "--file", "-", input: Data()).output == "")
    #expect(try Tool.run("measure", "--", "-").output.hasSuffix("\t-\n"))
  }

  @Test("Ill-formed UTF-8 is U+FFFD, with a warning that names the line")
  func illFormed() throws {
    let font = Tool.face("DejaVuSans.ttf")
    let run = try Tool.run(
      "measure", "--file", "-", "--font", font, "--size", "16",
      input: Data([0x61, 0x0A, 0x61, 0xFF, 0x62, 0x0A]))
    #expect(run.output.contains("36.3671875\ta\u{FFFD}b"))
    #expect(run.errors.contains("line 2 is not UTF-8"))
    #expect(run.status == 0)
    let shell = try Tool.shell(#"$hairspace measure -f "\#(font)" -s 16 "$(printf 'a\377b')" 2>&1"#)
    #expect(shell.output.contains("argument 6 is not UTF-8"))
    #expect(shell.output.contains("36.3671875\t"))
  }

  @Test("A file in UTF-16, and standard input for two things, are refused")
  func wrongInput() throws {
    let run = try Tool.run("measure", "--file", "-", input: Data([0xFF, 0xFE, 0x61, 0, 0x0A, 0]))
    #expect(run.status == 65)
    #expect(run.errors.contains("UTF-16"))
    #expect(try Tool.run("measure", "--file", "-", "--font", "-").status == 64)
    #expect(try Tool.run("measure", "--file", "-", "--fallback", "-").status == 64)
    #expect(try Tool.run("pad", "74", "--font", "-", "--fallback", "-").status == 64)
  }

  @Test("NUL and a million characters in a line; a line too long is refused")
  func longLines() throws {
    let font = Tool.face("DejaVuSans.ttf")
    let long = Data(String(repeating: "o", count: 1_000_000).utf8) + Data("\no\u{0}o\n".utf8)
    let run = try Tool.run("measure", "--file", "-", "--font", font, "--json", input: long)
    #expect(run.objects.count == 2)
    #expect(run.objects.first?["advanceUnits"] as? Int == 1_000_000 * 1253)
    let longer = Data(repeating: 0x6F, count: 9 << 20)
    let refused = try Tool.run("measure", "--file", "-", input: longer)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("standard input:1"))
  }

  @Test("A line that cannot be measured is refused with its place")
  func badLine() throws {
    let marks = "ok\nx" + String(repeating: "\u{301}", count: 40_000)
    let run = try Tool.run("measure", "--file", "-", input: Data(marks.utf8))
    #expect(run.status == 65)
    #expect(run.errors.contains("standard input:2"))
    #expect(run.output.hasSuffix("\tok\n"))
  }

  // MARK: spaces and fonts

  @Test("All seventeen spaces, each with its source")
  func spaces() throws {
    let run = try Tool.run("spaces", "--json")
    #expect(run.objects.count == 17)
    let hair = try #require(run.objects.first { $0["character"] as? String == "U+200A" })
    #expect(hair["advanceUnits"] as? Int == 186)
    #expect(hair["em"] as? Double == 186.0 / 2048)
    #expect(hair["source"] as? String == "glyph")
    let text = try Tool.run("spaces")
    #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let two = try Tool.run("spaces", "--spaces", "U+2009,200A", "--json")
    #expect(two.objects.map { $0["character"] as? String } == ["U+2009", "U+200A"])
  }

  @Test("The bundled face and its instances; the faces of a collection")
  func fonts() throws {
    let bundled = try Tool.run("fonts", "--json")
    let own = bundled.objects.filter { $0["source"] as? String == "bundled" }
    #expect(own.count == 9)
    #expect(own.allSatisfy { $0["family"] as? String == "Inter" })
    let collection = try Tool.run("fonts", Tool.face("NotoSansCJK.ttc"))
    #expect(collection.output.split(separator: "\n").count == 6)
  }

  // MARK: Mistakes

  @Test(
    "Every mistake is one line with its status",
    arguments: [
      ([], 64, "no command"), (["pd"], 64, "pd"), (["pad"], 64, "width"),
      (["pad", "-1"], 64, "-1"), (["pad", "nan"], 64, "nan"), (["pad", "inf"], 64, "inf"),
      (["pad", "7x"], 64, "7x"), (["pad", "74", "--size", "0"], 64, "0"),
      (["pad", "74", "--size", "-1"], 64, "-1"), (["pad", "74", "--size", "1e308"], 64, "1e308"),
      (["pad", "74", "--size", "nan"], 64, "nan"), (["pad", "74", "--kit", "x"], 64, "row-action"),
      (["pad", "74", "--shift-factor", "0"], 64, "shift-factor"),
      (["pad", "74", "--minimum-width", "-3"], 64, "minimum-width"),
      (["pad", "74", "--method", "best"], 64, "exact"),
      (["pad", "74", "--align", "left"], 64, "leading"),
      (["pad", "74", "--escape", "c"], 64, "unicode"),
      (["pad", "74", "--spaces", "U+0041"], 64, "U+0041"),
      (["pad", "74", "--spaces", ""], 64, "fixed"),
      (["pad", "74", "--spaces", "U+D800"], 64, "U+D800"),
      (["pad", "74", "--method", "repeat", "--spaces", "fixed"], 64, "U+200A"),
      (["pad", "74", "--tolerance", "-1"], 64, "tolerance"),
      (["pad", "74", "--max-characters", "0"], 64, "max-characters"),
      (["pad", "74", "--axis", "wght"], 64, "wght=650"),
      (["pad", "74", "--feature", "kerning"], 64, "kern=0"),
      (["pad", "74", "--language", "d"], 64, "language"), (["pad", "74", "--frob"], 64, "--frob"),
      (["pad", "74", "--title", "a\nb"], 64, "one line"),
      (["pad", "74", "--face-index", "1"], 66, "0 is the only one"),
      (["pad", "74", "--font", "Helvetica"], 66, "Helvetica"),
      (["pad", "74", "--font", "nowhere.ttf"], 66, "nowhere.ttf"),
      (["pad", "74", "--font", "Inter Heavy"], 66, "Black"),
      (["pad", "74", "--font", "/"], 66, "directory"),
      (["pad", "74", "--font", Tool.face("Type1.pfa")], 65, "Type 1"),
      (["pad", "74", "--font", Tool.face("NoCmap.ttf")], 65, "cmap"),
      (["pad", "74", "--font", Tool.face("NoSpaces.ttf")], 65, "no space"),
      (["pad", "74", "--font", Tool.face("NotoSansCJK.ttc"), "--face-index", "9"], 66, "0 to 5"),
      (["measure"], 64, "measure"), (["measure", "--file", "/nonexistent"], 66, "/nonexistent"),
      (["measure", "--file", "/"], 66, "/"), (["measure", "--unicodes", "xyz"], 64, "xyz"),
      (["measure", "--unicodes", "D800"], 64, "D800"),
      (["measure", "a", "--tracking", "wide"], 64, "sf-pro"),
      (["measure", "a", "--tracking", "1e9"], 64, "10000"),
      (["measure", "a", "--letter-spacing", "x"], 64, "letter-spacing"),
      (["measure", "a", "--fallback", "nowhere.ttf"], 66, "nowhere.ttf"),
      (["spaces", "x"], 64, "x"), (["help", "x"], 64, "x"), (["--frob"], 64, "--frob"),
      (["fonts", "/nonexistent.ttf"], 66, "/nonexistent.ttf"),
    ] as [([String], Int32, String)])
  func mistakes(arguments: [String], status: Int32, named: String) throws {
    let run = try Tool.run(arguments)
    #expect(!run.crashed)
    #expect(run.status == status)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("hairspace: "))
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.errors.contains(named), "\(run.errors)")
  }

  @Test(
    "Help and version are answers, not errors",
    arguments: [
      ["--help"], ["help"], ["pad", "--help"], ["help", "measure"], ["--version"],
      ["pad", "74", "-h"],
    ])
  func help(arguments: [String]) throws {
    let run = try Tool.run(arguments)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("hairspace"))
  }

  @Test("A closed pipe ends the command quietly; a full disk is status 74")
  func output() throws {
    let text = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(String(repeating: "Delete\n", count: 50_000).utf8).write(to: text)
    defer { try? FileManager.default.removeItem(at: text) }
    let path = text.path(percentEncoded: false)
    let pipe = try Tool.shell(
      "{ $hairspace measure --file \(path) 2>\(path).errors; echo $? >\(path).status; } | head -n 1;"
        + "sleep 0.2; cat \(path).errors \(path).status; rm \(path).errors \(path).status")
    #expect(pipe.output.hasSuffix("\tDelete\n0\n"))
    #expect(pipe.output.split(separator: "\n").count == 2)
    if FileManager.default.fileExists(atPath: "/dev/full") {
      let full = try Tool.shell("$hairspace pad 74 2>&1 >/dev/full; echo $?")
      #expect(
        full.output
          == "hairspace: standard output: cannot be written: No space left on device\n74\n")
    }
  }

  @Test("A file called Inter is not the bundled face")
  func fileCalledInter() throws {
    let run = try Tool.shell("cd $(mktemp -d) && mkdir Inter && $hairspace pad 74 --escape unicode")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("U+200A"))
  }

  @Test("A damaged font is refused, named with its cure, and measured when that is asked")
  func damage() throws {
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: Tool.face("Kern.ttf"))))
    let records = (0..<Int(bytes[5])).map { 12 + 16 * $0 }
    let hmtx = try #require(
      records.first { Array(bytes[$0..<$0 + 4]) == Array("hmtx".utf8) })
    let offset = bytes[hmtx + 8..<hmtx + 12].reduce(0) { $0 << 8 | Int($1) }
    bytes[offset + 1] ^= 1
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let refused = try Tool.run("measure", "A", "--font", path)
    #expect(refused.status == 65 && refused.output.isEmpty)
    #expect(
      refused.errors
        == "hairspace: \(path): its hmtx table does not add up to the checksum: is the file damaged? "
        + "--ignore-damage measures it as it is\n")
    #expect(try Tool.run("measure", "A", "--font", path, "--ignore-damage").status == 0)
  }

  @Test("Messages are one line whatever a name has in it")
  func oneLine() throws {
    for arguments in [
      ["pad", "74", "--font", "a\nb.ttf"], ["pad", "--a\nb"], ["--x\u{1B}[31m\ny"],
    ] {
      let run = try Tool.run(arguments)
      #expect(run.status != 0)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(!run.errors.contains("\u{1B}"))
    }
  }

  @Test("JSON carries the warnings that standard error does")
  func jsonWarnings() throws {
    let run = try Tool.run(
      "pad", "74", "--json", "--quiet", "--axis", "zzzz=1", "--title", "\u{4E2D}")
    let warnings = try #require(run.objects.first?["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("zzzz") })
    #expect(warnings.contains { $0.contains("U+4E2D") })
  }

  @Test("Answers before a mistake are given")
  func answersBeforeMistake() throws {
    let run = try Tool.run("measure", "ok", "x" + String(repeating: "\u{301}", count: 300))
    #expect(run.output.hasSuffix("\tok\n"))
    #expect(run.status == 65)
  }

  // MARK: Families

  /// Runs the command with no installed fonts but the fixtures.
  private static func withFixtures(_ line: String) throws -> (status: Int32, output: String) {
    try Tool.shell(
      """
      folder=$(mktemp -d); export FONTCONFIG_FILE=$folder/fonts.conf
      echo '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>' \
        '<dir>\(Tool.faces.path(percentEncoded: false))</dir>' \
        "<cachedir>$folder/cache</cachedir></fontconfig>" > $FONTCONFIG_FILE
      \(line)
      status=$?; rm -rf $folder; exit $status
      """)
  }

  @Test("An installed family, with a style or without, is the file itself")
  func family() throws {
    let byPath = try Tool.run("measure", "AA", "--font", Tool.face("Kern.ttf"))
    let byName = try Self.withFixtures("$hairspace measure AA --font 'hairspace test kern'")
    #expect(byName.output == byPath.output)
    // A style that the bundled face of that name has not, but the installed InterBeta.ttf has.
    let beta = try Self.withFixtures("$hairspace pad 74 --json --font 'Inter Italic'")
    #expect(beta.output.contains("\"unitsPerEm\":2816"))
    let bold = try Self.withFixtures(
      "$hairspace measure AA --json --font 'Hairspace Test Variable Bold' --quiet")
    let instance = try Tool.run(
      "measure", "AA", "--json", "--font", Tool.face("Variable.ttf"), "--instance", "Bold",
      "--quiet")
    #expect(bold.output == instance.output)
  }

  @Test("A family that is not there is an error that names the nearest, never another font")
  func noFamily() throws {
    let family = try Self.withFixtures("$hairspace pad 74 --font 'DejaVu Sams' 2>&1")
    #expect(family.status == 66)
    #expect(family.output.contains("did you mean \"DejaVu Sans\"?"))
    let style = try Self.withFixtures(
      "$hairspace pad 74 --font 'Hairspace Test Variable Heavy' 2>&1")
    #expect(style.status == 66)
    #expect(style.output.contains("Bold, Light, Regular"))
  }

  @Test("Installed faces are listed after the bundled one")
  func installed() throws {
    let list = try Self.withFixtures("$hairspace fonts")
    #expect(list.output.contains("Hairspace Test Kern\tRegular\t\t\(Tool.face("Kern.ttf"))\t0\n"))
    #expect(list.output.hasPrefix("Inter\tThin\t"))
  }

  @Test("Fallbacks, tracking and letter-spacing from the command line")
  func runs() throws {
    let arabic = try Tool.run(
      "measure", "--unicodes", "0044 0020 0633", "--json", "--fallback",
      Tool.face("NotoSansArabic.ttf"))
    #expect((arabic.objects.first?["missing"] as? [String])?.isEmpty == true)
    let tracked = try Tool.run("pad", "74", "--json", "--tracking", "sf-pro", "--size", "18")
    #expect((tracked.objects.first?["font"] as? [String: Any])?["tracking"] as? Double == -25)
    let spaced = try Tool.run("measure", "ab", "--letter-spacing", "2", "--json")
    let plain = try Tool.run("measure", "ab", "--json")
    let added =
      (spaced.objects[0]["advance"] as? Double ?? 0) - (plain.objects[0]["advance"] as? Double ?? 0)
    #expect(abs(added - 4) < 0.0001)
  }
}
