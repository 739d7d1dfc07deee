public import Hairspace

/// What is added between characters for a font's size, outside the shaper.
public enum Tracking: Sendable, Hashable {
  case none
  /// What the face's `trak` table says for the size; nothing when it has none.
  case font
  /// San Francisco's by Apple's Human Interface Guidelines, for a face that stands in for it.
  case sfPro
  /// A number of 1/1,000 em.
  case thousandths(Double)

  /// The tracking in 1/1,000 em at a size.
  func thousandths(of face: Face, at size: Points) -> Double {
    switch self {
    case .none: 0
    case .font: (face.trackingUnits(at: size) ?? 0) * 1000 / Double(face.unitsPerEm)
    case .sfPro: Self.interpolated(Self.sanFrancisco, at: size.value)
    case .thousandths(let value): value
    }
  }

  /// San Francisco Pro's tracking by size in points, in 1/1,000 em (Human Interface Guidelines, Typography).
  static let sanFrancisco: [(size: Double, value: Double)] = [
    (6, 41), (7, 34), (8, 26), (9, 19), (10, 12), (11, 6), (12, 0), (13, -6), (14, -11), (15, -16),
    (16, -20), (17, -26), (18, -25), (19, -24), (20, -23), (21, -18), (22, -12), (23, -4), (24, 3),
    (28, 14), (34, 12), (80, 0),
  ]

  /// The value at a size: linear between the sizes given, that of the first or last outside them.
  static func interpolated(_ values: [(size: Double, value: Double)], at size: Double) -> Double {
    guard let first = values.first, let last = values.last else { return 0 }
    if size <= first.size { return first.value }
    guard let place = values.firstIndex(where: { $0.size >= size }) else { return last.value }
    let (low, high) = (values[place - 1], values[place])
    return low.value + (high.value - low.value) * (size - low.size) / (high.size - low.size)
  }
}

/// A face's `trak` table: tracking by size, in font units.
///
/// It is read here and hidden from HarfBuzz, whose releases differ in when they apply it, round it to
/// a unit, and go on past the ends of the table (6.0) or not (10.3 and later).
struct TrakTable: Sendable {
  /// The sizes in points and the values in units of the track named 0, "normal"; sizes ascending.
  let values: [(size: Double, value: Double)]

  /// - Returns: nil when the table is not of version 1 and format 0, has no horizontal track 0, or runs past its end.
  init?(_ bytes: FontBytes, _ table: SFNTDirectory.Table) {
    func short(_ offset: Int) -> Int? {
      offset + 2 <= table.length ? bytes.uint16(at: table.offset + offset) : nil
    }
    func signed(_ offset: Int) -> Double? {
      short(offset).map { Double(Int16(truncatingIfNeeded: $0)) }
    }
    func long(_ offset: Int) -> Int? {
      offset + 4 <= table.length ? bytes.uint32(at: table.offset + offset) : nil
    }
    func fixed(_ offset: Int) -> Double? {
      long(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }
    guard long(0) == 0x0001_0000, short(4) == 0, let data = short(6), data > 0,
      let tracks = short(data), let sizes = short(data + 2), let sizeTable = long(data + 4),
      let normal = (0..<tracks).first(where: { long(data + 8 + 8 * $0) == 0 }),
      let track = short(data + 8 + 8 * normal + 6), sizes > 0
    else { return nil }
    var values: [(size: Double, value: Double)] = []
    for index in 0..<sizes {
      guard let size = fixed(sizeTable + 4 * index), let value = signed(track + 2 * index),
        size > values.last?.size ?? 0
      else { return nil }
      values.append((size, value))
    }
    self.values = values
  }
}

extension Face {
  /// The tracking that the face's `trak` table asks for at a size, in font units; nil without such a table.
  public func trackingUnits(at size: Points) -> Double? {
    trak.map { Tracking.interpolated($0.values, at: size.value) }
  }
}
