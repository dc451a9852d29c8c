package import BramleyCrypto

extension Accounts {
  private static let settingName = "admin/tokens"
  private static let prefix = "bramley_admin_"
  /// How many tokens a service may have: they are kept in one row.
  private static let limit = 100

  /// Makes a token; it is shown once and cannot be read again.
  package func createAdminToken(name: String, scopes: [String]) async throws(AccountsError)
    -> (token: AdminToken, secret: Secret)
  {
    let text = Self.prefix + Base64URL.encode(random.bytes(32))
    let token = AdminToken(
      id: Hex.encode(random.bytes(4)), name: String(name.prefix(64)), scopes: scopes.sorted(),
      createdAt: time.now().milliseconds, digest: SHA256.digest(utf8: text).hex)
    try await changeAdminTokens { tokens in
      guard tokens.count < Self.limit else { return false }
      tokens.append(token)
      return true
    }
    return (token, Secret(utf8: text))
  }

  /// Every token that is good, the oldest first.
  package func adminTokens() async throws(AccountsError) -> [AdminToken] {
    let kept = try await stored { (store) throws(StoreError) in try await store.setting(Self.settingName) }
    return kept.flatMap { SealedJSON.decode([AdminToken].self, from: $0) } ?? []
  }

  /// Ends a token; false when there is none of that identifier.
  package func revokeAdminToken(_ id: String) async throws(AccountsError) -> Bool {
    do throws(AccountsError) {
      try await changeAdminTokens { tokens in
        let before = tokens.count
        tokens.removeAll { $0.id == id }
        return tokens.count < before
      }
      return true
    } catch  where error.code == .adminTokensUnchanged {
      return false
    }
  }

  /// The token that a bearer is; nil for anything else.
  package func adminToken(presented secret: Secret) async throws(AccountsError) -> AdminToken? {
    guard let text = secret.revealText(), text.hasPrefix(Self.prefix), text.utf8.count <= 128 else {
      return nil
    }
    let digest = SHA256.digest(utf8: text).hex
    // All are compared, so that time tells nothing of which one came near.
    return try await adminTokens().reduce(nil as AdminToken?) { found, token in
      constantTimeEquals(token.digest, digest) ? token : found
    }
  }

  /// Replaces the list unless it changed meanwhile; then it is read and changed anew.
  private func changeAdminTokens(_ change: @Sendable (inout [AdminToken]) -> Bool) async throws(AccountsError)
  {
    for _ in 0..<10 {
      let old = try await stored { (store) throws(StoreError) in try await store.setting(Self.settingName) }
      var tokens = old.flatMap { SealedJSON.decode([AdminToken].self, from: $0) } ?? []
      guard change(&tokens) else { throw AccountsError(.adminTokensUnchanged) }
      let value = try SealedJSON.encode(tokens)
      let isReplaced = try await stored { (store) throws(StoreError) in
        try await store.replaceSetting(Self.settingName, old, with: value)
      }
      if isReplaced { return }
    }
    throw AccountsError(.unavailable, "Please try again.", retryAfter: .seconds(1))
  }
}

extension AccountsError.Code {
  /// There is no such admin token, or there are too many.
  package static let adminTokensUnchanged = Self(rawValue: "ADMIN_TOKENS_UNCHANGED")
}
