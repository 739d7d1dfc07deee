internal import Hairspace

/// A command line taken apart by the table of options: nothing is interpreted yet.
struct Arguments: Equatable {
  private(set) var options: [(name: String, value: String)] = []
  private(set) var operands: [String] = []
  /// Where the operands after `--` begin: among them a hyphen is a hyphen, not standard input.
  private(set) var literals: Int?

  static func == (left: Arguments, right: Arguments) -> Bool {
    left.operands == right.operands && left.literals == right.literals
      && left.options.elementsEqual(right.options, by: ==)
  }

  /// Takes apart the arguments of a subcommand, GNU style: `--name value`, `--name=value`, `-n value`,
  /// `-nvalue`, `--` before operands that begin with a hyphen. A negative number is an operand.
  ///
  /// Words are read scalar by scalar: what follows the equals sign may begin with a combining character.
  ///
  /// - Throws: a usage error for an option that the subcommand has not, or that lacks its value.
  init(_ words: some Sequence<String>, of subcommand: Subcommand) throws(CommandError) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      var scalars = word.unicodeScalars[...]
      let hyphens = scalars.prefix(2).prefix { $0 == "-" }.count
      if hyphens == 2, scalars.count == 2 {
        literals = operands.count
        operands += rest
        break
      }
      guard hyphens > 0, scalars.count > 1, !Self.isNumber(scalars) else {
        operands.append(word)
        continue
      }
      scalars.removeFirst(hyphens)
      if hyphens == 2 {
        let equals = scalars.firstIndex(of: "=")
        let name = String(scalars[..<(equals ?? scalars.endIndex)])
        let attached = equals.map { String(scalars[scalars.index(after: $0)...]) }
        let option = try Self.option(subcommand, word: "--\(name)") { $0.name == name }
        try take(option, word: "--\(name)", attached: attached, &rest)
      } else {
        // Short options that take no value may stand together: -qj.
        while let letter = scalars.popFirst() {
          let option = try Self.option(subcommand, word: "-\(letter)") { $0.short == letter }
          let attached = option.value == nil || scalars.isEmpty ? nil : String(scalars)
          try take(option, word: "-\(letter)", attached: attached, &rest)
          if attached != nil { break }
        }
      }
    }
  }

  private mutating func take(
    _ option: Option, word: String, attached: String?, _ rest: inout ArraySlice<String>
  ) throws(CommandError) {
    if option.value == nil {
      if attached != nil { throw CommandError(.usage, "\(word) takes no value") }
      options.append((option.name, ""))
    } else if let attached {
      options.append((option.name, attached))
    } else if let value = rest.popFirst() {
      options.append((option.name, value))
    } else {
      throw CommandError(.usage, "\(word) needs a value: \(word) \(option.value ?? "")")
    }
  }

  private static func option(
    _ subcommand: Subcommand, word: String, where matches: (Option) -> Bool
  ) throws(CommandError) -> Option {
    if let option = subcommand.options.first(where: matches) { return option }
    throw CommandError(
      .usage, "unknown option \(word); see hairspace \(subcommand.name) --help")
  }

  private static func isNumber(_ word: Substring.UnicodeScalarView) -> Bool {
    word.dropFirst().first.map { ("0"..."9").contains($0) || $0 == "." } ?? false
  }

  // MARK: Reading

  /// Whether an operand stands for standard input.
  func isStandardInput(_ index: Int) -> Bool {
    operands[index] == "-" && index < literals ?? operands.count
  }

  /// The operands but those that stand for standard input, and what is to be read line by line: the files of `--file`, then
  /// standard input.
  func inputs() throws(CommandError) -> (operands: [String], paths: [String]) {
    let inputs = operands.indices.filter(isStandardInput)
    let paths = values("file") + inputs.map { operands[$0] }
    try refuseSecondStandardInput(besides: paths)
    return (operands.indices.filter { !inputs.contains($0) }.map { operands[$0] }, paths)
  }

  func has(_ name: String) -> Bool {
    options.contains { $0.name == name }
  }

  /// The value of an option; of one given several times, the last.
  func value(_ name: String) -> String? {
    options.last { $0.name == name }?.value
  }

  func values(_ name: String) -> [String] {
    options.filter { $0.name == name }.map(\.value)
  }

  /// The value of an option that is a decimal number within bounds.
  func number(
    _ name: String, _ meaning: String,
    in bounds: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude
  ) throws(CommandError) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Double(decimal: text), bounds.contains(number) else {
      throw CommandError(.usage, "--\(name) \(text.quoted): needs \(meaning)")
    }
    return number
  }

  func integer(
    _ name: String, _ meaning: String, in bounds: ClosedRange<Int>
  ) throws(CommandError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), bounds.contains(number) else {
      throw CommandError(.usage, "--\(name) \(text.quoted): needs \(meaning)")
    }
    return number
  }

  /// The value of an option that is one of a few words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws(CommandError) -> Choice? {
    guard let text = value(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw CommandError(.usage, "--\(name) \(text.quoted): choose one of \(words)")
  }

  /// The values of a repeatable option, each read by the same rule.
  func parsed<Value>(
    _ name: String, _ meaning: String, _ read: (String) -> Value?
  ) throws(CommandError) -> [Value] {
    var found: [Value] = []
    for text in values(name) {
      guard let value = read(text) else {
        throw CommandError(.usage, "--\(name) \(text.quoted): needs \(meaning)")
      }
      found.append(value)
    }
    return found
  }
}

extension Double {
  /// Reads a decimal number, with an exponent or without: no hexadecimal, no "inf", no "nan".
  init?(decimal text: String) {
    self.init(decimal: text.utf8)
  }

  init?(decimal text: some Collection<UInt8>) {
    guard text.allSatisfy(\.isOfDecimal),
      let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite
    else { return nil }
    self = number
  }
}

extension UInt8 {
  fileprivate var isOfDecimal: Bool {
    switch Unicode.Scalar(self) {
    case "0"..."9", ".", "+", "-", "e", "E": true
    default: false
    }
  }
}

extension String {
  /// The text on one line, whatever names and paths have in them: controls and line ends are written as code points.
  var visible: String {
    func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    guard unicodeScalars.contains(where: isHidden) else { return self }
    return unicodeScalars.map { isHidden($0) ? "<\($0.notation)>" : String(Character($0)) }.joined()
  }

  /// The text as a message quotes it: on one line, in double quotes, and not without end.
  var quoted: String {
    let shown = unicodeScalars.prefix(60)
    var text = "\""
    for scalar in shown {
      let isPlain =
        scalar == " " || scalar.properties.isGraphemeBase && !scalar.properties.isWhitespace
      text += isPlain ? String(Character(scalar)) : "<\(scalar.notation)>"
    }
    return text + (shown.endIndex < unicodeScalars.endIndex ? "…\"" : "\"")
  }
}
