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
    for size in [14.0, 15, 17, 18] {
      let font = try Font(Face(), size: Points(size), tracking: .sfPro)
      let sizer = try RowActionSizer(measuring: font, rule: .text)
      for width in stride(from: 30.0, through: 120, by: 7.3) {
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
}
