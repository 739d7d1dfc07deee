internal import Hairspace
internal import Shaping

/// The version of the command and the library.
let hairspaceVersion = "0.1.0"

/// What a command line asks for.
enum Command {
  case help(String)
  case version
  case pad(PadCommand, quiet: Bool)
  case equalize(EqualizeCommand, quiet: Bool)
  case buttons(ButtonsCommand, quiet: Bool)
  case measure(MeasureCommand, quiet: Bool)
  case spaces(SpacesCommand, quiet: Bool)
  case fonts(FontsCommand, quiet: Bool)
  case fit(FitCommand, quiet: Bool)

  /// - Parameter words: the command line without the program's name.
  init(_ words: [String]) throws(CommandError) {
    guard let first = words.first else {
      throw CommandError(.usage, "no command; see hairspace --help")
    }
    switch first {
    case "--help", "-h": self = .help(Help.general)
    case "--version", "-V": self = .version
    case "help":
      guard words.count > 1 else {
        self = .help(Help.general)
        return
      }
      self = .help(Help.text(of: try Self.subcommand(words[1])))
    default:
      let subcommand = try Self.subcommand(first)
      let arguments = try Arguments(words.dropFirst(), of: subcommand)
      if arguments.has("help") {
        self = .help(Help.text(of: subcommand))
        return
      }
      let quiet = arguments.has("quiet")
      switch subcommand.name {
      case Subcommand.pad.name: self = .pad(try PadCommand(arguments), quiet: quiet)
      case Subcommand.equalize.name:
        self = .equalize(try EqualizeCommand(arguments), quiet: quiet)
      case Subcommand.buttons.name:
        self = .buttons(try ButtonsCommand(arguments), quiet: quiet)
      case Subcommand.measure.name: self = .measure(try MeasureCommand(arguments), quiet: quiet)
      case Subcommand.spaces.name: self = .spaces(try SpacesCommand(arguments), quiet: quiet)
      case Subcommand.fit.name: self = .fit(try FitCommand(arguments), quiet: quiet)
      default: self = .fonts(FontsCommand(arguments), quiet: quiet)
      }
    }
  }

  private static func subcommand(_ name: String) throws(CommandError) -> Subcommand {
    if let subcommand = Subcommand.all.first(where: { $0.name == name }) { return subcommand }
    if name.hasPrefix("-") {
      throw CommandError(.usage, "unknown option \(name) before a command; see hairspace --help")
    }
    let names = Subcommand.all.map(\.name).joined(separator: ", ")
    throw CommandError(.usage, "unknown command \(name.quoted); the commands are \(names)")
  }

  func run() throws {
    func open(_ quiet: Bool, _ body: (Console) throws -> Void) throws {
      let console = Console(isQuiet: quiet)
      for index in System.malformedArguments {
        console.warn("argument \(index) is not UTF-8; each bad sequence is taken for U+FFFD")
      }
      defer { console.clearProgress() }
      do {
        try body(console)
      } catch {
        // What was answered before the mistake is still an answer.
        try console.flush()
        throw error
      }
      try console.flush()
    }
    switch self {
    case .help(let text): try open(false) { console in try console.print(text) }
    case .version: try open(false) { console in try console.print("hairspace \(hairspaceVersion)") }
    case .pad(let command, let quiet): try open(quiet, command.run)
    case .equalize(let command, let quiet): try open(quiet, command.run)
    case .buttons(let command, let quiet): try open(quiet, command.run)
    case .measure(let command, let quiet): try open(quiet, command.run)
    case .spaces(let command, let quiet): try open(quiet, command.run)
    case .fonts(let command, let quiet): try open(quiet, command.run)
    case .fit(let command, let quiet): try open(quiet, command.run)
    }
  }
}

extension CommandError {
  /// Makes the line that is printed of whatever has been thrown.
  init(any error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as FontError: self.init(error)
    case let error as SizingError: self.init(error)
    default: self.init(.bug, "a bug in hairspace: \(error)")
    }
  }
}
