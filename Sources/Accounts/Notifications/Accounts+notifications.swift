import AppleIDClient
import AppleIdentity
import BramleyCrypto

extension Accounts {
  /// Takes note of Apple's notification (R35); a repeat changes nothing (A31).
  ///
  /// Throws `INVALID_IDP_RESPONSE` for what Apple did not sign for us, and `UNAVAILABLE` when Apple should
  /// send it again.
  package func receive(appleNotification body: [UInt8]) async throws(AccountsError) {
    let now = time.now()
    let notification = try await verified(body, at: now)
    for (index, event) in notification.events.enumerated() {
      guard let kind = kind(of: event.kind) else { continue }
      let key = OneTimeKey(
        expiry: Timestamp(notification.rememberUntil),
        digest: SHA256.digest(utf8: "\(notification.id)\0\(index)").bytes)
      let report = AppleReport(
        kind: kind, identity: try await currentKey(ofSubject: event.subject.rawValue),
        at: Timestamp(event.occurredAt ?? notification.issuedAt), now: now, notification: key)
      let result = try await stored { (store) throws(StoreError) in try await store.apply(report) }
      if case .applied(let id) = result, kind == .accountDeleted(unlinks: false) {
        try await deleteReported(id, at: now)
      }
    }
  }

  private func deleteReported(_ id: Account.ID, at now: Timestamp) async throws(AccountsError) {
    do throws(AccountsError) {
      try await delete(target(id, at: now), cause: "apple") { _, _ in nil }
    } catch  where error.code == .userNotFound {
      return
    }
  }

  private func verified(_ body: [UInt8], at now: Timestamp) async throws(AccountsError) -> AppleNotification {
    do throws(AppleVerificationError) {
      return try await apple.verify(
        notification: body, with: AppleNotificationVerifier(policy: identityTokenPolicy), at: now.date)
    } catch {
      switch error {
      case .unavailable(let trouble): throw AccountsError(unreachable: trouble)
      case .refused(let rule):
        log("Apple notification refused: \(rule.description)")
        throw AccountsError(
          .invalidIdPResponse, "The notification is not valid.", reason: rule.description)
      }
    }
  }

  private func kind(of kind: AppleEvent.Kind) -> AppleReport.Kind? {
    switch kind {
    case .consentRevoked: .consentRevoked
    case .accountDeleted: .accountDeleted(unlinks: policy.apple.onAccountDeleted == .unlink)
    case .emailDisabled: .relayDisabled
    case .emailEnabled: .relayEnabled
    case .other: nil
    }
  }

  /// Whether Apple's authorization of the caller still holds.
  package func appleCredentialState(idToken: String) async throws(AccountsError) -> AppleCredentialState {
    let caller = try await caller(idToken: idToken)
    guard let identity = caller.account.identity(of: .apple) else { return .notFound }
    // The app asks Apple silently with this subject, and the token that it gets moves the person.
    if identity.key.team == policy.apple.previousTeamID { return .transferred(subject: identity.subject) }
    let grants = try await grants(of: caller.account.id)
    // Without a key for codes there are no grants, and Apple's word is that it would have told us.
    if let newest = grants.first, newest.isRevoked(since: caller.account.appleAuthorizedAt) {
      return .revoked(subject: identity.subject)
    }
    return .authorized(subject: identity.subject)
  }
}
