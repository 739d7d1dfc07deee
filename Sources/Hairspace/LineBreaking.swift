/// Something that knows where a line may be broken: Unicode's line breaking algorithm (UAX #14), for which this module asks
/// others.
public protocol LineBreaking: Sendable {
  /// The places in a line where the next may begin, in order, without the line's own beginning and end.
  ///
  /// - Parameter line: a text without line ends.
  func breakOpportunities(in line: String) throws -> [String.Index]
}

/// A title broken into lines of a width.
struct WrappedTitle: Hashable {
  var lines: [String]
  /// The advance of the widest line, without the spaces at the breaks.
  var advance: Points
  /// Whether a word was too wide and is broken between its characters.
  var breaksWords: Bool
}

/// Breaks titles into lines as UIKit's word wrapping does: as many words as fit on each, white space at a break left out, a word
/// that is too wide broken between characters.
struct TitleWrapper<Measurer: TextMeasuring, Breaker: LineBreaking> {
  let measurer: Measurer
  let breaker: Breaker

  /// - Throws: ``SizingError/notWrappable(limit:)``, and what the measurer and the breaker throw.
  /// - Complexity: a measurement for each place where a line may be broken, and for each character of a broken word.
  func wrap(_ title: String, to width: Points) throws -> WrappedTitle {
    var wrapped = WrappedTitle(lines: [], advance: 0, breaksWords: false)
    for line in title.explicitLines {
      let whole = try measure(line)
      if whole <= width {
        wrapped.lines.append(line)
        wrapped.advance = max(wrapped.advance, whole)
      } else {
        guard line.unicodeScalars.count <= Self.mostCharacters else {
          throw SizingError.notWrappable(limit: Self.mostCharacters)
        }
        try wrap(line: line, to: width, into: &wrapped)
      }
    }
    return wrapped
  }

  /// How long a line that has to be broken may be: each break is found by measuring.
  private static var mostCharacters: Int { 1000 }

  private func wrap(line: String, to width: Points, into wrapped: inout WrappedTitle) throws {
    let opportunities = try breaker.breakOpportunities(in: line) + [line.endIndex]
    var start = line.startIndex
    while start < line.endIndex {
      // The last place up to which the line fits; the end of the text keeps its trailing spaces out too.
      var end = start
      for place in opportunities where place > start {
        guard try measure(line[start..<place].trimmingTrailingSpaces) <= width else { break }
        end = place
      }
      if end == start {
        wrapped.breaksWords = true
        end = line.index(after: start)
        while end < line.endIndex {
          let next = line.index(after: end)
          guard try measure(line[start..<next].trimmingTrailingSpaces) <= width else { break }
          end = next
        }
      }
      let piece = line[start..<end].trimmingTrailingSpaces
      wrapped.advance = max(wrapped.advance, try measure(piece))
      wrapped.lines.append(piece)
      start = end
    }
  }

  private func measure(_ text: String) throws -> Points {
    try measurer.grid.points(measurer.advance(of: text))
  }
}

extension String {
  /// The lines of a text as its line ends make them: at least one.
  var explicitLines: [String] {
    split(omittingEmptySubsequences: false) { character in
      // CR LF is one Character.
      character.unicodeScalars.contains(where: \.isLineEnd)
    }.map(String.init)
  }

  /// The text without White_Space at its ends, as UIKit trims titles.
  var trimmed: String {
    var scalars = unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: String {
    var scalars = unicodeScalars[...]
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  var isLineEnd: Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(self)
  }
}
