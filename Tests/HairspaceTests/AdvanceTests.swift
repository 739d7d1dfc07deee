import Hairspace
import Testing

@Suite struct AdvanceTests {
  @Test("A grid converts once: n times one is one times n")
  func linear() {
    let grid = AdvanceGrid(ticks: 2048, span: 18)
    #expect(grid.points(Advance(ticks: 186)) == 1.634765625)
    #expect(grid.points(Advance(ticks: 186 * 1024)) == Points(1.634765625 * 1024))
    #expect(grid.points(.zero) == 0)
  }

  @Test("Advances beyond 32 bits are exact")
  func wide() {
    let one = Advance(ticks: 2_067)
    let sum = (0..<1_100_000).reduce(into: Advance.zero) { sum, _ in sum = sum + one }
    #expect(sum == Advance(ticks: 2_273_700_000))
  }

  @Test("A device's measurer needs two members")
  func deviceMeasurer() throws {
    struct Device: TextMeasuring {
      var grid: AdvanceGrid { AdvanceGrid(ticks: 1024, span: 1) }
      func advance(of text: String) -> Advance {
        Advance(ticks: text.unicodeScalars.count * 1536)
      }
    }
    let sizer = try RowActionSizer(measuring: Device(), rule: .text, method: .repeat)
    #expect(try sizer.title(forWidth: 30).characters == 20)
  }
}
