import Foundation
import Testing

/// The subcommands that know of a row: `pad` by every kit, `buttons`, `equalize`.
@Suite struct RowCommandTests {
  @Test("Every kit's row in JSON, with the keys of the contract")
  func buttons() throws {
    let run = try Tool.run("buttons", "Delete", "Archive", "--kit", "all", "--json")
    #expect(run.status == 0)
    #expect(run.objects.count == 8)
    for row in run.objects {
      #expect(row["rowWidth"] as? Double == 375)
      let buttons = try #require(row["buttons"] as? [[String: Any]])
      #expect(buttons.map { $0["title"] as? String } == ["Delete", "Archive"])
      for button in buttons {
        for key in ["width", "textAdvance", "lines", "limit", "fit"] {
          #expect(button[key] != nil, "\(key)")
        }
      }
    }
    let kits = run.objects.map { $0["kit"] as? String ?? "" }
    #expect(
      kits == [
        "article", "row-action", "contextual-action", "swipecellkit", "mgswipe", "listable",
        "bg-row-action", "text",
      ])
  }

  @Test("A row as a table, from a file; settings of the kit; what does not fit is said")
  func buttonsTable() throws {
    let run = try Tool.run(
      "buttons", "--file", "-", "--kit", "mgswipe", "--spacing", "5", "--safe-area", "34",
      "--icon-width", "24", "--icon-width", "0", "--equal-widths", "no", "--row-width", "100",
      input: Data("Delete\nArchive\n".utf8))
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0] == "mgswipe: Inter Regular 18 pt, row of 100 pt (source code)")
    // 54.5449 + 24 + 20, 64.4414 + 20, 5 between, 34 at the end.
    #expect(lines[2].hasPrefix("   98.5449     54.5449      1  none       whole      Delete"))
    #expect(lines[4].hasPrefix("  221.9863"))
    #expect(run.errors.contains("221.9863 pt wide, the row 100"))
  }

  @Test("Titles of a row in one width, each on a line")
  func equalize() throws {
    let run = try Tool.run("equalize", "Delete", "Archive", "--escape", "unicode", "--json")
    #expect(run.status == 0)
    #expect(run.objects.map { $0["width"] as? Double } == [95, 95])
    #expect(run.objects[1]["title"] as? String == "Archive")
    let wide = try Tool.run(
      "equalize", "Delete", "Archive", "--width", "120", "--align", "trailing")
    #expect(wide.output.split(separator: "\n").map { $0.hasSuffix("e") } == [true, true])
  }

  @Test(
    "What no title can reach has status 1, and the nearest title is still printed",
    arguments: [
      (["100", "--kit", "contextual-action"], "with --guard it makes buttons from 74 to 120 pt"),
      (["150", "--kit", "contextual-action", "--guard"], "makes buttons from 74 to 120 pt"),
      (["60", "--kit", "swipecellkit"], "makes buttons from 74 to 345 pt"),
      (["120", "--kit", "mgswipe", "--button-width", "90"], "makes every button 90 pt wide here"),
      (["74", "--kit", "bg-row-action"], "66 or 84 pt"),
      (["200", "--kit", "listable"], "makes buttons from 32 to 120 pt"),
    ])
  func unreachable(arguments: [String], reason: String) throws {
    let run = try Tool.run(["pad"] + arguments)
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("\n"))
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    let object = try #require(try Tool.run(["pad", "--json"] + arguments).objects.first)
    #expect((object["warnings"] as? [String])?.contains { $0.contains(reason) } == true)
  }

  @Test(
    "A setting that the kit has not, or that makes no sense, is a mistake",
    arguments: [
      (["pad", "74", "--kit", "swipecellkit", "--minimum-width", "20"], "is not linear"),
      (["pad", "74", "--kit", "row-action", "--padding", "8"], "row-action has no such setting"),
      (["buttons", "A", "--kit", "listable", "--button-width", "8"], "it has --row-width"),
      (["buttons", "A", "--kit", "listable", "--equal-widths", "maybe"], "yes, no"),
      (["buttons", "A", "--kit", "listable", "--minimum", "9", "--maximum", "8"], "is more than"),
      (
        ["buttons", "A", "B", "C", "--kit", "mgswipe", "--icon-width", "1", "--icon-width", "2"],
        "2 are given for 3 titles"
      ),
      (["buttons"], "needs titles or --file"), (["equalize"], "needs titles or --file"),
      (["buttons", "A", "--kit", "uikit"], "choose one of article"),
      (["pad", "74", "--kit", "bg-row-action", "--spaces", "fixed"], "counts characters"),
    ])
  func rowMistakes(arguments: [String], named: String) throws {
    let run = try Tool.run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(named), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("A guarded title says so; a font that shows the guard is refused")
  func guarded() throws {
    let run = try Tool.run("pad", "100", "--kit", "contextual-action", "--guard", "--json")
    let object = try #require(run.objects.first)
    #expect(run.status == 0)
    #expect(object["guarded"] as? Bool == true)
    #expect(object["survivesTrimming"] as? Bool == true)
    #expect((object["title"] as? String)?.unicodeScalars.first == "\u{2060}")
    let refused = try Tool.run("pad", "100", "--guard", "--font", Tool.face("NotoSans.ttf"))
    #expect(refused.status == 65)
    #expect(refused.errors.contains("gives it an advance of 8.4 pt"))
  }
}
