import Testing

@testable import Shaping

@Suite struct LineSplitterTests {
  /// Characters of all that UAX #29 and the bidirectional algorithm tell apart, and of the faces below.
  private static let troublesome = Array(
    """
    aé ()[]«»“”‘’.,-!?…0 1٠١٢०१אבגדذ؛؟،ـ়्్ंािীোেকষकषखয়় ẹ́ ộ ſ̣ 가각각이 ทำ ກຳ ကျွန် ខ្មែរ \u{200C}\u{200D}\
    \u{200E}\u{200F}\u{2066}\u{2067}\u{2068}\u{2069}\u{202A}\u{202B}\u{202C}\u{FE0E}\u{FE0F}❤👩👧🏽🇩🇪🇫0️⃣\u{600}\u{6DD}\
    \u{110BD}\u{301}\u{308}\u{323}\u{5B4}\u{5BC}\u{64B}\u{651}\u{903}\u{200B}\u{AD}\u{FEFF}\u{1F}\u{E0061}、。「」ー漢かが
    """.unicodeScalars.filter { $0 != "\n" })

  /// All assigned characters up to the ideographs, and some of the others, which are many of few kinds.
  private static let assigned =
    (Array(UInt32(0x20)..<0x3400) + stride(from: 0x3400, to: 0x3_0000, by: 7))
    .compactMap(Unicode.Scalar.init)
    .filter { ![.unassigned, .privateUse].contains($0.properties.generalCategory) }

  private static func randomLine(_ random: inout some RandomNumberGenerator) -> [Unicode.Scalar] {
    (0..<Int.random(in: 1...14, using: &random)).map { _ in
      Int.random(in: 0..<8, using: &random) > 0
        ? troublesome.randomElement(using: &random)!
        : Unicode.Scalar(UInt32.random(in: 0x20..<0xD800, using: &random))!
    }
  }

  @Test("Runs part a line between the standard library's clusters, each of which has its face")
  func clusters() throws {
    let faces = try [
      "bundled", "NotoSansHebrew.ttf", "NotoSansArabic.ttf", "NotoSansDevanagari.ttf",
      "NotoSansCJKjp.otf", "NotoColorEmoji.ttf",
    ].map { try Fixtures.face($0) }
    let choice = FaceChoice(faces)
    var random = Seeded(state: 1)
    for _ in 0..<4000 {
      var line = String(String.UnicodeScalarView(Self.randomLine(&random)))
      let runs = try line.withUTF8 { try LineSplitter.runs(of: $0, choice) }
      #expect(runs.first?.range.lowerBound == 0 && runs.last?.range.upperBound == line.utf8.count)
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
      var start = 0
      for cluster in line {
        let range = start..<start + cluster.utf8.count
        start = range.upperBound
        let run = try #require(runs.first { $0.range.contains(range.lowerBound) })
        #expect(run.range.upperBound >= range.upperBound, "\(line.debugDescription)")
        let scalars = Array(cluster.unicodeScalars)
        if !scalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint) {
          #expect(run.face == choice.face(of: scalars), "\(line.debugDescription)")
        }
      }
    }
  }

  @Test("Threads that learn at once learn the same")
  func threads() async throws {
    let faces = try ["bundled", "NotoSansArabic.ttf", "NotoSansDevanagari.ttf"].map {
      try Fixtures.face($0)
    }
    var random = Seeded(state: 5)
    let lines = (0..<1000).map { _ in
      String(String.UnicodeScalarView(Self.randomLine(&random)))
    }
    func places(_ choice: FaceChoice) throws -> [[Int]] {
      try lines.map { line in
        var line = line
        return try line.withUTF8 { try LineSplitter.runs(of: $0, choice) }
          .flatMap { [$0.range.upperBound, $0.face] }
      }
    }
    let shared = FaceChoice(faces)
    try await withThrowingTaskGroup(of: [[Int]].self) { group in
      for _ in 0..<4 { group.addTask { try places(shared) } }
      let alone = try places(FaceChoice(faces))
      for try await together in group { #expect(together == alone) }
    }
  }

  @Test("Characters that are clusters of their own are that beside any other such")
  func alone() {
    let alone = Self.assigned.filter { ClusterRole(of: $0) == .alone }
    #expect(alone.count > 10_000)
    var random = Seeded(state: 2)
    for scalar in alone {
      let others = (0..<8).map { _ in alone.randomElement(using: &random)! }
      let text = String.UnicodeScalarView([scalar, others[0], scalar] + others)
      #expect(String(text).count == text.count, "\(String(text).debugDescription)")
    }
  }

  @Test("A line that is foreseen to run right to left does so by the whole algorithm")
  func rightToLeft() throws {
    let library = try #require(FriBidi.shared)
    let pool = Array(
      "אבגדذيـ ؟،؛.,-+/:!?()[]«»…$%€#\u{5B4}\u{64B}\u{301}\u{200C}\u{200D}\u{A0}a1٢\t"
        .unicodeScalars)
    var random = Seeded(state: 3)
    var foreseen = 0
    for _ in 0..<20_000 {
      let few = (0..<4).map { _ in pool.randomElement(using: &random)! }
      let line = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        few.randomElement(using: &random)!.value
      }
      guard case .all(let isRightToLeft) = library.levels(of: line) else { continue }
      foreseen += 1
      #expect(isRightToLeft)
      #expect(library.allLevels(of: line)?.allSatisfy { $0 == 1 } == true, "\(line)")
    }
    #expect(foreseen > 4000)
  }

  @Test(
    "A face that is foreseen to lack a character lacks it after shaping",
    arguments: ["bundled", "NotoSansHebrew.ttf", "NotoSansArabic.ttf", "NotoSansCJKjp.otf"])
  func needs(name: String) throws {
    let face = try Fixtures.face(name)
    for scalar in Self.assigned {
      let covers =
        face.nominalGlyph(of: scalar) != nil || scalar.properties.isDefaultIgnorableCodePoint
        || face.shapesWhole([scalar])
      #expect(ClusterNeeds([scalar]).areMet(by: face) == covers, "\(scalar.value)")
    }
    var random = Seeded(state: 4)
    for _ in 0..<4000 {
      for cluster in String(String.UnicodeScalarView(Self.randomLine(&random))) {
        let scalars = Array(cluster.unicodeScalars)
        let covers =
          scalars.allSatisfy {
            face.nominalGlyph(of: $0) != nil || $0.properties.isDefaultIgnorableCodePoint
          } || face.shapesWhole(scalars)
        #expect(ClusterNeeds(scalars).areMet(by: face) == covers, "\(cluster.debugDescription)")
      }
    }
  }
}
