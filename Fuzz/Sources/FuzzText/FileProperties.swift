internal import FuzzSupport

@testable internal import Hairspace
@testable internal import HairspaceCommandLibrary
@testable internal import Shaping

// The files that commands read besides texts: rows of samples, and characters with their advances.

// MARK: CSV

private struct Rows: Equatable {
  var rows: [[String]] = []
  var lines: [Int] = []
  var isBroken = false
}

/// The rows of a CSV file are those that its grammar gives, from a file and from a pipe.
func checkRows(_ file: [UInt8], packet: Int) {
  let expected = CSVGrammar.rows(of: file)
  withFile(file) { check(readRows($0) == expected, "a file has its rows") }
  if file.count <= longestPiped {
    withPipe(file, packet: packet) { check(readRows($0) == expected, "a pipe has its rows") }
  }
}

private func readRows(_ path: String) -> Rows {
  var rows = Rows()
  do throws(CommandError) {
    var reader = try CSVReader(path: path)
    while let record = try reader.next() {
      rows.rows.append(record.fields)
      rows.lines.append(record.line)
    }
  } catch {
    check(error, hasStatusIn: [.badData])
    rows.isBroken = true
  }
  return rows
}

/// RFC 4180 with the whole file in memory, a field at a time.
private struct CSVGrammar {
  let file: [UInt8]
  var place: Int

  static func rows(of file: [UInt8]) -> Rows {
    var rows = Rows()
    if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
      rows.isBroken = true
      return rows
    }
    var grammar = CSVGrammar(file: file, place: file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    while grammar.place < file.count {
      if grammar.takeLineEnd() { continue }
      let line = 1 + file[..<grammar.place].count { $0 == 0x0A }
      guard let row = grammar.row() else {
        rows.isBroken = true
        break
      }
      rows.rows.append(row)
      rows.lines.append(line)
    }
    return rows
  }

  private mutating func row() -> [String]? {
    var fields: [[UInt8]] = []
    repeat {
      guard let field = place < file.count && file[place] == 0x22 ? quoted() : plain() else {
        return nil
      }
      fields.append(field)
    } while take(0x2C)
    guard place == file.count || takeLineEnd() else { return nil }
    let texts = fields.compactMap { String(validating: $0, as: UTF8.self) }
    return texts.count == fields.count ? texts : nil
  }

  private mutating func plain() -> [UInt8]? {
    let field = file[place...].prefix { ![0x2C, 0x0A, 0x0D, 0x22].contains($0) }
    place = field.endIndex
    return Array(field)
  }

  private mutating func quoted() -> [UInt8]? {
    place += 1
    var field: [UInt8] = []
    while true {
      let part = file[place...].prefix { $0 != 0x22 }
      field += part
      place = part.endIndex
      // A quote closes the field, two are one.
      guard take(0x22) else { return nil }
      guard take(0x22) else { return field }
      field.append(0x22)
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard place < file.count, file[place] == byte else { return false }
    place += 1
    return true
  }

  private mutating func takeLineEnd() -> Bool {
    if take(0x0A) { return true }
    guard file[place...].starts(with: [0x0D, 0x0A]) else { return false }
    place += 2
    return true
  }
}

// MARK: Samples

private let output = CapturedOutput()

/// Constants are found in a file of samples, or one line says why not; they are written as JSON.
func checkSamples(_ file: [UInt8], _ options: UInt8) {
  // A count of characters costs as much as it says; a font of a row may be any file but no device.
  let digits = file.split { !(0x30...0x39).contains($0) }
  guard digits.allSatisfy({ $0.count < 4 }), !file.contains(UInt8(ascii: "/")) else { return }
  // What was written before an error, and standard output before the first time.
  _ = output.take()
  withFile(file) { path in
    do {
      var words = [path, "--json"]
      if options & 0x10 != 0 { words.append("--robust") }
      if options & 0x20 != 0 { words.append("--rounding=up") }
      let console = Console(isQuiet: true)
      try FitCommand(Arguments(words, of: .fit)).run(console)
      try console.flush()
      let answer = output.take()
      check(answer.last == 0x0A, "an answer is a line")
      check(JSONChecker.accepts(answer.dropLast()), "an answer is JSON")
    } catch {
      check(error, hasStatusIn: [.badData, .noInput])
    }
  }
}

// MARK: Characters

/// A file of characters is read the same from a pipe, and from what is written of it; titles of them are what they say.
func checkCharacters(_ file: [UInt8], packet: Int, in font: Font) {
  let selection = withFile(file, readCharacters)
  if file.count <= longestPiped {
    withPipe(file, packet: packet) { path in
      let piped = readCharacters(path)
      check(
        piped?.alphabet == selection?.alphabet && piped?.stated == selection?.stated,
        "a pipe has the characters of a file")
    }
  }
  guard let selection else { return }
  let characters = selection.alphabet.characters
  check(
    (1...SpaceSelection.mostCharacters).contains(characters.count)
      && zip(characters, characters.dropFirst()).allSatisfy { $0.scalar < $1.scalar },
    "characters stand once, in order")
  let lines = characters.map { character in
    "\(character.notation) \(selection.stated[character].map(plain) ?? "")\n"
  }
  withFile(Array(lines.joined().utf8)) { path in
    let again = readCharacters(path)
    check(
      again?.alphabet == selection.alphabet && again?.stated == selection.stated,
      "characters are read back: \(lines)")
  }
  do {
    var request = TitleRequest(try font.stating(selection), width: 61.3)
    request.alphabet = selection.alphabet
    try request.check()
  } catch {
    check(error, hasStatusIn: [.badData, .limitNotMet])
  }
}

/// Thousandths without an exponent.
private func plain(_ advance: Points) -> String {
  let thousandths = Int((abs(advance.value) * 1000).rounded())
  let decimals = String(thousandths % 1000 + 1000).dropFirst()
  return "\(advance < 0 ? "-" : "")\(thousandths / 1000).\(decimals)"
}

private func readCharacters(_ path: String) -> SpaceSelection? {
  do throws(CommandError) {
    return try Arguments(["--spaces=@\(path)"], of: .spaces).spaces()
  } catch {
    check(error, hasStatusIn: [.badData])
    return nil
  }
}
