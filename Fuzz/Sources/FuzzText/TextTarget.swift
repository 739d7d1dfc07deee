internal import FuzzSupport

@testable internal import Hairspace
@testable internal import HairspaceCommandLibrary
@testable internal import Shaping

/// The fonts that texts are measured with.
private let fonts: [Font] = {
  func fixture(_ name: String) throws -> Face { try Face(path: FixtureFaces.path(name)) }
  do {
    let inter = try Face()
    let others = try ["NotoSansHebrew.ttf", "NotoSansArabic.ttf", "NotoSansDevanagari.ttf"].map(
      fixture)
    return try [
      Font(inter, size: 17),
      Font(inter, size: 17, fallbacks: others),
      Font(inter, size: 17, fallbacks: others, tracking: .sfPro, letterSpacing: 0.5),
      Font(fixture("DejaVuSans.ttf"), size: 16, fallbacks: others, language: "sr"),
    ]
  } catch {
    fatalError("a font for the texts: \(error)")
  }
}()

/// A file of arbitrary bytes is read as its lines, its rows or its characters; a text of arbitrary scalars has its escapes, its
/// lines and its advance.
///
/// The first byte says which of these is tried, since all of them together take long: 0 the lines of a file, 1 rows of CSV,
/// 2 samples, 3 characters with advances, 4 to 7 escapes, 8 to `?` measuring, each by another font.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe input(start, count)
  guard let options = bytes.first else { return 0 }
  let body = Array(bytes.dropFirst())
  lazy var text = String(decoding: body, as: UTF8.self)
  switch options >> 2 & 3 {
  case 0:
    switch options & 3 {
    case 0: checkReader(body, options)
    case 1: checkRows(body, packet: Int(options >> 4))
    case 2: checkSamples(body, options)
    default: checkCharacters(body, packet: Int(options >> 4), in: fonts[0])
    }
  case 1:
    checkEscapes(text)
    checkUnicodes(text)
  default:
    let font = fonts[Int(options & 3)]
    checkRuns(text, in: font)
    checkMeasure(text, in: font)
  }
  return 0
}

// MARK: Lines of a file

private struct ReadLine: Equatable {
  var bytes: [UInt8]
  var isWellFormed: Bool
}

/// What the reader documents, done the plain way; nil for UTF-16.
private func plainLines(of file: [UInt8]) -> [ReadLine]? {
  var lines = file.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  if lines.last == [] { lines.removeLast() }
  if let first = lines.first {
    if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) { return nil }
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { lines[0].removeFirst(3) }
  }
  return lines.map { line in
    let line = line.last == 0x0D ? line.dropLast() : line
    let text = Array(String(decoding: line, as: UTF8.self).utf8)
    return ReadLine(bytes: text, isWellFormed: text == line)
  }
}

private func readLines(_ path: String, count: Int) -> [ReadLine]? {
  var lines: [ReadLine] = []
  do throws(CommandError) {
    var reader = try LineReader(path: path)
    while let line = try reader.next() {
      lines.append(ReadLine(bytes: Array(line.text.utf8), isWellFormed: line.isWellFormed))
      check(line.number == lines.count, "lines are counted from 1")
    }
    check(reader.consumed == count, "a file is read to its end")
    check(try reader.next() == nil, "after the last line there is none")
  } catch {
    check(error, hasStatusIn: [.badData])
    return nil
  }
  return lines
}

private func checkReader(_ body: [UInt8], _ options: UInt8) {
  let expected = plainLines(of: body)
  withFile(body) { check(readLines($0, count: body.count) == expected, "a file has its lines") }
  if options >= 0xC0 {
    // The input over the end of the reader's first chunk.
    let filler = [UInt8](repeating: 0x61, count: (1 << 16) - body.count / 2 - 1) + [0x0A]
    let file = filler + body
    withFile(file) {
      check(readLines($0, count: file.count) == plainLines(of: file), "a long file has its lines")
    }
  }
  guard body.count <= longestPiped else { return }
  withPipe(body, packet: Int(options >> 4)) {
    check(readLines($0, count: body.count) == expected, "a pipe has its lines")
  }
}

// MARK: Escapes and code points

private func checkEscapes(_ text: String) {
  let scalars = Array(text.unicodeScalars)
  for form in EscapeForm.allCases {
    guard let escaped = form.escape(text) else {
      check([.objc, .xml, .html].contains(form), "\(form) holds every character")
      continue
    }
    check(
      EscapeReader.read(escaped, as: form) == scalars,
      "\(form) is read back: \(text.debugDescription)")
  }
  let json = JSON.string(text).text
  check(JSONChecker.accepts(json.utf8), "a text is a JSON string")
  check(
    Arguments.scalars(EscapeForm.unicode.escape(text)!) == scalars,
    "--unicodes reads what --escape unicode writes")
  checkOneLine(json)
}

