internal import CRawLoop
internal import Glibc

/// What a row came to with a face.
struct Outcome {
  let row: Row
  let font: String
  /// How many strings a pass has; 1 for a process that measures none.
  let strings: Int
  let result: Result<Timings, Failure>
}

/// Runs rows: checks the answers first, then times whole passes, one side after the other.
struct Benchmark {
  let options: Options
  private var corpora: [String: Corpus] = [:]

  init(_ options: Options) {
    self.options = options
  }

  /// - Throws: a failure that makes all figures worthless: the two sides do not measure the same.
  mutating func run(_ row: Row, font: String) throws -> Outcome {
    var strings = 1
    do {
      let fallbacks = row == .mixed ? options.fallbacks : []
      let absent = ([font] + fallbacks).filter { !Options.isThere($0) }
      guard absent.isEmpty else {
        throw Missing(message: "missing: \(absent.joined(separator: ", "))")
      }
      let timings: Timings
      switch row {
      case .pad:
        timings = try pad(font)
      case .file:
        let corpus = try corpus(row)
        strings = corpus.texts.count
        timings = try file(corpus, font)
      case .threads:
        let corpus = try corpus(row)
        strings = corpus.texts.count
        timings = try threads(corpus, font)
      case .ui, .warm, .latin, .zipf, .mixed:
        let corpus = try corpus(row)
        strings = corpus.texts.count
        timings = try passes(row, corpus, font, fallbacks)
      }
      return Outcome(row: row, font: font, strings: strings, result: .success(timings))
    } catch let failure as Missing {
      return Outcome(
        row: row, font: font, strings: strings, result: .failure(Failure(failure.message)))
    }
  }

  /// What a row needs and the machine has not: the others can be run all the same.
  private struct Missing: Error {
    let message: String
  }

  private mutating func corpus(_ row: Row) throws -> Corpus {
    let name = row.corpus!
    if let known = corpora[name] { return known }
    let corpus: Corpus
    do throws(Failure) {
      corpus = try Corpus(name, in: options.corpora)
    } catch {
      throw Missing(message: "\(error.message); make-corpora.py makes it")
    }
    corpora[name] = corpus
    return corpus
  }

  // MARK: In this process

  private func passes(
    _ row: Row, _ corpus: Corpus, _ font: String, _ fallbacks: [String]
  ) throws -> Timings {
    let raw = try RawFont(path: font).advances(of: corpus)
    let library = try LibraryFont(path: font, fallbacks: fallbacks)
    let first = try library.advances(of: corpus)
    let second = try library.advances(of: corpus)
    try compare(first, second, corpus, font, "the first pass", "the second")
    if row.isComparable {
      try compare(raw.map(Double.init), first, corpus, font, "the raw loop", "the library")
    }
    let rawTotal = raw.reduce(0) { $0 + Int($1) }
    let libraryTotal = try library.total(of: corpus)

    return try Timings(rounds: options.rounds) {
      var start = monotonic_seconds()
      let fresh = try RawFont(path: font)
      // A cold start opens the face, too; the other passes are about strings alone. HarfBuzz reads a face's tables when it
      // first shapes, the library when it opens it.
      if row != .zipf {
        _ = row == .warm ? fresh.total(of: corpus) : fresh.total(of: Corpus("Delete"))
        start = monotonic_seconds()
      }
      let total = fresh.total(of: corpus)
      let end = withExtendedLifetime(fresh) { monotonic_seconds() }
      guard total == rawTotal else { throw Failure("the raw loop's answers vary") }
      return end - start
    } library: {
      var start = monotonic_seconds()
      let prepare = try LibraryFont.prepared(path: font, fallbacks: fallbacks)
      if row != .zipf { start = monotonic_seconds() }
      let fresh = try prepare()
      if row == .warm {
        _ = try fresh.total(of: corpus)
        start = monotonic_seconds()
      }
      let total = try fresh.total(of: corpus)
      // What the font has kept is not thrown away within the time.
      let end = withExtendedLifetime(fresh) { monotonic_seconds() }
      guard total == libraryTotal else { throw Failure("the library's answers vary") }
      return end - start
    }
  }

