internal import Hairspace
internal import Shaping

/// `hairspace fit`: the constants of a rule from buttons that were measured.
struct FitCommand {
  private enum Rounding: String, CaseIterable {
    case none, up
  }

  let path: String
  let font: Font
  let method: ConstantFit.Method
  let level: Double
  let rounding: WidthFunction.Rounding
  let isJSON: Bool
  /// What the font of a sample is made with besides its name.
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(CommandError) {
    guard arguments.operands.count == 1 else {
      throw CommandError(
        .usage, "fit needs one file of samples, or - for standard input: hairspace fit samples.csv")
    }
    let isInput = arguments.isStandardInput(0)
    path = isInput || arguments.operands[0] != "-" ? arguments.operands[0] : "./-"
    try arguments.refuseSecondStandardInput(besides: isInput ? ["-"] : [])
    method = arguments.has("robust") ? .robust : .leastSquares
    level = try Self.level(arguments)
    rounding = try arguments.choice("rounding", of: Rounding.self) == .up ? .button : .none
    font = try arguments.font(defaultSize: ButtonRule.rowAction.size)
    isJSON = arguments.has("json")
    self.arguments = arguments
  }

  /// The level of `--level`, in percent or as a share.
  private static func level(_ arguments: Arguments) throws(CommandError) -> Double {
    let meaning = "a level from 50 to 99.9999 percent, such as 95 or 0.95"
    guard let number = try arguments.number("level", meaning) else { return 0.95 }
    let share = number < 1 ? number : number / 100
    guard (0.5...0.999_999).contains(share) else {
      throw CommandError(
        .usage, "--level \(arguments.value("level")?.quoted ?? ""): needs \(meaning)")
    }
    return share
  }

  func run(_ console: Console) throws {
    var fonts = SampleFonts(font, arguments)
    var samples: [ButtonSample] = []
    var origins: [Origin] = []
    var reader = try SampleReader(path: path)
    let name = path.inputName
    while let row = try reader.next() {
      let measurement: TextMeasurement
      let font: Font
      do throws(CommandError) {
        font = try fonts.font(named: row.font, size: row.size)
        do throws(FontError) {
          measurement = try font.measure(row.title.string)
        } catch {
          throw CommandError(error)
        }
      } catch {
        throw CommandError(error.status, "\(name):\(row.line): \(error.message)")
      }
      fonts.note(measurement.missing, of: row, in: font, name: name)
      samples.append(
        ButtonSample(
          advance: font.grid.points(measurement.advance), size: font.size, width: row.width))
      origins.append(Origin(line: row.line, title: row.title))
    }
    for notice in fonts.notices { console.warn(notice) }
    let fit: ConstantFit
    do throws(FitError) {
      fit = try ConstantFit(samples, method: method, level: level, rounding: rounding)
    } catch {
      throw message(error, origins)
    }
    // What pad takes; anything else is no button.
    guard (0.000_001...1_000_000).contains(fit.shiftFactor) else {
      throw CommandError(
        .badData,
        "\(name): the widths hardly depend on the titles (a shift factor of \(fit.shiftFactor.plain)); "
          + "measure titles of different widths, in points")
    }
    let answer = Answer(
      fit: fit, samples: samples, origins: origins, rounding: rounding,
      isProportional: fonts.areProportional(to: Self.otherSize(samples[0].size)))
    if isJSON {
      try console.print(answer.json(fonts.notices, name).text)
      return
    }
    try console.print(answer.options)
    try console.flush()
    for warning in answer.outlierWarnings(name, isRobust: method == .robust, most: 10) {
      console.warn(warning)
    }
    for warning in answer.warnings(name) { console.warn(warning) }
    for line in answer.summary { console.remark(line) }
  }

  private func message(_ error: FitError, _ origins: [Origin]) -> CommandError {
    let name = path.inputName
    switch error {
    case .invalidSample(let index):
      return CommandError(
        .badData, "\(name):\(origins[index].line): the title is too wide to reckon with")
    case .tooFewSamples(let count):
      return CommandError(
        .badData,
        "\(name): has \(count == 0 ? "no samples" : "one sample") below its header; "
          + "two titles of different advances are needed, three for intervals")
    case .oneAdvance(let advance):
      return CommandError(
        .badData,
        "\(name): all titles have the advance \(advance.value.rounded(to: 4)) pt; "
          + "measure buttons with shorter and longer ones")
    case .notGrowing:
      return CommandError(
        .badData,
        "\(name): the widths do not grow with the titles; are these the buttons' widths and titles?"
      )
    }
  }

