internal import CHarfBuzz

/// One face of a font file, at one place in its design space: what a font is before it has a size.
///
/// A face is immutable and may be used from several threads at once.
@safe public final class Face: Sendable {
  /// Whether an axis value asked for could be used as it is.
  public enum Note: Sendable, Hashable {
    /// The face has no such axis; the value is ignored.
    case unknownAxis(Tag)
    /// The value is outside the axis; the nearest end is used.
    case clamped(AxisValue, to: Double)
  }

  /// Where the face is from: a path, or "bundled".
  public let origin: String
  /// The face's index in its collection, 0 for a file of one face.
  public let index: Int
  /// How many faces the file has.
  public let faceCount: Int
  public let unitsPerEm: Int
  /// How many ticks make a font unit: 1 for static faces and default instances, whose advances are whole
  /// units; 1,024 for other instances, since their advances vary in between and HarfBuzz rounds
  /// each to the scale (in Inter's inner instances 59 to 76 % of strings come out up to 4 units off
  /// at the plain scale).
  public let ticksPerUnit: Int
  /// How many ticks make an em.
  var ticksPerEm: Int { unitsPerEm * ticksPerUnit }
  /// The axes of a variable face; none of a static one.
  public let axes: [VariationAxis]
  /// The value of every axis.
  public let coordinates: [AxisValue]
  /// What became of the axis values that could not be used as asked.
  public let notes: [Note]

  private let bytes: FontBytes
  /// Whether the face's damage would have been refused.
  private let isChecked: Bool
  let trak: TrakTable?
  private let directory: SFNTDirectory
  nonisolated(unsafe) let face: OpaquePointer
  nonisolated(unsafe) let font: OpaquePointer
  /// The font without its GPOS table: substitutes, and positions nothing.
  nonisolated(unsafe) let unpositioned: OpaquePointer

  /// Opens a face of a TrueType or OpenType file or collection.
  ///
  /// - Parameters:
  ///   - path: the file, or "-" for standard input.
  ///   - index: which face of a collection.
  ///   - instance: a named instance of a variable face, whatever its case.
  ///   - axes: values for single axes, over those of the instance. A later value for the same axis wins.
  ///   - damage: whether a face is refused when its tables seem damaged.
  /// - Throws: ``FontError/cannotOpen(path:reason:)``, ``FontError/notAFont(path:reason:)``,
  ///   ``FontError/wrongChecksum(path:table:)``, ``FontError/damagedTable(path:table:)``,
  ///   ``FontError/noSuchFace(path:index:count:)``,
  ///   ``FontError/noSuchInstance(_:face:instances:)``.
  /// - Complexity: linear in the size of the directory and of the tables that measuring reads, which are summed and which
  ///   HarfBuzz checks. The file is mapped, not read: whoever cuts it short while the face is in use ends the process,
  ///   as with any mapped file. A pipe is read into memory.
  public convenience init(
    path: String, index: Int = 0, instance: String? = nil, axes: [AxisValue] = [],
    damage: DamagePolicy = .refused
  ) throws(FontError) {
    try self.init(
      FontBytes(path: path), origin: path, index: index, instance: instance, axes: axes,
      damage: damage)
  }

  /// What becomes of a font file that seems damaged.
  public enum DamagePolicy: Sendable {
    /// A face whose tables do not add up to their checksums, or whose layout cannot be read, is refused. A checksum of 0
    /// is taken for one that the maker left out.
    case refused
    /// It is measured as far as it can be read: for the rare font whose last editor left the checksums as they were (31 of
    /// the 2,870 whole font files in Debian 12). Damage then goes unseen.
    case ignored
  }

  /// The face that is part of this library: Inter 4.1, variable, upright.
  ///
  /// - Parameters:
  ///   - style: a named instance, such as "Medium"; the default instance is Regular.
  ///   - axes: values for single axes, over those of the instance.
  /// - Throws: ``FontError/noSuchInstance(_:face:instances:)``.
  public convenience init(bundled style: String? = nil, axes: [AxisValue] = []) throws(FontError) {
    try self.init(
      FontBytes.bundled, origin: "bundled", index: 0, instance: style, axes: axes,
      damage: .ignored)
  }

