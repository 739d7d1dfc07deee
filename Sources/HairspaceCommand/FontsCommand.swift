internal import Shaping

/// `hairspace fonts`: faces and their named instances.
struct FontsCommand {
  let paths: [String]
  let isJSON: Bool

  init(_ arguments: Arguments) {
    paths = arguments.operands
    isJSON = arguments.has("json")
  }

  func run(_ console: Console) throws {
    if paths.isEmpty {
      try list(Face(), console)
      for font in SystemFonts().fonts { try console.print(entry(font)) }
    }
    for path in paths {
      for face in try Face.all(path: path) { try list(face, console) }
    }
  }

  private func list(_ face: Face, _ console: Console) throws {
    let instances = face.instances
    if instances.isEmpty {
      try console.print(entry(face, style: face.style, coordinates: []))
    }
    for instance in instances {
      try console.print(entry(face, style: instance.name, coordinates: instance.coordinates))
    }
  }

  private func entry(_ font: SystemFont) -> String {
    if isJSON {
      return JSON.object([
        ("family", .string(font.family)), ("style", .string(font.style)),
        ("source", .string(font.path)), ("faceIndex", .integer(font.index)),
      ]).text
    }
    return [font.family, font.style, "", font.path, String(font.index)].joined(separator: "\t")
  }

  private func entry(_ face: Face, style: String, coordinates: [AxisValue]) -> String {
    if isJSON {
      return JSON.object([
        ("family", .string(face.family)), ("style", .string(style)),
        ("source", .string(face.origin)), ("faceIndex", .integer(face.index)),
        ("unitsPerEm", .integer(face.unitsPerEm)),
        ("axes", .object(coordinates.map { ($0.tag.description, .number($0.value)) })),
      ]).text
    }
    let axes = coordinates.map { "\($0.tag)=\($0.value.plain)" }.joined(separator: ",")
    return [face.family, style, axes, face.origin, String(face.index)].map(\.visible)
      .joined(separator: "\t")
  }
}
