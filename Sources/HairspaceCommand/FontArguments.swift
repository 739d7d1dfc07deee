internal import Hairspace
internal import Shaping

/// The options that make a font, and what is to be said about it.
extension Arguments {
  func font(defaultSize: Points) throws(CommandError) -> Font {
    let size = try number(
      "size", "a number of points from 0.000001 to 1000000, such as 18", in: Font.sizes)
    let features = try parsed("feature", "a feature such as kern=0 or ss01", FontFeature.init)
    let language = value("language")
    if let language, !Self.isLanguage(language) {
      throw CommandError(
        .usage, "--language \(language.quoted): needs a language tag such as de or zh-Hant")
    }
    let face = try face()
    do throws(FontError) {
      return try Font(
        face, size: size.map { Points($0) } ?? defaultSize, features: features, language: language)
    } catch {
      throw CommandError(error)
    }
  }

  private func face() throws(CommandError) -> Face {
    let index = try integer(
      "face-index", "a face's index in its collection, from 0", in: 0...Int(UInt16.max))
    let axes = try parsed("axis", "an axis and a number such as wght=650", AxisValue.init)
    let instance = value("instance")
    let name = value("font") ?? Face.bundledFamily
    do throws(FontError) {
      // A bundled name is never a file that happens to be called so.
      guard let style = Self.bundledStyle(name) else {
        guard
          name == "-" || name.contains("/") || Self.looksLikeFile(name) || System.fileExists(name)
        else {
          throw .noSuchFamily(name)
        }
        return try Face(path: name, index: index ?? 0, instance: instance, axes: axes)
      }
      guard index ?? 0 == 0 else {
        throw .noSuchFace(path: Face.bundledFamily, index: index ?? 0, count: 1)
      }
      guard instance == nil || style.isEmpty else {
        throw .noSuchInstance(instance ?? "", face: name, instances: [style])
      }
      return try Face(bundled: instance ?? (style.isEmpty ? nil : style), axes: axes)
    } catch {
      throw CommandError(error)
    }
  }

  /// The style in a name such as "Inter Medium", empty for the family alone.
  private static func bundledStyle(_ name: String) -> String? {
    let words = name.split(separator: " ")
    guard words.first?.lowercased() == Face.bundledFamily.lowercased() else { return nil }
    return words.dropFirst().joined(separator: " ")
  }

  private static func looksLikeFile(_ name: String) -> Bool {
    [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Whether the tag has the shape of BCP 47.
  private static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    return tag.utf8.allSatisfy { $0 < 0x80 }
      && (2...8).contains(parts[0].count) && parts[0].allSatisfy(\.isLetter)
      && parts.allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { $0.isLetter || $0.isNumber }
      }
  }
}

extension Font {
  /// Which of the font's options have no effect.
  var notices: [String] {
    let notes = face.notes.map { note in
      switch note {
      case .unknownAxis(let tag):
        let axes = face.axes.map(\.tag.description).joined(separator: ", ")
        return "\(face.family) has no axis \(tag); "
          + (axes.isEmpty ? "it is not variable" : "its axes are \(axes)")
      case .clamped(let value, let used):
        return
          "\(value.tag)=\(value.value.plain) is outside \(face.family)'s axis; \(used.plain) is used"
      }
    }
    return notes
      + features.filter { !face.hasFeature($0.tag) }.map {
        "\(face.family) has no feature \($0.tag)"
      }
  }

  /// Says which characters of a text the font lacks; nil when it has all.
  func notice(ofMissing missing: [Unicode.Scalar], in text: String) -> String? {
    guard !missing.isEmpty else { return nil }
    let names = missing.prefix(20).map(\.notation).joined(separator: ", ")
    let rest = missing.count > 20 ? " and \(missing.count - 20) more" : ""
    return "\(face.family) lacks \(names)\(rest) (in \(text.quoted)); "
      + "the width counts its missing-glyph box"
  }
}

extension CommandError {
  init(_ error: FontError) {
    switch error {
    case .cannotOpen(let path, let reason):
      self.init(.noInput, "\(path.inputName): cannot be opened: \(reason)")
    case .notAFont(let path, let reason):
      self.init(.badData, "\(path.inputName): \(reason)")
    case .noSuchFace(let path, let index, let count):
      let range = count == 1 ? "0 is the only one" : "0 to \(count - 1) are"
      self.init(.noInput, "\(path.inputName): has no face of index \(index); \(range)")
    case .noSuchFamily(let name):
      self.init(
        .noInput,
        "no font file or bundled face \(name.quoted); give a path, or \"Inter\" with a style")
    case .noSuchInstance(let name, let face, let instances):
      let cure =
        instances.isEmpty
        ? "it has none" : "choose one of \(instances.joined(separator: ", "))"
      self.init(.noInput, "\(face) has no instance \(name.quoted); \(cure)")
    case .invalidSize(let size):
      self.init(
        .usage, "size \(size.plain): needs a number of points from 0.000001 to 1000000, such as 18")
    case .severalRuns(let text, let reason):
      self.init(
        .badData, "\(text.quoted): \(reason); measure each part by itself")
    case .tooManyMarks(let text):
      self.init(
        .badData, "\(text.quoted): has more than \(Font.mostMarks) combining marks in a row")
    case .shapingFailed(let text):
      self.init(
        .badData,
        "\(text.quoted): HarfBuzz cannot shape it with this font; is the font damaged, or the text too long?"
      )
    case .advanceTooWide(let text):
      self.init(
        .badData, "\(text.quoted): needs a glyph wider than 32767 units, which cannot be measured")
    }
  }

}

extension String {
  /// The path of an input as a message names it.
  var inputName: String {
    self == "-" ? "standard input" : self
  }
}
