@testable public import HairspaceCommandLibrary

/// An error as every command ends with one: known, not taken for a bug, and of one line that says something.
public func check(_ error: any Error, hasStatusIn statuses: Set<ExitStatus>) {
  let error = CommandError(any: error)
  check(statuses.contains(error.status), "\(error.status) is no status for: \(error.message)")
  check(!error.message.isEmpty, "a message says something")
  checkOneLine(error.message.visible)
}

/// Nothing in a message ends a line or moves the cursor.
public func checkOneLine(_ message: String) {
  for scalar in message.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      check(false, "a message is one line without controls: \(message.debugDescription)")
    default: break
    }
  }
}