  /// The library alone: forty passes over a warm font by one thread, and twenty by each of two, with strings of its own: counting
  /// references to the same ones would be what takes the time.
  private func threads(_ corpus: Corpus, _ font: String) throws -> Timings {
    let library = try LibraryFont(path: font)
    let total = try library.total(of: corpus)
    let corpora = [corpus, try Corpus(corpus.name, in: options.corpora)]
    @Sendable func pass(_ thread: Int, _ count: Int) {
      for _ in 0..<count { precondition((try? library.total(of: corpora[thread])) == total) }
    }
    return Timings(rounds: options.rounds) {
      let start = monotonic_seconds()
      pass(0, 40)
      return monotonic_seconds() - start
    } library: {
      let start = monotonic_seconds()
      Self.concurrently { pass($0, 20) }
      return monotonic_seconds() - start
    }
  }

  /// Does something twice, on a second thread too.
  private static func concurrently(_ body: @escaping @Sendable (Int) -> Void) {
    final class Box: Sendable {
      let body: @Sendable (Int) -> Void
      init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        unsafe Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body(1)
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(status == 0, "no second thread")
    body(0)
    pthread_join(thread, nil)
  }

  private func compare(
    _ one: [Double], _ other: [Double], _ corpus: Corpus, _ font: String, _ oneName: String,
    _ otherName: String, in measure: String = "units"
  ) throws(Failure) {
    let different = one.indices.filter { one[$0] != other[$0] }
    guard let index = different.first else { return }
    throw Failure(
      "\(corpus.path), \(font): \(different.count) of \(one.count) strings differ, the first in line "
        + "\(index + 1), \"\(corpus.texts[index])\": \(oneName) measures \(one[index]) \(measure), "
        + "\(otherName) \(other[index])")
  }

  // MARK: Whole processes

  private func file(_ corpus: Corpus, _ font: String) throws -> Timings {
    let output = try OutputFile()
    let measure = [
      options.command, "measure", "--quiet", "--size", "\(LibraryFont.points)", "--font", font,
      "--file", corpus.path,
    ]
    _ = try run(measure, output)
    try check(Corpus.contents(of: output.path), corpus, font)
    return try Timings(rounds: options.rounds) {
      try run([options.rawLoop, font, corpus.path], output)
    } library: {
      try run(measure, output)
    }
  }

  /// Compares what the command printed, a number of points a text, with the raw loop's units.
  private func check(_ output: [UInt8], _ corpus: Corpus, _ font: String) throws {
    let raw = try RawFont(path: font)
    let lines = output.split(separator: UInt8(ascii: "\n"))
    guard lines.count == corpus.texts.count else {
      throw Failure("\(corpus.path): \(lines.count) lines came of \(corpus.texts.count)")
    }
    let printed = lines.map { line in
      Double(String(decoding: line.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)) ?? .nan
    }
    let expected = raw.advances(of: corpus).map {
      Double($0) * LibraryFont.points / Double(raw.unitsPerEm)
    }
    try compare(expected, printed, corpus, font, "the raw loop", "the command", in: "points")
  }

  /// Runs of a few milliseconds: fifty for each round.
  private func pad(_ font: String) throws -> Timings {
    let output = try OutputFile()
    return try Timings(rounds: options.rounds * 50) {
      try run([options.hbShape, font, "Delete"], output)
    } library: {
      try run([options.command, "pad", "74", "--quiet", "--font", font], output)
    }
  }

  private func run(_ words: [String], _ output: borrowing OutputFile) throws -> Double {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    var status: Int32 = 0
    let seconds = unsafe timed_run(&pointers, output.path, &status)
    guard status >= 0, status != 127 else {
      throw Missing(message: "\(words[0]) cannot be run")
    }
    guard status == 0 else {
      throw Failure("\(words.joined(separator: " ")): ended with status \(status)")
    }
    return seconds
  }
}

/// A file that is there for as long as it is in use.
struct OutputFile: ~Copyable {
  let path: String

  init() throws(Failure) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/hairspace-benchmark-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw Failure("\(folder): no file can be made in it") }
    close(descriptor)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    unsafe unlink(path)
  }
}