  /// Opens a face that is installed on the system.
  ///
  /// - Throws: as ``init(path:index:instance:axes:damage:)``.
  public convenience init(
    _ font: SystemFont, instance: String? = nil, axes: [AxisValue] = [],
    damage: DamagePolicy = .refused
  ) throws(FontError) {
    try self.init(
      FontBytes(path: font.path), origin: font.path, index: font.index, instance: instance,
      instanceIndex: font.instance, axes: axes, damage: damage)
  }

  /// Opens the face of a collection that has this family name.
  ///
  /// - Throws: ``FontError/noSuchMember(_:path:families:)``, and as ``init(path:index:instance:axes:damage:)``.
  public convenience init(
    path: String, family: String, instance: String? = nil, axes: [AxisValue] = [],
    damage: DamagePolicy = .refused
  ) throws(FontError) {
    let bytes = try FreeType.unpacked(FontBytes(path: path), path: path)
    let count = try SFNTDirectory(bytes, faceIndex: 0, path: path).faceCount
    var families: [String] = []
    for index in 0..<count {
      let face = try Face(
        bytes, origin: path, index: index, instance: nil, axes: [], damage: .ignored)
      if face.family.lowercased() == family.lowercased() {
        try self.init(
          bytes, origin: path, index: index, instance: instance, axes: axes, damage: damage)
        return
      }
      families.append(face.family)
    }
    throw .noSuchMember(family, path: path, families: families)
  }

  /// The family name of the bundled face.
  public static let bundledFamily = "Inter"

  /// Opens a face of bytes; a web font is unpacked.
  init(
    _ packed: FontBytes, origin: String, index: Int, instance: String?, instanceIndex: Int? = nil,
    axes wanted: [AxisValue], damage: DamagePolicy
  ) throws(FontError) {
    let bytes = try FreeType.unpacked(packed, path: origin)
    let directory = try SFNTDirectory(bytes, faceIndex: index, path: origin)
    // HarfBuzz reads the bytes where they are; `bytes` outlives the face.
    let blob = unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe buffer.baseAddress.map {
        unsafe UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
      }
      return unsafe hb_blob_create(
        start, UInt32(buffer.count), HB_MEMORY_MODE_READONLY, nil, nil)
    }
    // The file's tables as HarfBuzz sees them; `trak` it never does, the one way to keep every release from applying it.
    let whole = unsafe hb_face_create(blob, UInt32(index))!
    unsafe hb_blob_destroy(blob)
    let face = unsafe Self.filtered(whole, without: .trak, damage: damage)
    unsafe hb_face_make_immutable(face)
    let font = unsafe hb_font_create(face)!

    self.bytes = bytes
    self.isChecked = damage == .refused || bytes === FontBytes.bundled
    self.trak = directory.table(.trak).flatMap { TrakTable(bytes, $0) }
    self.directory = directory
    self.origin = origin
    self.index = index
    self.faceCount = directory.faceCount
    self.unitsPerEm = directory.unitsPerEm
    unsafe self.face = unsafe face
    unsafe self.font = unsafe font
    let axes = unsafe Self.axes(of: face)
    self.axes = axes

    // Nothing is thrown before every stored property is set.
    let named = instance.map { name in
      unsafe Self.instances(of: face, axes: axes).first {
        $0.name.lowercased() == name.lowercased()
      }
    }
    var coordinates = axes.map { AxisValue($0.tag, $0.defaultValue) }
    if let named, let named {
      coordinates = named.coordinates
    } else if let instanceIndex {
      let all = unsafe Self.instances(of: face, axes: axes)
      if all.indices.contains(instanceIndex) { coordinates = all[instanceIndex].coordinates }
    }
    var notes: [Note] = []
    for value in wanted {
      guard let place = axes.firstIndex(where: { $0.tag == value.tag }) else {
        notes.append(.unknownAxis(value.tag))
        continue
      }
      let range = axes[place].range
      let used = min(max(value.value, range.lowerBound), range.upperBound)
      if used != value.value { notes.append(.clamped(value, to: used)) }
      coordinates[place] = AxisValue(value.tag, used)
    }
    let isDefault = zip(axes, coordinates).allSatisfy { $0.defaultValue == $1.value }
    self.coordinates = coordinates
    self.notes = notes
    self.ticksPerUnit = isDefault ? 1 : 1024

