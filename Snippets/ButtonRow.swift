// What a row of buttons comes to under SwipeCellKit's rule.
import Hairspace
import Shaping

let rule = ButtonRule.swipeCellKit
let font = try Font(Face(bundled: rule.weight.rawValue), size: rule.size)
let row = try rule.layout(
  ["Delete", "Archive"].map { ButtonContent(title: $0) }, in: RowOptions(rowWidth: 320),
  measuring: font, breakingLinesBy: LineBreaker())

for button in row.buttons {
  print(button.title, button.width, button.limit, button.fit)
}
print("total", row.total)
