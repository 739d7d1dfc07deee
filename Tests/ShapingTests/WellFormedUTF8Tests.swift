import Testing

@testable import Shaping

/// Against the standard library's validator.
@Suite struct WellFormedUTF8Tests {
  /// The bytes at which table 3-7 of the Unicode Standard changes its mind, on either side of each.
  static let boundaries: [UInt8] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
    0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  private func agrees(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe $0.isWellFormedUTF8 }
      == (String(validating: bytes, as: UTF8.self) != nil)
  }

  @Test(
    "All sequences of one and two bytes; of three with each second byte and each boundary after it")
  func short() {
    var faults: [[UInt8]] = []
    for first in UInt8.min...UInt8.max {
      if !agrees([first]) { faults.append([first]) }
      for second in UInt8.min...UInt8.max {
        if !agrees([first, second]) { faults.append([first, second]) }
        // A first byte of fewer leaves the third for a sequence of its own.
        guard first >= 0xE0 || second.isMultiple(of: 16) else { continue }
        for third in Self.boundaries where !agrees([first, second, third]) {
          faults.append([first, second, third])
        }
      }
    }
    #expect(faults == [])
  }

  @Test("Boundaries of four bytes, alone, after and before ASCII, which is looked at by eights")
  func long() {
    var faults: [[UInt8]] = []
    for first in Self.boundaries where first >= 0xE0 {
      for second in Self.boundaries {
        for third in Self.boundaries {
          for fourth in Self.boundaries where !agrees([first, second, third, fourth]) {
            faults.append([first, second, third, fourth])
          }
        }
        for count in 0..<18 {
          let before = [UInt8](repeating: 0x61, count: count)
          for bytes in [[first, second], [first, second, 0x80, 0x80]]
          where !agrees(before + bytes) || !agrees(bytes + before)
            || !agrees(before + bytes + before)
          {
            faults.append(before + bytes)
          }
        }
      }
    }
    #expect(faults == [])
  }
}
