import Foundation
import Hairspace
import Shaping
import Testing

@Suite struct FaceTests {
  // MARK: Names and instances

  @Test("The bundled face is Inter 4.1, Regular, with its instances and axes")
  func bundled() throws {
    let face = try Face()
    #expect(face.family == "Inter")
    #expect(face.style == "Regular")
    #expect(face.unitsPerEm == 2048)
    #expect(face.ticksPerUnit == 1)
    #expect(face.axes.map(\.tag.description) == ["opsz", "wght"])
    #expect(
      face.instances.map(\.name) == [
        "Thin", "ExtraLight", "Light", "Regular", "Medium", "SemiBold", "Bold", "ExtraBold",
        "Black",
      ])
  }

  @Test("A named instance equals its axis values", arguments: try Face().instances)
  func instances(_ instance: NamedInstance) throws {
    let named = try Font(Face(bundled: instance.name.lowercased()), size: 17)
    let valued = try Font(Face(axes: instance.coordinates), size: 17)
    #expect(named.face.style == instance.name)
    #expect(try named.advance(of: "Avocado To") == valued.advance(of: "Avocado To"))
    #expect(named.face.ticksPerUnit == (instance.name == "Regular" ? 1 : 1024))
  }

  @Test("The optical size stays at the face's default")
  func opticalSize() throws {
    let small = try Font(Face(), size: 6)
    let large = try Font(Face(), size: 96)
    #expect(try small.advance(of: "Delete") == large.advance(of: "Delete"))
    let display = try Font(Face(axes: [AxisValue("opsz=32")!]), size: 96)
    #expect(
      try display.units(display.advance(of: "Delete")) != large.units(large.advance(of: "Delete")))
  }

  @Test("An axis that is not there, or a value outside, is noted")
  func notes() throws {
    let face = try Face(axes: [AxisValue("slnt=5")!, AxisValue("wght=5000")!])
    #expect(
      face.notes == [.unknownAxis(Tag("slnt")!), .clamped(AxisValue("wght=5000")!, to: 900)])
    #expect(face.coordinates.last?.value == 900)
    let fixed = try Fixtures.face("DejaVuSans.ttf", axes: [AxisValue("wght=700")!])
    #expect(fixed.notes == [.unknownAxis(Tag("wght")!)])
  }

  @Test("An instance that is not there is an error that names those that are")
  func noSuchInstance() {
    #expect(throws: FontError.self) { try Face(bundled: "Medum") }
    #expect(
      throws: FontError.noSuchInstance("Bold", face: "DejaVu Sans", instances: [])
    ) {
      try Fixtures.face("DejaVuSans.ttf", instance: "Bold")
    }
  }

  @Test("Features of the face are known")
  func features() throws {
    let face = try Face()
    #expect(face.hasFeature(Tag("kern")!))
    #expect(face.hasFeature(Tag("ss01")!))
    #expect(!face.hasFeature(Tag("zzzz")!))
    #expect(try Fixtures.face("LegacyKern.ttf").hasFeature(Tag("kern")!))
  }

  // MARK: Refusals

  @Test(
    "What is no TrueType or OpenType font is refused, and named",
    arguments: [
      ("Type1.pfa", "Type 1"), ("Bitmap.bdf", "BDF"), ("README.md", "not a font file"),
      ("NoCmap.ttf", "no cmap"), ("ZeroUnits.ttf", "0 units per em"),
    ])
  func notFonts(file: String, reason: String) {
    #expect {
      try Fixtures.face(file)
    } throws: { error in
      guard case FontError.notAFont(_, let text) = error else { return false }
      return text.contains(reason)
    }
  }

  @Test("Web fonts measure as the plain face", arguments: ["SpaceKern.woff", "SpaceKern.woff2"])
  func webFonts(file: String) throws {
    let plain = try Font(Fixtures.face("SpaceKern.ttf"), size: 16)
    let packed = try Font(Fixtures.face(file), size: 16)
    #expect(packed.face.family == plain.face.family)
    #expect(try Face(path: Fixtures.path(file), family: plain.face.family).index == 0)
    for character in SpaceCharacter.all {
      #expect(try packed.spaceAdvance(of: character) == plain.spaceAdvance(of: character))
    }
    #expect(try packed.advance(of: "\u{2003}\u{200A}") == plain.advance(of: "\u{2003}\u{200A}"))
    let bytes = try Fixtures.bytes(of: file)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      try Fixtures.withFile(bytes.prefix(length)) { path in
        #expect(throws: FontError.self, "\(length) bytes") { try Face(path: path) }
      }
    }
  }

  @Test("A collection's face by its family name")
  func collectionByName() throws {
    let path = Fixtures.path("NotoSansCJK.ttc")
    let face = try Face(path: path, family: "noto sans mono cjk jp")
    #expect(face.index == 5)
    #expect(throws: FontError.self) { try Face(path: path, family: "Noto Sans") }
  }

  @Test("A file that is not there, or is a directory, cannot be opened")
  func cannotOpen() {
    for path in ["/nonexistent/font.ttf", "/", Fixtures.path("LICENSES")] {
      #expect {
        try Face(path: path)
      } throws: { error in
        if case FontError.cannotOpen = error { true } else { false }
      }
    }
  }

  @Test("A font that is cut anywhere is refused")
  func cut() throws {
    let whole = try Fixtures.bytes(of: "../../../../Fonts/InterVariable.ttf")
    let lengths = [0, 4, 12, 100, 1000, 20_000, whole.count / 2, whole.count - 100]
    for length in lengths {
      try Fixtures.withFile(whole.prefix(length)) { path in
        #expect(throws: FontError.self, "\(length) bytes") { try Face(path: path) }
      }
    }
    for name in ["DejaVuSans.ttf", "Cantarell.otf", "Kern.ttf"] {
      let bytes = try Fixtures.bytes(of: name)
      for length in stride(from: 0, to: bytes.count - 4, by: max(1, bytes.count / 200)) {
        try Fixtures.withFile(bytes.prefix(length)) { path in
          #expect(throws: FontError.self, "\(name), \(length) bytes") { try Face(path: path) }
        }
      }
    }
  }

  @Test("Of a collection that is cut, a face is refused or whole")
  func cutCollection() throws {
    let bytes = try Fixtures.bytes(of: "NotoSansCJK.ttc")
    let whole = try Font(Fixtures.face("NotoSansCJK.ttc"), size: 16).advance(of: "i\u{201C} i")
    var refused = 0
    for length in stride(from: 0, to: bytes.count, by: bytes.count / 200) {
      try Fixtures.withFile(bytes.prefix(length)) { path in
        do throws(FontError) {
          #expect(try Font(Face(path: path), size: 16).advance(of: "i\u{201C} i") == whole)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 20)
  }

  @Test(
    "A damaged layout table is refused, not measured without its kerning", arguments: [true, false])
  func damagedLayout(isCut: Bool) throws {
    var bytes = try Fixtures.unsummed("Kern.ttf")
    let record = try #require(Fixtures.record(of: "GPOS", in: bytes))
    if isCut {
      bytes.replaceSubrange(record + 12..<record + 16, with: [0, 0, 0, 6])
    } else {
      // A version that no shaper knows.
      bytes[Fixtures.range(of: "GPOS", in: bytes).lowerBound] = 0xFF
    }
    try Fixtures.withFile(bytes) { path in
      #expect(throws: FontError.damagedTable(path: path, table: Tag("GPOS")!)) {
        try Face(path: path)
      }
      // Without its kerning.
      let font = try Font(Face(path: path, damage: .ignored), size: 16)
      #expect(
        try font.advance(of: "AV").ticks
          > Font(Fixtures.face("Kern.ttf"), size: 16).advance(of: "AV").ticks)
    }
  }

  @Test("A collection's faces by index; outside it the range is named")
  func collection() throws {
    for index in 0..<6 {
      #expect(try Fixtures.face("NotoSansCJK.ttc", index: index).faceCount == 6)
    }
    #expect(
      throws: FontError.noSuchFace(path: Fixtures.path("NotoSansCJK.ttc"), index: 6, count: 6)
    ) {
      try Fixtures.face("NotoSansCJK.ttc", index: 6)
    }
    #expect(throws: FontError.self) { try Fixtures.face("DejaVuSans.ttf", index: 1) }
    #expect(throws: FontError.self) { try Fixtures.face("DejaVuSans.ttf", index: -1) }
  }

  @Test("A collection of more faces than anybody opens one by one is refused")
  func endlessCollection() throws {
    var bytes = try Fixtures.bytes(of: "NotoSansCJK.ttc")
    bytes.replaceSubrange(8..<12, with: [0, 0, 0x10, 0x01])
    bytes += [UInt8](repeating: 0, count: 12 * 4097)
    try Fixtures.withFile(bytes) { path in
      #expect(
        throws: FontError.notAFont(
          path: path, reason: "it is a collection that says it has 4097 faces")
      ) { try Face.all(path: path) }
    }
  }

  @Test("A directory that claims anything is refused, or the font measures as it did")
  func hostileDirectories() throws {
    let whole = try Fixtures.bytes(of: "Kern.ttf")
    var refused = 0
    for position in 0..<(12 + 16 * 12) {
      for value in [0x00, 0x7F, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[position] = value
        try Fixtures.withFile(bytes) { path in
          do throws(FontError) {
            let font = try Font(Face(path: path), size: 16)
            let points = try font.grid.points(font.measure("AA \u{200A}e\u{301}").advance).value
            #expect(points.isFinite && abs(points) < 1000)
          } catch {
            refused += 1
          }
        }
      }
    }
    #expect(refused > 100)
  }

  @Test("A glyph wider than HarfBuzz can count is refused, not taken for a negative one")
  func overwide() throws {
    var bytes = try Fixtures.unsummed("Kern.ttf")
    let metrics = Fixtures.range(of: "hmtx", in: bytes)
    for metric in stride(from: metrics.lowerBound, to: metrics.upperBound, by: 4) {
      bytes[metric] = 0x90
    }
    try Fixtures.withFile(bytes) { path in
      let font = try Font(Face(path: path), size: 16)
      #expect(throws: FontError.advanceTooWide(text: "e e")) { try font.measure("e e") }
      #expect(throws: FontError.self) { try font.spaceAdvance(of: .space) }
    }
  }

  @Test("A font can be read from a pipe")
  func pipe() throws {
    let bytes = try Fixtures.bytes(of: "Kern.ttf")
    try Fixtures.withFile([]) { path in
      try FileManager.default.removeItem(atPath: path)
      try #require(mkfifo(path, 0o600) == 0)
      let writer = Thread {
        let handle = FileHandle(forWritingAtPath: path)
        try? handle?.write(contentsOf: Data(bytes))
        try? handle?.close()
      }
      writer.start()
      let font = try Font(Face(path: path), size: 16)
      #expect(try font.advance(of: "AA").ticks == 2732)
    }
  }
}
