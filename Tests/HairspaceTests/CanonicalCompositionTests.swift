import Foundation
import Testing

@testable import Hairspace

@Suite struct CanonicalCompositionTests {
  @Test("Every scalar that Foundation's NFC changes, and no other")
  func all() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // ASCII, ideographs and Hangul are many, and none of them changes.
      if value < 0x80 || (0x3400...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
        || value >= 0x30000
      {
        #expect(!scalar.changesUnderNFC)
        continue
      }
      let text = String(Character(scalar))
      let composed = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
      if scalar.changesUnderNFC != (composed != [scalar]) {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }
}
