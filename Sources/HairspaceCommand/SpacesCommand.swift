internal import Hairspace
internal import Shaping

/// `hairspace spaces`: what each space measures.
struct SpacesCommand {
  let spaces: SpaceSelection?
  let font: Font
  let isJSON: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuseOperands("spaces")
    spaces = try arguments.spaces()
    font = try arguments.font(defaultSize: ButtonRule.text.size)
    isJSON = arguments.has("json")
  }

  func run(_ console: Console) throws {
    for notice in font.notices { console.warn(notice) }
    let measurer = try font.stating(spaces)
    for character in spaces?.alphabet.characters ?? SpaceCharacter.all {
      let space = try measurer.spaceAdvance(of: character)
      try console.print(isJSON ? json(space, measurer.grid).text : row(space, measurer.grid))
    }
  }

  private func row(_ space: SpaceAdvance, _ grid: AdvanceGrid) -> String {
    func column(_ text: String, _ width: Int, isNumber: Bool = false) -> String {
      let padding = String(repeating: " ", count: max(0, width - text.count))
      return isNumber ? padding + text : text + padding
    }
    let start =
      "\(column(space.character.notation, 6))  \(column(space.character.name, 25))  "
      + column(space.source.word, 11)
    guard space.source != .missing else {
      return "\(column(space.character.notation, 6))  \(column(space.character.name, 25))  missing"
    }
    let units = units(of: space, grid)
    return start
      + column(units.rounded(to: 3), 8, isNumber: true)
      + column((units / Double(font.face.unitsPerEm)).rounded(to: 4), 8, isNumber: true)
      + " em"
      + column(grid.points(space.advance).value.rounded(to: 4), 10, isNumber: true) + " pt"
  }

  private func units(of space: SpaceAdvance, _ grid: AdvanceGrid) -> Double {
    Double(space.advance.ticks) * Double(font.face.unitsPerEm) / Double(grid.ticks)
  }

  private func json(_ space: SpaceAdvance, _ grid: AdvanceGrid) -> JSON {
    let units = units(of: space, grid)
    return .object([
      ("character", .string(space.character.notation)),
      ("name", .string(space.character.name)),
      ("advanceUnits", .number(units)),
      ("em", .number(units / Double(font.face.unitsPerEm))),
      ("advance", .number(grid.points(space.advance).value)),
      ("source", .string(space.source.word)),
    ])
  }
}

extension Arguments {
  func refuseOperands(_ subcommand: String) throws(CommandError) {
    guard let operand = operands.first else { return }
    throw CommandError(
      .usage, "\(subcommand) takes no \(operand.quoted); see hairspace \(subcommand) --help")
  }
}
