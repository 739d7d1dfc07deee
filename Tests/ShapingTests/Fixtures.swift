import Foundation
import Hairspace
import Shaping

/// The files beside this one, and the faces in them.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  static func path(_ face: String) -> String {
    folder.appending(path: "Faces").appending(path: face).path(percentEncoded: false)
  }

  static func face(
    _ name: String, index: Int = 0, instance: String? = nil, axes: [AxisValue] = []
  ) throws(FontError) -> Face {
    name == "bundled"
      ? try Face(bundled: instance, axes: axes)
      : try Face(path: path(name), index: index, instance: instance, axes: axes)
  }

  /// The lines of a table, split at TABs, without its comments.
  static func table(_ name: String) throws -> [[String]] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Writes bytes to a new file for the length of a call.
  @discardableResult
  static func withFile<Result>(
    _ bytes: some Sequence<UInt8>, _ body: (String) throws -> Result
  ) throws -> Result {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "hairspace-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path(percentEncoded: false))
  }

  static func bytes(of face: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path(face))))
  }

  // MARK: Tables

  /// A face's file as if its maker had left out the checksums, so that a table can be changed unnoticed.
  static func unsummed(_ face: String) throws -> [UInt8] {
    var bytes = try bytes(of: face)
    for record in records(of: bytes) {
      bytes.replaceSubrange(record + 4..<record + 8, with: [0, 0, 0, 0])
    }
    let adjustment = range(of: "head", in: bytes).lowerBound + 8
    bytes.replaceSubrange(adjustment..<adjustment + 4, with: [0, 0, 0, 0])
    return bytes
  }

  /// Where the records of a file's table directory are.
  static func records(of bytes: [UInt8]) -> [Int] {
    (0..<Int(bytes[5])).map { 12 + 16 * $0 }
  }

  static func record(of table: String, in bytes: [UInt8]) -> Int? {
    records(of: bytes).first { Array(bytes[$0..<$0 + 4]) == Array(table.utf8) }
  }

  /// The bytes of a table that the file has.
  static func range(of table: String, in bytes: [UInt8]) -> Range<Int> {
    let record = record(of: table, in: bytes)!
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return number(record + 8)..<number(record + 8) + number(record + 12)
  }
}

/// A line of Fixtures/advances.tsv: what HarfBuzz 6 and 15 measure, recorded by
/// Tests/Oracle/record-advances.py.
struct AdvanceCase: CustomStringConvertible, Sendable {
  var name: String
  var face: String
  var index: Int
  var text: String
  var options: [String]
  var units: Double
  var missing: [String]

  var description: String { name }

  init(_ fields: [String]) {
    name = fields[0]
    face = fields[1]
    index = Int(fields[2])!
    let scalars = fields[3].split(separator: " ").map { Unicode.Scalar(UInt32($0, radix: 16)!)! }
    text = String(String.UnicodeScalarView(scalars))
    options = fields[4] == "-" ? [] : fields[4].split(separator: ",").map(String.init)
    units = Double(fields[5])!
    missing = fields[6] == "-" ? [] : fields[6].split(separator: ",").map(String.init)
  }

  static func all() throws -> [AdvanceCase] {
    try Fixtures.table("advances.tsv").map(AdvanceCase.init)
  }

  func font() throws -> Font {
    let axisTags = Set(try Fixtures.face(face, index: index).axes.map(\.tag))
    let axes = options.compactMap(AxisValue.init).filter { axisTags.contains($0.tag) }
    let features = options.filter { option in
      !option.hasPrefix("language=") && !axes.contains { option.hasPrefix("\($0.tag)=") }
    }
    let language = options.first { $0.hasPrefix("language=") }?.dropFirst("language=".count)
    return try Font(
      Fixtures.face(face, index: index, axes: axes), size: 16,
      features: features.map { FontFeature($0)! }, language: language.map(String.init))
  }
}

/// A line of Fixtures/runs.tsv: texts of several runs, split by an independent programme and measured by HarfBuzz,
/// recorded by Tests/Oracle/record-runs.py.
struct RunCase: CustomStringConvertible, Sendable {
  var text: String
  var face: String
  var fallbacks: [String]
  var options: [String]
  var size: Points
  /// The advance in units of the first face, as a fraction.
  var numerator: Int
  var denominator: Int
  var missing: Set<String>

  var description: String { "\(text.unicodeScalars.map(\.notation)) in \(face)" }

  init(_ fields: [String]) {
    func list(_ field: String, _ separator: Character = ",") -> [String] {
      field == "-" ? [] : field.split(separator: separator).map(String.init)
    }
    let scalars = list(fields[0], " ").map { Unicode.Scalar(UInt32($0, radix: 16)!)! }
    text = String(String.UnicodeScalarView(scalars))
    face = fields[1]
    fallbacks = list(fields[2])
    options = list(fields[3])
    size = Points(Double(fields[4])!)
    let fraction = list(fields[5], "/").map { Int($0)! }
    numerator = fraction[0]
    denominator = fraction.count > 1 ? fraction[1] : 1
    missing = Set(list(fields[6]))
  }

  static func all() throws -> [RunCase] {
    try Fixtures.table("runs.tsv").map(RunCase.init)
  }

  func font() throws -> Font {
    func option(_ name: String) -> Double? {
      options.first { $0.hasPrefix("\(name)=") }.flatMap { Double($0.dropFirst(name.count + 1)) }
    }
    return try Font(
      Fixtures.face(face), size: size, fallbacks: fallbacks.map { try Fixtures.face($0) },
      tracking: option("tracking").map { .thousandths($0) } ?? .none,
      letterSpacing: Points(option("letter-spacing") ?? 0))
  }
}
