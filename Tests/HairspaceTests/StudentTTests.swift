import Foundation
import Testing

@testable import Hairspace

@Suite struct StudentTTests {
  @Test("Recorded from SciPy, for chances down to one in a million")
  func studentRecorded() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/student.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(lines.count > 400)
    for line in lines {
      let fields = line.split(separator: "\t")
      let expected = try #require(Double(fields[2]))
      let bound = try StudentT.bound(
        outside: #require(Double(fields[0])), degrees: #require(Int(fields[1])))
      #expect(abs(bound - expected) <= 1e-8 * expected, "\(line)")
    }
  }

  @Test("Known by hand: a Cauchy's quartile is 1; t² of two degrees is 2 p² ÷ (1 − p²)")
  func studentByHand() {
    #expect(abs(StudentT.bound(outside: 0.5, degrees: 1) - 1) < 1e-12)
    #expect(abs(StudentT.bound(outside: 0.5, degrees: 2) - (2.0 / 3).squareRoot()) < 1e-12)
  }

  @Test("More degrees than any table has are taken for a hundred thousand")
  func studentManyDegrees() {
    let most = StudentT.bound(outside: 1e-6, degrees: StudentT.mostDegrees)
    #expect(StudentT.bound(outside: 1e-6, degrees: .max) == most)
    // The normal distribution's.
    #expect(abs(most / 4.891_638_475_698_863 - 1) < 1e-4)
  }
}
