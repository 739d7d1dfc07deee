/// Ends the process when a property does not hold; libFuzzer then keeps the input.
public func check(
  _ holds: Bool, _ property: @autoclosure () -> String, file: StaticString = #file,
  line: UInt = #line
) {
  if !holds { fatalError("broken: \(property())", file: file, line: line) }
}

/// The input of a fuzz target.
public func input(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: start, count: count))
}
