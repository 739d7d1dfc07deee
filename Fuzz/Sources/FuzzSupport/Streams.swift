internal import CFuzz
internal import Glibc

/// Lends the bytes as a regular file, under a path that can be opened for the length of a call.
public func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) rethrows
  -> Result
{
  let descriptor = fuzz_memory_file()
  check(descriptor >= 0, "there is memory for a file")
  defer { close(descriptor) }
  writeAll(bytes[...], to: descriptor)
  return try body("/dev/fd/\(descriptor)")
}

/// The most bytes that ``withPipe(_:packet:_:)`` takes: a pipe holds 16 packets of a page each, three of which have one byte,
/// and nobody reads while it is filled.
public let longestPiped = 3 + 13 * 4096

/// Lends the bytes as a pipe, under a path that can be opened once for the length of a call. Each read gets one packet at
/// most, so that any byte can be the first or the last of a read.
///
/// The first three packets have one byte each. Whoever looks for a byte order mark asks for no more, and what he does not
/// ask for of a packet would be lost.
///
/// - Parameter packet: how many bytes a packet has; longer ones are made when the pipe would not hold so many.
public func withPipe<Result>(
  _ bytes: [UInt8], packet: Int, _ body: (String) throws -> Result
) rethrows -> Result {
  check(bytes.count <= longestPiped, "a pipe holds the input")
  var ends: [Int32] = [-1, -1]
  check(unsafe fuzz_packet_pipe(&ends) == 0, "there is a pipe")
  defer { close(ends[0]) }
  for byte in bytes.prefix(3) { writeAll([byte], to: ends[1]) }
  let length = min(4096, max(1, packet, (bytes.count + 12) / 13))
  for start in stride(from: 3, to: bytes.count, by: length) {
    writeAll(bytes[start..<min(start + length, bytes.count)], to: ends[1])
  }
  close(ends[1])
  return try body("/dev/fd/\(ends[0])")
}

private func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
  guard !bytes.isEmpty else { return }
  let count = unsafe bytes.withUnsafeBytes {
    unsafe write(descriptor, $0.baseAddress, $0.count)
  }
  check(count == bytes.count, "all is written at once")
}

/// Gathers in memory what is written to standard output from now on. libFuzzer itself writes to standard error.
public struct CapturedOutput: Sendable {
  private let descriptor: Int32

  public init() {
    descriptor = fuzz_memory_file()
    check(dup2(descriptor, STDOUT_FILENO) >= 0, "standard output can be redirected")
  }

  /// What has been written since the last call.
  public func take() -> [UInt8] {
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    check(read == count, "all is read at once")
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
    return bytes
  }
}

/// Makes a file standard input, for those who ask for that.
public func makeStandardInput(_ path: String) {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  check(dup2(descriptor, STDIN_FILENO) >= 0, "\(path) can be opened")
  close(descriptor)
}
