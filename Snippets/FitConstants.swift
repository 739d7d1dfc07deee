// The constants of a kit's rule, from buttons that were measured: their titles, and how wide they came out.
import Hairspace
import Shaping

let font = try Font(Face(bundled: "Regular"), size: ButtonRule.rowAction.size)
let buttons: [(title: String, width: Points)] = [
  ("OK", 53.53), ("Flag", 62.89), ("More", 70), ("Delete", 79.56), ("Archive", 88.49),
]
let samples = try buttons.map { title, width in
  try ButtonSample(
    advance: font.grid.points(font.advance(of: title)), size: font.size, width: width)
}
let fit = try ConstantFit(samples, method: .robust)

print("minimum width \(fit.minimumWidth), shift factor \(fit.shiftFactor)")
if let minimum = fit.minimumWidthInterval, let factor = fit.shiftFactorInterval {
  print("between \(minimum.lowerBound) and \(minimum.upperBound), \(factor)")
}
let sizer = try RowActionSizer(measuring: font, rule: fit.rule(.article), method: .exact)
print(try sizer.title(forWidth: 74).width)
