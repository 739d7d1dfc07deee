internal import CHarfBuzz
internal import Hairspace

/// What runs of one kind are shaped with: a face, a script, a direction, and the font's features and language.
///
/// Its buffer is one: not for use by two threads at once.
@safe final class RunShaper {
  let face: Face
  let script: hb_script_t
  private let direction: hb_direction_t
  private let features: [hb_feature_t]
  private let language: hb_language_t?
  private let buffer: OpaquePointer

  init(
    face: Face, script: hb_script_t, isRightToLeft: Bool, features: [hb_feature_t],
    language: hb_language_t?
  ) {
    self.face = face
    self.script = script
    direction = isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    self.features = features
    unsafe self.language = unsafe language
    unsafe buffer = unsafe hb_buffer_create()
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
  }

  /// A shaped text.
  struct Shaped {
    var ticks = 0
    var clusters = 0
    var glyphs: [UInt32] = []
  }

  /// Shapes a text that has nothing but clusters of one character.
  ///
  /// - Returns: nil when the shaper fails or a glyph is wider than can be measured.
  func shape(_ text: String) -> Shaped? {
    var text = text
    return text.withUTF8 { unsafe shape($0) }
  }

  func shape(_ text: UnsafeBufferPointer<UInt8>) -> Shaped? {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_add_utf8(
      buffer, UnsafeRawPointer(text.baseAddress!).assumingMemoryBound(to: CChar.self),
      Int32(text.count), 0, Int32(text.count))
    unsafe hb_buffer_set_script(buffer, script)
    unsafe hb_buffer_set_direction(buffer, direction)
    unsafe hb_buffer_set_language(buffer, language)
    unsafe hb_shape(face.font, buffer, features, UInt32(features.count))
    guard unsafe hb_buffer_allocation_successful(buffer) != 0 else { return nil }
    var count: UInt32 = 0
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    var shaped = Shaped()
    var cluster: UInt32?
    for index in 0..<Int(count) {
      let info = unsafe infos![index]
      guard !face.isOverwide(info.codepoint) else { return nil }
      shaped.ticks += unsafe Int(positions![index].x_advance)
      shaped.glyphs.append(info.codepoint)
      if cluster != info.cluster { shaped.clusters += 1 }
      cluster = info.cluster
    }
    return shaped
  }

  /// Whether nothing reaches across a space: no rule and no pair of glyphs has it, and none passes over it.
  ///
  /// HarfBuzz itself looks at syllables and at letters that join, which a space ends.
  var separatesWords: Bool {
    guard let space = face.nominalGlyph(of: " "), !face.hasTable(.kern),
      let rules = contextRules(hasTree: false)
    else { return false }
    return (try? rules.leaveAlone(Int(space))) ?? false
  }

  /// The rules that a text without U+2044 is shaped by; nil when what they do cannot be foreseen.
  ///
  /// - Parameter hasTree: whether the sequences are wanted, or only the glyphs that are in any.
  func contextRules(hasTree: Bool = true) -> ContextRules? {
    // Apple's tables and Graphite's are programs, and a state machine may kern.
    guard unsafe hb_aat_layout_has_substitution(face.face) == 0,
      unsafe hb_aat_layout_has_positioning(face.face) == 0, !face.kernsByStateMachine,
      face.hasSoundLayout
    else { return nil }
    var properties = unsafe hb_segment_properties_t()
    unsafe properties.direction = direction
    unsafe properties.script = script
    unsafe properties.language = unsafe language
    // The features of fractions are there for U+2044 alone.
    let fractions = ["frac", "numr", "dnom"].compactMap { Tag($0)?.value }
      .filter { tag in !features.contains { $0.tag == tag } }
      .map { hb_feature_t(tag: $0, value: 0, start: 0, end: .max) }
    let all = features + fractions
    var count: UInt32 = 0
    let coordinates = unsafe hb_font_get_var_coords_normalized(face.font, &count)
    guard
      let plan = unsafe hb_shape_plan_create2(
        face.face, &properties, all, UInt32(all.count), coordinates, count, nil)
    else { return nil }
    defer { unsafe hb_shape_plan_destroy(plan) }
    guard let name = unsafe hb_shape_plan_get_shaper(plan), unsafe String(cString: name) == "ot"
    else { return nil }
    return try? unsafe ContextRules(of: face, in: plan, hasTree: hasTree)
  }
}
