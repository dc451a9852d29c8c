import AppleSignIn

extension SessionEngine {
  /// Links Apple and ends the password; each step is looked up first, so that an interrupted run goes on.
  func replacePassword(
    _ credential: AuthCredential, consent: ConsentStatement?
  ) async throws(AuthError) {
    try await reload()
    let session = try await current()
    let ways = Set((session.account.providerUserInfo ?? []).map(\.providerID))
    let hasPassword = ways.contains(AuthProviderID.email.rawValue)
    if ways.contains(AuthProviderID.apple.rawValue) {
      if await isAnotherPersons(credential, than: session) {
        throw AuthError(.userMismatch, "The account is linked to another Apple Account.")
      }
      guard hasPassword else { return }
      // An earlier run ended between the steps. Whoever ends the password must be there.
      _ = try await reauthenticate(credential)
    } else {
      guard hasPassword else { throw AuthError(.noSuchProvider, "The account has no password to replace.") }
      _ = try await link(credential, consent: consent)
    }
    // Not the provider: unlinking that would take the address too.
    try await update { $0.deleteAttribute = ["PASSWORD"] }
    board.emit(.accountChanged)
  }

  /// After the app's extension worked on the same account: its tokens, and what the service says.
  func takeOverFromExtension() async throws(AuthError) {
    _ = await adoptStored()
    try await reload()
  }
}
