/// Damages fonts in thousands of ways and measures with each: the answer has to be that of the sound font, or a refusal;
/// never a crash, another width, or time and memory without bound.
import Foundation

struct Options {
  var command = ""
  var count = 1000
  var seed: UInt64 = 1
  var keep: String?
  var fonts: [String] = []
}

let usage = """
  usage: mutated-fonts --command HAIRSPACE [--count N] [--seed N] [--keep DIR] FONT...
    --count N   how many damaged copies in all [1000]
    --keep DIR  where to leave the copies that were measured wrongly
  """

func fail(_ message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(status)
}

var options = Options()
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--help":
    print(usage)
    exit(0)
  case "--command", "--count", "--seed", "--keep":
    guard let value = words.popFirst() else { fail(usage, status: 64) }
    switch word {
    case "--command": options.command = value
    case "--count": options.count = Int(value) ?? 0
    case "--seed": options.seed = UInt64(value) ?? 0
    default: options.keep = value
    }
  case _ where word.hasPrefix("-"): fail(usage, status: 64)
  default: options.fonts.append(word)
  }
}
guard !options.command.isEmpty, options.count > 0, !options.fonts.isEmpty else {
  fail(usage, status: 64)
}

let runner = try Runner(options.command)

let tasks = [
  [
    "measure", "'AVATAR. To 0 x 0 fi ffi'", "'Löschen Œuvre Ąę é'", "'Удалить Διαγραφή'",
    "'حذف لا'",
    "'मिटाएँ क्षेत्र'", "'削除。「編集」'", "'מחיקה 123'",
  ],
  ["pad", "74", "120.5", "--kit", "row-action", "--title", "'AV x'"],
]

// MARK: The work

enum Verdict: Int, CaseIterable {
  case same, refused, different, crashed, unbounded
}

var table: [String: [Int]] = [:]
var wrong = 0
var longest = 0.0
var largest = 0
var random = SeededGenerator(seed: options.seed)
var done = 0
let isTerminal = isatty(STDERR_FILENO) != 0

let fonts = options.fonts.map { path in
  guard let bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else {
    fail("\(path): cannot be read", status: 66)
  }
  return (path: path, bytes: Array(bytes))
}
for (index, font) in fonts.enumerated() {
  let sound = tasks.map { runner.run($0, font: font.bytes) }
  guard sound.allSatisfy({ $0.status == 0 }) else {
    fail("\(font.path): cannot be measured before it is damaged", status: 65)
  }
  // What Brotli unpacks without a complaint is a font like any other: WOFF2 keeps no checksums.
  let isSummed = !font.bytes.starts(with: Array("wOF2".utf8))
  let hasRecords = !Directory(font.bytes).records.isEmpty
  let mutations = Mutation.allCases.filter {
    switch $0 {
    case .count, .directory, .swappedTables, .swappedNames, .swappedRecords, .forged: hasRecords
    default: true
    }
  }
  let share = options.count * (index + 1) / fonts.count - options.count * index / fonts.count
  for turn in 0..<share {
    let mutation = mutations[turn % mutations.count]
    let damaged = mutation(font.bytes, &random)
    for (task, sound) in zip(tasks, sound) {
      let outcome = runner.run(task, font: damaged)
      longest = max(longest, outcome.seconds)
      largest = max(largest, outcome.megabytes)
      let verdict: Verdict =
        if outcome.status < 0 {
          [SIGXCPU, SIGKILL].contains(-outcome.status) ? .unbounded : .crashed
        } else if outcome.megabytes > Runner.mostMegabytes {
          .unbounded
        } else if outcome.answers(as: sound) {
          .same
        } else if outcome.status == 65 && outcome.output.isEmpty {
          .refused
        } else if outcome.status == 0 || outcome.status == 65 {
          .different
        } else {
          .crashed
        }
      table[isSummed ? mutation.rawValue : "WOFF2", default: [0, 0, 0, 0, 0]][verdict.rawValue] += 1
      let isWrong =
        verdict == .crashed || verdict == .unbounded
        || verdict == .different && isSummed && mutation != .forged
      if isWrong {
        wrong += 1
        let name = "\(mutation)-\(done)-\(URL(fileURLWithPath: font.path).lastPathComponent)"
        print("\(verdict): \(name), status \(outcome.status): \(task[0])")
        if let keep = options.keep {
          _ = FileManager.default.createFile(atPath: keep + "/" + name, contents: Data(damaged))
        }
      }
    }
    done += 1
    if isTerminal, done % 50 == 0 {
      FileHandle.standardError.write(Data("\r\(done) of \(options.count)".utf8))
    }
  }
}
runner.cleanUp()
if isTerminal { FileHandle.standardError.write(Data("\r".utf8)) }

func row(_ name: String, _ cells: [String]) -> String {
  name.padding(toLength: 16, withPad: " ", startingAt: 0)
    + cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
}
print(row("damage", Verdict.allCases.map { "\($0)" }))
for name in Mutation.allCases.map(\.rawValue) + ["WOFF2"] {
  guard let counts = table[name] else { continue }
  print(row(name, counts.map(String.init)))
}
print(
  "\(done) damaged fonts, \(done * tasks.count) runs; the longest took "
    + "\(String(format: "%.2f", longest)) s of processor time, the largest \(largest) MB")
exit(wrong == 0 ? 0 : 1)
