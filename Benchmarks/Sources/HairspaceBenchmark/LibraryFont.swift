internal import Hairspace
internal import Shaping

/// The library's side: a font of faces that nothing has been measured with yet.
struct LibraryFont {
  static let points = 15.0

  private let font: Font

  init(path: String, fallbacks: [String] = []) throws {
    font = try Self.font(try Self.face(path), try fallbacks.map(Self.face))
  }

  private init(_ font: Font) {
    self.font = font
  }

  /// A font that is made only when it is asked for, of faces that are open already.
  static func prepared(path: String, fallbacks: [String]) throws -> () throws -> LibraryFont {
    let face = try face(path)
    let others = try fallbacks.map(Self.face)
    return { LibraryFont(try font(face, others)) }
  }

  private static func face(_ path: String) throws -> Face {
    do throws(FontError) {
      return try Face(path: path)
    } catch {
      throw Failure("\(path): \(error)")
    }
  }

  private static func font(_ face: Face, _ fallbacks: [Face]) throws -> Font {
    do throws(FontError) {
      return try Font(face, size: Points(points), fallbacks: fallbacks)
    } catch {
      throw Failure("\(face.origin): \(error)")
    }
  }

  /// The sum of all texts' advances, in ticks: what is timed.
  func total(of corpus: Corpus) throws -> Int {
    var total = 0
    for text in corpus.texts { total += try font.advance(of: text).ticks }
    return total
  }

  func points(_ ticks: Int) -> Double {
    font.grid.points(Advance(ticks: ticks)).value
  }

  /// In units of the first face.
  func advances(of corpus: Corpus) throws -> [Double] {
    try corpus.texts.map { font.units(try font.advance(of: $0)) }
  }
}
