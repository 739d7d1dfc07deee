internal import FuzzSupport

@testable internal import Hairspace
@testable internal import HairspaceCommandLibrary
@testable internal import Shaping

private let output = CapturedOutput()

@_cdecl("LLVMFuzzerInitialize")
public func start(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
  makeStandardInput(FixtureFaces.path("Kern.ttf"))
  _ = output.take()
  return 0
}

/// A command line, its words with NULs between, is understood one way or refused in one line; what is understood says the
/// same when it is written out in full; and what runs prints lines of the documented form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let words = unsafe input(start, count).split(separator: 0, omittingEmptySubsequences: false)
    // Without slashes no file is named but those of the working folder: not every device comes to an end.
    .map { String(decoding: $0.filter { $0 != UInt8(ascii: "/") }, as: UTF8.self) }
  checkArguments(words)
  for word in words { checkValue(word) }

  let command: Command
  do throws(CommandError) {
    command = try Command(words)
  } catch {
    check(error, hasStatusIn: [.usage, .badData, .noInput])
    do throws(CommandError) {
      _ = try Command(words)
      check(false, "what was refused is refused again")
    } catch let again {
      check(again == error, "the same mistake has the same message")
    }
    return 0
  }
  do {
    try run(command)
  } catch {
    check(error, hasStatusIn: [.limitNotMet, .usage, .badData, .noInput])
    _ = output.take()
  }
  return 0
}

/// The words of any subcommand taken apart, and put together again in full.
private func checkArguments(_ words: [String]) {
  for subcommand in Subcommand.all {
    do throws(CommandError) {
      let arguments = try Arguments(words, of: subcommand)
      check(
        try? Arguments(arguments.inFull(of: subcommand), of: subcommand) == arguments,
        isTrue: "arguments written out in full say the same")
      if arguments.operands.isEmpty == false {
        _ = arguments.operands.indices.filter(arguments.isStandardInput)
      }
      do throws(CommandError) {
        let spaces = try arguments.spaces()
        check(
          spaces.map { $0.alphabet.characters.map(\.scalar).isAscending } ?? true,
          "an alphabet has each space once, in order")
      } catch {
        check(error, hasStatusIn: [.usage, .badData, .noInput])
      }
    } catch {
      check(error, hasStatusIn: [.usage])
    }
  }
}

/// The texts that options are given, read by each of their readers: what is read can be written and read again.
private func checkValue(_ word: String) {
  if let number = Double(decimal: word) {
    check(number.isFinite && Double(decimal: number.plain) == number, "a number is one: \(word)")
  }
  if let feature = FontFeature(word) {
    check(
      FontFeature("\(feature.tag)=\(feature.value)") == feature, "a feature is one: \(word)")
  }
  if let axis = AxisValue(word) {
    check(AxisValue("\(axis.tag)=\(axis.value.plain)") == axis, "an axis value is one: \(word)")
  }
  if let scalars = Arguments.scalars(word) {
    check(
      Arguments.scalars(scalars.map(\.notation).joined(separator: ",")) == scalars,
      "code points are what they are: \(word)")
  }
  checkOneLine(word.visible)
  checkOneLine(word.quoted)
  check(word.quoted.unicodeScalars.count <= 2 + 60 * 10 + 1, "a quotation has an end")
}

private func run(_ command: Command) throws {
  let console = Console(isQuiet: true)
  var lines: Int?
  var isJSON = false
  switch command {
  case .help(let text):
    check(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "help fits a terminal")
    return
  case .version:
    return
  case .pad(let command, _):
    for width in command.widths.prefix(2) {
      try? command.titles.request(width, command.text).check()
    }
    guard command.paths.isEmpty, command.titles.areCheap(command.widths) else { return }
    lines = command.widths.count
    isJSON = command.titles.isJSON
    try command.run(console)
  case .equalize(let command, _):
    guard command.paths.isEmpty, command.titles.areCheap([command.width ?? 0]),
      command.operands.reduce(0, { $0 + $1.utf8.count }) < 200
    else { return }
    lines = command.operands.count
    isJSON = command.titles.isJSON
    try command.run(console)
  case .buttons(let command, _):
    guard command.paths.isEmpty, command.operands.reduce(0, { $0 + $1.utf8.count }) < 200 else {
      return
    }
    lines = command.isJSON ? command.fonts.count : nil
    isJSON = command.isJSON
    try command.run(console)
  case .fit(let command, _):
    isJSON = command.isJSON
    try command.run(console)
  case .measure(let command, _):
    // Files are the text target's.
    guard command.paths.isEmpty else { return }
    lines = command.texts.count
    isJSON = command.isJSON
    try command.run(console)
  case .spaces(let command, _):
    lines = command.spaces?.alphabet.characters.count ?? SpaceCharacter.all.count
    isJSON = command.isJSON
    try command.run(console)
  case .fonts(let command, _):
    // Two lists of the machine's fonts would say nothing about the words.
    guard !command.paths.isEmpty else { return }
    isJSON = command.isJSON
    try command.run(console)
  }
  try console.flush()
  checkAnswer(output.take(), lines: lines, isJSON: isJSON)
}

private func checkAnswer(_ answer: [UInt8], lines expected: Int?, isJSON: Bool) {
  check(String(validating: answer, as: UTF8.self) != nil, "an answer is UTF-8")
  var lines = answer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  check(lines.popLast() == [], "an answer ends with a line end")
  if isJSON {
    for line in lines {
      check(JSONChecker.accepts(line), "JSON is JSON: \(String(decoding: line, as: UTF8.self))")
    }
  }
  if let expected { check(lines.count == expected, "an answer is a line each: \(lines.count)") }
}

private func check(_ holds: Bool?, isTrue property: String) {
  check(holds == true, property)
}

extension Arguments {
  /// Every option by its long name, with its value attached, before the operands.
  fileprivate func inFull(of subcommand: Subcommand) -> [String] {
    let named = options.map { name, value in
      subcommand.options.first { $0.name == name }?.value == nil
        ? "--\(name)" : "--\(name)=\(value)"
    }
    let end = literals ?? operands.count
    return named + operands[..<end] + (literals == nil ? [] : ["--"]) + operands[end...]
  }
}

extension TitleArguments {
  fileprivate func request(_ width: Points, _ text: String) throws -> TitleRequest {
    var request = TitleRequest(try font.stating(spaces), width: width)
    request.rule = rule
    request.options = options
    request.iconWidth = iconWidth
    request.isGuarded = isGuarded
    request.method = method
    request.alphabet = spaces?.alphabet
    request.text = text
    request.align = align
    return request
  }

  /// Whether titles of these widths are short, and the font's spaces are searched by a table.
  fileprivate func areCheap(_ widths: [Points]) -> Bool {
    font.grid.ticks <= 1 << 14 && widths.count <= 4 && spaces?.stated.isEmpty ?? true
      && widths.allSatisfy {
        rule.advances(forWidth: $0, in: options, iconWidth: iconWidth).aim.value
          <= 20 * font.size.value
      }
  }
}

extension [Unicode.Scalar] {
  fileprivate var isAscending: Bool {
    zip(self, dropFirst()).allSatisfy(<)
  }
}