  /// A size that another rule draws titles at, as the example of what a factor may hide.
  fileprivate static func otherSize(_ size: Points) -> Points {
    size == ButtonRule.rowAction.size ? ButtonRule.article.size : ButtonRule.rowAction.size
  }
}

/// Where a sample stands, and what it is of.
private struct Origin {
  var line: Int
  var title: SampleReader.Title
}

/// The fonts of the samples, each opened once, and what is to be said about them.
private struct SampleFonts {
  private let standard: Font
  private let arguments: Arguments
  private var named: [String: Font] = [:]
  private var known: [String: Set<Unicode.Scalar>] = [:]
  private(set) var notices: [String]
  private static let mostNotices = 20

  init(_ standard: Font, _ arguments: Arguments) {
    self.standard = standard
    self.arguments = arguments
    notices = standard.notices
  }

  mutating func font(named name: String?, size: Points?) throws(CommandError) -> Font {
    var font = standard
    if let name {
      if let opened = named[name] {
        font = opened
      } else {
        font = try arguments.font(named: name, defaultSize: standard.size)
        named[name] = font
        for notice in font.notices where !notices.contains(notice) { add(notice) }
      }
    }
    guard let size, size != font.size else { return font }
    do throws(FontError) {
      return try font.resized(to: size)
    } catch {
      throw CommandError(error)
    }
  }

  /// Each missing character is named once a font.
  mutating func note(
    _ missing: [Unicode.Scalar], of row: SampleReader.Row, in font: Font, name: String
  ) {
    guard !missing.isEmpty else { return }
    let new = missing.filter { known[row.font ?? "", default: []].insert($0).inserted }
    if let notice = font.notice(ofMissing: new, in: row.title.string) {
      add("\(name):\(row.line): \(notice)")
    }
  }

  private mutating func add(_ notice: String) {
    if notices.count < Self.mostNotices { notices.append(notice) }
  }

  /// Whether all advances at another size are the same but for the scale.
  func areProportional(to size: Points) -> Bool {
    ([standard] + named.values).allSatisfy { font in
      font.letterSpacing == 0 && (try? font.resized(to: size))?.tracking == font.tracking
    }
  }
}

/// A fit in words.
private struct Answer {
  let fit: ConstantFit
  let samples: [ButtonSample]
  let origins: [Origin]
  let rounding: WidthFunction.Rounding
  let isProportional: Bool

  /// The one size of all samples.
  private var size: Points? {
    for case .oneSize(let size) in fit.warnings { return size }
    return nil
  }

  /// What makes `pad` use the constants: to 0.0001 pt, and a factor that is as near over 100 pt of text.
  var options: String {
    // Of the kits that pad knows, row-action alone rounds up.
    let kit = rounding != .none ? ButtonRule.rowAction : .article
    let rule = fit.rule(kit)
    var options = "--minimum-width \(rule.minimumWidth.value.rounded(to: 4))"
    let isOrdinary = (0.1...1000).contains(rule.shiftFactor)
    options +=
      " --shift-factor \(isOrdinary ? rule.shiftFactor.rounded(to: 6) : rule.shiftFactor.plain)"
    if let size, size != kit.size { options += " --size \(size.value.plain)" }
    if rounding != .none { options += " --kit \(kit.id)" }
    return options
  }

  private var percent: String {
    "\((fit.level * 100).rounded(to: 4)) %"
  }

  func warnings(_ name: String) -> [String] {
    fit.warnings.map { warning in
      switch warning {
      case .noIntervals:
        return
          "titles of fewer than three advances: the constants have no intervals; measure more buttons"
      case .unboundedFactor:
        return
          "the shift factor has no upper limit: at \(percent) the widths may not depend on the "
          + "titles at all; measure longer titles"
      case .oneSize(let size):
        let start = "all samples are at \(size.value.plain) pt: "
        guard isProportional else {
          return start
            + "another size may fit as well with another factor; samples at several sizes tell them apart"
        }
        let other = FitCommand.otherSize(size)
        let kit = other == ButtonRule.rowAction.size ? ButtonRule.rowAction : .article
        let factor = fit.shiftFactor * other.value / size.value
        return start
          + "a factor of \(factor.rounded(to: 4)) at \(kit.id)'s \(other.value.plain) pt fits as well, "
          + "as at any other size; give the size that the kit draws at as --size"
      case .wholeWidths:
        return
          "all widths are whole points: if the kit rounds up, the minimum comes out about half a point "
          + "too wide; --rounding up takes that off"
      case .notWhole(let indices):
        let more = indices.count > 1 ? ", nor are \(indices.count - 1) more" : ""
        return
          "\(name):\(origins[indices[0]].line): width \(samples[indices[0]].width.value.plain) is not "
          + "whole\(more): does the kit round up? Without --rounding up nothing is taken off"
      case .negativeMinimum:
        return
          "the minimum comes out at \(fit.minimumWidth.value.rounded(to: 4)) pt; pad takes none below 0, "
          + "so the options are those of the best line from 0"
      }
    }
  }

