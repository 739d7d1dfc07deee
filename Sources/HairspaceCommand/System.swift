#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the command needs of the system below, each with its errors made messages.
enum System {
  static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) != 0 }
  static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// A closed pipe is then an error of `write`, and ends the command quietly.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  static func exit(_ status: ExitStatus) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status.rawValue)
    #elseif canImport(Musl)
      Musl.exit(status.rawValue)
    #else
      Glibc.exit(status.rawValue)
    #endif
  }

  /// Seconds since some moment, for progress.
  static var clock: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  static func fileExists(_ path: String) -> Bool {
    let result = unsafe access(path, F_OK)
    return result == 0 && !path.utf8.contains(0)
  }

  /// The positions of the arguments that are not UTF-8; their bad bytes have become U+FFFD.
  static var malformedArguments: [Int] {
    (1..<max(1, Int(CommandLine.argc))).filter { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe String(validatingCString: $0) == nil }
        ?? false
    }
  }

  // MARK: Files

  /// Opens a file to read; "-" is standard input.
  static func openForReading(_ path: String) throws(CommandError) -> Int32 {
    if path == "-" { return STDIN_FILENO }
    // An argument has no NUL in it.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotRead(path) }
    return descriptor
  }

  /// The size of a regular file, for progress.
  static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  static func closeFile(_ descriptor: Int32) {
    if descriptor != STDIN_FILENO { _ = close(descriptor) }
  }

  /// Reads up to a buffer's length; 0 at the end.
  static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], path: String
  ) throws(CommandError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        #if canImport(Darwin)
          unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          unsafe Musl.read(descriptor, bytes.baseAddress, bytes.count)
        #else
          unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count >= 0 { return count }
      if errno != EINTR { throw cannotRead(path) }
    }
  }

  private static func cannotRead(_ path: String) -> CommandError {
    let reason = unsafe String(cString: strerror(errno))
    return CommandError(.noInput, "\(path.inputName): cannot be read: \(reason)")
  }

  /// Writes all of the bytes.
  ///
  /// - Returns: what went wrong.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> WriteFailure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        return .closedPipe
      } else if errno != EINTR {
        return .failed(unsafe String(cString: strerror(errno)))
      }
    }
    return nil
  }

  enum WriteFailure {
    case closedPipe
    case failed(String)
  }
}
