extension Accounts {
  /// How long one audit row stands for the refused attempts on an account by one way (R42).
  static let refusalWindow: Duration = .seconds(600)

  /// Has the audit of a known account say that somebody tried to get in; never what was tried.
  ///
  /// It is written after the answer: one that waited for the disk would tell a known address from an unknown
  /// one (R29). Of many attempts one reaches the store, so that guessing gains no writes.
  func noteRefusal(of id: Account.ID, way: String, _ client: ClientFacts, at now: Timestamp) {
    guard refusals.admit(id.text + " " + way, at: now, for: Self.refusalWindow) else { return }
    let refusal = RefusedAttempt(
      account: id, way: way, client: client, now: now, window: Self.refusalWindow)
    startWork { [self] in
      do throws(AccountsError) {
        _ = try await stored { (store) throws(StoreError) in try await store.noteRefusal(refusal) }
      } catch {
        log("A refused attempt was not noted: \(error.description)")
      }
    }
  }
}
