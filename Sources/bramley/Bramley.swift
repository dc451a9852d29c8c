import _Configuration

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program: finds the subcommand, runs it, and turns what went wrong into a sentence and a status.
@main
enum Bramley {
  static let commands: [Command] = [
    .dev, .serve, .emulator, .token, .clientSecret, .doctor, .apple, .accounts, .admin, .keys, .database,
  ]

  static func main() {
    StopSignal.block()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // _exit: threads of the libraries still run, and exit handlers would pull their tables from under them.
    Task.detached {
      var status = await run(arguments)
      // A secret or a list that reached nobody is no success.
      if let reason = Terminal.lostOutput {
        Terminal.note("bramley: The answer could not be written: \(reason).")
        if status == .done { status = .failed }
      }
      _exit(status.rawValue)
    }
    StopSignal.watch()
  }

  static func run(_ arguments: [String]) async -> ExitStatus {
    guard let word = arguments.first, word != "--help", word != "-h", word != "help" else {
      Terminal.print(help)
      return arguments.isEmpty ? .usage : .done
    }
    guard let first = commands.first(where: { $0.name == word }) else {
      Terminal.note("bramley: There is no command \(word). \(help)")
      return .usage
    }
    let (command, rest) = first.resolve(Array(arguments.dropFirst()))
    if rest.contains("--help") || rest.contains("-h") {
      Terminal.print(command.help)
      return .done
    }
    do {
      if !command.subcommands.isEmpty, let unknown = rest.first {
        throw UsageError("There is no `\(command.name) \(unknown)`.")
      }
      let options = try CommandLineOptions(
        parsing: rest, options: command.options, operands: command.operandCount)
      return try await command.run(options)
    } catch let error as UsageError {
      Terminal.note("bramley \(command.name): \(error)\n\n\(command.help)")
      return .usage
    } catch let error as ConfigurationError {
      Terminal.note("bramley \(command.name): \(error)")
      return .configuration
    } catch {
      Terminal.note("bramley \(command.name): \(error)")
      return .failed
    }
  }

  private static var help: String {
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    let lines = commands.map { command in
      "  " + command.name + String(repeating: " ", count: width - command.name.count) + command.summary
    }
    return
      (["usage: bramley COMMAND [options]", "", "commands:"] + lines
      + ["", "bramley COMMAND --help tells the options of one."]).joined(separator: "\n")
  }
}
