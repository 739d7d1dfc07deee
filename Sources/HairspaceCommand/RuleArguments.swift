internal import Hairspace
internal import Shaping

/// The options that choose a button's rule and set its row.
extension Arguments {
  /// The rule of `--kit`.
  func rule(default rule: ButtonRule) throws(CommandError) -> ButtonRule {
    try Self.rule(named: value("kit") ?? rule.id)
  }

  static func rule(named name: String) throws(CommandError) -> ButtonRule {
    if let rule = ButtonRule.all.first(where: { $0.id == name }) { return rule }
    let kits = ButtonRule.all.map(\.id).joined(separator: ", ")
    throw CommandError(.usage, "--kit \(name.quoted): choose one of \(kits)")
  }

  /// The rule with the constants of `--minimum-width` and `--shift-factor`, which only linear rules have.
  func adjusted(_ rule: ButtonRule) throws(CommandError) -> ButtonRule {
    let width = try number(
      "minimum-width", "a number of points from 0 to 1000000, such as 30", in: 0...1_000_000)
    let factor = try number(
      "shift-factor", "a number from 0.000001 to 1000000, such as 1.1", in: 0.000_001...1_000_000)
    guard width != nil || factor != nil else { return rule }
    guard rule.linear != nil else {
      let option = width == nil ? "shift-factor" : "minimum-width"
      throw CommandError(
        .usage, "--\(option): \(rule.id) is not linear and has no such constant; \(rule.settings)")
    }
    return rule.with(minimumWidth: width.map { Points($0) }, shiftFactor: factor)
  }

  /// The settings of the row, each of which at least one of the rules has to have.
  func rowOptions(of rules: [ButtonRule]) throws(CommandError) -> RowOptions {
    for option in RowOption.allCases where has(option.rawValue) {
      guard let rule = rules.first, !rules.contains(where: { $0.options.contains(option) }) else {
        continue
      }
      throw CommandError(
        .usage, "--\(option.rawValue): \(rule.id) has no such setting; \(rule.settings)")
    }
    func points(_ option: RowOption) throws(CommandError) -> Points? {
      try number(
        option.rawValue, "a number of points from 0 to 1000000, such as 8", in: 0...1_000_000
      ).map { Points($0) }
    }
    var options = RowOptions()
    options.buttonCount =
      try integer(
        RowOption.buttonCount.rawValue, "a number of buttons from 1 to 1000", in: 1...1000)
      ?? options.buttonCount
    options.rowWidth = try points(.rowWidth) ?? options.rowWidth
    options.minimum = try points(.minimum)
    options.maximum = try points(.maximum)
    options.padding = try points(.padding)
    options.spacing = try points(.spacing) ?? 0
    options.safeAreaInset = try points(.safeAreaInset) ?? 0
    options.buttonWidth = try points(.buttonWidth)
    options.isFitted = has(RowOption.fitted.rawValue)
    switch value(RowOption.equalWidths.rawValue) {
    case nil: break
    case "yes": options.hasEqualWidths = true
    case "no": options.hasEqualWidths = false
    case let text?:
      throw CommandError(.usage, "--equal-widths \(text.quoted): choose one of yes, no")
    }
    if let minimum = options.minimum {
      for rule in rules where rule.options.contains(.minimum) {
        // SwipeCellKit gives its minimum the last word, and takes a maximum of 0 for none.
        let most = options.withoutMinimum(of: rule)
        guard minimum > most else { continue }
        throw CommandError(
          .usage,
          "--minimum \(minimum.value.plain): is more than \(rule.id)'s maximum of \(most.value.plain) pt"
        )
      }
    }
    return options
  }

  /// Standard input can be read once: as titles, as a font, or as the characters of `--spaces`.
  func refuseSecondStandardInput(besides paths: [String] = []) throws(CommandError) {
    let readers = (paths + values("font") + values("fallback")).count { $0 == "-" }
    guard readers + (value("spaces") == "@-" ? 1 : 0) > 1 else { return }
    throw CommandError(
      .usage,
      "standard input can be read once: give files for --file, --font, --fallback or --spaces")
  }

  /// The widths of `--icon-width`: one for all buttons, or one for each.
  func iconWidths(count: Int) throws(CommandError) -> [Points] {
    let name = RowOption.iconWidth.rawValue
    let widths = try parsed(name, "a number of points from 0 to 1000000, such as 24") { text in
      Double(decimal: text).flatMap { (0...1_000_000).contains($0) ? Points($0) : nil }
    }
    switch widths.count {
    case 0: return [Points](repeating: 0, count: count)
    case 1: return [Points](repeating: widths[0], count: count)
    case count: return widths
    default:
      throw CommandError(
        .usage,
        count == 1
          ? "--icon-width: \(widths.count) are given for one width; give one"
          : "--icon-width: \(widths.count) are given for \(count) titles; give one for all or one for each"
      )
    }
  }

  /// The font of a rule: its own size, and the bundled face in its weight, unless another is given.
  func font(of rule: ButtonRule) throws(CommandError) -> Font {
    // The bundled face is Regular by itself.
    let style = rule.weight == .regular ? nil : rule.weight.rawValue
    return try font(defaultSize: rule.size, defaultStyle: style)
  }
}

extension RowOptions {
  /// The widest button of a kit when no minimum is set.
  fileprivate func withoutMinimum(of rule: ButtonRule) -> Points {
    guard rule.id != ButtonRule.swipeCellKit.id else { return Points(.infinity) }
    var options = self
    options.minimum = nil
    return rule.function(in: options).upper
  }
}

extension ButtonRule {
  /// What can be set, for a message.
  fileprivate var settings: String {
    let names = RowOption.allCases.filter { options.contains($0) }.map { "--\($0.rawValue)" }
    let constants = linear == nil ? [] : ["--minimum-width", "--shift-factor"]
    return "it has \((constants + names).joined(separator: ", "))"
  }
}
