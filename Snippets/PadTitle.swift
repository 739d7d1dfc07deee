// A title for a 74 pt button under UITableViewRowAction's rule, written as a Swift string literal.
import Hairspace
import Shaping

let font = try Font(Face(bundled: "Regular"), size: ButtonRule.rowAction.size)
let sizer = try RowActionSizer(measuring: font, rule: .rowAction)
let title = try sizer.title(forWidth: 74)

print("let title = \"\(EscapeForm.swift.escape(title.string) ?? "")\"")
print("// \(title.width), off by \(title.deviation)")
