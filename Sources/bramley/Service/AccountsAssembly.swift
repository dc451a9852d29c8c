import Accounts
import AppleIDClient
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import _Configuration

/// The domain of a running service: the store, the keys, Apple, and the work that happens by itself.
final class AccountsAssembly: Sendable {
  let accounts: Accounts
  let signer: any TokenSigner
  let store: any ServiceStore
  let apple: AppleIDClient
  let time = SystemTime()
  private let upkeep: Task<Void, Never>
  private let started = StartedWork()

  /// Opens the store and its keys.
  ///
  /// - Throws: ``ConfigurationError`` when the store belongs to another mode (R7) or cannot be opened.
  init(
    _ configuration: Configuration, masters: MasterKeyRing, appleKey: (id: String, privateKey: Secret)?,
    appleBaseURL: String, issuesUnsignedTokens: Bool, delivery: any MessageDelivery, log: Log
  ) async throws {
    store = try await Self.openStore(configuration, log)
    let mode = Self.mode(configuration)
    let random = SystemRandomSource()
    let keys = try await SigningKeyChain(
      SigningKeyRegister(
        store: store, keys: masters, algorithm: configuration.tokens.algorithm == .es256 ? .es256 : .rs256,
        random: random), time: time)
    signer = issuesUnsignedTokens ? UnsignedTokens(beside: keys) : keys
    try await SealingKeyInUse(store).note(masters.current.id)
    apple = try AppleAssembly.client(
      configuration, key: appleKey, baseURL: appleBaseURL, store: store, log: log)
    accounts = try Accounts(
      policy: AccountsPolicy(
        configuration, mode: mode, canExchange: appleKey != nil, issuesUnsignedTokens: issuesUnsignedTokens),
      store: store, apple: apple, keys: masters, signer: signer, time: time, random: random,
      identifiers: TimedIdentifiers(random: random) { SystemTime.microseconds() },
      delivery: delivery, log: { log.info($0) }, startWork: { [started] in started.start($0) })
    upkeep = Upkeep(accounts, keys, log).start()
  }

  /// Ends the work that happens by itself and closes the store.
  func stop() async {
    upkeep.cancel()
    await upkeep.value
    await started.finish()
    store.stop()
  }

  /// Opens the store of a configuration, or makes it.
  ///
  /// - Throws: ``ConfigurationError`` when the store belongs to another mode (R7) or cannot be opened.
  static func openStore(_ configuration: Configuration, _ log: Log) async throws -> any ServiceStore {
    let store = try await configuration.database.open(log)
    try await claim(
      store, StoreMark(mode: mode(configuration), usesEmulator: !configuration.apple.isRealApple))
    return store
  }

  private static func mode(_ configuration: Configuration) -> AccountsPolicy.Mode {
    configuration.mode == .dev ? .development : .production
  }

  /// R7: a store remembers who made it, and is never opened by the other mode.
  static func claim(_ store: any AccountStore, _ wanted: StoreMark) async throws {
    let mark: StoreMark
    do throws(StoreError) {
      mark = try await store.mark(wanted)
    } catch {
      guard error.code == .schema else { throw error }
      throw ConfigurationError(
        setting: "database", problem: "It cannot be used. \(error.message)", remedy: "Then start again.")
    }
    guard mark.mode == wanted.mode else {
      throw ConfigurationError(
        setting: "database",
        problem: "This store was made by \(mark.mode == .development ? "dev" : "serve").",
        remedy: "Name another database: what dev accepts must never vouch for accounts of serve.")
    }
    guard mark.usesEmulator == wanted.usesEmulator || wanted.mode == .development else {
      throw ConfigurationError(
        setting: "database",
        problem: mark.usesEmulator
          ? "Accounts of this store were vouched for by an emulator."
          : "This store belongs to the real Apple.",
        remedy: "Name another database for this apple.baseUrl.")
    }
  }
}

extension AccountsPolicy {
  /// The policy of a configuration.
  init(_ configuration: Configuration, mode: Mode, canExchange: Bool, issuesUnsignedTokens: Bool) {
    let settings = configuration.apple
    var apple = ApplePolicy(
      teamID: settings.teamID, bundleIDs: settings.bundleIDs, servicesID: settings.servicesID,
      issuers: settings.issuers, canExchange: canExchange)
    apple.previousTeamID = settings.previousTeamID
    apple.requiresNonce = settings.requiresNonce
    apple.onAccountDeleted = settings.onAccountDeleted == .delete ? .delete : .unlink
    apple.redirectURIs = settings.redirectURIs
    let issuers = configuration.tokenIssuers
    self.init(
      projectID: configuration.project, issuer: issuers.token, cookieIssuer: issuers.cookie, mode: mode,
      apple: apple)
    tokenLifetime = configuration.tokens.lifetime
    self.issuesUnsignedTokens = issuesUnsignedTokens
    sessionIdle = configuration.sessions.idle
    sessionAbsolute = configuration.sessions.absolute
    recentSignIn = configuration.sessions.recentSignIn
    limits = RateLimits(configuration.rateLimits)
    retention = Retention(configuration.retention)
    onePerEmail = configuration.accounts.onePerEmail
    allowsAnonymous = configuration.accounts.allowsAnonymous
    protectsEnumeration = configuration.accounts.hasEnumerationProtection
    requiresConsent =
      switch configuration.accounts.requireConsent {
      case .never: .never
      case .own: .own
      case .always: .always
      }
  }
}

extension Configuration {
  /// `iss` of ID tokens and of session cookies (contract, section 4; R11).
  var tokenIssuers: (token: String, cookie: String) {
    let base = (publicOrigin?.description ?? "") + basePath + "/" + project
    let isDev = mode == .dev
    return (
      tokens.issuer ?? (isDev ? "https://securetoken.google.com/" + project : base),
      tokens.cookieIssuer ?? (isDev ? "https://session.firebase.google.com/" + project : base + "/session")
    )
  }
}
