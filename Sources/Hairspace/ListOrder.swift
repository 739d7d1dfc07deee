/// Which of two lists of one sum and one number of characters comes first.
///
/// A title has its widest spaces first, and of two titles the one with more of the widest is taken. Where the
/// search runs on mirrored advances, since they are negative, the widest space is the one that is narrowest there.
enum ListOrder: Sendable {
  /// The list with the most of the widest space, then of the next, and so on.
  case widestFirst
  /// The list with the most of the narrowest space, then of the next wider, and so on.
  case narrowestFirst

  /// Whether a list comes before another.
  ///
  /// - Parameters: numbers of each space, the widest first.
  func puts(
    _ counts: some BidirectionalCollection<Int>, before others: some BidirectionalCollection<Int>
  )
    -> Bool
  {
    switch self {
    case .widestFirst: others.lexicographicallyPrecedes(counts)
    case .narrowestFirst: others.reversed().lexicographicallyPrecedes(counts.reversed())
    }
  }
}
