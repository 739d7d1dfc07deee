import Foundation
import Testing

@testable import HairspaceCommand

@Suite struct CSVReaderTests {
  /// Reads a file of these bytes to its end.
  static func records(_ text: String) throws -> [CSVReader.Record] {
    try records(Data(text.utf8))
  }

  static func records(_ data: Data) throws -> [CSVReader.Record] {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".csv")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var reader = try CSVReader(path: file.path(percentEncoded: false))
    var records: [CSVReader.Record] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }

  @Test(
    "Fields as RFC 4180 has them",
    arguments: [
      ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
      ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
      ("\"a\",\"b,c\"\n", [["a", "b,c"]]),
      ("\"say \"\"so\"\"\",\"\"\"\"\n", [["say \"so\"", "\""]]),
      ("\"a\r\nb\nc\rd\",e\r\n", [["a\r\nb\nc\rd", "e"]]),
      (" a , b \n\u{2003}\u{200A},\t\n", [[" a ", " b "], ["\u{2003}\u{200A}", "\t"]]),
      ("a,\n,b\n,\n", [["a", ""], ["", "b"], ["", ""]]),
      ("\"\"\n\"\"", [[""], [""]]),
      ("\u{FEFF}a,b\n", [["a", "b"]]),
      ("\u{FEFF}\"a\",b\n", [["a", "b"]]),
      ("\n\r\na,b\n\n\n1,2\n\r\n", [["a", "b"], ["1", "2"]]),
      ("# no,comment\n", [["# no", "comment"]]),
      ("Löschen,删除\n", [["Löschen", "删除"]]),
      ("a\u{301},\u{301}b\n", [["a\u{301}", "\u{301}b"]]),
      ("", []), ("\u{FEFF}", []), ("\n", []), ("a", [["a"]]), ("ab", [["ab"]]), ("\"a\"", [["a"]]),
    ])
  func csvFields(text: String, fields: [[String]]) throws {
    #expect(try Self.records(text).map(\.fields) == fields)
  }

  @Test("A record's line is the one that it begins on")
  func csvLines() throws {
    let records = try Self.records("a\n\n\"b\n\nc\"\r\n\r\nd\n")
    #expect(records.map(\.line) == [1, 3, 7])
  }

  @Test(
    "What is no CSV is bad data on a line",
    arguments: [
      ("a\nb\"c\n", ":2: a quote inside a field"), ("a\n\"b\" c\n", ":2: text after"),
      ("a\rb\n", ":1: a CR without"), ("a\r\rb\n", ":1: a CR without"),
      ("a\n\n\"b\nc\n", ":3: a quote is opened"), ("\"a\"\"\n", ":1: a quote is opened"),
    ])
  func csvMistakes(text: String, message: String) {
    #expect {
      try Self.records(text)
    } throws: { error in
      guard let error = error as? CommandError else { return false }
      return error.status == .badData && error.message.contains(message)
    }
  }

  @Test("Bytes that are no UTF-8, UTF-16, and rows without end are refused")
  func csvBytes() {
    func refused(_ data: Data, _ message: String) {
      #expect {
        try Self.records(data)
      } throws: { error in
        (error as? CommandError)?.message.contains(message) == true
      }
    }
    refused(Data("a,b\n1,\u{FF}".utf8.map { $0 == 0xC3 ? 0xFF : $0 }), ":2: field 2 is not UTF-8")
    refused(Data([0xFF, 0xFE, 0x61, 0]), "is UTF-16")
    refused(Data("a\n\"".utf8) + Data(repeating: 0x61, count: 9 << 20), ":2: the row is longer")
  }

  @Test("A row longer than a buffer is read whole")
  func csvLongRow() throws {
    let long = String(repeating: "\u{200A}", count: 100_000)
    #expect(try Self.records("\(long),\"\(long)\"\r\nb,c").first?.fields == [long, long])
  }
}
