/// What a kit makes of a row of buttons.
public struct RowLayout: Sendable, Hashable {
  /// Which limit gave a button its width.
  public enum Limit: String, Sendable, Hashable {
    case none
    /// Its title would make it narrower.
    case minimum
    /// Its title would make it wider.
    case maximum
    /// Another button of the row is wider, and all are alike.
    case equal
  }

  /// How a title goes into its button.
  public enum Fit: String, Sendable, Hashable {
    case whole
    /// Broken into more lines than it has.
    case wrapped
    /// Drawn smaller, down to 0.8 of its size.
    case shrunk
    /// Cut.
    case truncated
  }

  public struct Button: Sendable, Hashable {
    public var title: String
    public var width: Points
    /// The advance of the title's widest line as the kit measures it, at the kit's size. For `bg-row-action` that is the
    /// title of ideographic spaces which it makes.
    public var textAdvance: Points
    /// How many lines the title has on the button.
    public var lines: Int
    public var fit: Fit
    public var limit: Limit
  }

  public var buttons: [Button]
  /// The width of all buttons with what stands between them.
  public var total: Points
  /// Whether the buttons are wider than their row.
  public var overflows: Bool
}

/// What one button of a row shows.
public struct ButtonContent: Sendable, Hashable {
  public var title: String
  /// The width of its icon, 0 for none.
  public var iconWidth: Points

  public init(title: String, iconWidth: Points = 0) {
    self.title = title
    self.iconWidth = iconWidth
  }
}

extension ButtonRule {
  /// The widths of the buttons of a row, and what becomes of their titles.
  ///
  /// - Parameters:
  ///   - contents: the buttons in their order.
  ///   - options: those that the kit has not are passed over.
  ///   - measurer: the kit's font, at its ``size``.
  ///   - breaker: where titles may be broken; asked only when one does not fit.
  /// - Throws: ``SizingError/notWrappable(title:limit:)``, and what the measurer and the breaker throw.
  /// - Complexity: each title is measured once, one that has to be wrapped some times for each line.
  public func layout(
    _ contents: [ButtonContent], in options: RowOptions = RowOptions(),
    measuring measurer: some TextMeasuring, breakingLinesBy breaker: some LineBreaking
  ) throws -> RowLayout {
    let wrapper = TitleWrapper(measurer: measurer, breaker: breaker)
    var options = options
    options.buttonCount = contents.count
    var wishes: [Wish] = []
    for content in contents { wishes.append(try wish(for: content, options, wrapper)) }
    let widest = wishes.map(\.granted).max() ?? 0
    var buttons: [RowLayout.Button] = []
    for (content, wish) in zip(contents, wishes) {
      let width = hasEqualWidths(in: options) ? widest : wish.granted
      let limit: RowLayout.Limit =
        if width > wish.granted {
          .equal
        } else if wish.wanted < wish.granted {
          .minimum
        } else if wish.wanted > wish.granted { .maximum } else { .none }
      let (lines, fit) = try fit(content, in: width, options, wish, wrapper)
      buttons.append(
        RowLayout.Button(
          title: content.title, width: width, textAdvance: wish.advance, lines: lines, fit: fit,
          limit: limit))
    }
    var total = buttons.reduce(Points(0)) { $0 + $1.width }
    if self.options.contains(.spacing) {
      total = total + Points(options.spacing.value * Double(max(0, buttons.count - 1)))
    }
    if self.options.contains(.safeAreaInset) { total = total + options.safeAreaInset }
    return RowLayout(
      buttons: buttons, total: total, overflows: !Self.fits(total, options.rowWidth))
  }

  /// What one button asks for, and what the kit's limits leave of that.
  private struct Wish {
    var advance: Points
    var wanted: Points
    var granted: Points
  }

