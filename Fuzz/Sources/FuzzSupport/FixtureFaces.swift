/// The faces of the shaping tests.
public enum FixtureFaces {
  /// The path of a face; the package is read from where it was built.
  public static func path(_ name: String) -> String {
    let package = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return package.joined(separator: "/") + "/Tests/ShapingTests/Fixtures/Faces/" + name
  }
}
