import Hairspace
import Testing

@testable import Shaping

@Suite struct TrackingTests {
  @Test(
    "San Francisco's tracking by size, linear in between",
    arguments: [
      (4, 41), (6, 41), (12, 0), (14, -11), (15, -16), (17, -26), (18, -25), (26, 8.5), (31, 13),
      (34, 12), (57, 6), (80, 0), (200, 0),
    ] as [(Double, Double)])
  func sanFrancisco(size: Double, thousandths: Double) throws {
    let font = try Font(Face(), size: Points(size), tracking: .sfPro)
    #expect(abs(font.tracking - thousandths) < 1e-12)
  }

  @Test("Tracking counts once a cluster, the last included, default ignorables not")
  func clusters() throws {
    let face = try Fixtures.face("DejaVuSans.ttf")
    let plain = try Font(face, size: 16, tracking: .none)
    let tracked = try Font(face, size: 16, tracking: .thousandths(10))
    // 10/1,000 em of 2,048 units: 20.48 each.
    for (text, count) in [
      ("", 0), ("o", 1), ("oo", 2), ("x\u{301}", 1), ("o\u{200B}o", 2), ("\u{FEFF}oo", 2),
      ("ffi", 1),
      ("o o", 3), ("\u{200A}", 1),
    ] {
      let added =
        try tracked.units(tracked.advance(of: text)) - plain.units(plain.advance(of: text))
      #expect(abs(added - 20.48 * Double(count)) < 1e-9, "\(text)")
    }
  }

  @Test("Letter-spacing turns common ligatures off, unless they are asked for")
  func letterSpacing() throws {
    let face = try Fixtures.face("DejaVuSans.ttf")
    let apart = try Font(face, size: 16, features: [FontFeature("liga=0")!])
    let spaced = try Font(face, size: 16, letterSpacing: 1)
    let units = try apart.units(apart.advance(of: "ffi")) + 3 * 128
    #expect(try abs(spaced.units(spaced.advance(of: "ffi")) - units) < 1e-9)
    let kept = try Font(face, size: 16, features: [FontFeature("liga")!], letterSpacing: 1)
    #expect(try abs(kept.units(kept.advance(of: "ffi")) - (1980 + 128)) < 1e-9)
  }

  @Test("Spaces are sized on the tracked grid, and the whole equals the sum")
  func sizing() throws {
    for size in [15.0, 18] {
      let font = try Font(Face(), size: Points(size), tracking: .sfPro)
      let sizer = try RowActionSizer(measuring: font, rule: .text)
      for width in [30.0, 74.3, 103] {
        let title = try sizer.title(forWidth: Points(width))
        let sum = title.composition.reduce(0) { $0 + $1.space.advance.ticks * $1.count }
        #expect(try font.advance(of: title.string).ticks == sum)
        #expect(abs(title.deviation.value) < 0.01)
      }
    }
  }

  @Test("Tracking beyond all measure is refused", arguments: [1e5, -1e5, Double.nan, .infinity])
  func limits(value: Double) throws {
    let face = try Face()
    #expect(throws: FontError.self) { try Font(face, size: 16, tracking: .thousandths(value)) }
    #expect(throws: FontError.self) { try Font(face, size: 16, letterSpacing: Points(value * 16)) }
  }

  // MARK: trak

  /// Kern.ttf with a `trak` table: tracks −1 and 0 at 12, 18 and 36 pt, the second −10, −40 and 20 units.
  private static func tracked() throws -> [UInt8] {
    func big(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // Header; track data at 12: 2 tracks, 3 sizes, the sizes at 36, the values at 48 and 54.
    var table = big(0x10000, 4) + big(0, 2) + big(12, 2) + big(0, 2) + big(0, 2)
    table += big(2, 2) + big(3, 2) + big(36, 4)
    table += big(-0x10000, 4) + big(256, 2) + big(48, 2)
    table += big(0, 4) + big(257, 2) + big(54, 2)
    table += [12, 18, 36].flatMap { big($0 << 16, 4) }
    table += [-100, -100, -100, -10, -40, 20].flatMap { big($0, 2) }

    let whole = try Fixtures.unsummed("Kern.ttf")
    let count = Int(whole[5])
    var records = (0..<count).map { Array(whole[12 + 16 * $0..<28 + 16 * $0]) }
    let body = Array(whole[(12 + 16 * count)...])
    for index in records.indices {
      let offset = records[index][8..<12].reduce(0) { $0 << 8 | Int($1) } + 16
      records[index].replaceSubrange(8..<12, with: big(offset, 4))
    }
    let start = 28 + 16 * count + body.count
    records.append(Array("trak".utf8) + big(0, 4) + big(start, 4) + big(table.count, 4))
    records.sort { $0.lexicographicallyPrecedes($1) }
    return Array(whole[0..<4]) + big(count + 1, 2) + big(0, 6) + records.flatMap(\.self) + body
      + table
  }

  @Test(
    "A trak table by one rule, whatever HarfBuzz is installed: track 0, linear between its sizes, level outside",
    arguments: [(6, -10), (12, -10), (15, -25), (18, -40), (27, -10), (36, 20), (72, 20)]
      as [(Double, Double)])
  func trak(size: Double, units: Double) throws {
    try Fixtures.withFile(Self.tracked()) { path in
      let face = try Face(path: path)
      #expect(face.trackingUnits(at: Points(size)) == units)
      let font = try Font(face, size: Points(size))
      #expect(try abs(font.units(font.advance(of: "AA")) - (2732 + 2 * units)) < 1e-9)
      let plain = try Font(face, size: Points(size), tracking: .none)
      #expect(try plain.units(plain.advance(of: "AA")) == 2732)
      #expect(try font.resized(to: 15).tracking == -25 * 1000 / 2048)
    }
  }

  @Test("A trak table that runs past its end, or has no track 0, is none")
  func damagedTrak() throws {
    let whole = try Self.tracked()
    for length in [4, 12, 20, 40, 59] {
      var bytes = whole
      let record = try #require(Fixtures.record(of: "trak", in: bytes))
      bytes[record + 15] = UInt8(length)
      try Fixtures.withFile(bytes) { path in
        let face = try Face(path: path)
        #expect(face.trackingUnits(at: 15) == nil, "\(length)")
      }
    }
    let plain = try Face()
    #expect(plain.trackingUnits(at: 15) == nil)
  }
}
