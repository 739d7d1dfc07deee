internal import FuzzSupport
internal import Hairspace

@testable internal import Shaping

/// A `trak` table of arbitrary bytes is none or has ascending sizes, gives values of 16 bits, and ends where its directory
/// says that it ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let table = unsafe input(start, count)
  let alone = TrakTable(
    FontBytes(copying: table),
    SFNTDirectory.Table(tag: .trak, checksum: 0, offset: 0, length: count))
  let others: [UInt8] = [0, 1, 0, 0, 0, 12, 0, 1, 0xFF]
  let among = TrakTable(
    FontBytes(copying: others + table + others),
    SFNTDirectory.Table(tag: .trak, checksum: 0, offset: others.count, length: count))
  check(
    alone?.values.map(\.size) == among?.values.map(\.size)
      && alone?.values.map(\.value) == among?.values.map(\.value),
    "what stands around a table does not count")

  guard let values = alone?.values else { return 0 }
  check(!values.isEmpty, "a table has sizes")
  check(
    zip(values, values.dropFirst()).allSatisfy { $0.size < $1.size } && values[0].size > 0,
    "sizes ascend from above 0")
  let bounds = values.map(\.value).min()!...values.map(\.value).max()!
  check((-32768.0...32767).contains(bounds.lowerBound), "a value has 16 bits")
  for (size, value) in values {
    check(Tracking.interpolated(values, at: size) == value, "a size given has its own value")
    for other in [size.nextDown, size.nextUp, size / 2, size * 1.5] {
      let between = Tracking.interpolated(values, at: other)
      check(
        bounds.lowerBound - 1e-6 <= between && between <= bounds.upperBound + 1e-6,
        "between sizes are values between theirs")
    }
  }
  return 0
}
