internal import FuzzSupport

@testable internal import Hairspace
@testable internal import HairspaceCommandLibrary
@testable internal import Shaping

/// Before any font is mutated, the mutator shows that it knows checksums: an honest font has them already.
@_cdecl("LLVMFuzzerInitialize")
public func start(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
  for name in ["Kern.ttf", "NotoSansCJK.ttc", "Cantarell.otf"] {
    let bytes = unsafe try? FontBytes(path: FixtureFaces.path(name)).withUnsafeBytes {
      unsafe Array($0)
    }
    var file = FontFile(bytes: bytes ?? [])
    check(!file.records.isEmpty, "\(name) has tables")
    file.correctChecksums()
    check(file.bytes == bytes, "\(name) has its checksums")
  }
  return 0
}

/// Whatever bytes are opened as a font are refused in one line, or make a face whose names, measures and titles are
/// there, finite and the same every time, whichever way the bytes come.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe input(start, count)
  // Some checks cost as much as all the others, so that each input has one of them, by its sum.
  let choice = bytes.reduce(0) { $0 + Int($1) } % 8
  var faceCount = 1
  for index in 0..<mostFaces where index < faceCount {
    // Of the bytes alone, the address sanitizer sees what is read past their end.
    let opened = open(bytes, index: index)
    checkOtherWays(bytes, index: index, opened, choice)
    guard case .success(let face) = opened else {
      // Whoever insists gets what can be read of a damaged font.
      if case .success(let face) = open(bytes, index: index, damage: .ignored) {
        checkTitle(face, choice)
      }
      continue
    }
    faceCount = face.faceCount
    checkFace(face, bytes)
    if choice > 5 {
      // Clusters are counted where they are spaced, and a face is asked for each where there are several.
      _ = measurements(face, fallbacks: [inter], letterSpacing: 0.5)
      _ = measurements(inter, fallbacks: [face])
    }
    checkTitle(face, choice)
  }
  return 0
}

/// How many faces of a collection are opened.
private let mostFaces = 3

private func open(
  _ bytes: [UInt8], index: Int, instance: String? = nil, axes: [AxisValue] = [],
  damage: Face.DamagePolicy = .refused
) -> Result<Face, FontError> {
  do throws(FontError) {
    return .success(
      try Face(
        FontBytes(copying: bytes), origin: origin, index: index, instance: instance, axes: axes,
        damage: damage))
  } catch {
    check(error, hasStatusIn: [.badData, .noInput])
    return .failure(error)
  }
}

private let origin = "font"

/// A sound face beside the one that is opened.
private let inter: Face = {
  guard let face = try? Face() else { fatalError("the bundled face can be opened") }
  return face
}()

/// The same bytes as a file that is mapped, and as a pipe that is read.
private func checkOtherWays(
  _ bytes: [UInt8], index: Int, _ opened: Result<Face, FontError>, _ choice: Int
) {
  func compare(_ path: String) {
    do throws(FontError) {
      let face = try Face(path: path, index: index)
      guard case .success(let other) = opened else {
        check(false, "what is refused as bytes is refused as a file")
        return
      }
      check(
        measurements(face) == measurements(other),
        "a font is the same however it is read")
    } catch {
      guard case .failure(let other) = opened else {
        check(bytes.isEmpty, "what is a font as bytes is one as a file: \(error)")
        return
      }
      check(bytes.isEmpty || error.status == other.status, "a mistake is the same: \(error)")
    }
  }
  switch choice {
  case 0: withFile(bytes, compare)
  case 1 where bytes.count <= longestPiped: withPipe(bytes, packet: 4096, compare)
  case 2: withFile(bytes) { checkAll($0, opened) }
  default: break
  }
}

/// The faces of a file as `hairspace fonts` lists them, and by name.
private func checkAll(_ path: String, _ opened: Result<Face, FontError>) {
  guard case .success(let face) = opened, face.faceCount <= 16 else { return }
  let faces: [Face]
  do throws(FontError) {
    faces = try Face.all(path: path)
  } catch {
    check(error, hasStatusIn: [.badData])
    return
  }
  check(
    faces.count == face.faceCount && faces.map(\.index) == Array(0..<faces.count),
    "a file has all its faces")
  // A face without a name is called by its path.
  guard face.index == 0, face.family != origin else { return }
  do throws(FontError) {
    check(try Face(path: path, family: face.family).index == 0, "a face is found by its name")
  } catch {
    check(false, "a face is found by its name: \(error)")
  }
}

// MARK: One face

private func checkFace(_ face: Face, _ bytes: [UInt8]) {
  check((16...16384).contains(face.unitsPerEm), "units per em are possible")
  checkOneLine(face.family.visible)
  checkOneLine(face.style.visible)
  check(face.coordinates.map(\.tag) == face.axes.map(\.tag), "every axis has a value")
  for axis in face.axes {
    check(
      axis.range.lowerBound.isFinite && axis.range.upperBound.isFinite
        && axis.range.contains(axis.defaultValue), "an axis has its default value")
  }
  for instance in face.instances {
    check(
      instance.coordinates.map(\.tag) == face.axes.map(\.tag)
        && instance.coordinates.allSatisfy(\.value.isFinite), "an instance is a place")
  }
  for tag in ["kern", "liga", "zzzz"].compactMap(Tag.init) {
    check(face.hasFeature(tag) == face.hasFeature(tag), "a feature is there or not")
  }

  guard case .success(let again) = open(bytes, index: face.index) else {
    check(false, "what could be opened can be opened again")
    return
  }
  check(
    again.family == face.family && measurements(again) == measurements(face),
    "a font that is opened again measures the same")
  checkSpaces(face)
  checkPlaces(face, bytes)
}

