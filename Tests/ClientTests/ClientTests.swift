// Compiles as a client outside the package would: public names alone.
import Hairspace
import Shaping
import Testing

@Test("A build tool's use of the library")
func client() throws {
  let font = try Font(Face(bundled: "Medium"), size: 18)
  let sizer = try RowActionSizer(measuring: font, rule: .rowAction)
  let title = try sizer.title(forWidth: 74, showing: "", align: .leading)
  #expect(title.width == 74)
  #expect(try sizer.width(of: title.string) == 74)
  #expect(EscapeForm.swift.escape(title.string)?.hasPrefix("\\u{") == true)
  let advances: SpaceAdvances = sizer.advances
  #expect(advances.spaces.count == SpaceAlphabet.fixed.characters.count)
}
