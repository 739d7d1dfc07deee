/// The entry point, alone in its file, so that the fuzz targets can have the rest.
@main
enum Main {
  static func main() {
    System.ignoreBrokenPipes()
    do {
      try Command(Array(CommandLine.arguments.dropFirst())).run()
      System.exit(.done)
    } catch {
      let error = CommandError(any: error)
      Console(isQuiet: false).report(error)
      System.exit(error.status)
    }
  }
}
