import Hairspace
import Testing

@Suite struct ButtonRuleTests {
  @Test("The widths that were read off devices")
  func dumps() {
    // iOS 7: 82 = 15 + 52 + 15; iOS 9: 117 = 15 + 87 + 15.
    #expect(ButtonRule.rowAction.width(forAdvance: 52) == 82)
    #expect(ButtonRule.rowAction.width(forAdvance: 51.3) == 82)
    #expect(ButtonRule.rowAction.width(forAdvance: 87) == 117)
    #expect(ButtonRule.article.width(forAdvance: 48.4) == Points(30 + 48.4 / 1.1))
    #expect(ButtonRule.text.width(forAdvance: 51.5) == 51.5)
  }

  @Test("Every advance of the interval gives the width, none beyond it")
  func inverse() {
    for width in 30...300 {
      let interval = ButtonRule.rowAction.advances(forWidth: Points(Double(width)))
      #expect(ButtonRule.rowAction.width(forAdvance: interval.aim) == Points(Double(width)))
      #expect(ButtonRule.rowAction.width(forAdvance: interval.through) == Points(Double(width)))
      if width > 30 {
        #expect(
          ButtonRule.rowAction.width(forAdvance: interval.over) == Points(Double(width - 1)))
      }
    }
  }

  @Test("A width that is whole but for noise is not rounded up")
  func noise() {
    #expect(ButtonRule.rowAction.width(forAdvance: Points(44.000_000_000_000_01)) == 74)
    #expect(ButtonRule.rowAction.width(forAdvance: 44.001) == 75)
  }

  @Test("The kit's own size and method")
  func defaults() {
    #expect(
      ButtonRule.all.map(\.id) == [
        "article", "row-action", "contextual-action", "swipecellkit", "mgswipe", "listable",
        "bg-row-action", "text",
      ])
    #expect(ButtonRule.article.size == 14)
    #expect(ButtonRule.article.method == .article)
    #expect(ButtonRule.rowAction.size == 18)
    #expect(ButtonRule.rowAction.method == .exact)
    #expect(ButtonRule.text.minimumWidth == 0)
  }
}
