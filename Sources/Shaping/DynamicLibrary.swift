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

  /// - Parameter names: what it is called on each system; the first that loads is taken.
  /// - Returns: nil when none does.
  init?(_ names: [String]) {
    guard let handle = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first else {
      return nil
    }
    unsafe self.handle = unsafe handle
  }

  /// A function by its name, which every release of the library has to have.
  @unsafe func function<Function>(_ name: String) -> Function {
    unsafe unsafeBitCast(dlsym(handle, name)!, to: Function.self)
  }
}
