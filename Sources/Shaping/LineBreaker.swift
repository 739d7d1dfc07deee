public import Hairspace

/// Where lines may be broken, by Unicode's line breaking algorithm (UAX #14) and ICU's dictionaries for scripts without
/// spaces. ICU is loaded when the first title has to be wrapped.
public struct LineBreaker: LineBreaking {
  /// A language tag (BCP 47) such as "ja", whose rules differ in a few places; nil for those of all languages.
  public let language: String?

  public init(language: String? = nil) {
    self.language = language
  }

  /// - Throws: ``FontError/libraryMissing(_:)``, ``FontError/shapingFailed(text:)``.
  /// - Complexity: linear in the line's length.
  public func breakOpportunities(in line: String) throws(FontError) -> [String.Index] {
    guard let library = ICU.shared else { throw .libraryMissing("ICU (libicuuc)") }
    guard let offsets = library.lineBreaks(in: Array(line.utf16), language: language) else {
      throw .shapingFailed(text: String(line.prefix(80)))
    }
    return offsets.map { String.Index(utf16Offset: $0, in: line) }
      .filter { $0 > line.startIndex && $0 < line.endIndex }
  }
}

/// The functions of ICU that are of use here. So its headers are not needed; the types and names are those of its stable C
/// interface.
@safe struct ICU: Sendable {
  private let open:
    @convention(c) (
      Int32, UnsafePointer<CChar>?, UnsafePointer<UInt16>?, Int32, UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?
  private let next: @convention(c) (OpaquePointer?) -> Int32
  private let close: @convention(c) (OpaquePointer?) -> Void

  /// UBRK_LINE.
  private static let line: Int32 = 2

  /// Nil when the library is not installed.
  static let shared = ICU()

  private init?() {
    // The release is part of the file's name and of each function's: 72 in Debian 12. Apple's has neither.
    let releases = (50..<100).reversed().map { (file: "libicuuc.so.\($0)", suffix: "_\($0)") }
    for (file, suffix) in [("libicucore.A.dylib", "")] + releases {
      let names = ["ubrk_open", "ubrk_next", "ubrk_close"].map { $0 + suffix }
      guard let library = DynamicLibrary([file], having: names) else { continue }
      unsafe open = library.function(names[0])
      unsafe next = library.function(names[1])
      unsafe close = library.function(names[2])
      return
    }
    return nil
  }

  /// The offsets of the places where a line may end, its own end included; nil when ICU fails.
  func lineBreaks(in text: [UInt16], language: String?) -> [Int]? {
    unsafe text.withUnsafeBufferPointer { buffer in
      var error: Int32 = 0
      let iterator = unsafe open(
        Self.line, language ?? "", buffer.baseAddress, Int32(buffer.count), &error)
      defer { unsafe close(iterator) }
      // Warnings are below 0.
      guard error <= 0 else { return nil }
      var offsets: [Int] = []
      while true {
        let offset = unsafe next(iterator)
        guard offset >= 0 else { return offsets }
        offsets.append(Int(offset))
      }
    }
  }
}
