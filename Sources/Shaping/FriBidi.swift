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

  /// The levels of a line; nil when memory has run out.
  func levels(of line: [UInt32]) -> BidiLevels? {
    let types = unsafe [UInt32](unsafeUninitializedCapacity: line.count) { types, used in
      unsafe characterTypes(line, Int32(line.count), types.baseAddress!)
      used = line.count
    }
    if Self.runRightToLeft(types) { return .all(isRightToLeft: true) }
    return levels(of: line, types).map { .each($0) }
  }

  /// The same by the whole algorithm, for the tests of what is foreseen.
  func allLevels(of line: [UInt32]) -> [Int8]? {
    var types = [UInt32](repeating: 0, count: line.count)
    unsafe characterTypes(line, Int32(line.count), &types)
    return levels(of: line, types)
  }

  private func levels(of line: [UInt32], _ types: [UInt32]) -> [Int8]? {
    let count = Int32(line.count)
    var brackets = [UInt32](repeating: 0, count: line.count)
    var levels = [Int8](repeating: 0, count: line.count)
    var direction = Self.directionOfText
    unsafe bracketTypes(line, count, types, &brackets)
    let most = unsafe embeddingLevels(types, brackets, count, &direction, &levels)
    return most > 0 ? levels : nil
  }

  /// Whether all levels must be 1. The direction of a line is that of its first strong character (P2, P3): here there is one, and
  /// all run right to left. Without numbers, controls, isolates and letters from left to right nothing changes that: marks take the
  /// type of what is before them (W1), separators and terminators become neutral (W4 to W6), neutrals and brackets take the direction
  /// of both their sides (N0 to N2), spaces at the end that of the line (L1).
  private static func runRightToLeft(_ types: [UInt32]) -> Bool {
    var all: UInt32 = 0
    var hasLetterFromLeft = false
    for type in types {
      all |= type
      if type & isLetter != 0, type & isRightToLeft == 0 { hasLetterFromLeft = true }
    }
    return !hasLetterFromLeft && all & isLetter != 0
      && all & (isNumber | isExplicit | isSeparator | isIsolate | isPrivate) == 0
  }

  // The bits of FriBidi's types that tell them apart.
  private static let isRightToLeft: UInt32 = 1 << 0
  private static let isLetter: UInt32 = 1 << 8
  private static let isNumber: UInt32 = 1 << 9
  private static let isExplicit: UInt32 = 1 << 12
  private static let isSeparator: UInt32 = 1 << 13
  private static let isIsolate: UInt32 = 1 << 15
  private static let isPrivate: UInt32 = 1 << 24
}
