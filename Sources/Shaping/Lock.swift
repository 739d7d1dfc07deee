#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A mutex: Swift's own asks for macOS 15.
@safe final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func locked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}

/// Memory of zeros that may be read by several threads while one writes. What is never touched takes none.
@safe final class ZeroedMemory<Word: BitwiseCopyable>: @unchecked Sendable {
  let words: UnsafeMutablePointer<Word>

  init(count: Int) {
    guard let memory = unsafe calloc(count, MemoryLayout<Word>.stride) else {
      fatalError("out of memory")
    }
    unsafe words = memory.bindMemory(to: Word.self, capacity: count)
  }

  deinit {
    unsafe free(words)
  }
}
