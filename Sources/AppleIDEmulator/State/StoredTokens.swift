#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Codes and tokens as they were stored: the many rows that a start need not wait for.
struct StoredTokens: Sendable {
  /// Their kinds.
  static let kinds: [StateChanges.Kind] = [.code, .refreshToken, .accessToken]

  var codes: [String: AuthorizationCode] = [:]
  var refreshTokens: [String: RefreshToken] = [:]
  var accessTokens: [String: AccessToken] = [:]
  /// The keys of each kind, the oldest first, with the time after which each may go.
  var codeOrder: [(key: String, goodUntil: Date)] = []
  var refreshOrder: [(key: String, goodUntil: Date)] = []
  var accessOrder: [(key: String, goodUntil: Date)] = []

  init(codes: [String: AuthorizationCode], refresh: [String: RefreshToken], access: [String: AccessToken]) {
    self.codes = codes
    refreshTokens = refresh
    accessTokens = access
    codeOrder = codes.sorted { $0.value.issuedAt < $1.value.issuedAt }.map { ($0.key, $0.value.keptUntil) }
    refreshOrder = refresh.sorted { $0.value.issuedAt < $1.value.issuedAt }.map { ($0.key, .distantFuture) }
    accessOrder = access.sorted { $0.value.expiresAt < $1.value.expiresAt }
      .map { ($0.key, $0.value.expiresAt) }
  }
}

extension EmulatorState {
  /// Takes in what was stored, unless the state was started afresh since it was read.
  ///
  /// What is taken is moved, since a copy of many thousand rows would take its time under the lock.
  mutating func take(_ stored: inout StoredTokens, era: Int) {
    guard era == self.era else { return }
    codes.putBehind(&stored.codes)
    refreshTokens.putBehind(&stored.refreshTokens)
    accessTokens.putBehind(&stored.accessTokens)
    codeOrder.putBefore(&stored.codeOrder)
    refreshOrder.putBefore(&stored.refreshOrder)
    accessOrder.putBefore(&stored.accessOrder)
  }
}
