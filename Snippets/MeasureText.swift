// The advance of a text in a font file, and the characters that the font lacks.
import Hairspace
import Shaping

func report(_ text: String, in path: String) throws {
  let font = try Font(Face(path: path), size: 17)
  let measurement = try font.measure(text)
  print(text, font.grid.points(measurement.advance))
  if !measurement.missing.isEmpty {
    print("missing:", measurement.missing.map(\.notation).joined(separator: ", "))
  }
}

for path in CommandLine.arguments.dropFirst() {
  try report("Delete", in: path)
}
