/// Long work on the lines of a file: chunks of them are worked on at once, one for each core, and what comes of them is taken in their
/// order.
enum Batch {
  /// - Parameters:
  ///   - unit: what progress counts, and done: "lines measured".
  ///   - chunkSize: about how many bytes of lines are worked on at a time.
  ///   - work: what is done with a chunk; called by several threads.
  ///   - take: takes what came of each.
  static func run<Answer: Sendable>(
    _ path: String, _ unit: String, chunkSize: Int = LineChunks.size, _ console: Console,
    work: @Sendable (LineChunk) -> Answer, take: (Answer) throws -> Void
  ) throws {
    var reader = try LineChunks(path: path, size: chunkSize)
    var progress = Progress(console, unit)
    var lines = 0
    var chunks: [LineChunk] = []
    repeat {
      chunks = []
      // What is wrong with a later line does not keep the earlier ones from being answered.
      var failure: CommandError?
      do throws(CommandError) {
        while chunks.count < System.coreCount, let chunk = try reader.next() {
          chunks.append(chunk)
        }
      } catch {
        failure = error
      }
      let round = chunks
      for (chunk, answer) in zip(round, System.concurrently(round.count) { work(round[$0]) }) {
        try take(answer)
        lines += chunk.count
        progress.update(lines, consumed: reader.consumed, size: reader.size)
      }
      if let failure { throw failure }
    } while !chunks.isEmpty
    console.clearProgress()
  }
}
