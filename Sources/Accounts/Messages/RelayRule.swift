/// Decides what mail Apple's relay addresses get (FR-32, FR-33). Pure.
package enum RelayRule {
  /// Messages that Apple's relay takes for one address on one day.
  package static let dailyLimit = 100

  /// The identity whose relay address it is. Apple's claim tells, never the domain: the domains change, and
  /// `icloud.com` is an ordinary mailbox as well.
  package static func identity(of account: Account, for address: String) -> Identity? {
    account.identities.first { identity in
      identity.isPrivateEmail && (identity.email ?? account.email) == address
    }
  }

  /// Counts one message to an address of the account; answers why it must not be sent.
  ///
  /// Days are those of UTC: Apple does not say whose midnight counts.
  static func admit(_ address: String, on account: inout Account, isSenderRefused: Bool, now: Timestamp)
    -> AccountsError?
  {
    guard let identity = identity(of: account, for: address) else { return nil }
    if identity.isRelayDisabled { return disabled }
    if isSenderRefused { return unregistered }
    let day = now.seconds / 86_400
    let kept = (account.extras[member] ?? "").split(separator: " ").compactMap { Int64($0) }
    let sent = kept.count == 2 && kept[0] == day ? kept[1] : 0
    guard sent < Int64(dailyLimit) else { return overLimit(now) }
    account.extras[member] = "\(day) \(sent + 1)"
    return nil
  }

  /// Under which name an account keeps the day and how many messages its relay address got on it.
  package static let member = "relayMail"

  static let disabled = AccountsError(
    .operationNotAllowed,
    "RELAY_DISABLED Mail to this private address is switched off in the person's Apple Account.")
  static let unregistered = AccountsError(
    .operationNotAllowed, "RELAY_SENDER_UNREGISTERED The sender is not registered with Apple's mail relay.",
    reason: "mail.from is not covered by mail.relaySenders")

  private static func overLimit(_ now: Timestamp) -> AccountsError {
    AccountsError(
      .tooManyAttempts, "RELAY_LIMIT A private address takes \(dailyLimit) messages a day.",
      retryAfter: .seconds(86_400 - now.seconds % 86_400))
  }
}
