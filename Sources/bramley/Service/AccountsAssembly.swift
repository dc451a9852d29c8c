import Accounts
import AppleIDClient
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import SQLiteAccountStore
import _Configuration

/// The domain of a running service: the store, the keys, Apple, and the work that happens by itself.
final class AccountsAssembly: Sendable {
  let accounts: Accounts
  let signer: any TokenSigner
  let store: SQLiteAccountStore
  let time = SystemTime()
  private let upkeep: Task<Void, Never>

  /// Opens the store and its keys.
  ///
  /// - Throws: ``ConfigurationError`` when the store belongs to another mode (R7) or cannot be opened.
  init(
    _ configuration: Configuration, masters: MasterKeyRing, appleKey: (id: String, privateKey: Secret)?,
    appleBaseURL: String, issuesUnsignedTokens: Bool, log: Log
  ) async throws {
    guard case .sqlite(let path) = configuration.database else { preconditionFailure("checked when parsed") }
    if let folder = path.lastIndex(of: "/").map({ String(path[..<$0]) }), !folder.isEmpty {
      try PrivateFile.makeFolder(folder)
    }
    do {
      store = try SQLiteAccountStore(path: path)
    } catch {
      throw ConfigurationError(
        setting: "database", problem: "\(path) cannot be opened: \(error).",
        remedy: "Check the path, its permissions, and whether another version of Bramley made it.")
    }
    let mode: AccountsPolicy.Mode = configuration.mode == .dev ? .development : .production
    try await Self.claim(store, StoreMark(mode: mode, usesEmulator: !configuration.apple.isRealApple))
    let random = SystemRandomSource()
    let keys = try await SigningKeys.load(
      from: store, keys: masters, algorithm: configuration.tokens.algorithm == .es256 ? .es256 : .rs256,
      random: random)
    signer = issuesUnsignedTokens ? UnsignedTokens(beside: keys) : keys
    let apple = try AppleAssembly.client(
      configuration, key: appleKey, baseURL: appleBaseURL, store: store, log: log)
    accounts = try Accounts(
      policy: AccountsPolicy(
        configuration, mode: mode, canExchange: appleKey != nil, issuesUnsignedTokens: issuesUnsignedTokens),
      store: store, apple: apple, keys: masters, signer: signer, time: time, random: random,
      identifiers: TimedIdentifiers(random: random) { SystemTime.microseconds() }, log: { log.info($0) })
    upkeep = Upkeep(accounts, log).start()
  }

  /// Ends the work that happens by itself and closes the store.
  func stop() async {
    upkeep.cancel()
    await upkeep.value
    store.stop()
  }

  /// R7: a store remembers who made it, and is never opened by the other mode.
  private static func claim(_ store: SQLiteAccountStore, _ wanted: StoreMark) async throws {
    let mark = try await store.mark(wanted)
    guard mark.mode == wanted.mode else {
      throw ConfigurationError(
        setting: "database",
        problem: "This store was made by \(mark.mode == .development ? "dev" : "serve").",
        remedy: "Name another file: what dev accepts must never vouch for accounts of serve.")
    }
    guard mark.usesEmulator == wanted.usesEmulator || wanted.mode == .development else {
      throw ConfigurationError(
        setting: "database",
        problem: mark.usesEmulator
          ? "Accounts of this store were vouched for by an emulator."
          : "This store belongs to the real Apple.",
        remedy: "Name another file for this apple.baseUrl.")
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
