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

  // MARK: Threads

  /// How many threads can run at once; no more than are of use here.
  static let coreCount = min(16, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

  /// What a function makes of the numbers from 0 on, each on a thread of its own but the last, which is this one.
  static func concurrently<Result: Sendable>(
    _ count: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 1 else { return count == 1 ? [body(0)] : [] }
    return withoutActuallyEscaping(body) { body in
      let tasks = (0..<count).map { number in ThreadTask { body(number) } }
      let threads = tasks.dropLast().map { $0.start() }
      tasks[count - 1].run()
      for (task, thread) in zip(tasks, threads) {
        // Without a thread it is done here.
        if let thread { pthread_join(thread, nil) } else { task.run() }
      }
      return tasks.map { $0.result! }
    }
  }

  /// Something to be done by a thread. What came of it is looked at when the thread has ended.
  private final class ThreadTask<Result: Sendable>: @unchecked Sendable {
    private let body: @Sendable () -> Result
    private(set) var result: Result?

    init(_ body: @escaping @Sendable () -> Result) {
      self.body = body
    }

    func run() {
      result = body()
    }

    /// - Returns: nil when there can be no more threads.
    func start() -> pthread_t? {
      let runner = Runner { self.run() }
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let context = unsafe Unmanaged.passRetained(runner)
      let status = unsafe pthread_create(
        &thread, nil,
        { context in
          #if canImport(Darwin)
            unsafe Unmanaged<Runner>.fromOpaque(context).takeRetainedValue().run()
          #else
            unsafe Unmanaged<Runner>.fromOpaque(context!).takeRetainedValue().run()
          #endif
          return nil
        }, context.toOpaque())
      if status != 0 { unsafe context.release() }
      return status == 0 ? thread : nil
    }
  }

  /// A C function cannot be generic.
  private final class Runner {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
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

  /// Reads up to so many bytes, and appends them; returns how many: 0 at the end.
  static func read(
    _ descriptor: Int32, adding most: Int, to bytes: inout [UInt8], path: String
  ) throws(CommandError) -> Int {
    let old = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: most))
    var count = -1
    while count < 0 {
      count = unsafe bytes.withUnsafeMutableBytes { bytes in
        let place = unsafe bytes.baseAddress! + old
        #if canImport(Darwin)
          return unsafe Darwin.read(descriptor, place, most)
        #elseif canImport(Musl)
          return unsafe Musl.read(descriptor, place, most)
        #else
          return unsafe Glibc.read(descriptor, place, most)
        #endif
      }
      if count < 0, errno != EINTR { throw cannotRead(path) }
    }
    bytes.removeLast(most - count)
    return count
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
