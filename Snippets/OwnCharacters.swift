// A title of characters whose advances a resource pack states, drawn in by a negative one.
import Hairspace
import Shaping

let stated: [SpaceCharacter: Points] = [
  .own("\u{F801}")!: -1, .own("\u{F803}")!: -4, .own("\u{F821}")!: 1, .own("\u{F825}")!: 16,
  .own("\u{F827}")!: 64,
]
let font = try StatedAdvances(Font(Face(), size: 17), advances: stated)
let sizer = try RowActionSizer(
  measuring: font, rule: .text, alphabet: SpaceAlphabet(stated.keys))
let title = try sizer.title(forWidth: 77)

print(title.composition.map { "\($0.count) × \($0.space.character.notation)" }, title.width)
