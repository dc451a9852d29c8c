#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures on one thread, without a server, what a request is made of; prints one JSON object.
///
/// usage: `benchmark-loops verify`: whole Apple tokens verified a second.
/// `benchmark-loops commit FILE BATCH`: rows of a returning sign-in written a second by bare statements, BATCH
/// sign-ins to a durable commit, in a store that `benchmark-accounts` filled.
@main
enum BenchmarkLoops {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("verify", 1): print(try VerificationLoop.run())
    case ("commit", 3):
      guard let batch = Int(arguments[2]), batch > 0 else { usage() }
      print(try CommitLoop.run(file: arguments[1], batch: batch))
    default: usage()
    }
  }

  private static func usage() -> Never {
    print("usage: benchmark-loops verify | commit FILE BATCH")
    exit(64)
  }
}
