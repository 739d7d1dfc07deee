import Foundation
import Hairspace
import Testing

@testable import HairspaceCommand

/// `pad --file`: a title for each width of a file.
@Suite struct PadCommandTests {
  /// Widths of many digits, so that few make a chunk.
  static let widths = (0..<6_000).map { 74.000_000_000_1 + Double($0 * 7919 % 20_000) / 200 }

  static let lines = widths.map { "\($0)\n" }.joined()

  @Test(
    "A file's titles are those of the same widths as operands, byte for byte and in their order",
    arguments: [
      [], ["--json"], ["--kit", "row-action", "--escape", "swift"],
      ["--kit", "text", "--title", "Delete", "--align", "center"],
    ])
  func sameAsOperands(options: [String]) throws {
    let widths = Self.widths.prefix(options.isEmpty ? 6_000 : 1_000).map { "\($0)" }
    let lines = Data(widths.map { $0 + "\n" }.joined().utf8)
    let file = try Tool.run(["pad", "--file", "-"] + options, input: lines)
    let operands = try Tool.run(["pad"] + widths + options)
    #expect(file.output == operands.output)
    #expect(file.status == operands.status)
    #expect(file.lineCount == widths.count)
  }

  @Test("The same on every run, messages included")
  func deterministic() throws {
    let arguments = ["pad", "-", "--kit", "row-action", "--tolerance", "0.2"]
    let run = try Tool.run(arguments, input: Data(Self.lines.utf8))
    let again = try Tool.run(arguments, input: Data(Self.lines.utf8))
    #expect(run.output == again.output && run.errors == again.errors)
  }

  @Test(
    "Operands come first, then files, then the hyphen; LF or CR LF, with a last line end or without"
  )
  func order() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("\u{FEFF}40\r\n50\r\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let run = try Tool.run(
      "pad", "-", "30", "--json", "--file", path, "--file", path, input: Data("60\n7e1".utf8))
    #expect(
      run.objects.map { $0["target"] as? Double } == [30, 40, 50, 40, 50, 60, 70])
    #expect(try Tool.run("pad", "--file", "-").output == "")
    #expect(try Tool.run("pad", "-", "--font", "-").status == 64)
  }

  @Test(
    "A line that is no width is bad data, named with its place; the titles before it are printed",
    arguments: ["7x", "", " 80", "-1", "nan", "0x10", "1e999", "74 80", "\u{FF17}"])
  func badLine(line: String) throws {
    let run = try Tool.run(
      "pad", "30", "--file", "-", "--json", input: Data("40\n50\n\(line)\n60\n".utf8))
    #expect(run.status == 65)
    #expect(run.objects.map { $0["target"] as? Double } == [30, 40, 50])
    #expect(
      run.errors
        == "hairspace: standard input:3: \(line.quoted): needs a number of points from 0 on, such as 74\n"
    )
  }

  @Test("The line is counted from the file's start, far into it; what is not UTF-8 is no width")
  func laterBadLine() throws {
    let bytes = Data(Self.lines.utf8) + Data([0x37, 0xFF, 0x0A]) + Data("74\n".utf8)
    let run = try Tool.run("pad", "--file", "-", input: bytes)
    #expect(run.errors.contains("standard input:6001: \"7"))
    #expect(run.lineCount == 6_000)
    #expect(run.status == 65)
  }

  @Test("A title that is refused is named with its line, after the limits that were missed before")
  func refused() throws {
    let run = try Tool.run(
      "pad", "40", "--file", "-", "--tolerance", "0.01", "-q", input: Data("74\n40\n2e7\n".utf8))
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count == 4)
    #expect(errors.first?.hasPrefix("hairspace: 40 pt: the title makes ") == true)
    #expect(errors.dropFirst().first?.hasPrefix("hairspace: standard input:1: 74 pt: ") == true)
    #expect(
      errors.last?.hasPrefix("hairspace: standard input:3: 20000000 pt: the title would have")
        == true)
    #expect(run.status == 1)
    #expect(run.lineCount == 3)
  }

  @Test("Of the limits missed and of the warnings the first ten are named, the others counted")
  func bounded() throws {
    let run = try Tool.run(
      "pad", "--file", "-", "--kit", "row-action", "--tolerance", "0.1",
      input: Data(String(repeating: "74\n80.5\n", count: 4000).utf8))
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count == 22)
    #expect(errors[0].hasPrefix("hairspace: warning: standard input:2: 80.5 pt: row-action makes"))
    #expect(errors[9].hasPrefix("hairspace: warning: standard input:20: "))
    #expect(errors[10] == "hairspace: warning: 3990 more warnings; --json has them all")
    #expect(errors[11].hasPrefix("hairspace: standard input:2: 80.5 pt: the nearest title makes"))
    #expect(
      errors[21] == "hairspace: 3990 more widths are not met; --json has each one's deviation")
    #expect(run.status == 1)
    #expect(run.lineCount == 8000)
  }

  @Test("A limit that operands miss is named for each of them")
  func operandsUnbounded() throws {
    let run = try Tool.run(["pad", "-q", "--tolerance", "0"] + (60..<80).map(String.init))
    #expect(run.errors.split(separator: "\n").count == 20)
  }

  @Test("Titles that are longer than what is kept of a chunk come out whole")
  func longTitles() throws {
    let lines = String(repeating: "999999\n99999\n", count: 30)
    let file = try Tool.run("pad", "--file", "-", "--kit", "text", input: Data(lines.utf8))
    let pair = try Tool.run("pad", "999999", "99999", "--kit", "text")
    #expect(file.output == String(repeating: pair.output, count: 30))
    #expect(file.status == 0)
  }

  @Test("Messages beyond the first are counted, and not made")
  func messages() {
    var messages = Messages(most: 3)
    for number in 1...4 { messages.add("\(number)") }
    messages.add({ () -> String in fatalError("is not made") }())
    #expect(messages.kept == ["1", "2", "3"])
    #expect(messages.omitted == 2)
    var all = Messages(most: 5)
    #expect(all.add(messages) == ["1", "2", "3"])
    #expect(all.add(messages) == ["1", "2"])
    #expect(all.kept == ["1", "2", "3", "1", "2"])
    #expect(all.omitted == 5)
  }

  @Test("A width is a decimal number from 0 on, without the sign of -0")
  func width() {
    #expect(Points(width: "74.5".utf8)?.value == 74.5)
    #expect(Points(width: "-0".utf8)?.value.sign == .plus)
    #expect(Points(width: "-1".utf8) == nil)
    #expect(Points(width: "".utf8) == nil)
  }
}

extension Tool.Run {
  /// How many lines were printed, empty ones too.
  fileprivate var lineCount: Int {
    output.utf8.count { $0 == UInt8(ascii: "\n") }
  }
}
