internal import Glibc

/// What the command line asks for.
struct Options {
  static let usage = """
    usage: hairspace-benchmark [OPTION...]
      --rows LIST        of \(Row.allCases.map(\.rawValue).joined(separator: ",")) [all]
      --rounds N         how many times each side is run [5]
      --font FILE        a face, repeatable [Debian's Inter Regular, the bundled face]
      --fallback FILE    a face after the first for the row mixed, repeatable [Debian's Noto faces]
      --corpora FOLDER   what make-corpora.py made [Benchmarks/.corpora]
      --command FILE     the command [.build/release/hairspace]
      --hb-shape FILE    [hb-shape]
      --json             one object instead of a table
      --side SIDE        no table: passes of baseline or library alone, and the seconds of each
      --passes N         how many of them, with the same font [2]
      --strings N        of how many of the row's strings [all]
    """

  var rows = Row.allCases
  var rounds = 5
  var fonts: [String] = []
  var fallbacks: [String] = []
  var corpora = "Benchmarks/.corpora"
  var command = ".build/release/hairspace"
  var hbShape = "hb-shape"
  var isJSON = false
  var side: Side?
  var passes = 2
  var strings = Int.max
  /// The baseline's command stands beside this one.
  let rawLoop: String

  enum Side: String {
    case baseline, library
  }

  init(_ words: [String]) throws(Failure) {
    let folder = words[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    rawLoop = (folder + ["raw-loop"]).joined(separator: "/")
    var words = words.dropFirst()
    while let word = words.popFirst() {
      if word == "--json" {
        isJSON = true
        continue
      }
      if word == "--help" {
        print(Self.usage)
        exit(0)
      }
      guard let value = words.popFirst() else { throw Failure(Self.usage) }
      try set(word, value)
    }
    if fonts.isEmpty {
      fonts = ["/usr/share/fonts/opentype/inter/Inter-Regular.otf", "Fonts/InterVariable.ttf"]
    }
    if fallbacks.isEmpty { fallbacks = FallbackFaces.debian }
  }

  private mutating func set(_ option: String, _ value: String) throws(Failure) {
    switch option {
    case "--rows":
      rows = []
      for name in value.split(separator: ",") {
        guard let row = Row(rawValue: String(name)) else {
          throw Failure("\(name): no such row\n\(Self.usage)")
        }
        rows.append(row)
      }
    case "--rounds": rounds = try Self.count(option, value, from: 1)
    case "--font": fonts.append(value)
    case "--fallback": fallbacks.append(value)
    case "--corpora": corpora = value
    case "--command": command = value
    case "--hb-shape": hbShape = value
    case "--side":
      guard let side = Side(rawValue: value) else { throw Failure(Self.usage) }
      self.side = side
    case "--passes": passes = try Self.count(option, value, from: 0)
    case "--strings": strings = try Self.count(option, value, from: 0)
    default: throw Failure("\(option): no such option\n\(Self.usage)")
    }
  }

  /// Whether a file can be read.
  static func isThere(_ path: String) -> Bool {
    unsafe access(path, R_OK) == 0
  }

  private static func count(
    _ option: String, _ value: String, from least: Int
  ) throws(Failure) -> Int {
    guard let count = Int(value), count >= least else {
      throw Failure("\(option) \(value): needs a whole number from \(least)")
    }
    return count
  }
}