    let scale = Int32(unitsPerEm * ticksPerUnit)
    unsafe hb_font_set_scale(font, scale, scale)
    if !isDefault {
      let variations = coordinates.map {
        hb_variation_t(tag: $0.tag.value, value: Float($0.value))
      }
      unsafe variations.withUnsafeBufferPointer { buffer in
        unsafe hb_font_set_variations(font, buffer.baseAddress, UInt32(buffer.count))
      }
    }
    unsafe hb_font_make_immutable(font)
    unsafe self.unpositioned = unsafe Self.unpositioned(font, damage: damage)

    if let instance, named == .some(nil) {
      throw .noSuchInstance(instance, face: family, instances: instances.map(\.name))
    }
    if damage == .refused {
      try directory.refuseDamage(bytes, isInstance: !isDefault, path: origin)
      try refuseDamagedLayout(directory)
    }
  }

  deinit {
    unsafe hb_font_destroy(unpositioned)
    unsafe hb_font_destroy(font)
    unsafe hb_face_destroy(face)
  }

  /// The face without one of its tables, and the others unchangeable when damage is to show: HarfBuzz drops a damaged part
  /// of a table that it may change, and says nothing; of one that it may not it drops the whole.
  ///
  /// Takes over the reference; nothing is read before it is used.
  private static func filtered(
    _ face: OpaquePointer, without table: Tag, damage: DamagePolicy
  ) -> OpaquePointer {
    let index = unsafe hb_face_get_index(face)
    let unitsPerEm = unsafe hb_face_get_upem(face)
    let tables = unsafe Tables(
      of: face, without: table.value, areUnchangeable: damage == .refused)
    let filtered = unsafe hb_face_create_for_tables(
      { _, tag, data in
        unsafe Unmanaged<Tables>.fromOpaque(data!).takeUnretainedValue()[tag]
      }, Unmanaged.passRetained(tables).toOpaque(),
      { data in unsafe Unmanaged<Tables>.fromOpaque(data!).release() })!
    unsafe hb_face_set_index(filtered, index)
    unsafe hb_face_set_upem(filtered, unitsPerEm)
    return unsafe filtered
  }

  @safe private final class Tables {
    private let face: OpaquePointer
    private let hidden: UInt32
    private let areUnchangeable: Bool

    init(of face: OpaquePointer, without hidden: UInt32, areUnchangeable: Bool) {
      unsafe self.face = unsafe face
      self.hidden = hidden
      self.areUnchangeable = areUnchangeable
    }

    deinit {
      unsafe hb_face_destroy(face)
    }

    subscript(tag: UInt32) -> OpaquePointer? {
      guard tag != hidden else { return unsafe hb_blob_get_empty() }
      let table = unsafe hb_face_reference_table(face, tag)
      if areUnchangeable { unsafe hb_blob_make_immutable(table) }
      return unsafe table
    }
  }

  /// The font with a face that hides GPOS.
  private static func unpositioned(
    _ font: OpaquePointer, damage: DamagePolicy
  ) -> OpaquePointer {
    let face = unsafe filtered(
      hb_face_reference(hb_font_get_face(font))!, without: .gpos, damage: damage)
    let copy = unsafe hb_font_create(face)!
    unsafe hb_face_destroy(face)
    var count: UInt32 = 0
    if let coordinates = unsafe hb_font_get_var_coords_normalized(font, &count) {
      unsafe hb_font_set_var_coords_normalized(copy, coordinates, count)
    }
    unsafe hb_font_make_immutable(copy)
    return unsafe copy
  }

  /// Whether HarfBuzz would take the glyph's advance for a negative one.
  func isOverwide(_ glyph: UInt32) -> Bool {
    if directory.overwideGlyphs.isEmpty { return false }
    return directory.overwideGlyphs.contains(glyph)
      || glyph >= directory.overwideFrom ?? UInt32.max
  }

  /// Whether a cursive attachment of the GPOS table passes over letters or ligatures, so that letters far apart could be
  /// attached. No honest face has one: joining scripts pass over marks alone.
  ///
  /// - Complexity: linear in the number of lookups.
  var attachesAcrossLetters: Bool {
    guard let table = directory.tables.first(where: { $0.tag == .gpos }) else { return false }
    func short(_ offset: Int) -> Int { bytes.uint16(at: table.offset + offset) ?? 0 }
    let list = short(8)
    return (0..<short(list)).contains { index in
      let lookup = list + short(list + 2 + 2 * index)
      var type = short(lookup)
      if type == 9 {
        // An extension names the type of what it points to.
        type = short(lookup + short(lookup + 6) + 2)
      }
      let passesOver = short(lookup + 2)
      return type == 3 && passesOver & 0b110 != 0
    }
  }

  /// Whether the `kern` table has other subtables than lists of pairs and matrices of classes.
  var kernsByStateMachine: Bool {
    guard let table = directory.tables.first(where: { $0.tag == .kern }) else { return false }
    // Version 1 is Apple's.
    guard bytes.uint16(at: table.offset) == 0 else { return true }
    var offset = table.offset + 4
    for _ in 0..<(bytes.uint16(at: table.offset + 2) ?? 0) {
      guard let length = bytes.uint16(at: offset + 2), let coverage = bytes.uint16(at: offset + 4),
        coverage >> 8 == 0 || coverage >> 8 == 2
      else { return true }
      offset += length
    }
    return false
  }

  /// Opens every face of a file, to list them: checksums are not looked at.
  ///
  /// - Throws: as ``init(path:index:instance:axes:damage:)``.
  public static func all(path: String) throws(FontError) -> [Face] {
    let bytes = try FontBytes(path: path)
    func face(_ index: Int) throws(FontError) -> Face {
      try Face(bytes, origin: path, index: index, instance: nil, axes: [], damage: .ignored)
    }
    let first = try face(0)
    var faces = [first]
    for index in 1..<max(1, first.faceCount) { faces.append(try face(index)) }
    return faces
  }

  /// HarfBuzz drops a layout table that it finds damaged, and measures on without its kerning. One that has taken the
  /// other's place it reads, and finds nothing to do: then the features give it away.
  private func refuseDamagedLayout(_ directory: SFNTDirectory) throws(FontError) {
    for table in directory.tables where table.length > 0 {
      let isSound =
        switch table.tag {
        case .gsub:
          unsafe hb_ot_layout_has_substitution(face) != 0
            && !features(of: .gsub).contains { [.kern, .mkmk, .curs].contains($0) }
        case .gpos:
          unsafe hb_ot_layout_has_positioning(face) != 0
            && !features(of: .gpos).contains { [.liga, .locl].contains($0) }
        default: true
        }
      guard isSound else {
        throw .damagedTable(path: origin, table: table.tag)
      }
    }
  }

  /// Whether the shaper reads the layout tables as they stand in the file: of damaged ones it leaves parts out.
  ///
  /// - Complexity: linear in the tables' size for a face that was opened whatever its damage.
  var hasSoundLayout: Bool {
    if isChecked { return true }
    let strict = unsafe Self.filtered(hb_face_reference(face)!, without: .trak, damage: .refused)
    defer { unsafe hb_face_destroy(strict) }
    func isThere(_ tag: Tag) -> Bool {
      directory.tables.contains { $0.tag == tag && $0.length > 0 }
    }
    return unsafe (!isThere(.gsub) || hb_ot_layout_has_substitution(strict) != 0)
      && (!isThere(.gpos) || hb_ot_layout_has_positioning(strict) != 0)
  }

  // MARK: Names

  /// The family's name, such as "Inter"; the path when the face does not say.
  public var family: String {
    name(.typographicFamily) ?? name(.family) ?? origin
  }

  /// The style's name, such as "Regular": that of the named instance at these coordinates, or else the
  /// coordinates themselves.
  public var style: String {
    if !axes.isEmpty {
      if let instance = instances.first(where: { $0.coordinates == coordinates }) {
        return instance.name
      }
      if ticksPerUnit > 1 {
        return coordinates.map { "\($0.tag)=\($0.value)" }.joined(separator: ",")
      }
    }
    return name(.typographicSubfamily) ?? name(.subfamily)
      ?? "Regular"
  }

  /// The named instances of a variable face.
  public var instances: [NamedInstance] {
    unsafe Self.instances(of: face, axes: axes)
  }

  private func name(_ id: NameID) -> String? {
    unsafe Self.name(id.rawValue, of: face)
  }

  /// The entries of the name table that are of use here, by their numbers in OpenType.
  private enum NameID: hb_ot_name_id_t {
    case family = 1
    case subfamily = 2
    case typographicFamily = 16
    case typographicSubfamily = 17
  }

  private static func name(_ id: hb_ot_name_id_t, of face: OpaquePointer) -> String? {
    let english = unsafe hb_language_from_string("en", -1)
    // Long enough for any name that a person gives; what is longer is cut.
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      var length = UInt32(buffer.count)
      let full = unsafe hb_ot_name_get_utf8(face, id, english, &length, buffer.baseAddress)
      guard full > 0 else { return nil }
      let bytes = unsafe buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func axes(of face: OpaquePointer) -> [VariationAxis] {
    var count = unsafe hb_ot_var_get_axis_count(face)
    guard count > 0 else { return [] }
    let infos = unsafe [hb_ot_var_axis_info_t](unsafeUninitializedCapacity: Int(count)) {
      buffer, used in
      unsafe hb_ot_var_get_axis_infos(face, 0, &count, buffer.baseAddress)
      used = Int(count)
    }
    return infos.map { info in
      // A damaged axis may run backwards.
      let low = min(info.min_value, info.default_value)
      let high = max(info.max_value, info.default_value)
      return VariationAxis(
        tag: Tag(info.tag), range: Double(low)...Double(high),
        defaultValue: Double(info.default_value))
    }
  }

  private static func instances(of face: OpaquePointer, axes: [VariationAxis]) -> [NamedInstance] {
    let count = unsafe hb_ot_var_get_named_instance_count(face)
    return (0..<count).compactMap { index in
      let id = unsafe hb_ot_var_named_instance_get_subfamily_name_id(face, index)
      guard let name = unsafe name(id, of: face) else { return nil }
      var count = UInt32(axes.count)
      let values = unsafe [Float](unsafeUninitializedCapacity: axes.count) { buffer, used in
        unsafe hb_ot_var_named_instance_get_design_coords(face, index, &count, buffer.baseAddress)
        used = Int(count)
      }
      guard values.count == axes.count else { return nil }
      return NamedInstance(
        name: name, coordinates: zip(axes, values).map { AxisValue($0.tag, Double($1)) })
    }
  }

  func hasTable(_ tag: Tag) -> Bool {
    let blob = unsafe hb_face_reference_table(face, tag.value)
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe hb_blob_get_length(blob) > 0
  }

  /// Whether any script and language of the face has the feature.
  public func hasFeature(_ tag: Tag) -> Bool {
    if tag == .kern, hasTable(.kern) { return true }
    return features(of: .gsub).contains(tag) || features(of: .gpos).contains(tag)
  }

  private func features(of table: Tag) -> [Tag] {
    var count = unsafe hb_ot_layout_table_get_feature_tags(face, table.value, 0, nil, nil)
    let tags = unsafe [hb_tag_t](unsafeUninitializedCapacity: Int(count)) { buffer, used in
      unsafe hb_ot_layout_table_get_feature_tags(face, table.value, 0, &count, buffer.baseAddress)
      used = Int(count)
    }
    return tags.map { Tag($0) }
  }
}
