/// Why no title can be given. What a measurer throws passes through as it is.
public enum SizingError: Error, Sendable, Hashable {
  /// The target is negative, infinite or not a number.
  case invalidWidth(Points)
  /// The font has none of the alphabet's spaces, or only ones of no advance.
  case noUsableSpace(SpaceAlphabet)
  /// The methods `article` and `repeat` repeat one character, and the alphabet has several.
  case oneSpaceNeeded(FillMethod, SpaceAlphabet)
  /// The kit counts characters whatever they are; the alphabet has several.
  case oneSpaceCounts(ButtonRule, SpaceAlphabet)
  /// The title cannot be guarded: the font shows the guard.
  case guardShows(GuardFault)
  /// The methods `article` and `repeat` repeat one character, and this one does not make a title wider.
  case wideningSpaceNeeded(FillMethod, SpaceCharacter)
  /// A stated advance is more than ``StatedAdvances`` can count in ticks as fine as the font's.
  case statedAdvanceTooWide(SpaceCharacter)
  /// A text is wider than ``StatedAdvances`` can count in ticks as fine as the stated advances and the size need.
  case textTooWide
  /// The visible text has line ends; a button's padding goes with one line.
  case severalLines
  /// The title would have more characters than the limit.
  case tooLong(limit: Int)
  /// A title that would have to be wrapped has more characters than a button's title ever has.
  case notWrappable(title: String, limit: Int)
  /// The font's spaces combine in too many ways to search them all: a face made to be awkward, or a list of
  /// many spaces on a fine grid. Fewer spaces, or the method `repeat`, will do.
  case tooIrregular
}
