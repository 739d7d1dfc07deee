import Foundation

/// What one run of the command came to.
struct Outcome {
  /// The exit status, or the negated signal.
  var status: Int32
  var output: Data
  var seconds: Double
  var kilobytes: Int

  /// Whether a person would see the same.
  func answers(as other: Outcome) -> Bool {
    status == other.status && output == other.output
  }
}

/// Runs the command on fonts, each run within bounds.
struct Runner {
  /// The bounds: a sound font takes a few hundredths of a second, and some 15 MB.
  static let mostSeconds = 5
  static let mostKilobytes = 1_000_000

  private let command: String
  private let folder: URL

  init(_ command: String) throws {
    self.command = command
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mutated-fonts-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func cleanUp() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// - Parameter arguments: words for a shell.
  func run(_ arguments: [String], font: [UInt8]) -> Outcome {
    let fontPath = folder.appendingPathComponent("font").path
    let outputPath = folder.appendingPathComponent("output").path
    FileManager.default.createFile(atPath: fontPath, contents: Data(font))
    // The shell sets the bounds, and the command takes its place.
    let bounds = "ulimit -t \(Self.mostSeconds); ulimit -v \(Self.mostKilobytes); exec"
    let line =
      [bounds, command] + arguments
      + ["--json", "--quiet", "--font", fontPath, ">\(outputPath)", "2>/dev/null"]
    let script = line.joined(separator: " ")
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script), nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0 else {
      fatalError("cannot start a shell")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xFF : -signal,
      output: FileManager.default.contents(atPath: outputPath) ?? Data(),
      seconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      kilobytes: Int(usage.ru_maxrss))
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
