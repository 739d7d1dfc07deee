/// What the command's exit status says; the numbers from 64 on are those of BSD's sysexits.
enum ExitStatus: Int32 {
  case done = 0
  /// A limit that was stated is not met.
  case limitNotMet = 1
  case usage = 64
  case badData = 65
  /// No such input, font or family.
  case noInput = 66
  /// A library that the work needs is not installed.
  case unavailable = 69
  /// A bug of this program.
  case bug = 70
  case output = 74
}

/// An error that ends the command, as the one line that is printed.
struct CommandError: Error, Equatable {
  var status: ExitStatus
  var message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
