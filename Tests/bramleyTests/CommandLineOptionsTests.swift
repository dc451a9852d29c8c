import Testing

@testable import bramley

@Suite("Command line")
struct CommandLineOptionsTests {
  private let options: [CommandLineOptions.Option] = [
    .init(name: "--port", value: "PORT", help: "a port"),
    .init(name: "--open", value: nil, help: "a switch"),
    .init(name: "--name", value: "NAME", help: "a name", repeats: true),
  ]

  private func parse(_ words: [String], operands: ClosedRange<Int> = 0...0) throws -> CommandLineOptions {
    try CommandLineOptions(parsing: words, options: options, operands: operands)
  }

  @Test(
    "refuses what no command takes and names the word",
    arguments: [
      (["--nonsense"], "There is no option --nonsense."),
      (["--port"], "--port needs a value: --port PORT."),
      (["--port", "1", "--port", "2"], "--port stands twice."),
      (["--open=yes"], "--open takes no value."),
      (["extra"], "There is one argument too many: extra."),
      (["--", "--port"], "There is one argument too many: --port."),
    ])
  func refusals(words: [String], text: String) {
    #expect(throws: UsageError.self) { try parse(words) }
    do { _ = try parse(words) } catch { #expect("\(error)" == text) }
  }

  @Test("refuses a port that is none", arguments: ["", "-1", "65536", "http", "80 "])
  func badPort(text: String) throws {
    let parsed = try parse(["--port", text])
    #expect(throws: UsageError.self) { try parsed.port("--port") }
  }

  @Test("a missing operand is named")
  func missingOperand() {
    #expect(throws: UsageError.self) { try parse([], operands: 1...1) }
  }

  @Test("takes values after a space or an equals sign, switches, repeats, and a lone hyphen as operand")
  func parsing() throws {
    let parsed = try parse(["--port=0", "--open", "--name", "a", "--name", "b", "-"], operands: 0...1)
    #expect(try parsed.port("--port") == 0)
    #expect(parsed.has("--open"))
    #expect(parsed.all("--name") == ["a", "b"])
    #expect(parsed.operands == ["-"])
  }

  @Test("every command describes each of its options")
  func help() {
    for command in Bramley.commands {
      for option in command.options { #expect(command.help.contains(option.name) && !option.help.isEmpty) }
    }
  }
}
