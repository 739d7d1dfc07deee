#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A shared library that is loaded when it is first needed, and stays.
@safe struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - names: what it is called on each system; the first that loads is taken.
  ///   - functions: those that it has to have.
  /// - Returns: nil when none loads, or has them all.
  init?(_ names: [String], having functions: [String]) {
    guard let handle = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first,
      functions.allSatisfy({ unsafe dlsym(handle, $0) != nil })
    else { return nil }
    unsafe self.handle = unsafe handle
  }

  /// One of the functions that the library has to have.
  @unsafe func function<Function>(_ name: String) -> Function {
    unsafe unsafeBitCast(dlsym(handle, name)!, to: Function.self)
  }
}
