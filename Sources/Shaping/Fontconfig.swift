#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The functions of fontconfig that are of use here, loaded when the first family is asked for: linking the library
/// would cost every short run a sixth of its time. So its header is not needed either; the types and names here are those
/// of its stable interface, version 2.
@safe struct Fontconfig {
  typealias Text = UnsafePointer<CChar>
  typealias Bool = Int32

  /// FcResultMatch; all other results are failures of some kind.
  static let match: Int32 = 0

  let loadConfiguration: @convention(c) () -> OpaquePointer?
  let destroyConfiguration: @convention(c) (OpaquePointer?) -> Void
  let createPattern: @convention(c) () -> OpaquePointer?
  let destroyPattern: @convention(c) (OpaquePointer?) -> Void
  let createObjects: @convention(c) () -> OpaquePointer?
  let destroyObjects: @convention(c) (OpaquePointer?) -> Void
  let addObject: @convention(c) (OpaquePointer?, Text) -> Bool
  let listFonts:
    @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?)
      -> UnsafeMutableRawPointer?
  let destroyFonts: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let string:
    @convention(c) (
      OpaquePointer?, Text, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> Int32
  let integer: @convention(c) (OpaquePointer?, Text, Int32, UnsafeMutablePointer<Int32>) -> Int32
  let bool: @convention(c) (OpaquePointer?, Text, Int32, UnsafeMutablePointer<Bool>) -> Int32

  /// - Returns: nil when the library is not installed.
  init?() {
    let names = [
      "libfontconfig.so.1", "libfontconfig.1.dylib", "/opt/homebrew/lib/libfontconfig.1.dylib",
    ]
    guard let library = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first else {
      return nil
    }
    func symbol<Function>(_ name: String) -> Function {
      // Every release since 2.4 has them all.
      unsafe unsafeBitCast(dlsym(library, name)!, to: Function.self)
    }
    unsafe loadConfiguration = symbol("FcInitLoadConfigAndFonts")
    unsafe destroyConfiguration = symbol("FcConfigDestroy")
    unsafe createPattern = symbol("FcPatternCreate")
    unsafe destroyPattern = symbol("FcPatternDestroy")
    unsafe createObjects = symbol("FcObjectSetCreate")
    unsafe destroyObjects = symbol("FcObjectSetDestroy")
    unsafe addObject = symbol("FcObjectSetAdd")
    unsafe listFonts = symbol("FcFontList")
    unsafe destroyFonts = symbol("FcFontSetDestroy")
    unsafe string = symbol("FcPatternGetString")
    unsafe integer = symbol("FcPatternGetInteger")
    unsafe bool = symbol("FcPatternGetBool")
  }

  /// The patterns of an FcFontSet: two ints, how many and how many fit, and a pointer to them.
  static func patterns(_ set: UnsafeMutableRawPointer) -> [OpaquePointer] {
    let count = unsafe Int(set.load(as: Int32.self))
    let start = unsafe set.load(
      fromByteOffset: 8, as: UnsafeMutablePointer<OpaquePointer?>?.self)
    return unsafe (0..<count).compactMap { unsafe start?[$0] }
  }
}
