internal import CInter

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The bytes of a font file: mapped, read, or those of the bundled face. Immutable, and there for as long as
/// the object is.
@safe final class FontBytes: Sendable {
  /// How many bytes a font may have: sfnt files count in 32 bits, and a pipe is read into memory.
  private static let mostMapped = Int(UInt32.max)
  private static let mostRead = 256 << 20

  private nonisolated(unsafe) let base: UnsafePointer<UInt8>
  let count: Int
  private let isMapped: Bool
  private let isOwned: Bool

  private init(_ base: UnsafePointer<UInt8>, count: Int, isMapped: Bool, isOwned: Bool) {
    unsafe self.base = unsafe base
    self.count = count
    self.isMapped = isMapped
    self.isOwned = isOwned
  }

  deinit {
    guard isOwned else { return }
    let memory = unsafe UnsafeMutableRawPointer(mutating: base)
    if isMapped {
      unsafe munmap(memory, count)
    } else {
      unsafe free(memory)
    }
  }

  /// The face that is part of this library.
  static let bundled = unsafe FontBytes(
    hairspace_inter, count: Int(hairspace_inter_length), isMapped: false, isOwned: false)

  /// A copy of the bytes.
  convenience init(copying bytes: [UInt8]) {
    let memory = unsafe malloc(max(1, bytes.count))!
    unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe self.init(
      UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), count: bytes.count,
      isMapped: false, isOwned: true)
  }

  /// The file's bytes; standard input's for "-".
  convenience init(path: String) throws(FontError) {
    let descriptor: Int32
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      guard !path.utf8.contains(0) else {
        throw .cannotOpen(path: path, reason: "its name has a NUL")
      }
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: Self.lastError()) }
    defer { if path != "-" { _ = close(descriptor) } }

    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .cannotOpen(path: path, reason: Self.lastError())
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw .cannotOpen(path: path, reason: "it is a directory")
    case S_IFREG:
      let size = Int(status.st_size)
      guard size > 0 else { throw .notAFont(path: path, reason: "it is empty") }
      guard size <= Self.mostMapped else {
        throw .notAFont(path: path, reason: "it is larger than 4 GiB")
      }
      guard
        let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
        unsafe memory != MAP_FAILED
      else {
        throw .cannotOpen(path: path, reason: Self.lastError())
      }
      unsafe self.init(
        UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), count: size, isMapped: true,
        isOwned: true)
    default:
      let read = try unsafe Self.readAll(descriptor, path: path)
      unsafe self.init(read.base, count: read.count, isMapped: false, isOwned: true)
    }
  }

  /// Reads a pipe or a terminal to its end.
  private static func readAll(
    _ descriptor: Int32, path: String
  ) throws(FontError) -> (base: UnsafePointer<UInt8>, count: Int) {
    var capacity = 1 << 20
    var count = 0
    var memory: UnsafeMutableRawPointer? = unsafe malloc(capacity)
    while let buffer = unsafe memory {
      let got = unsafe read(descriptor, buffer + count, capacity - count)
      if got < 0, errno == EINTR { continue }
      let failure: FontError?
      if got < 0 {
        failure = .cannotOpen(path: path, reason: lastError())
      } else if got == 0 {
        failure = count == 0 ? .notAFont(path: path, reason: "it is empty") : nil
      } else {
        count += got
        failure =
          count > mostRead
          ? .notAFont(path: path, reason: "it is larger than 256 MiB; give a file, not a pipe")
          : nil
        if failure == nil {
          if count == capacity {
            capacity *= 2
            let larger = unsafe realloc(buffer, capacity)
            if unsafe larger == nil { unsafe free(buffer) }
            unsafe memory = unsafe larger
          }
          continue
        }
      }
      if let failure {
        unsafe free(buffer)
        throw failure
      }
      return unsafe (UnsafePointer(buffer.assumingMemoryBound(to: UInt8.self)), count)
    }
    throw .cannotOpen(path: path, reason: "memory has run out")
  }

  private static func lastError() -> String {
    unsafe String(cString: strerror(errno)).lowercasedFirst
  }

  /// Lends the bytes for the length of a call.
  func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeBufferPointer(start: base, count: count))
  }

  // MARK: Numbers

  /// The big-endian numbers that sfnt files are made of, or nil past the end.
  func uint16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return unsafe Int(base[offset]) << 8 | Int(base[offset + 1])
  }

  func uint32(at offset: Int) -> Int? {
    guard let high = uint16(at: offset), let low = uint16(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Four bytes as a tag, or nil past the end.
  func tag(at offset: Int) -> Tag? {
    uint32(at: offset).map { Tag(UInt32($0)) }
  }
}

extension String {
  var lowercasedFirst: String {
    prefix(1).lowercased() + dropFirst()
  }
}
