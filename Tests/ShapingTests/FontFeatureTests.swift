import Shaping
import Testing

@Suite struct FontFeatureTests {
  @Test(
    "Forms of a feature",
    arguments: [
      ("kern", "kern", 1), ("kern=0", "kern", 0), ("-liga", "liga", 0), ("+ss01", "ss01", 1),
      ("salt=3", "salt", 3), ("liga=off", "liga", 0), ("liga=on", "liga", 1),
    ])
  func forms(text: String, tag: String, value: UInt32) throws {
    #expect(FontFeature(text) == FontFeature(try #require(Tag(tag)), value))
  }

  @Test(
    "What is no feature",
    arguments: [
      "", "k", "kerning", "kern=", "kern=x", "kern=-1", "kern[1:2]", "=1", "kërn", "ker\u{301}",
    ])
  func others(text: String) {
    #expect(FontFeature(text) == nil)
  }

  @Test(
    "What is no axis value",
    arguments: ["", "wght", "wght=", "wght=x", "=4", "wght=nan", "wght=1e9", "wght=0x1p9"])
  func axes(text: String) {
    #expect(AxisValue(text) == nil)
  }
}
