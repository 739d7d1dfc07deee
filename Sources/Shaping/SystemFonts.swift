/// A face installed on the system, as fontconfig lists it.
public struct SystemFont: Sendable, Hashable {
  public let family: String
  public let style: String
  public let path: String
  /// The face's index in its collection.
  public let index: Int
  /// Which named instance of a variable face, counted from 0.
  let instance: Int?
  /// How far the style is from an upright regular one of normal width.
  fileprivate let strangeness: Int
  /// Every name of the family: fonts have them in several languages.
  fileprivate let families: [String]
}

/// The fonts installed on the system, through fontconfig. Its configuration and caches are read when this is made, and only
/// then.
public struct SystemFonts: Sendable {
  /// Every TrueType and OpenType face, by family, then from the most regular style to the strangest.
  public let fonts: [SystemFont]

  public init() {
    fonts = Self.list().sorted {
      ($0.family, $0.strangeness, $0.style, $0.path, $0.index)
        < ($1.family, $1.strangeness, $1.style, $1.path, $1.index)
    }
  }

  /// The face of a family name with or without a style, such as "DejaVu Sans" or "DejaVu Sans Bold". Case, spaces and
  /// hyphens do not matter. The family alone gives its most regular style.
  ///
  /// - Throws: ``FontError/noSuchFamily(_:nearest:)``, ``FontError/noSuchStyle(_:family:styles:)``: never another
  ///   face in its place.
  public func font(named name: String) throws(FontError) -> SystemFont {
    let wanted = Self.folded(name)
    var family: [SystemFont] = []
    var rest = ""
    for font in fonts {
      for known in font.families.map(Self.folded) where !known.isEmpty {
        if known == wanted { return font }
        if Self.folded(font.style).isEmpty == false, known + Self.folded(font.style) == wanted {
          return font
        }
        // The longest family name that the wanted name begins with.
        if wanted.hasPrefix(known), family.isEmpty || known.count > wanted.count - rest.count {
          rest = String(wanted.dropFirst(known.count))
          family = fonts.filter { $0.families.map(Self.folded).contains(known) }
        }
      }
    }
    if let first = family.first {
      throw .noSuchStyle(
        name, family: first.family, styles: Array(Set(family.map(\.style))).sorted())
    }
    let nearest = Set(fonts.map(\.family)).min {
      (Self.distance(Self.folded($0), wanted), $0) < (Self.distance(Self.folded($1), wanted), $1)
    }
    throw .noSuchFamily(name, nearest: nearest)
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
  }

  /// Levenshtein's edit distance.
  private static func distance(_ one: String, _ other: String) -> Int {
    let target = Array(other.prefix(100))
    var row = Array(0...target.count)
    for (i, a) in one.prefix(100).enumerated() {
      var previous = row[0]
      row[0] = i + 1
      for (j, b) in target.enumerated() {
        let substituted = previous + (a == b ? 0 : 1)
        previous = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[target.count]
  }

  // MARK: Fontconfig

  private static func list() -> [SystemFont] {
    guard let library = Fontconfig() else { return [] }
    guard let configuration = unsafe library.loadConfiguration() else { return [] }
    defer { unsafe library.destroyConfiguration(configuration) }
    let pattern = unsafe library.createPattern()
    defer { unsafe library.destroyPattern(pattern) }
    let objects = unsafe library.createObjects()
    defer { unsafe library.destroyObjects(objects) }
    for name in [
      "family", "style", "file", "index", "weight", "slant", "width", "variable",
      "fontformat",
    ] {
      unsafe _ = library.addObject(objects, name)
    }
    guard let set = unsafe library.listFonts(configuration, pattern, objects) else { return [] }
    defer { unsafe library.destroyFonts(set) }
    return unsafe Fontconfig.patterns(set).compactMap { unsafe font($0, library) }
  }

  /// - Returns: nil for what is no OpenType face, and for a variable face as a whole: its instances are listed too.
  private static func font(_ pattern: OpaquePointer, _ library: Fontconfig) -> SystemFont? {
    func strings(_ object: String) -> [String] {
      var values: [String] = []
      var value: UnsafeMutablePointer<UInt8>?
      while unsafe library.string(pattern, object, Int32(values.count), &value) == Fontconfig.match,
        let text = unsafe value
      {
        unsafe values.append(String(cString: text))
      }
      return values
    }
    func integer(_ object: String) -> Int? {
      var value: Int32 = 0
      return unsafe library.integer(pattern, object, 0, &value) == Fontconfig.match
        ? Int(value) : nil
    }
    var isVariable: Fontconfig.Bool = 0
    unsafe _ = library.bool(pattern, "variable", 0, &isVariable)
    let families = strings("family")
    guard let family = families.first, let path = strings("file").first, isVariable == 0,
      let format = strings("fontformat").first, ["TrueType", "CFF"].contains(format)
    else { return nil }
    let index = integer("index") ?? 0
    let strangeness =
      abs((integer("weight") ?? 80) - 80) + (integer("slant") ?? 0)
      + abs((integer("width") ?? 100) - 100)
    return SystemFont(
      family: family, style: strings("style").first ?? "Regular", path: path,
      index: index & 0xFFFF, instance: index >> 16 > 0 ? (index >> 16) - 1 : nil,
      strangeness: strangeness, families: families)
  }
}
