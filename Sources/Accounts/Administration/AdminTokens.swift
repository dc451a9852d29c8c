package import BramleyCrypto

/// The admin tokens of a store (R3): made and revoked by a command, read at every privileged request, so
/// that a running service knows of a change at once.
package struct AdminTokens: Sendable {
  private static let prefix = "bramley_admin_"
  /// How many tokens a service may have: they are kept in one row.
  package static let limit = 100

  private let setting: StoredSetting
  private let time: any TimeSource
  private let random: any RandomSource

  /// The tokens of a store.
  package init(store: any AccountStore, time: any TimeSource, random: any RandomSource) {
    setting = StoredSetting("admin/tokens", in: store)
    self.time = time
    self.random = random
  }

  /// Makes a token; it is shown once and cannot be read again.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 letters, digits and `-_.@ `; none that a token has already, and neither `owner` nor
  ///     `command`, which the audit calls others by.
  ///   - lifetime: How long it is good; nil until it is revoked.
  /// - Throws: `INVALID_ADMIN_TOKEN_NAME`, `ADMIN_TOKEN_EXISTS`, `ADMIN_TOKEN_LIMIT_EXCEEDED`.
  package func create(name: String, scopes: [String], lifetime: Duration? = nil) async throws(AccountsError)
    -> (token: AdminToken, secret: Secret)
  {
    guard Self.isName(name) else {
      throw AccountsError(
        .invalidAdminTokenName, "A name has 1 to 64 letters, digits, spaces and the signs - _ . @")
    }
    let now = time.now()
    let text = Self.prefix + Base64URL.encode(random.bytes(32))
    let token = AdminToken(
      id: Hex.encode(random.bytes(4)), name: name, scopes: scopes.sorted(), createdAt: now.milliseconds,
      expiresAt: lifetime.map { (now + $0).milliseconds }, digest: SHA256.digest(utf8: text).hex)
    try await change { tokens throws(AccountsError) in
      tokens.removeAll { $0.isExpired(at: now) }
      guard !tokens.contains(where: { $0.name == name }) else {
        throw AccountsError(
          .adminTokenExists, "There is a token of that name; the audit could not tell them apart.")
      }
      guard tokens.count < Self.limit else {
        throw AccountsError(.adminTokenLimitExceeded, "There are \(Self.limit) tokens; revoke one first.")
      }
      tokens.append(token)
    }
    return (token, Secret(utf8: text))
  }

  /// Every token that was not revoked, the oldest first; expired ones too, until the next one is made.
  package func all() async throws(AccountsError) -> [AdminToken] { try decode(try await setting.value()) }

  /// Ends a token.
  ///
  /// - Throws: `ADMIN_TOKEN_NOT_FOUND` when there is none of that identifier.
  package func revoke(_ id: String) async throws(AccountsError) {
    try await change { tokens throws(AccountsError) in
      guard tokens.contains(where: { $0.id == id }) else {
        throw AccountsError(.adminTokenNotFound, "There is no admin token of that id.")
      }
      tokens.removeAll { $0.id == id }
    }
  }

  /// The token that a bearer is; nil for anything else, and for one whose time is over.
  package func token(presented secret: Secret) async throws(AccountsError) -> AdminToken? {
    guard let text = secret.revealText(), text.hasPrefix(Self.prefix), text.utf8.count <= 128 else {
      return nil
    }
    let digest = SHA256.digest(utf8: text).hex
    // All are compared, so that time tells nothing of which one came near.
    let found = try await all().reduce(nil as AdminToken?) { found, token in
      constantTimeEquals(token.digest, digest) ? token : found
    }
    guard let found, !found.isExpired(at: time.now()) else { return nil }
    return found
  }

  /// Replaces the list unless it changed meanwhile; then it is read and changed anew.
  private func change(_ change: (inout [AdminToken]) throws(AccountsError) -> Void)
    async throws(AccountsError)
  {
    for _ in 0..<10 {
      let old = try await setting.value()
      var tokens = try decode(old)
      try change(&tokens)
      let value = try SealedJSON.encode(tokens)
      if try await setting.replace(old, with: value) { return }
    }
    throw AccountsError(.unavailable, "Please try again.", retryAfter: .seconds(1))
  }

  /// A list that cannot be read is no empty one: the next change would end every token.
  private func decode(_ bytes: [UInt8]?) throws(AccountsError) -> [AdminToken] {
    guard let bytes else { return [] }
    guard let tokens = SealedJSON.decode([AdminToken].self, from: bytes) else {
      throw AccountsError(.unavailable, reason: "the list of admin tokens cannot be read")
    }
    return tokens
  }

  private static let reserved: Set<String> = ["owner", "command"]

  private static func isName(_ name: String) -> Bool {
    !reserved.contains(name) && (1...64).contains(name.utf8.count) && !name.hasPrefix(" ")
      && !name.hasSuffix(" ")
      && name.utf8.allSatisfy {
        (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0)
          || "-_.@ ".utf8.contains($0)
      }
  }
}

extension Accounts {
  /// The admin tokens of this service's store.
  package var adminTokens: AdminTokens { AdminTokens(store: store, time: time, random: random) }
}

extension AccountsError.Code {
  /// A token's name is too long, or has signs that would blur a log line.
  package static let invalidAdminTokenName = Self(rawValue: "INVALID_ADMIN_TOKEN_NAME")
  /// There is an admin token of that name already.
  package static let adminTokenExists = Self(rawValue: "ADMIN_TOKEN_EXISTS")
  /// There are as many admin tokens as there may be.
  package static let adminTokenLimitExceeded = Self(rawValue: "ADMIN_TOKEN_LIMIT_EXCEEDED")
  /// There is no such admin token.
  package static let adminTokenNotFound = Self(rawValue: "ADMIN_TOKEN_NOT_FOUND")
}
