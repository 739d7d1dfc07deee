// What each fixed-width space measures in a font, and where its width comes from.
import Hairspace
import Shaping

let font = try Font(Face(), size: 18)
for space in try SpaceAdvances(of: .fixed, in: font).spaces {
  print(space.character.notation, font.grid.points(space.advance), space.source)
}
