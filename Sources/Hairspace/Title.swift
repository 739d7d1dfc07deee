/// A title and the button it makes.
public struct Title: Sendable, Hashable {
  /// How many of one space a title has.
  public struct Component: Sendable, Hashable {
    public let space: SpaceAdvance
    public let count: Int
    /// The advance of one, in points.
    public let advance: Points
  }

  /// What a user of the title should know.
  public enum Warning: Sendable, Hashable {
    /// The target is below what a button has without any text.
    case belowMinimum(Points)
    /// No title makes the button as wide as asked.
    case unreachable(Unreachable)
    /// The visible text alone makes the button wider than the target.
    case textTooWide
    /// The rule makes widths a whole point apart, and the target is none of them; the nearest is aimed at.
    case wholePoints(ButtonRule)
    /// An exact mix under a factor other than 1: the factor stands for one symbol's behaviour, and a mix has
    /// several.
    case exactWithShiftFactor(Double)
    /// The shaper made these spaces up; another renderer may give them another width.
    case synthesised([SpaceCharacter])
    /// Normalisation (NFC) puts another character in the place of these.
    case changedByNormalisation([SpaceCharacter])
    /// Shaped whole, the title differs from the sum of its parts: the font kerns across spaces. The title
    /// is chosen by its whole advance.
    case kerned(by: Points)
  }

  /// Why no title makes a button of a width, and which do.
  public struct Unreachable: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
      /// The kit makes no button so narrow, or none so wide.
      case limits
      /// The kit makes every button as wide as was set.
      case fixed
      /// The kit strips white space from the title's ends: there is no padding without guards.
      case trimmed
      /// The kit makes the width of whole spaces of its own, and no number of them gives this one.
      case spaces
    }

    public let reason: Reason
    /// The widths that can be had: the narrowest and the widest, or those on either side of the target.
    public let narrower: Points
    public let wider: Points
  }

  public let string: String
  /// The whole title's advance, shaped as one.
  public let textAdvance: Points
  /// The width of the button under the rule.
  public let width: Points
  /// The width asked for.
  public let target: Points
  /// The spaces used, widest first, then by code point.
  public let composition: [Component]
  public let method: FillMethod
  /// Whether U+2060 WORD JOINER stands at both ends.
  public let isGuarded: Bool
  /// How many titles were shaped whole and compared.
  public let candidates: Int
  public let warnings: [Warning]

  /// ``width`` − ``target``: negative when the button comes out too narrow.
  public var deviation: Points {
    width - target
  }

  /// Why the width cannot be had, whatever the title; nil when it can.
  public var unreachable: Unreachable? {
    for case .unreachable(let reason) in warnings { return reason }
    return nil
  }

  /// How many scalars the title has.
  public var characters: Int {
    string.unicodeScalars.count
  }

  /// Whether every usual trim leaves the title as it is: Foundation's `trimmingCharacters(in:)` with
  /// `.whitespaces` and `.whitespacesAndNewlines`, dropping characters by `Character.isWhitespace`, Python's
  /// `strip`, JavaScript's `trim`, Java's `trim` and `strip`. False when one of them changes it.
  ///
  /// What they remove was recorded for every scalar by Tests/Oracle/check-trimming.py. Normalisation and
  /// what CSS does are not trims: a title that survives may still change there.
  public var survivesTrimming: Bool {
    string.survivesTrimming
  }
}

extension String {
  /// ``Title/survivesTrimming``, of a title's string.
  var survivesTrimming: Bool {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      let lastCharacter = self.last
    else { return true }
    // Swift trims whole characters: a last space takes along the accent or joiner that is attached to it.
    return !first.isTrimmed && !last.isTrimmed && !lastCharacter.isWhitespace
  }
}

extension Unicode.Scalar {
  /// Whether a trim removes the scalar: all but Java's remove white space, some of them besides control characters
  /// (Java, Python), U+200B ZERO WIDTH SPACE (Foundation) or U+FEFF ZERO WIDTH NO-BREAK SPACE (JavaScript).
  fileprivate var isTrimmed: Bool {
    switch self {
    case "\u{0}"..."\u{20}", "\u{200B}", "\u{FEFF}": true
    default: properties.isWhitespace
    }
  }
}

/// Where a title's visible text stands among its padding.
public enum TextAlignment: String, Sendable, Hashable, CaseIterable {
  /// Text first, padding after it.
  case leading
  /// Padding on both sides, the halves as even as the least deviation allows; the first is not the wider.
  case center
  /// Padding first, text after it.
  case trailing
}
