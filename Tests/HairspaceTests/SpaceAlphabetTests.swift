import Foundation
import Hairspace
import Testing

@Suite struct SpaceAlphabetTests {
  @Test("The presets hold what they are named for")
  func presets() {
    func notations(_ alphabet: SpaceAlphabet) -> [String] { alphabet.characters.map(\.notation) }
    #expect(notations(.hair) == ["U+200A"])
    #expect(
      notations(.fixed) == [
        "U+2002", "U+2003", "U+2004", "U+2005", "U+2006", "U+2007", "U+2008", "U+2009", "U+200A",
        "U+202F", "U+205F",
      ])
    #expect(notations(.nonBreaking) == ["U+00A0", "U+2007", "U+202F"])
  }

  @Test("All space separators are the standard library's, in order")
  func all() {
    let separators = (0...0x10FFFF).compactMap(Unicode.Scalar.init as (Int) -> Unicode.Scalar?)
      .filter { $0.properties.generalCategory == .spaceSeparator }
    #expect(SpaceCharacter.all.map(\.scalar) == separators)
  }

  @Test("No preset holds a space that NFC changes")
  func normalisation() {
    for alphabet in [SpaceAlphabet.hair, .fixed, .nonBreaking] {
      for character in alphabet.characters {
        let text = String(Character(character.scalar))
        #expect(
          text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(
            text.unicodeScalars))
      }
    }
  }

  @Test("A list is sorted, each once; an empty one is none")
  func lists() {
    let hair = SpaceCharacter.hair
    #expect(SpaceAlphabet([hair, .space, hair])?.characters == [.space, hair])
    #expect(SpaceAlphabet([]) == nil)
  }

  @Test("Only spaces are space characters", arguments: ["A", "\t", "\n", "\u{200B}", "\u{2060}"])
  func others(scalar: Unicode.Scalar) {
    #expect(SpaceCharacter(scalar) == nil)
  }

  @Test("Names are Unicode's")
  func names() {
    #expect(SpaceCharacter.hair.name == "HAIR SPACE")
    #expect(SpaceCharacter.all.last?.name == "IDEOGRAPHIC SPACE")
  }
}

extension Unicode.Scalar {
  fileprivate init?(_ value: Int) {
    self.init(UInt32(value))
  }
}
