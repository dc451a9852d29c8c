/// Mail that came back from the account's address.
package struct MailBounce: Codable, Sendable, Hashable {
  /// The address.
  package var address: String
  /// When, in milliseconds since 1970.
  package var atMilliseconds: Int64
  /// What was refused, and the reply's code: `verifyEmail 550 5.1.1`.
  package var reason: String
}

extension Account {
  /// Under which name an account keeps its last bounce.
  private static let bounceMember = "mailBounce"

  /// The last mail that came back from the address which the account has now.
  package var bounce: MailBounce? {
    guard let text = extras[Self.bounceMember],
      let bounce = SealedJSON.decode(MailBounce.self, from: Array(text.utf8)), bounce.address == email
    else { return nil }
    return bounce
  }

  /// Notes that a mail came back from the account's address.
  package mutating func noteBounce(_ reason: String, at now: Timestamp) {
    guard let email,
      let bytes = try? SealedJSON.encode(
        MailBounce(address: email, atMilliseconds: now.milliseconds, reason: reason))
    else { return }
    extras[Self.bounceMember] = String(decoding: bytes, as: UTF8.self)
  }

  /// Forgets it: a code that came back proves that mail arrives.
  mutating func forgetBounce() { extras[Self.bounceMember] = nil }
}
