/// One sign-in that goes on: what its refresh token names.
package struct Session: Hashable, Sendable {
  /// The identifier of a session; grows with time and is never given twice, also not after a restore.
  ///
  /// A counter in the store would start again behind a restored backup, and a refresh token signed
  /// before it would then open another person's session (R32).
  package struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Microseconds since 2020 in the upper bits, random ones below; never negative.
    package let number: Int64

    /// The identifier of that number.
    package init(number: Int64) { self.number = number }

    /// Reads the claim `sid`.
    package init?(text: some StringProtocol) {
      guard text.utf8.count <= 19, let number = Int64(text), number > 0 else { return nil }
      self.number = number
    }

    /// The claim `sid`.
    package var text: String { String(number) }

    package var description: String { text }

    package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  /// Why a session ended.
  package enum End: Int, Hashable, Sendable, CaseIterable {
    /// The person signed out.
    case signedOut = 1
    /// The person or an administrator ended it from elsewhere.
    case ended = 2
    /// A refresh token older than the predecessor was presented (R31).
    case reuse = 3
    /// The account was deleted.
    case accountDeleted = 4
    /// Password, address or another way in changed (A33).
    case security = 5
    /// Apple said that the person withdrew consent or deleted the Apple account (R35).
    case apple = 6
    /// Not used for too long, or too old (R34).
    case expired = 7
  }

  /// The identifier.
  package let id: ID
  /// The account it belongs to.
  package let account: Account.ID
  /// The generation of the current refresh token; 1 at first.
  package var generation: Int64 = 1
  /// When it was opened.
  package let createdAt: Timestamp
  /// When the person proved who they are: at sign-in, or at a proof that counts as one (R28).
  package var authTime: Timestamp
  /// When it was last refreshed or opened.
  package var lastUsedAt: Timestamp
  /// When the current generation was issued.
  package var rotatedAt: Timestamp
  /// When the current generation was first seen in use; nil keeps the predecessor good (R31).
  package var successorUsedAt: Timestamp?
  /// How the person signed in.
  package var signInProvider: ProviderID
  /// The Apple client id of the sign-in (R16).
  package var clientID: String?
  /// The `User-Agent` of the sign-in.
  package var userAgent: String?
  /// The address of the sign-in.
  package var address: String?
  /// JSON object text of the claims that a custom token brought; they stay over refreshes.
  package var customClaims: String?
  /// When it ended.
  package var endedAt: Timestamp?
  /// Why it ended.
  package var end: End?

  /// A session that was just opened.
  package init(id: ID, account: Account.ID, at now: Timestamp, signInProvider: ProviderID) {
    self.id = id
    self.account = account
    createdAt = now
    authTime = now
    lastUsedAt = now
    rotatedAt = now
    self.signInProvider = signInProvider
  }

  /// The same session under another account identifier: how a deleted account's sessions are read.
  package func moved(to account: Account.ID) -> Session {
    var moved = Session(id: id, account: account, at: createdAt, signInProvider: signInProvider)
    moved.generation = generation
    moved.authTime = authTime
    moved.lastUsedAt = lastUsedAt
    moved.rotatedAt = rotatedAt
    moved.successorUsedAt = successorUsedAt
    moved.clientID = clientID
    moved.userAgent = userAgent
    moved.address = address
    moved.customClaims = customClaims
    moved.endedAt = endedAt
    moved.end = end
    return moved
  }
}
