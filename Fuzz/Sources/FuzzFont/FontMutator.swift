internal import CFuzz

/// Mutates a font as libFuzzer would, or only one of its tables, and then writes the right checksums for three of four: what
/// is kept is a font file as it would be opened.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: CUnsignedInt
) -> Int {
  var file = FontFile(bytes: unsafe Array(UnsafeBufferPointer(start: data, count: count)))
  let records = file.records
  if seed & 1 == 0 || records.isEmpty {
    file.bytes = mutated(file.bytes, most: most)
  } else {
    file.mutateTable(records[Int(seed >> 3) % records.count], most: most)
  }
  if seed & 6 != 0 { file.correctChecksums() }
  let length = min(file.bytes.count, most)
  for index in 0..<length { unsafe data[index] = file.bytes[index] }
  return length
}

private func mutated(_ bytes: [UInt8], most: Int) -> [UInt8] {
  unsafe [UInt8](unsafeUninitializedCapacity: max(1, most)) { buffer, count in
    let taken = min(bytes.count, most)
    for index in 0..<taken { unsafe buffer[index] = bytes[index] }
    count = unsafe LLVMFuzzerMutate(buffer.baseAddress!, taken, most)
  }
}

extension FontFile {
  /// Mutates one table. Where it grows it moves to the end of the file, so that no other table is written over.
  fileprivate mutating func mutateTable(_ record: Record, most: Int) {
    guard record.offset + record.length <= bytes.count, record.length > 0 else { return }
    let range = record.offset..<record.offset + record.length
    let end = (bytes.count + 3) & ~3
    let table = mutated(
      Array(bytes[range]), most: max(record.length, min(2 * record.length, most - end)))
    if table.count <= record.length {
      bytes.replaceSubrange(range.prefix(table.count), with: table)
    } else {
      bytes += [UInt8](repeating: 0, count: end - bytes.count) + table
      set(record.offsetPlace, to: UInt32(end))
    }
    for place in record.lengthPlaces { set(place, to: UInt32(table.count)) }
  }
}
