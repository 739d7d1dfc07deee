internal import Hairspace
internal import Shaping

/// The samples of `hairspace fit` in a CSV file, whose header names the columns.
struct SampleReader: ~Copyable {
  /// What stood on a button.
  enum Title {
    case text(String)
    /// So many of one character.
    case repeated(Unicode.Scalar, count: Int)

    var string: String {
      switch self {
      case .text(let text): text
      case .repeated(let scalar, let count): String(repeating: String(scalar), count: count)
      }
    }

    /// The title as a message names it.
    var quoted: String {
      switch self {
      case .text(let text): text.quoted
      case .repeated(let scalar, let count): "\(count) × \(scalar.notation)"
      }
    }
  }

  struct Row {
    var title: Title
    var width: Points
    /// The font of the sample, when it has one of its own.
    var font: String?
    /// The size of the sample, when it has one of its own.
    var size: Points?
    /// The line that the sample begins on.
    var line: Int
  }

  private enum Column: String, CaseIterable {
    case title, character, count, width, font, size
  }

  /// The most characters of one title.
  private static let mostCharacters = 1_000_000

  private var reader: CSVReader
  private let name: String
  /// Empty until the header has been read.
  private var columns: [Column] = []

  init(path: String) throws(CommandError) {
    reader = try CSVReader(path: path)
    name = path.inputName
  }

  /// - Returns: nil after the last sample.
  /// - Throws: a ``ExitStatus/badData`` that names the line and the column.
  mutating func next() throws(CommandError) -> Row? {
    if columns.isEmpty {
      guard let header = try reader.next() else {
        throw CommandError(
          .badData, "\(name): is empty; its first row names the columns: title,width")
      }
      columns = try columns(header)
    }
    guard let record = try reader.next() else { return nil }
    guard record.fields.count == columns.count else {
      throw error(
        record.line,
        "the row has \(record.fields.count) fields and the header \(columns.count); "
          + "put a field with commas in quotes")
    }
    func field(_ column: Column) -> String? {
      columns.firstIndex(of: column).map { record.fields[$0] }
    }
    func number(
      _ column: Column, _ meaning: String, in bounds: ClosedRange<Double>
    ) throws(CommandError) -> Points? {
      guard let text = field(column) else { return nil }
      // Columns beside the width may have gaps.
      if text.isEmpty, column != .width { return nil }
      guard let number = Double(decimal: text), bounds.contains(number) else {
        throw error(record.line, "\(column.rawValue) \(text.quoted): needs \(meaning)")
      }
      return Points(number + 0)
    }
    let title: Title
    if let text = field(.title) {
      title = .text(text)
    } else {
      let character = field(.character) ?? ""
      let count = field(.count) ?? ""
      guard let scalars = Arguments.scalars(character), scalars.count == 1 else {
        throw error(
          record.line, "character \(character.quoted): needs one code point such as U+200A")
      }
      guard let number = Int(count), (0...Self.mostCharacters).contains(number) else {
        throw error(
          record.line,
          "count \(count.quoted): needs a whole number from 0 to \(Self.mostCharacters)")
      }
      title = .repeated(scalars[0], count: number)
    }
    let font = field(.font)
    if font == "-" {
      throw error(record.line, "font \"-\": needs a font file or a family name")
    }
    return try Row(
      title: title,
      width: number(.width, "a number of points from 0 to 1000000, such as 81.5", in: 0...1_000_000)
        ?? 0,
      font: font?.isEmpty == true ? nil : font,
      size: number(.size, "a number of points from 0.000001 to 1000000", in: Font.sizes),
      line: record.line)
  }

  private func columns(_ header: CSVReader.Record) throws(CommandError) -> [Column] {
    var columns: [Column] = []
    for field in header.fields {
      guard let column = Column(rawValue: field) else {
        let all = Column.allCases.map(\.rawValue).joined(separator: ", ")
        throw error(
          header.line,
          "unknown column \(field.quoted); the first row names them, with commas between: \(all)")
      }
      if columns.contains(column) { throw error(header.line, "two columns \(field.quoted)") }
      columns.append(column)
    }
    let parts: [Column] = [.character, .count]
    if columns.contains(.title), let part = parts.first(where: columns.contains) {
      throw error(
        header.line,
        "column \"\(part.rawValue)\" beside \"title\"; give character and count, or title")
    }
    let needed: [Column] = columns.contains(where: parts.contains) ? parts : [.title]
    for column in needed + [.width] where !columns.contains(column) {
      throw error(
        header.line,
        "no column \"\(column.rawValue)\"; needed are title and width, or character, count and width"
      )
    }
    return columns
  }

  private func error(_ line: Int, _ message: String) -> CommandError {
    CommandError(.badData, "\(name):\(line): \(message)")
  }
}
