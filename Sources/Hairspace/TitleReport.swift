/// What is reported of the title that a search has found.
extension TitleSearch {
  func title(_ best: consuming Candidate) -> Title {
    let composition = composition(of: best.padding)
    let textAdvance = sizer.grid.points(best.advance)
    return Title(
      string: best.string, textAdvance: textAdvance,
      width: sizer.function.width(forAdvance: textAdvance), target: target,
      composition: composition, method: sizer.method, isGuarded: sizer.isGuarded,
      candidates: best.compared, warnings: warnings(about: best, composition))
  }

  /// The spaces on both sides together.
  private func composition(of padding: Padding) -> [Title.Component] {
    if padding.before.runs.isEmpty { return padding.after.runs }
    if padding.after.runs.isEmpty { return padding.before.runs }
    let runs = padding.before.runs + padding.after.runs
    return sizer.mixer.spaces.compactMap { space in
      let same = runs.filter { $0.space == space }
      return same.first.map {
        Title.Component(
          space: space, count: same.reduce(0) { $0 + $1.count }, advance: $0.advance)
      }
    }
  }

  /// Why no title at all would do.
  private func unreachable(_ best: borrowing Candidate) -> Title.Unreachable? {
    let function = sizer.function
    func because(
      _ reason: Title.Unreachable.Reason, _ narrower: Points, _ wider: Points
    ) -> Title.Unreachable? {
      missing(best.advance.ticks) > 1e-9
        ? Title.Unreachable(reason: reason, narrower: narrower, wider: wider) : nil
    }
    if function.lower == function.upper {
      return because(.fixed, function.lower, function.upper)
    }
    if !sizer.keepsPadding { return because(.trimmed, function.narrowest, function.upper) }
    if target > function.upper
      || target < function.narrowest && function.lower > function.minimumWidth
    {
      return because(.limits, function.narrowest, function.upper)
    }
    if let step, target >= function.narrowest, width(bare.ticks) <= target {
      let ticks = best.advance.ticks
      return width(ticks) < target
        ? because(.spaces, width(ticks), width(ticks + step))
        : because(.spaces, width(ticks - step), width(ticks))
    }
    return nil
  }

  private func warnings(
    about best: borrowing Candidate, _ composition: [Title.Component]
  ) -> [Title.Warning] {
    var warnings: [Title.Warning] = []
    let function = sizer.function
    if let unreachable = unreachable(best) {
      warnings.append(.unreachable(unreachable))
    } else if target < function.narrowest {
      warnings.append(.belowMinimum(function.narrowest))
    } else {
      if width(bare.ticks).value > max(nearestWidth, target).value + 1e-9, best.padding.sum >= 0 {
        warnings.append(.textTooWide)
      }
      if function.rounding != .none, abs((nearestWidth - target).value) > 1e-9 {
        warnings.append(.wholePoints(sizer.rule))
      }
    }
    if sizer.method == .exact, sizer.rule.shiftFactor != 1 {
      warnings.append(.exactWithShiftFactor(sizer.rule.shiftFactor))
    }
    func used(of characters: [SpaceCharacter]) -> [SpaceCharacter] {
      characters.filter { character in
        composition.contains { $0.space.character == character }
      }
    }
    if !sizer.synthesised.isEmpty {
      let synthesised = used(of: sizer.synthesised)
      if !synthesised.isEmpty { warnings.append(.synthesised(synthesised)) }
    }
    if !sizer.unstable.isEmpty {
      let unstable = used(of: sizer.unstable)
      if !unstable.isEmpty { warnings.append(.changedByNormalisation(unstable)) }
    }
    let shift = best.advance.ticks - bare.ticks - best.padding.sum
    if shift != 0, !sizer.rule.trimsTitles || sizer.isGuarded, step == nil,
      !sizer.wraps(best.advance)
    {
      warnings.append(.kerned(by: sizer.grid.points(Advance(ticks: shift))))
    }
    return warnings
  }
}
