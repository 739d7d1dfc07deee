import Foundation
import Testing

/// What `fit` reads, from outside.
@Suite struct SampleReaderTests {
  static func fit(_ text: String, _ arguments: String...) throws -> Tool.Run {
    try Tool.run(["fit", "-", "--json"] + arguments, input: Data(text.utf8))
  }

  @Test("Columns stand in any order, and titles keep their spaces")
  func sampleColumns() throws {
    // Inter's U+200A is 186 units, U+2003 2,048.
    let titles = try Self.fit(
      "width,title\r\n30,\r\n32,\u{200A}\u{200A}\r\n48,\"\u{2003}\"\r\n"
    ).objects
    #expect(titles.first?["samples"] as? Int == 3)
    let counts = try Self.fit(
      "count,width,character\n0,30,U+200A\n2,32,200A\n1,48,u+2003\n\n"
    ).objects
    #expect(counts.first?["shiftFactor"] as? Double == titles.first?["shiftFactor"] as? Double)
    let error = try #require(counts.first?["standardError"] as? Double)
    #expect(error > 0)
  }

  @Test("A sample's own font and size are used, and those of the options where it has none")
  func sampleFonts() throws {
    let face = Tool.face("Kern.ttf")
    let mixed = try Self.fit(
      "title,width,size,font\nMore,60,,\nMore,70,24,\nAAAA,90,,\(face)\n", "--size", "17")
    #expect(mixed.status == 0)
    var advances: [Double] = []
    for (text, size, font) in [
      ("More", "17", "Inter"), ("More", "24", "Inter"), ("AAAA", "17", face),
    ] {
      let run = try Tool.run("measure", text, "--size", size, "--font", font)
      advances.append(try #require(Double(run.output.prefix { $0 != "\t" })))
    }
    // The fitted widths are those of a line over the advances.
    let object = try #require(mixed.objects.first)
    let residuals = try #require(object["residuals"] as? [Double])
    let minimum = try #require(object["minimumWidth"] as? Double)
    let factor = try #require(object["shiftFactor"] as? Double)
    for (index, width) in [60.0, 70, 90].enumerated() {
      #expect(abs(width - residuals[index] - minimum - advances[index] / factor) < 1e-9)
    }
    #expect((object["warnings"] as? [String])?.contains { $0.contains("all samples") } == false)
    #expect((object["options"] as? String)?.contains("--size") == false)
  }

  @Test(
    "A mistake names the line and the column",
    arguments: [
      ("", "standard input: is empty"),
      ("\n\n", "standard input: is empty"),
      ("title,width\n", "has no samples below its header"),
      ("title,width\na,30\n", "has one sample"),
      ("title,width\na,30\n\na,31\n", "all titles have the advance"),
      ("title,width\na,50\nabc,40\n", "do not grow"),
      ("Delete,80\n", ":1: unknown column \"Delete\""),
      ("\ntitle;width\n", ":2: unknown column \"title;width\""),
      ("title, width\n", ":1: unknown column \" width\""),
      ("title,width,width\n", ":1: two columns \"width\""),
      ("title\n", ":1: no column \"width\""),
      ("width\n", ":1: no column \"title\""),
      ("count,width\n", ":1: no column \"character\""),
      ("character,width\n", ":1: no column \"count\""),
      ("title,count,width\n", ":1: column \"count\" beside \"title\""),
      ("title,width\na,30\nb\n", ":3: the row has 1 fields and the header 2"),
      ("title,width\na,30,5\n", ":2: the row has 3 fields"),
      ("title,width\na,\n", ":2: width \"\": needs"),
      ("title,width\na,\"30,5\"\n", ":2: width \"30,5\": needs"),
      ("title,width\n\"a\nb\",nan\n", ":2: width \"nan\": needs"),
      ("title,width\na, 30\n", ":2: width \" 30\": needs"),
      ("title,width\na,-1\n", ":2: width \"-1\": needs"),
      ("title,width\na,1e7\n", ":2: width \"1e7\": needs"),
      ("title,width,size\na,30,0\n", ":2: size \"0\": needs"),
      ("title,width,size\na,30,big\n", ":2: size \"big\": needs"),
      ("title,width,font\na,30,-\n", ":2: font \"-\": needs"),
      ("character,count,width\nHAIR,1,30\n", ":2: character \"HAIR\": needs"),
      ("character,count,width\nU+200A U+2009,1,30\n", ":2: character \"U+200A U+2009\": needs"),
      ("character,count,width\nU+200A,1.5,30\n", ":2: count \"1.5\": needs"),
      ("character,count,width\nU+200A,-1,30\n", ":2: count \"-1\": needs"),
      ("character,count,width\nU+200A,1000001,30\n", ":2: count \"1000001\": needs"),
      ("title,width\n\"a,30\n", ":2: a quote is opened"),
      ("title,width\n\(String(repeating: "\u{301}", count: 70)),30\n", ":2: "),
    ])
  func sampleMistakes(text: String, message: String) throws {
    let run = try Self.fit(text)
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.hasPrefix("hairspace: standard input:"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test("A font that is not there is status 66, and names the line")
  func sampleFontMissing() throws {
    let run = try Self.fit("title,width,font\na,30,\nb,40,nowhere.ttf\n")
    #expect(run.status == 66)
    #expect(run.errors.contains("standard input:3: nowhere.ttf: cannot be opened"))
    #expect(try Tool.run("fit", "nowhere.csv").status == 66)
  }
}
