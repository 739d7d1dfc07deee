/// Something that knows where a line may be broken: Unicode's line breaking algorithm (UAX #14), for which this module asks
/// others.
public protocol LineBreaking: Sendable {
  /// The places in a line where the next may begin, in order, without the line's own beginning and end.
  ///
  /// - Parameter line: a text without line ends.
  func breakOpportunities(in line: String) throws -> [String.Index]
}

extension LineBreaking {
  /// The advance of the widest line of a title that is broken to a width.
  func wrappedAdvance<Measurer: TextMeasuring>(
    of title: String, to width: Points, _ measurer: Measurer
  ) throws -> Advance {
    try TitleWrapper(measurer: measurer, breaker: self).wrap(title, to: width).advance
  }
}

/// A title broken into lines of a width.
struct WrappedTitle: Hashable {
  var lines: [String]
  /// The advance of the widest line, without the spaces at the breaks.
  var advance: Advance
  /// Whether a word was too wide and is broken between its characters.
  var breaksWords: Bool
}

/// Breaks titles into lines as UIKit's word wrapping does: as many words as fit on each, spaces at a break left out, a word
/// that is too wide broken between characters.
struct TitleWrapper<Measurer: TextMeasuring, Breaker: LineBreaking> {
  let measurer: Measurer
  let breaker: Breaker

  /// - Throws: ``SizingError/notWrappable(title:limit:)``, and what the measurer and the breaker throw.
  /// - Complexity: for each line as many measurements as the logarithm of the places where it may end.
  func wrap(_ title: String, to width: Points) throws -> WrappedTitle {
    var wrapped = WrappedTitle(lines: [], advance: .zero, breaksWords: false)
    guard title.unicodeScalars.count <= Self.mostCharacters else {
      throw SizingError.notWrappable(title: title, limit: Self.mostCharacters)
    }
    for line in title.explicitLines {
      let whole = try measurer.advance(of: line)
      if measurer.grid.points(whole) <= width {
        wrapped.lines.append(line)
        wrapped.advance = max(wrapped.advance, whole)
      } else {
        try wrap(line: line, to: width, into: &wrapped)
      }
    }
    return wrapped
  }

  /// How long a title that has to be broken may be: each break is found by measuring.
  private static var mostCharacters: Int { 1000 }

  private func wrap(line: String, to width: Points, into wrapped: inout WrappedTitle) throws {
    var opportunities = try (breaker.breakOpportunities(in: line) + [line.endIndex])[...]
    var start = line.startIndex
    while start < line.endIndex {
      opportunities = opportunities.drop { $0 <= start }
      var end = try last(of: opportunities, from: start, in: line, within: width)
      if end == nil {
        wrapped.breaksWords = true
        let places = line[start...].indices.dropFirst() + [line.endIndex]
        // One character at least, however wide.
        end = try last(of: places[...], from: start, in: line, within: width) ?? places.first
      }
      let piece = line[start..<(end ?? line.endIndex)].trimmingSpaces
      wrapped.advance = max(wrapped.advance, try measurer.advance(of: String(piece)))
      wrapped.lines.append(String(piece))
      start = end ?? line.endIndex
    }
  }

  /// The last of the places up to which a line is no wider; the advance is taken to grow from place to place.
  private func last(
    of places: ArraySlice<String.Index>, from start: String.Index, in line: String,
    within width: Points
  ) throws -> String.Index? {
    var low = places.startIndex
    var high = places.endIndex
    while low < high {
      let middle = (low + high) / 2
      let piece = String(line[start..<places[middle]].trimmingSpaces)
      if try measurer.grid.points(measurer.advance(of: piece)) <= width {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low > places.startIndex ? places[low - 1] : nil
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
  /// The text without the spaces at its end at which lines may break.
  fileprivate var trimmingSpaces: Substring {
    var end = unicodeScalars.endIndex
    while end > startIndex {
      let before = unicodeScalars.index(before: end)
      guard unicodeScalars[before].isBreakingSpace else { break }
      end = before
    }
    return self[..<end]
  }
}

extension Unicode.Scalar {
  var isLineEnd: Bool {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  fileprivate var isBreakingSpace: Bool {
    properties.isWhitespace && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(self)
  }
}