/// The face at other places of its design space.
private func checkPlaces(_ face: Face, _ bytes: [UInt8]) {
  guard let first = face.axes.first else { return }
  if let instance = face.instances.last,
    let named = move(face, bytes, instance: instance.name, axes: [])
  {
    _ = measurements(named)
    check(
      !named.style.isEmpty || named.instances.contains { $0.name.isEmpty }, "a style has a name")
  }
  let beyond = AxisValue(first.tag, first.range.upperBound + 1)
  guard let moved = move(face, bytes, instance: nil, axes: [beyond]) else { return }
  check(
    moved.notes == [.clamped(beyond, to: first.range.upperBound)]
      && moved.coordinates[0].value == first.range.upperBound, "an axis value is clamped")
  check(measurements(moved) == measurements(moved), "texts measure the same twice at a place")
  _ = moved.style
}

/// The face at a place that it has; nil when the outlines, which only other places than the default are measured by, are
/// damaged.
private func move(
  _ face: Face, _ bytes: [UInt8], instance: String?, axes: [AxisValue]
) -> Face? {
  switch open(bytes, index: face.index, instance: instance, axes: axes) {
  case .success(let moved): return moved
  case .failure(.wrongChecksum(_, let table?)), .failure(.damagedTable(_, let table)):
    check([.glyf, .loca, .gvar].contains(table), "a face can be moved for all but its outlines")
    return nil
  case .failure(let error):
    check(false, "a face can be moved: \(error)")
    return nil
  }
}

// MARK: Measures

/// Texts of the seeds' scripts; the last is long enough for the checks of long lines.
private let samples = [
  "Delete", "AVA To ffi fl", "x\u{301}\u{301} i\u{307}", "\u{200A}\u{2003} \u{2009}\t\u{A0}",
  "\u{5E9}\u{5B7}\u{5BC}\u{5DC} (\u{5D0})", "\u{644}\u{627}\u{645}\u{64E}\u{651}",
  "\u{915}\u{94D}\u{937}\u{93F}\u{902}", "i\u{201C}\u{4E2D}", "1\u{2044}2 ->\n0",
  String(repeating: "Te\u{301} AV \u{200A}", count: 1 + ShapingBuffer.longestUnchecked / 10),
]

private func measurements(
  _ face: Face, fallbacks: [Face] = [], letterSpacing: Points = 0
) -> [Result<TextMeasurement, FontError>] {
  let font: Font
  do throws(FontError) {
    font = try Font(face, size: 16, fallbacks: fallbacks, letterSpacing: letterSpacing)
  } catch {
    guard case .invalidTracking = error else {
      check(false, "a face at 16 pt is a font: \(error)")
      return []
    }
    check(face.trackingUnits(at: 16) != nil, "only a trak table asks for more than is allowed")
    return [.failure(error)]
  }
  return samples.map { text in
    do throws(FontError) {
      let measurement = try font.measure(text)
      check(
        font.grid.points(measurement.advance).value.isFinite
          && font.units(measurement.advance).isFinite, "an advance is finite")
      check(
        Set(measurement.missing).isSubset(of: text.unicodeScalars),
        "what is missing is in the text")
      return .success(measurement)
    } catch {
      switch error {
      case .tooManyMarks, .advanceTooWide, .shapingFailed: break
      default: check(false, "a text is too much for a font, or fits: \(error)")
      }
      check(error, hasStatusIn: [.badData])
      return .failure(error)
    }
  }
}

private func checkSpaces(_ face: Face) {
  guard let font = try? Font(face, size: 17) else { return }
  for character in SpaceCharacter.all {
    do throws(FontError) {
      let space = try font.spaceAdvance(of: character)
      check(space.character == character, "a space is itself")
      check(try font.spaceAdvance(of: character) == space, "a space measures the same twice")
      if space.source == .glyph {
        check(face.nominalGlyph(of: character.scalar) != nil, "a glyph is in the character map")
      }
    } catch {
      check(error, hasStatusIn: [.badData])
    }
  }
}

/// One of three titles.
private func checkTitle(_ face: Face, _ choice: Int) {
  guard let font = try? Font(face, size: 17),
    var request = try? TitleRequest(font, width: 61.3)
  else { return }
  switch choice {
  case 3: break
  case 4:
    request.rule = .rowAction
    request.width = 74
  case 5:
    request.text = "AV"
    request.align = .center
  default: return
  }
  do {
    try request.check()
  } catch {
    check(error, hasStatusIn: [.badData, .limitNotMet])
  }
}

extension FontError {
  fileprivate var status: ExitStatus { CommandError(self).status }
}
