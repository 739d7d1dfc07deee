import Foundation

/// What one run of the command came to.
struct Outcome {
  /// The exit status, or the negated signal.
  var status: Int32
  var output: [UInt8]
  var seconds: Double
  var megabytes: Int

  /// Whether a person would see the same.
  func answers(as other: Outcome) -> Bool {
    status == other.status && output == other.output
  }
}

/// Runs the command on fonts, each run within bounds.
struct Runner {
  /// The bounds: a sound font takes a few hundredths of a second, and some 15 MB.
  static let mostSeconds = 5
  static let mostMegabytes = 200

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
    Self.write(font, to: fontPath)
    // The shell sets the bounds, and the command takes its place. Memory is counted as it is used; the limit on addresses
    // only keeps the machine alive.
    let bounds = "ulimit -t \(Self.mostSeconds); ulimit -v 2000000; exec"
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
      output: Self.read(outputPath),
      seconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      megabytes: Int(usage.ru_maxrss) / 1024)
  }

  // Foundation's ways leak a little with each file, and the memory of this process counts as its children's.

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { fatalError("\(path): cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    // Answers are far shorter.
    return [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
