/// A row of the table: some work that the library does, and that the raw loop does.
enum Row: String, CaseIterable {
  case ui
  case warm
  case latin
  case zipf
  case threads
  case mixed
  case file
  case pad

  var title: String {
    switch self {
    case .ui: "20,000 distinct UI strings, first pass"
    case .warm: "the same, second pass"
    case .latin: "390,000 distinct Latin strings, first pass"
    case .zipf: "200,000 repeats by Zipf's law, cold start"
    case .threads: "20,000 UI strings, second pass, by two threads, against one thread"
    case .mixed: "20,500 strings of 23 scripts, first pass"
    case .file: "`measure --file` of the 390,000, whole process"
    case .pad: "`pad 74`, whole process, against `hb-shape`"
    }
  }

  /// The ratio to be reached.
  var goal: Double {
    switch self {
    case .ui: 0.05
    case .warm: 0.006
    case .latin: 0.02
    case .zipf: 0.012
    case .threads: 0.55
    case .mixed: 0.6
    case .file: 0.04
    case .pad: 1.35
    }
  }

  var corpus: String? {
    switch self {
    case .ui, .warm, .threads: "ui-20000"
    case .latin, .file: "latin-390000"
    case .zipf: "zipf-200000"
    case .mixed: "mixed-20500"
    case .pad: nil
    }
  }

  /// Whether the raw loop's advances are the library's: it knows no runs and no fallback faces.
  var isComparable: Bool { self != .mixed && self != .pad && self != .threads }
}
