internal import Glibc

/// A file of texts, one a line, in the form that each side takes: bytes for C, strings for the library.
struct Corpus {
  let name: String
  let path: String
  let bytes: [UInt8]
  /// Where each text begins, and where one after the last would.
  let starts: [Int32]
  let texts: [String]

  /// - Parameter most: how many of the first texts are taken.
  init(_ name: String, in folder: String, most: Int = .max) throws(Failure) {
    self.name = name
    path = "\(folder)/\(name).txt"
    bytes = try Self.contents(of: path)
    var starts: [Int32] = [0]
    var texts: [String] = []
    var rest = bytes[...]
    while texts.count < most, let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      texts.append(String(decoding: rest[..<newline], as: UTF8.self))
      rest = rest[(newline + 1)...]
      starts.append(Int32(rest.startIndex))
    }
    self.starts = starts
    self.texts = texts
    guard !texts.isEmpty || most == 0 else { throw Failure("\(path): has no lines") }
  }

  /// One text alone.
  init(_ text: String) {
    name = text
    path = ""
    bytes = Array(text.utf8) + [UInt8(ascii: "\n")]
    starts = [0, Int32(bytes.count)]
    texts = [text]
  }

  static func contents(of path: String) throws(Failure) -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { throw Failure("\(path): cannot be read") }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let got = unsafe fread(&chunk, 1, chunk.count, file)
      if got == 0 { return bytes }
      bytes += chunk[..<got]
    }
  }
}

/// Why a benchmark cannot be run, or is not to be believed: one line.
struct Failure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
