import Foundation
import Testing

@Suite struct FitCommandTests {
  static func fit(_ text: String, _ arguments: String...) throws -> Tool.Run {
    try Tool.run(["fit", "-"] + arguments, input: Data(text.utf8))
  }

  /// Widths of row-action at 18 pt and a factor of 1.1, with a little noise.
  static let words = """
    title,width
    Delete,79.56
    Löschen,95.99
    More,70
    Mehr,70.13
    Archive,88.49
    Flag,62.89
    OK,53.53

    """

  @Test(
    "The article's titles, read back from pad, give the article's constants, and pad takes them")
  func fitRoundTrip() throws {
    let widths = stride(from: 31, through: 200, by: 7).map(String.init)
    let titles = try Tool.run(["pad", "--json"] + widths).objects
    var csv = "title,width\n"
    for title in titles {
      csv += try "\(#require(title["title"] as? String)),\(#require(title["width"] as? Double))\n"
    }
    for arguments in [["--size", "14"], ["--size", "14", "--robust"]] {
      let run = try Tool.run(["fit", "-", "-q"] + arguments, input: Data(csv.utf8))
      #expect(run.output == "--minimum-width 30 --shift-factor 1.1\n")
      #expect(run.errors == "")
    }
    // At another size another factor does as well, and pad is told of the size.
    let other = try Self.fit(csv, "--quiet")
    #expect(other.output == "--minimum-width 30 --shift-factor 1.414286 --size 18\n")
    let options = other.output.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(try Tool.run(["pad", "74"] + options).output == Tool.run("pad", "74").output)
  }