  func outlierWarnings(_ name: String, isRobust: Bool, most: Int) -> [String] {
    var warnings = fit.outliers.prefix(most).map { index in
      let residual = fit.residuals[index].value
      return
        "\(name):\(origins[index].line): \(origins[index].title.quoted) is an outlier, "
        + "\(abs(residual).rounded(to: 3)) pt \(residual < 0 ? "narrower" : "wider") than the fit; "
        + (isRobust ? "set aside" : "--robust sets it aside")
    }
    if fit.outliers.count > most {
      warnings.append("\(fit.outliers.count - most) more outliers; --json names each")
    }
    return warnings
  }

  /// The lines for a person.
  var summary: [String] {
    var lines: [String] = []
    if let minimum = fit.minimumWidthInterval, let factor = fit.shiftFactorInterval {
      let end = factor.upperBound.isFinite ? "to \(factor.upperBound.rounded(to: 4))" : "up"
      lines.append(
        "at \(percent): minimum width \(minimum.lowerBound.value.rounded(to: 3)) to "
          + "\(minimum.upperBound.value.rounded(to: 3)) pt, shift factor "
          + "\(factor.lowerBound.rounded(to: 4)) \(end)")
    }
    var spread = "\(samples.count) samples"
    if let error = fit.standardError?.value {
      spread += ", standard deviation \(error.rounded(to: 3)) pt"
    }
    let set = Set(fit.outliers)
    let farthest = fit.residuals.indices.filter { !set.contains($0) }
      .max { abs(fit.residuals[$0].value) < abs(fit.residuals[$1].value) }
    if let farthest {
      let residual = fit.residuals[farthest].value
      spread +=
        ", farthest off \(residual < 0 ? "−" : "+")\(abs(residual).rounded(to: 3)) pt "
        + "(line \(origins[farthest].line), \(origins[farthest].title.quoted))"
    }
    if !set.isEmpty { spread += ", \(set.count) \(set.count == 1 ? "outlier" : "outliers")" }
    return lines + [spread]
  }

  func json(_ notices: [String], _ name: String) -> JSON {
    func interval(_ low: Double?, _ high: Double?) -> JSON {
      guard let low, let high else { return .null }
      return .array([.number(low), high.isFinite ? .number(high) : .null])
    }
    let (minimum, factor) = (fit.minimumWidthInterval, fit.shiftFactorInterval)
    return .object([
      ("minimumWidth", .number(fit.minimumWidth.value)),
      ("shiftFactor", .number(fit.shiftFactor)),
      (
        "intervals",
        .object([
          ("minimumWidth", interval(minimum?.lowerBound.value, minimum?.upperBound.value)),
          ("shiftFactor", interval(factor?.lowerBound, factor?.upperBound)),
        ])
      ),
      ("level", .number(fit.level)),
      ("standardError", fit.standardError.map { .number($0.value) } ?? .null),
      ("samples", .integer(samples.count)),
      ("residuals", .array(fit.residuals.map { .number($0.value) })),
      ("outliers", .array(fit.outliers.map(outlier))),
      ("options", .string(options)),
      ("warnings", .array((notices + warnings(name)).map { .string($0) })),
    ])
  }

  private func outlier(_ index: Int) -> JSON {
    var members: [(String, JSON)] = [("line", .integer(origins[index].line))]
    switch origins[index].title {
    case .text(let text): members.append(("title", .string(text)))
    case .repeated(let scalar, let count):
      members += [("character", .string(scalar.notation)), ("count", .integer(count))]
    }
    return .object(
      members + [
        ("advance", .number(samples[index].advance.value)),
        ("width", .number(samples[index].width.value)),
        ("residual", .number(fit.residuals[index].value)),
      ])
  }
}
