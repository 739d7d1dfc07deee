/// The faces that the texts of many scripts are measured with after the first, as Tests/Oracle/check-runs.py has them.
enum FallbackFaces {
  private static let scripts = [
    "Arabic", "Hebrew", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu",
    "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Myanmar", "Georgian", "Armenian", "Ethiopic",
    "Khmer", "Syriac", "Thaana", "Symbols", "Symbols2",
  ]

  /// Where Debian's packages put them.
  static let debian =
    scripts.map { "/usr/share/fonts/truetype/noto/NotoSans\($0)-Regular.ttf" } + [
      "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
      "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
    ]
}
