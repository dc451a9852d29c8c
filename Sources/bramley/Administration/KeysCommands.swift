import Accounts
import BramleyCrypto
import _Configuration

extension Command {
  /// `bramley keys`: the keys that sign our tokens and seal our secrets.
  static let keys = Command.group(
    "keys", "Lists and rotates signing and sealing keys.", [keysList, keysRotate])

  private static let keysList = Command(
    name: "keys list",
    summary: "Lists the keys that sign ID tokens and those that seal secrets, without the keys themselves.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [.init(name: "--json", value: nil, help: "answers in JSON")]
  ) { options throws in
    try await operated(options) { opened, masters in
      let list = try await KeyList(opened.store, masters)
      for line in options.has("--json") ? [try JSONText.line(list)] : list.lines { Terminal.print(line) }
      return .done
    }
  }

  private static let keysRotate = Command(
    name: "keys rotate",
    summary: "Makes a new signing key, or with --sealing a new sealing key; running services follow.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [
      .init(name: "--after", value: "TIME", help: "publishes the key so long before it signs (6m)"),
      .init(name: "--forget", value: nil, help: "a key leaked: the old ones go at once, with their tokens"),
      .init(
        name: "--sealing", value: nil,
        help: "adds a new key to the file of keys.sealingFile; restart, then --reseal"),
      .init(name: "--reseal", value: nil, help: "seals anew what an earlier key sealed; may be begun again"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    guard !(options.has("--sealing") && options.has("--reseal")) else {
      throw UsageError("--sealing comes first, then a restart of the service, then --reseal.")
    }
    if options.has("--sealing") { return try rotateSealing(options) }
    let delay = options["--after"].map { DurationText.parse($0) } ?? .seconds(360)
    guard let delay, delay <= .seconds(86_400) else {
      throw UsageError("--after takes a length of time up to 24h, such as 6m.")
    }
    return try await operated(options) { opened, masters in
      if options.has("--reseal") { return try await reseal(options, opened, masters) }
      // Every process looks once a second; a key that signs at once would surprise the others.
      let wait = max(delay, .seconds(3))
      let random = SystemRandomSource()
      let register = try SigningKeyRegister(
        store: opened.store, keys: masters, algorithm: opened.algorithm, random: random)
      let made = try await register.rotate(
        at: SystemTime().now(), delay: wait, forgetsOthers: options.has("--forget"))
      Terminal.print(
        options.has("--json")
          ? try JSONText.line(["id": made.id, "signs_from": made.signsFrom.internetText])
          : "\(made.id) signs from \(made.signsFrom.internetText)")
      return .done
    }
  }

  private static func rotateSealing(_ options: CommandLineOptions) throws -> ExitStatus {
    let path = try OperatedStore.sealingKeyPath(options)
    let id = try SealingKeyFile.addKey(to: path, random: SystemRandomSource())
    Terminal.print("\(id) is the first key of \(path) now")
    Terminal.note(
      "Copy the file to every machine, restart every process, then run: bramley keys rotate --reseal")
    return .done
  }

  private static func reseal(
    _ options: CommandLineOptions, _ opened: OperatedStore, _ masters: MasterKeyRing
  ) async throws -> ExitStatus {
    guard try await SealingKeyInUse(opened.store).id() == masters.current.id else {
      Terminal.note(
        "SEALING_KEY_NOT_IN_USE: No service has started with the key \(masters.current.id) yet: it could not "
          + "open what is sealed now. Restart every process first.")
      return .failed
    }
    var reported = 0
    let counts = try await Resealing(opened.store, keys: masters, random: SystemRandomSource()).run {
      counts in
      guard counts.seen / 50_000 > reported / 50_000 else { return }
      reported = counts.seen
      Terminal.note("\(counts.seen) secrets seen, \(counts.resealed) sealed anew")
    }
    Terminal.print(
      options.has("--json")
        ? try JSONText.line(["seen": counts.seen, "resealed": counts.resealed, "broken": counts.broken])
        : "\(counts.seen) secrets: \(counts.resealed) sealed anew, \(counts.broken) that no key opens")
    Terminal.note(
      "Keep the earlier keys a day for one-time values, and as long as sessions.idle for refresh tokens that "
        + "they signed; without them those people sign in anew.")
    return counts.broken == 0 ? .done : .failed
  }

  private static func operated(
    _ options: CommandLineOptions, _ body: (OperatedStore, MasterKeyRing) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let masters = try OperatedStore.masterKeys(options)
    let opened = try await OperatedStore.open(options)
    defer { opened.stop() }
    return try await body(opened, masters)
  }
}