  @Test("The object has every documented key")
  func fitJSON() throws {
    let run = try Self.fit(Self.words, "--json", "--level", "90")
    #expect(run.errors == "")
    let object = try #require(run.objects.first)
    #expect(
      Set(object.keys) == [
        "minimumWidth", "shiftFactor", "intervals", "level", "standardError", "samples",
        "residuals", "outliers", "options", "warnings",
      ])
    let intervals = try #require(object["intervals"] as? [String: [Double]])
    let minimum = try #require(intervals["minimumWidth"])
    let factor = try #require(intervals["shiftFactor"])
    #expect(minimum[0] < 30 && 30 < minimum[1])
    #expect(factor[0] < 1.1 && 1.1 < factor[1])
    #expect(object["level"] as? Double == 0.9)
    #expect((object["residuals"] as? [Double])?.count == 7)
    #expect((object["outliers"] as? [Any])?.isEmpty == true)
    let warnings = try #require(object["warnings"] as? [String])
    #expect(warnings.count == 1)
    #expect(warnings[0].contains("a factor of 0.85") && warnings[0].contains("article's 14 pt"))
    // A share is as good as a percentage, and surer intervals are wider.
    let share = try Self.fit(Self.words, "--json", "--level", "0.9")
    #expect(share.output == run.output)
    let wider =
      try Self.fit(Self.words, "--json").objects.first?["intervals"] as? [String: [Double]]
    #expect(try #require(wider?["minimumWidth"])[0] < minimum[0])
  }

  @Test("Outliers are named by line and text, and set aside when asked for")
  func fitOutliers() throws {
    let csv = Self.words + "\"Share\",92.99\n"
    let plain = try Self.fit(csv)
    #expect(
      plain.errors.contains("standard input:9: \"Share\" is an outlier, ")
        && plain.errors.contains("wider than the fit; --robust sets it aside"))
    let robust = try Self.fit(csv, "--robust")
    #expect(robust.errors.contains("wider than the fit; set aside"))
    let without = try Self.fit(Self.words)
    #expect(robust.output == without.output)
    #expect(plain.output != without.output)
    let outliers =
      try Self.fit(csv, "--robust", "--json").objects.first?["outliers"] as? [[String: Any]]
    let outlier = try #require(outliers?.first)
    #expect(Set(outlier.keys) == ["line", "title", "advance", "width", "residual"])
    #expect(outlier["line"] as? Int == 9)
    #expect(outlier["title"] as? String == "Share")
    let counts =
      "character,count,width\n" + (1...9).map { "U+2003,\($0),\($0 * 18 + 30).5\n" }.joined()
    let counted = try Self.fit(counts + "U+200A,7,99.5\n", "--robust")
    #expect(counted.errors.contains(":11: 7 × U+200A is an outlier"))
    let named =
      try Self.fit(counts + "U+200A,7,99.5\n", "--robust", "--json").objects.first?["outliers"]
      as? [[String: Any]]
    #expect(named?.first?["character"] as? String == "U+200A")
    #expect(named?.first?["count"] as? Int == 7)
  }

  @Test(
    "Widths that were rounded up are said to be, and --rounding up makes row-action's constants")
  func fitRounding() throws {
    var csv = "character,count,width\n"
    // Hair spaces of 186 units at 18 pt.
    for count in 0..<100 {
      csv += "U+200A,\(count),\(Int((30 + Double(count) * 186 * 18 / 2048).rounded(.up)))\n"
    }
    let plain = try Self.fit(csv)
    #expect(plain.errors.contains("--rounding up takes that off"))
    #expect(plain.output.hasPrefix("--minimum-width 30.4"))
    let up = try Self.fit(csv, "--rounding", "up")
    #expect(
      up.output.hasPrefix("--minimum-width 29.9") || up.output.hasPrefix("--minimum-width 30"))
    #expect(up.output.hasSuffix(" --kit row-action\n"))
    #expect(!up.errors.contains("rounding"))
    let odd = try Self.fit(csv + "U+200A,3,34.5\n", "--rounding", "up")
    #expect(odd.errors.contains("standard input:102: width 34.5 is not whole"))
  }

  @Test("A tracking by size is not scaled, so no factor is given for another size")
  func fitTracking() throws {
    let plain = try Self.fit(Self.words)
    #expect(plain.errors.contains("a factor of "))
    for option in [["--tracking", "sf-pro"], ["--letter-spacing", "1"]] {
      let run = try Tool.run(["fit", "-"] + option, input: Data(Self.words.utf8))
      #expect(run.errors.contains("all samples are at 18 pt: another size"))
    }
    let tracked = try Self.fit(Self.words, "--tracking", "10")
    #expect(tracked.errors.contains("a factor of "))
    #expect(tracked.output != plain.output)
  }

  @Test("Two titles give constants, and say that there are no intervals")
  func fitWithoutIntervals() throws {
    let csv = "title,width\nOK,53.53\nDelete,79.56\n"
    let run = try Self.fit(csv)
    #expect(run.status == 0)
    #expect(run.errors.contains("no intervals"))
    let object = try #require(try Self.fit(csv, "--json").objects.first)
    let intervals = try #require(object["intervals"] as? [String: Any])
    #expect(intervals["minimumWidth"] is NSNull && intervals["shiftFactor"] is NSNull)
    #expect(object["standardError"] is NSNull)
  }

  @Test("A factor without an upper limit is null in the object")
  func fitUnbounded() throws {
    let csv = "title,width\na,40.5\naa,39.75\naaa,43.5\naaaa,41\n"
    #expect(try Self.fit(csv).errors.contains("no upper limit"))
    let object = try Self.fit(csv, "--json").objects.first
    let factor = (object?["intervals"] as? [String: Any])?["shiftFactor"] as? [Any]
    #expect(factor?.first is Double && factor?.last is NSNull)
  }

  @Test("A minimum below 0 is made one that pad takes")
  func fitNegativeMinimum() throws {
    let run = try Self.fit("title,width\nOK,25.2\nDelete,54.3\nArchivieren,98.5\n")
    #expect(run.output.hasPrefix("--minimum-width 0 --shift-factor "))
    #expect(run.errors.contains("pad takes none below 0"))
  }

  @Test("Missing characters are named, each once")
  func fitMissing() throws {
    let csv = "title,width\n删,50.5\n删删,70\nabc,60\n"
    let run = try Self.fit(csv)
    #expect(run.errors.components(separatedBy: "lacks").count == 2)
    #expect(run.errors.contains("standard input:2: Inter lacks U+5220"))
    let warnings = try Self.fit(csv, "--json").objects.first?["warnings"] as? [String]
    #expect(warnings?.first?.contains("lacks") == true)
  }

  @Test(
    "Usage is checked",
    arguments: [
      (["fit"], "fit needs one file"), (["fit", "a.csv", "b.csv"], "fit needs one file"),
      (["fit", "-", "--level", "40"], "--level \"40\""),
      (["fit", "-", "--level", "100"], "--level \"100\""),
      (["fit", "-", "--level", "95%"], "--level \"95%\""),
      (["fit", "-", "--rounding", "down"], "choose one of none, up"),
      (["fit", "-", "--kit", "text"], "unknown option --kit"),
      (["fit", "-", "--font", "-"], "standard input can be read once"),
      (["fit", "-", "--size", "0"], "--size \"0\""),
    ])
  func fitUsage(words: [String], message: String) throws {
    let run = try Tool.run(words)
    #expect(run.status == 64)
    #expect(run.errors.contains(message))
    #expect(run.output == "")
  }
}
