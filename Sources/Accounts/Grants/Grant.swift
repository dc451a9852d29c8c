/// What Apple granted for one sign-in with a code: at best its refresh token, sealed.
package struct Grant: Hashable, Sendable {
  /// Where a grant stands.
  package enum State: Int, Hashable, Sendable {
    /// The code waits for its exchange.
    case waiting = 1
    /// Apple's refresh token is kept.
    case kept = 2
    /// The exchange failed for good (R17).
    case missing = 3
    /// Revoked by us or by the person; the token is erased.
    case revoked = 4
  }

  /// The greatest number of grants that a look at an account's grants gives.
  package static let listed = 100

  /// The identifier of a grant; grows.
  package struct ID: Hashable, Sendable {
    package let number: Int64
    package init(number: Int64) { self.number = number }
  }

  /// The identifier.
  package let id: ID
  /// The account.
  package let account: Account.ID
  /// Apple's subject that the exchange must name again.
  package let subject: String
  /// The Apple client id.
  package let clientID: String
  /// The first 16 bytes of SHA-256 over the code (R18).
  package let codeHash: [UInt8]
  /// When the person authorized.
  package let authorizedAt: Timestamp
  /// Where it stands.
  package var state: State
  /// Apple's refresh token, sealed under a key that is not in the store.
  package var sealedToken: [UInt8]?
  /// When Apple last confirmed it (R37); of a revoked one, since when it is.
  package var checkedAt: Timestamp?

  /// Whether it is revoked and the person has not authorized anew since: with a code there would be a newer
  /// grant, without one only the account knows.
  package func isRevoked(since authorizedAt: Timestamp?) -> Bool {
    guard state == .revoked else { return false }
    guard let authorizedAt else { return true }
    return (checkedAt ?? self.authorizedAt) >= authorizedAt
  }

  /// Erases the token: revoked from that instant on.
  mutating func revoke(at now: Timestamp) {
    state = .revoked
    sealedToken = nil
    checkedAt = now
  }

  package init(
    id: ID, account: Account.ID, subject: String, clientID: String, codeHash: [UInt8],
    authorizedAt: Timestamp, state: State, sealedToken: [UInt8]? = nil, checkedAt: Timestamp? = nil
  ) {
    self.id = id
    self.account = account
    self.subject = subject
    self.clientID = clientID
    self.codeHash = codeHash
    self.authorizedAt = authorizedAt
    self.state = state
    self.sealedToken = sealedToken
    self.checkedAt = checkedAt
  }
}
