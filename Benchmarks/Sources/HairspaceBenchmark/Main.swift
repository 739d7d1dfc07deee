internal import CRawLoop
internal import Glibc

/// Times the library against the raw loop of the installed HarfBuzz; see Benchmarks/README.md.
@main struct Main {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments)
      if let side = options.side {
        try passes(of: side, options)
      } else {
        try table(options)
      }
    } catch let failure as Failure {
      say(failure.message)
      exit(1)
    } catch {
      say("\(error)")
      exit(70)
    }
  }

  private static func table(_ options: Options) throws {
    var benchmark = Benchmark(options)
    var outcomes: [Outcome] = []
    // The whole takes minutes: at a terminal, how far it has come.
    let isTerminal = isatty(STDERR_FILENO) != 0
    for row in options.rows {
      for font in options.fonts {
        if isTerminal { say("\(row.rawValue), \(font)") }
        outcomes.append(try benchmark.run(row, font: font))
      }
    }
    let report = Report(outcomes: outcomes, rounds: options.rounds)
    print(options.isJSON ? report.json : report.table)
  }

  /// One side alone, for count.py and peers.py.
  private static func passes(of side: Options.Side, _ options: Options) throws {
    guard let name = options.rows[0].corpus else {
      throw Failure("\(options.rows[0].rawValue): has no strings")
    }
    let corpus = try Corpus(name, in: options.corpora, most: options.strings)
    let font = options.fonts[0]
    let total: () throws -> Int
    let points: (Int) -> Double
    switch side {
    case .baseline:
      let raw = try RawFont(path: font)
      total = { raw.total(of: corpus) }
      points = { Double($0) * LibraryFont.points / Double(raw.unitsPerEm) }
    case .library:
      let fallbacks = options.rows[0] == .mixed ? options.fallbacks : []
      let library = try LibraryFont(path: font, fallbacks: fallbacks)
      total = { try library.total(of: corpus) }
      points = library.points
    }
    var seconds: [Double] = []
    var last = 0
    for _ in 0..<options.passes {
      let start = monotonic_seconds()
      last = try total()
      seconds.append(monotonic_seconds() - start)
    }
    let version = side == .baseline ? "HarfBuzz \(RawFont.harfBuzzVersion)" : "this one"
    print(
      Report.object([
        ("seconds", "\(seconds)"), ("points", "\(points(last))"),
        ("version", Report.quoted(version)),
      ]))
  }

  private static func say(_ message: String) {
    let line = Array("hairspace-benchmark: \(message)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}
