// The titles of a row, padded to one width and guarded against trimming.
import Hairspace
import Shaping

let rule = ButtonRule.contextualAction
let font = try Font(Face(bundled: rule.weight.rawValue), size: rule.size)
let sizer = try RowActionSizer(measuring: font, rule: rule, isGuarded: true)

for title in try sizer.equalizedTitles(["Delete", "Archive"], align: .center) {
  print(EscapeForm.swift.escape(title.string) ?? "", title.width)
}
