/// Why a font cannot be had or a text not be measured. Each says which input it is about.
public enum FontError: Error, Sendable, Hashable {
  /// The file cannot be opened or read.
  case cannotOpen(path: String, reason: String)
  /// The file is no font that can be measured: what it is instead, or what is wrong with it.
  case notAFont(path: String, reason: String)
  /// A layout table of the face cannot be read, or not the whole of it.
  case damagedTable(path: String, table: Tag)
  /// The bytes of a table, or of the table directory, do not add up to the sum that the file states: the file
  /// is damaged, or was edited by a tool that left the sums as they were.
  case wrongChecksum(path: String, table: Tag?)
  /// The collection has no face of this index.
  case noSuchFace(path: String, index: Int, count: Int)
  /// No face of the collection has this family name; those that they have.
  case noSuchMember(String, path: String, families: [String])
  /// No family of this name is bundled or installed; the installed one with the most similar name.
  case noSuchFamily(String, nearest: String?)
  /// The installed family has no such style; those that it has.
  case noSuchStyle(String, family: String, styles: [String])
  /// The face has no named instance of this name.
  case noSuchInstance(String, face: String, instances: [String])
  /// A shared library that the work needs is not installed.
  case libraryMissing(String)
  /// The size is not within ``Font/sizes``.
  case invalidSize(Double)
  /// The tracking or letter-spacing is not within ``Font/trackings``, in 1/1,000 em.
  case invalidTracking(Double)
  /// The text has more combining marks in a row than HarfBuzz can attach; see ``Font/mostMarks``.
  case tooManyMarks(text: String)
  /// HarfBuzz gave up: the font makes far more glyphs of the text than it has characters, the text has more than
  /// 2 GiB, or memory has run out.
  case shapingFailed(text: String)
  /// The text needs a glyph whose advance is more than 32,767 units, which HarfBuzz cannot count.
  case advanceTooWide(text: String)
}
