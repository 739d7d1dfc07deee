/// What is printed.
struct Report {
  let outcomes: [Outcome]
  let rounds: Int

  /// A table in Markdown, and below it what could not be run.
  var table: String {
    var lines = [
      "| work at 15 pt | face | raw HarfBuzz \(RawFont.harfBuzzVersion), ms | Hairspace, ms | ratio | of the fastest | goal |",
      "|---|---|--:|--:|--:|--:|--:|",
    ]
    var notes: [String] = []
    for outcome in outcomes {
      let face = Self.name(of: outcome.font)
      switch outcome.result {
      case .success(let timings):
        let cells = [
          outcome.row.title, face,
          Self.fixed(Timings.median(timings.baseline) * 1000, 2),
          Self.fixed(Timings.median(timings.library) * 1000, 2),
          Self.fixed(timings.ratio, 4), Self.fixed(timings.ratioOfFastest, 4),
          "\(outcome.row.goal)",
        ]
        lines.append("| " + cells.joined(separator: " | ") + " |")
      case .failure(let failure):
        notes.append("not run: \(outcome.row.rawValue), \(face): \(failure.message)")
      }
    }
    return (lines + (notes.isEmpty ? [] : [""] + notes)).joined(separator: "\n")
  }

  var json: String {
    let rows = outcomes.map { outcome in
      let fields = [
        ("row", Self.quoted(outcome.row.rawValue)), ("work", Self.quoted(outcome.row.title)),
        ("font", Self.quoted(outcome.font)), ("strings", "\(outcome.strings)"),
        ("goal", "\(outcome.row.goal)"),
      ]
      switch outcome.result {
      case .success(let timings):
        return Self.object(
          fields + [
            ("ratio", "\(timings.ratio)"), ("ratioOfFastest", "\(timings.ratioOfFastest)"),
            ("baseline", Self.object(timings.baseline)), ("library", Self.object(timings.library)),
          ])
      case .failure(let failure):
        return Self.object(fields + [("missing", Self.quoted(failure.message))])
      }
    }
    return Self.object([
      ("harfBuzz", Self.quoted(RawFont.harfBuzzVersion)), ("rounds", "\(rounds)"),
      ("rows", "[" + rows.joined(separator: ", ") + "]"),
    ])
  }

  /// The seconds of one side.
  private static func object(_ seconds: [Double]) -> String {
    object([
      ("median", "\(Timings.median(seconds))"), ("fastest", "\(seconds.min()!)"),
      ("runs", "\(seconds)"),
    ])
  }

  static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// With so many decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count)
      + fraction
  }
}
