import Accounts
import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import _Configuration

/// What `apple transfer` was asked for, over the store of a configuration.
///
/// The service may run meanwhile: each person is one short transaction.
struct TransferRequest {
  let configuration: Configuration
  let options: CommandLineOptions
  let store: any ServiceStore

  init(_ configuration: Configuration, _ options: CommandLineOptions) async throws {
    self.configuration = configuration
    self.options = options
    store = try await AccountsAssembly.openStore(configuration, try Log(options))
  }

  /// Does a step; nil when it has written its answer itself.
  func run(_ word: String, file: String?) async throws -> TransferReport? {
    defer { store.stop() }
    guard (word == "take") == (file != nil) else {
      throw UsageError(word == "take" ? "take needs a FILE." : "\(word) takes no file.")
    }
    switch word {
    case "prepare": return try await prepare()
    case "list":
      try await list()
      return nil
    case "take": return try await take(file ?? "-")
    case "finish": return try await finish()
    case "status": return try await status()
    default:
      throw UsageError("There is no `transfer \(word)`; it is prepare, list, take, finish or status.")
    }
  }

  // MARK: The steps

  /// As the sending team: asks for everybody's transfer identifier.
  private func prepare() async throws -> TransferReport {
    let team = options["--team"] ?? configuration.apple.teamID
    let target = try receivingTeam(sendingTeam: team)
    let signer = try AppleClientSecretSigner(
      teamID: TeamID(team), keyID: KeyID(try key().id),
      privateKey: ApplePrivateKey(setting: try key().privateKey), audience: audience)
    let ledger = AppleTransferLedger(transfer(of: team), .outgoing(to: TeamID(target)))
    return try await migrate(
      ledger, .outgoing(to: TeamID(target)), AppleClientCredentials(signer), "prepared")
  }

  /// As the receiving team: asks who everybody is here, and moves them.
  private func finish() async throws -> TransferReport {
    guard let key = configuration.apple.key else { throw Self.noKey }
    let ledger = AppleTransferLedger(transfer(of: configuration.apple.teamID), .incoming)
    var report = try await migrate(
      ledger, .incoming, try AppleAssembly.credentials(configuration, key), "moved")
    report.taken = ledger.taken.map(\.text)
    return report
  }

  /// Writes what to hand to the receiving team: identifiers only, as Apple asks for. Page by page, since a
  /// user base has no bound.
  private func list() async throws {
    let target = try receivingTeam(sendingTeam: configuration.apple.teamID)
    var handover = TransferHandover(try OutputFile("-"), asJSON: options.has("--json"))
    try handover.begin()
    try await eachAccount { account in
      guard let identifier = AppleTransfer.identifier(on: account, for: target) else { return }
      try handover.add(account.id.text, identifier)
    }
    try handover.finish()
  }

  /// Takes what a sending team handed over: lines of account and identifier.
  private func take(_ path: String) async throws -> TransferReport {
    guard let bytes = PrivateFile.read(path == "-" ? "/dev/stdin" : path, limit: 256 << 20) else {
      throw UsageError("\(path): the file was not found, or cannot be read.")
    }
    let transfer = transfer(of: configuration.apple.teamID)
    var report = TransferReport(step: "taken over")
    // All of it is read first: a file that is not what it should be is refused before anybody is moved.
    var people: [TransferHandover.Person] = []
    for (index, line) in String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    where !line.isEmpty {
      guard let person = TransferHandover.Person(line: line) else {
        throw UsageError("\(path): line \(index + 1) is not an account and a transfer identifier.")
      }
      people.append(person)
    }
    for person in people {
      let outcome = try await transfer.keep(
        person.transferIdentifier, for: configuration.apple.teamID, of: person.account)
      if outcome == .done { report.done += 1 } else { report.refused.append(person.account.text) }
    }
    return report
  }

  private func status() async throws -> TransferReport {
    var report = TransferReport(step: "status")
    let (team, previous) = (configuration.apple.teamID, configuration.apple.previousTeamID)
    try await eachAccount { account in
      guard let identity = account.identity(of: .apple) else { return }
      let name =
        identity.key.team == team ? "in \(team)" : "in \(identity.key.team)"
      report.counts[name, default: 0] += 1
      if let prepared = AppleTransfer.preparedTeam(of: account) {
        report.counts["prepared for \(prepared)", default: 0] += 1
      }
    }
    if previous == nil, report.counts.keys.contains(where: { $0 != "in \(team)" && $0.hasPrefix("in ") }) {
      report.notes.append("apple.previousTeamId is not set: people of another team are not recognized")
    }
    return report
  }

  // MARK: Parts

  private func migrate(
    _ ledger: AppleTransferLedger, _ direction: AppleMigrationDirection,
    _ credentials: AppleClientCredentials, _ step: String
  ) async throws -> TransferReport {
    let http = try HTTPClient(configuration.apple.isRealApple ? HTTPClient.Configuration() : .development)
    let endpoints = AppleEndpoints(baseURL: configuration.apple.baseURL.description)
    let client = AppleIDClient(
      endpoints: endpoints, credentials: credentials, http: http,
      keys: AppleKeySetCache(endpoints: endpoints, http: http))
    guard
      let clientID = options["--client-id"] ?? configuration.apple.bundleIDs.first
        ?? configuration.apple.servicesID
    else { throw UsageError("--client-id is missing.") }
    let run = try await AppleMigrationRun(service: client, ledger: ledger)(direction, clientID: clientID)
    var report = TransferReport(step: step)
    report.done = run.doneCount - ledger.taken.count
    report.refused = run.refused.map(\.id)
    report.refusedCount = run.refusedCount
    report.interruption = run.interruption?.description
    return report
  }

  private func transfer(of team: String) -> AppleTransfer {
    let time = SystemTime()
    return AppleTransfer(
      store: store, team: team, previousTeam: configuration.apple.previousTeamID, issuer: audience,
      now: { time.now() })
  }

  private var audience: String { configuration.apple.issuers.first ?? Configuration.appleOrigin }

  private func receivingTeam(sendingTeam: String) throws -> String {
    if let target = options["--to"] { return target }
    guard sendingTeam != configuration.apple.teamID else {
      throw UsageError("--to is missing: name the receiving team's ten characters.")
    }
    return configuration.apple.teamID
  }

  private func key() throws -> (id: String, privateKey: Secret) {
    switch (options["--key-id"], try options.secretFile("--key")) {
    case (let id?, let key?): return (id, key)
    case (nil, nil) where options["--team"] == nil:
      guard let key = configuration.apple.key else { throw Self.noKey }
      return key
    default: throw UsageError("--team, --key-id and --key belong together.")
    }
  }

  private func eachAccount(_ body: (Account) throws -> Void) async throws {
    var last: Account.ID?
    while true {
      let page = try await store.accounts(after: last, limit: 500)
      for account in page { try body(account) }
      guard page.count == 500, let end = page.last else { return }
      last = end.id
    }
  }

  private static let noKey = ConfigurationError(
    setting: "apple.privateKey", problem: "It is not set.",
    remedy: "Apple is asked with the team's key: set apple.keyId and apple.privateKeyFile.")
}
