import Foundation

/// Runs the built command as a shell would.
enum Tool {
  struct Run {
    var status: Int32
    var output: String
    var errors: String
    /// The process was ended by a signal.
    var crashed: Bool

    /// The answers of `--json`, one a line.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  /// The command lies beside the test bundle.
  static let executable: URL = {
    let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = bundle.deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(
      atPath: folder.appending(path: "hairspace").path(percentEncoded: false)),
      folder.pathComponents.count > 1
    {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "hairspace")
  }()

  static let faces = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "ShapingTests/Fixtures/Faces")

  static func face(_ name: String) -> String {
    faces.appending(path: name).path(percentEncoded: false)
  }

  static func run(_ arguments: String..., input: Data? = nil) throws -> Run {
    try run(arguments, input: input)
  }

  static func run(_ arguments: [String], input: Data? = nil) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // Files, not pipes: nothing can fill up and wait.
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ contents: Data = Data()) throws -> URL {
      let file = folder.appending(path: name)
      try contents.write(to: file)
      return file
    }
    let output = try file("output")
    let errors = try file("errors")
    process.standardInput = try FileHandle(forReadingFrom: file("input", input ?? Data()))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus,
      output: try contents(of: output),
      errors: try contents(of: errors),
      crashed: process.terminationReason == .uncaughtSignal)
  }

  private static func contents(of file: URL) throws -> String {
    let data = try FileHandle(forReadingFrom: file).readToEnd()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Runs a line of shell, in which `$hairspace` is the command.
  static func shell(_ line: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "hairspace": executable.path(percentEncoded: false)
    ]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
