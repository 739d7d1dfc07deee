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
    guard
      let library = DynamicLibrary(
        [
          "libfontconfig.so.1", "libfontconfig.1.dylib", "/opt/homebrew/lib/libfontconfig.1.dylib",
        ],
        having: [
          "FcInitLoadConfigAndFonts",
          "FcConfigDestroy",
          "FcPatternCreate",
          "FcPatternDestroy",
          "FcObjectSetCreate",
          "FcObjectSetDestroy",
          "FcObjectSetAdd",
          "FcFontList",
          "FcFontSetDestroy",
          "FcPatternGetString",
          "FcPatternGetInteger",
          "FcPatternGetBool",
        ])
    else { return nil }
    // Every release since 2.4 has them all.
    unsafe loadConfiguration = library.function("FcInitLoadConfigAndFonts")
    unsafe destroyConfiguration = library.function("FcConfigDestroy")
    unsafe createPattern = library.function("FcPatternCreate")
    unsafe destroyPattern = library.function("FcPatternDestroy")
    unsafe createObjects = library.function("FcObjectSetCreate")
    unsafe destroyObjects = library.function("FcObjectSetDestroy")
    unsafe addObject = library.function("FcObjectSetAdd")
    unsafe listFonts = library.function("FcFontList")
    unsafe destroyFonts = library.function("FcFontSetDestroy")
    unsafe string = library.function("FcPatternGetString")
    unsafe integer = library.function("FcPatternGetInteger")
    unsafe bool = library.function("FcPatternGetBool")
  }

  /// The patterns of an FcFontSet: two ints, how many and how many fit, and a pointer to them.
  static func patterns(_ set: UnsafeMutableRawPointer) -> [OpaquePointer] {
    let count = unsafe Int(set.load(as: Int32.self))
    let start = unsafe set.load(
      fromByteOffset: 8, as: UnsafeMutablePointer<OpaquePointer?>?.self)
    return unsafe (0..<count).compactMap { unsafe start?[$0] }
  }
}
