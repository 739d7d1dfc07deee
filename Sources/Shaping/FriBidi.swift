/// The functions of FriBidi that are of use here, loaded when the first text that runs right to left is met: linking
/// the library would cost every short run a twentieth of its time. So its header is not needed either; the types and
/// names here are those of its stable interface, since 1.0.
@safe struct FriBidi: Sendable {
  private typealias Types = UnsafeMutablePointer<UInt32>

  private let characterTypes: @convention(c) (UnsafePointer<UInt32>, Int32, Types) -> Void
  private let bracketTypes:
    @convention(c) (UnsafePointer<UInt32>, Int32, UnsafePointer<UInt32>, Types) -> Void
  private let embeddingLevels:
    @convention(c) (
      UnsafePointer<UInt32>, UnsafePointer<UInt32>, Int32, Types, UnsafeMutablePointer<Int8>
    ) -> Int8

  /// FRIBIDI_PAR_ON: the direction of the first strong character.
  private static let directionOfText: UInt32 = 0x40

  /// Nil when the library is not installed.
  static let shared = FriBidi()

  private init?() {
    guard
      let library = DynamicLibrary(
        ["libfribidi.so.0", "libfribidi.0.dylib", "/opt/homebrew/lib/libfribidi.0.dylib"],
        having: [
          "fribidi_get_bidi_types",
          "fribidi_get_bracket_types",
          "fribidi_get_par_embedding_levels_ex",
        ])
    else { return nil }
    unsafe characterTypes = library.function("fribidi_get_bidi_types")
    unsafe bracketTypes = library.function("fribidi_get_bracket_types")
    unsafe embeddingLevels = library.function("fribidi_get_par_embedding_levels_ex")
  }

  /// The level of each character of a line; nil when memory has run out.
  func levels(of line: [UInt32]) -> [Int8]? {
    let count = Int32(line.count)
    var types = [UInt32](repeating: 0, count: line.count)
    var brackets = [UInt32](repeating: 0, count: line.count)
    var levels = [Int8](repeating: 0, count: line.count)
    var direction = Self.directionOfText
    unsafe characterTypes(line, count, &types)
    unsafe bracketTypes(line, count, types, &brackets)
    let most = unsafe embeddingLevels(types, brackets, count, &direction, &levels)
    return most > 0 ? levels : nil
  }
}
