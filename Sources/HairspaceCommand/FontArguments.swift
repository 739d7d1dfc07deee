internal import Hairspace
internal import Shaping

/// The options that make a font, and what is to be said about it.
extension Arguments {
  /// - Parameters:
  ///   - name: the font's, when it is not that of `--font`.
  ///   - defaultStyle: the bundled face's named instance when neither a font nor an instance is given.
  func font(
    named name: String? = nil, defaultSize: Points, defaultStyle: String? = nil
  ) throws(CommandError) -> Font {
    let size = try number(
      "size", "a number of points from 0.000001 to 1000000, such as 18", in: Font.sizes)
    let features = try parsed("feature", "a feature such as kern=0 or ss01", FontFeature.init)
    let language = value("language")
    if let language, !Self.isLanguage(language) {
      throw CommandError(
        .usage, "--language \(language.quoted): needs a language tag such as de or zh-Hant")
    }
    let letterSpacing = try number(
      "letter-spacing", "a number of points such as 0.5 or -0.2",
      in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    let tracking = try tracking()
    let axes = try parsed("axis", "an axis and a number such as wght=650", AxisValue.init)
    try refuseSecondStandardInput()
    let damage: Face.DamagePolicy = has("ignore-damage") ? .ignored : .refused
    let first = try Self.face(
      named: name ?? value("font") ?? Face.bundledFamily, member: value("face-index"),
      instance: value("instance") ?? (has("font") || name != nil ? nil : defaultStyle),
      axes: axes, damage: damage)
    var fallbacks: [Face] = []
    for name in values("fallback") {
      fallbacks.append(
        try Self.face(named: name, member: nil, instance: nil, axes: [], damage: damage))
    }
    do throws(FontError) {
      return try Font(
        first, size: size.map { Points($0) } ?? defaultSize, fallbacks: fallbacks,
        features: features, language: language, tracking: tracking,
        letterSpacing: Points(letterSpacing ?? 0))
    } catch {
      throw CommandError(error)
    }
  }

  private func tracking() throws(CommandError) -> Tracking {
    switch value("tracking") {
    case nil, "font": return .font
    case "none": return .none
    case "sf-pro": return .sfPro
    case let text?:
      guard let number = Double(decimal: text) else {
        throw CommandError(
          .usage, "--tracking \(text.quoted): needs sf-pro, font, none or a number of 1/1000 em")
      }
      return .thousandths(number)
    }
  }

  /// Opens a face by its path, or by the name of a family, bundled or installed.
  private static func face(
    named name: String, member: String?, instance: String?, axes: [AxisValue],
    damage: Face.DamagePolicy
  ) throws(CommandError) -> Face {
    let index = member.map { Int($0) } ?? 0
    if let index, !(0...Int(UInt16.max)).contains(index) {
      throw CommandError(
        .usage,
        "--face-index \(member?.quoted ?? ""): needs a face's index in its collection, from 0")
    }
    do throws(FontError) {
      // A bundled name is never a file that happens to be called so.
      if bundledStyle(name) == nil,
        name == "-" || name.contains("/") || looksLikeFile(name) || System.fileExists(name)
      {
        guard let index else {
          return try Face(
            path: name, family: member ?? "", instance: instance, axes: axes, damage: damage)
        }
        return try Face(
          path: name, index: index, instance: instance, axes: axes, damage: damage)
      }
      guard index == 0 else {
        throw .noSuchFace(path: name, index: index ?? 0, count: 1)
      }
      if let style = bundledStyle(name) {
        guard instance == nil || style.isEmpty else {
          throw .noSuchInstance(instance ?? "", face: name, instances: [style])
        }
        do throws(FontError) {
          return try Face(bundled: instance ?? (style.isEmpty ? nil : style), axes: axes)
        } catch {
          // Another style of the family may be installed, or a family that begins with its name, as Inter Tight does.
          guard instance == nil, let font = try? SystemFonts().font(named: name) else {
            throw error
          }
          return try Face(font, axes: axes, damage: damage)
        }
      }
      return try Face(
        SystemFonts().font(named: name), instance: instance, axes: axes, damage: damage)
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
    case .damagedTable(let path, let table):
      self.init(
        .badData,
        "\(path.inputName): its \(table) table is damaged; --ignore-damage measures without it")
    case .wrongChecksum(let path, let table):
      self.init(
        .badData,
        "\(path.inputName): \(table.map { "its \($0) table does" } ?? "its tables do") not add up to "
          + "the checksum: is the file damaged? --ignore-damage measures it as it is")
    case .libraryMissing(let library):
      self.init(.unavailable, "the library \(library) is needed for this; install it")
    case .noSuchFace(let path, let index, let count):
      let range = count == 1 ? "0 is the only one" : "0 to \(count - 1) are"
      self.init(.noInput, "\(path.inputName): has no face of index \(index); \(range)")
    case .noSuchMember(let name, let path, let families):
      self.init(
        .noInput,
        "\(path.inputName): has no face \(name.quoted); its faces are \(families.joined(separator: ", "))"
      )
    case .noSuchFamily(let name, let nearest):
      let cure = nearest.map { "did you mean \($0.quoted)? See hairspace fonts" } ?? "give a path"
      self.init(.noInput, "no font file or family \(name.quoted); \(cure)")
    case .noSuchStyle(let name, let family, let styles):
      self.init(
        .noInput,
        "no font \(name.quoted); the styles of \(family) are \(styles.joined(separator: ", "))")
    case .noSuchInstance(let name, let face, let instances):
      let cure =
        instances.isEmpty
        ? "it has none" : "choose one of \(instances.joined(separator: ", "))"
      self.init(.noInput, "\(face) has no instance \(name.quoted); \(cure)")
    case .invalidSize(let size):
      self.init(
        .usage, "size \(size.plain): needs a number of points from 0.000001 to 1000000, such as 18")
    case .invalidTracking(let value):
      self.init(
        .usage,
        "tracking of \(value.rounded(to: 3)): at most 10000 thousandths of an em can be asked for")
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