  /// Whether a row of buttons takes the width of the widest for all.
  private func hasEqualWidths(in options: RowOptions) -> Bool {
    switch kit {
    case .swipeCellKit: true
    case .mgSwipe: options.hasEqualWidths != false && options.buttonWidth == nil
    case .listable: options.hasEqualWidths == true
    default: false
    }
  }

  private func wish(
    for content: ButtonContent, _ options: RowOptions,
    _ wrapper: TitleWrapper<some TextMeasuring, some LineBreaking>
  ) throws -> Wish {
    let function = function(in: options, iconWidth: content.iconWidth)
    let advance = try drawnAdvance(of: content, in: options, wrapper.measurer)
    let points = wrapper.measurer.grid.points(advance)
    var bounded = points
    if let most = wrappingWidth(in: options), points > most {
      bounded = try wrapper.measurer.grid.points(
        wrapper.wrap(content.title, to: most).advance)
    }
    return Wish(
      advance: points, wanted: function.wish(bounded), granted: function.width(forAdvance: bounded))
  }

  /// The advance of a title as the kit measures it, before lines are broken.
  func drawnAdvance(
    of content: ButtonContent, in options: RowOptions, _ measurer: some TextMeasuring
  ) throws -> Advance {
    if countsCharacters {
      return try SpaceCount(options).advance(
        of: content.title, iconWidth: content.iconWidth, measurer)
    }
    return try measurer.advance(of: trimsTitles ? content.title.trimmed : content.title)
  }

  // MARK: Titles

  private func fit(
    _ content: ButtonContent, in width: Points, _ options: RowOptions, _ wish: Wish,
    _ wrapper: TitleWrapper<some TextMeasuring, some LineBreaking>
  ) throws -> (lines: Int, fit: RowLayout.Fit) {
    let title = trimsTitles ? content.title.trimmed : content.title
    let explicit = title.explicitLines.count
    if title.isEmpty { return (explicit, .whole) }
    let room = width - function(in: options, iconWidth: content.iconWidth).minimumWidth
    switch kit {
    case .linear:
      return (explicit, .whole)
    case .mgSwipe:
      return (explicit, Self.fits(wish.advance, room) ? .whole : .truncated)
    case .imageRowAction:
      // The title is drawn at 13 pt into the picture, which is as wide as the button; the measurer's size is the kit's 18,
      // or in proportion.
      let measurer = wrapper.measurer
      let drawn = try measurer.grid.points(measurer.advance(of: title)).value * 13 / size.value
      return (explicit, Self.fits(Points(drawn), width) ? .whole : .truncated)
    case .swipeCellKit:
      if Self.fits(wish.advance, room) { return (explicit, .whole) }
      let wrapped = try wrapper.wrap(title, to: room)
      return (wrapped.lines.count, Self.fit(wrapped, of: explicit, .wrapped))
    case .contextualAction, .listable:
      if Self.fits(wish.advance, room), explicit <= Self.mostLines { return (explicit, .whole) }
      for scale in [1, Self.smallestScale] {
        let wrapped = try wrapper.wrap(title, to: Points(room.value / scale))
        if wrapped.lines.count <= Self.mostLines, !wrapped.breaksWords {
          let fit = scale == 1 ? Self.fit(wrapped, of: explicit, .wrapped) : .shrunk
          return (wrapped.lines.count, fit)
        }
      }
      return (Self.mostLines, .truncated)
    }
  }

  /// How many lines UIContextualAction's label has, and how small it draws them.
  private static let mostLines = 2
  private static let smallestScale = 0.8

  /// Spaces at a line's end do not count, so that a title may be whole after all.
  private static func fit(
    _ wrapped: WrappedTitle, of explicit: Int, _ otherwise: RowLayout.Fit
  ) -> RowLayout.Fit {
    wrapped.lines.count == explicit && !wrapped.breaksWords ? .whole : otherwise
  }

  private static func fits(_ advance: Points, _ room: Points) -> Bool {
    advance.value <= room.value + 1e-9
  }
}