private func checkUnicodes(_ text: String) {
  guard let scalars = Arguments.scalars(text) else { return }
  let notation = scalars.map(\.notation).joined(separator: " ")
  check(Arguments.scalars(notation) == scalars, "code points are read back")
  check(
    text.utf8.allSatisfy { "0123456789abcdefABCDEFuU+ ,".utf8.contains($0) },
    "code points are hexadecimal")
}

// MARK: Measuring

/// The lines of a text by their documentation.
private func lines(of text: String) -> [String] {
  var lines = [String.UnicodeScalarView()]
  var previous: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n" where previous == "\r": break
    case "\r", "\n", "\u{85}", "\u{2028}", "\u{2029}": lines.append(String.UnicodeScalarView())
    default: lines[lines.count - 1].append(scalar)
    }
    previous = scalar
  }
  return lines.map { String($0) }
}

/// The runs of a line are the line, parted between clusters, each of which has its face; the short way to them leads to the same.
private func checkRuns(_ text: String, in font: Font) {
  for var line in lines(of: text) where !line.isEmpty {
    let result = line.withUTF8 { bytes in
      do throws(FontError) {
        return unsafe Result<[TextRun], FontError>.success(
          try LineSplitter.runs(of: bytes, font.choice))
      } catch {
        return .failure(error)
      }
    }
    guard case .success(let runs) = result else {
      check(false, "a line has runs: \(result)")
      return
    }
    var end = 0
    for run in runs {
      check(run.range.lowerBound == end && !run.range.isEmpty, "runs follow on each other")
      end = run.range.upperBound
      let places = [run.range.lowerBound, end].map {
        line.utf8.index(line.startIndex, offsetBy: $0)
      }
      check(places[1].samePosition(in: line) != nil, "no cluster is split")
      for cluster in line[places[0]..<places[1]]
      where !cluster.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint) {
        check(
          run.face == font.choice.face(of: Array(cluster.unicodeScalars)), "a cluster has its face")
      }
    }
    check(end == line.utf8.count, "runs are the whole line")
    if font.fallbacks.isEmpty, let plain = line.withUTF8({ unsafe TextRun.plain($0) }) {
      check(
        runs.count == 1 && runs[0].script == plain.script && !runs[0].isRightToLeft,
        "a plain line is one run: \(line.debugDescription)")
    }
  }
}

private func checkMeasure(_ text: String, in font: Font) {
  let measurement: TextMeasurement
  do throws(FontError) {
    measurement = try font.measure(text)
  } catch {
    guard case .tooManyMarks = error else {
      check(false, "an honest font measures whatever it is given: \(error)")
      return
    }
    check(error, hasStatusIn: [.badData])
    check(text.unicodeScalars.count > Font.mostMarks, "too many marks are many")
    return
  }
  let lines = lines(of: text)
  do {
    check(try font.measure(text) == measurement, "a text measures the same twice")
    check(measurement.lines == lines.count, "a text has its lines")
    check(
      try lines.map { try font.advance(of: $0) }.max() == measurement.advance,
      "a text is as wide as its widest line")
    check(font.grid.points(measurement.advance).value.isFinite, "an advance is finite")

    let missing = Set(measurement.missing)
    let given = Set(text.unicodeScalars)
    check(missing.count == measurement.missing.count, "a missing character is named once")
    check(
      missing.allSatisfy {
        given.contains($0) && !$0.properties.isDefaultIgnorableCodePoint
          && font.face.nominalGlyph(of: $0) == nil
      }, "what is missing is in the text, and not in the font")
    if let notice = font.notice(ofMissing: measurement.missing, in: text) {
      checkOneLine(notice.visible)
    }

    let trimmed = lines.map { line in
      var scalars = line.unicodeScalars
      while let last = scalars.last,
        last == "\t" || last.properties.generalCategory == .spaceSeparator
      {
        scalars.removeLast()
      }
      return String(scalars)
    }
    check(
      try font.trimmedAdvance(of: text) == font.advance(of: trimmed.joined(separator: "\n")),
      "a trimmed text measures as what is left of it")

    // With a fallback, a text is split into clusters and runs; what the first face covers stays with it.
    if font.fallbacks.isEmpty {
      let doubled = try Font(font.face, size: font.size, fallbacks: [font.face])
      check(try doubled.measure(text) == measurement, "a face is no fallback for itself")
    }
  } catch {
    check(false, "what could be measured can be measured again: \(error)")
  }
}
