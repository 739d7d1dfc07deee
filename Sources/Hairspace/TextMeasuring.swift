/// Something that knows how wide a text comes out: a font, or a UIFont on a device in a few lines of
/// your own.
///
/// ```swift
/// import Hairspace
/// import UIKit
///
/// struct DeviceFont: TextMeasuring {
///   let font: UIFont
///   var grid: AdvanceGrid { AdvanceGrid(ticks: 1024, span: 1) }
///   func advance(of text: String) -> Advance {
///     let width = (text as NSString).size(withAttributes: [.font: font]).width
///     return Advance(ticks: Int((width * 1024).rounded()))
///   }
/// }
/// ```
public protocol TextMeasuring: Sendable {
  /// The grid of every advance that this measurer gives.
  var grid: AdvanceGrid { get }

  /// The advance of the whole text, shaped as one; of its widest line where it has several.
  func advance(of text: String) throws -> Advance

  /// The advance of one space standing alone, and where it comes from.
  ///
  /// The default measures the character and takes it for a glyph of the font.
  func spaceAdvance(of character: SpaceCharacter) throws -> SpaceAdvance

  /// What shows of a U+2060 WORD JOINER at the end of a title; nil when nothing does.
  ///
  /// The default asks for its advance alone.
  func guardFault() throws -> GuardFault?
}

/// Why a title cannot be guarded in a font: its U+2060 WORD JOINER would show.
public enum GuardFault: Sendable, Hashable {
  /// The glyph has outlines.
  case ink
  /// The glyph has an advance. Shapers that pass over default ignorables hide it, others do not.
  case advance(Points)
}

extension TextMeasuring {
  public func spaceAdvance(of character: SpaceCharacter) throws -> SpaceAdvance {
    try SpaceAdvance(
      character: character, advance: advance(of: String(Character(character.scalar))),
      source: .glyph)
  }

  public func guardFault() throws -> GuardFault? {
    let advance = try advance(of: "\u{2060}")
    return advance == .zero ? nil : .advance(grid.points(advance))
  }
}
