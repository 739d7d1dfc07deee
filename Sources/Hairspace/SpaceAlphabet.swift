/// Which space characters a title may use, in code point order, each once.
public struct SpaceAlphabet: Sendable, Hashable {
  public let characters: [SpaceCharacter]

  /// - Returns: nil when there is no character.
  public init?(_ characters: some Sequence<SpaceCharacter>) {
    let distinct = Set(characters).sorted { $0.scalar < $1.scalar }
    guard !distinct.isEmpty else { return nil }
    self.characters = distinct
  }

  private init(preset characters: [SpaceCharacter]) {
    self.characters = characters
  }

  /// U+200A alone, as in the article.
  public static let hair = SpaceAlphabet(preset: [.hair])

  /// Every fixed-width space that NFC leaves alone and no renderer stretches:
  /// U+2002…U+200A, U+202F and U+205F.
  public static let fixed = SpaceAlphabet(
    preset: SpaceCharacter.all.filter {
      (0x2002...0x200A).contains($0.scalar.value) || [0x202F, 0x205F].contains($0.scalar.value)
    })

  /// The spaces at which no line breaks: U+00A0, U+2007 and U+202F.
  public static let nonBreaking = SpaceAlphabet(
    preset: SpaceCharacter.all.filter { [0xA0, 0x2007, 0x202F].contains($0.scalar.value) })
}
