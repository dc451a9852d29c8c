/// Every setting that exists, in the order of the documentation.
///
/// A key that is not listed is refused with the nearest listed one, so a typing mistake never becomes a
/// silent default.
enum KnownSettings {
  /// How a setting is written.
  enum Kind {
    case text
    case list
    case boolean
    case duration
    case integer
    /// Given as value, as `…File`, or by environment.
    case secret
  }

  static let kinds: [String: Kind] = [
    "project": .text,
    "publicOrigin": .text,
    "listen.public": .text,
    "listen.admin": .text,
    "proxies": .list,
    "basePath": .text,
    "database": .secret,
    "database.preparedStatements": .text,
    "apple.teamId": .text,
    "apple.bundleIds": .list,
    "apple.servicesId": .text,
    "apple.keyId": .text,
    "apple.privateKey": .secret,
    "apple.nextKeyId": .text,
    "apple.nextPrivateKey": .secret,
    "apple.previousTeamId": .text,
    "apple.secretLifetime": .duration,
    "apple.configFile": .text,
    "apple.baseUrl": .text,
    "apple.allowEmulator": .boolean,
    "apple.issuers": .list,
    "apple.requireNonce": .boolean,
    "apple.onAccountDeleted": .text,
    "apple.redirectUris": .list,
    "tokens.issuer": .text,
    "tokens.cookieIssuer": .text,
    "tokens.algorithm": .text,
    "tokens.lifetime": .duration,
    "keys.sealing": .secret,
    "sessions.idle": .duration,
    "sessions.absolute": .duration,
    "sessions.recentSignIn": .duration,
    "accounts.onePerEmail": .boolean,
    "accounts.anonymous": .boolean,
    "accounts.enumerationProtection": .boolean,
    "accounts.requireConsent": .text,
    "web.authorizedDomains": .list,
    "web.gapi": .boolean,
    "web.continueUrls": .list,
    "web.androidPackages": .list,
    "rateLimits.enabled": .boolean,
    "rateLimits.signIn": .text,
    "rateLimits.signUp": .text,
    "rateLimits.password": .text,
    "rateLimits.passwordAccount": .text,
    "rateLimits.passwordNetwork": .text,
    "rateLimits.mail": .text,
    "rateLimits.mailAddress": .text,
    "rateLimits.text": .text,
    "rateLimits.textNumber": .text,
    "rateLimits.code": .text,
    "rateLimits.secondFactor": .text,
    "rateLimits.refresh": .text,
    "rateLimits.page": .text,
    "rateLimits.pageCode": .text,
    "rateLimits.webFlow": .text,
    "rateLimits.notification": .text,
    "retention.audit": .duration,
    "retention.sessions": .duration,
    "retention.addresses": .duration,
    "retention.grants": .duration,
    "retention.tombstones": .duration,
    "mail.smtp": .secret,
    "mail.authorityFile": .text,
    "mail.from": .text,
    "mail.relaySenders": .list,
    "sms.command": .list,
    "sms.webhook": .text,
    "sms.webhookSecret": .secret,
    "admin.ownerBearer": .boolean,
    "apiKeys": .list,
    "pages.name": .text,
    "pages.appleLogo": .text,
  ]

  /// What is limited, by the names of the settings.
  static let limitedKinds = kinds.keys.filter { $0.hasPrefix("rateLimits.") && $0 != "rateLimits.enabled" }
    .map { String($0.dropFirst("rateLimits.".count)) }.sorted()

  /// The setting that a `…File` key gives by its contents, or nil.
  static func setting(fromFileKey key: String) -> String? {
    guard key.hasSuffix("File") else { return nil }
    let base = String(key.dropLast(4))
    guard case .secret? = kinds[base] else { return nil }
    return base
  }

  /// The environment's name of a setting: `apple.teamId` is `BRAMLEY_APPLE_TEAMID`.
  static func environmentName(_ setting: String) -> String {
    "BRAMLEY_" + setting.uppercased().replacing(".", with: "_")
  }

  /// The listed setting that is written most like the given one.
  static func nearest(to key: String) -> String {
    let names = kinds.keys.sorted()
    return names.min { editDistance($0, key) < editDistance($1, key) } ?? "project"
  }

  /// The number of single-character changes between two keys, letter case aside.
  private static func editDistance(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased())
    let second = Array(second.lowercased())
    var row = Array(0...second.count)
    for (i, a) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in second.enumerated() {
        let substituted = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[second.count]
  }
}
