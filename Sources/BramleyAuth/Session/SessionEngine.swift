import AppleSignIn
import Foundation

/// Owns the session: everything that changes it goes through here, one thing at a time.
actor SessionEngine {
  static let sessionKey = StorageKey("session")

  let configuration: AuthConfiguration
  let client: ServiceClient
  let board: StateBoard
  var session: StoredSession?
  var refreshing: (id: UUID, task: Task<Result<StoredSession, AuthError>, Never>)?
  var polling: (id: UUID, task: Task<Void, Never>)?
  var monitor: CredentialStateMonitor?
  private var isRead = false
  private var reading: Task<Result<Void, AuthError>, Never>?

  init(configuration: AuthConfiguration, origin: Origin, board: StateBoard) {
    self.configuration = configuration
    client = ServiceClient(configuration: configuration, origin: origin)
    self.board = board
  }

  /// Reads the stored session once; a locked storage is tried again by the next call.
  func ready() async throws(AuthError) {
    if isRead { return }
    if let reading { return try await reading.value.get() }
    let task = Task { await self.read() }
    reading = task
    let result = await task.value
    reading = nil
    try result.get()
  }

  private func read() async -> Result<Void, AuthError> {
    let bytes: Data?
    do {
      bytes = try await configuration.storage.retrieve(Self.sessionKey)
    } catch let error as StorageError where error.code == .damaged {
      return await forgetDamaged()
    } catch {
      note(.init(.storageFailed, "read"), error)
      return .failure(AuthError(.keychainError, "The session cannot be read now; nobody was signed out."))
    }
    guard !isRead else { return .success(()) }
    guard let bytes else {
      isRead = true
      return .success(())
    }
    guard let stored = try? JSONDecoder().decode(StoredSession.self, from: bytes) else {
      return await forgetDamaged()
    }
    isRead = true
    session = stored
    board.show(stored.account, engine: self)
    board.emit(.signedIn(uid: stored.account.localId))
    updatePolling()
    return .success(())
  }

  private func forgetDamaged() async -> Result<Void, AuthError> {
    isRead = true
    await removeStored()
    board.emit(.signedOut(.damaged))
    return .success(())
  }

  /// The session, if one is there.
  func current() async throws(AuthError) -> StoredSession {
    try await ready()
    guard let session else { throw AuthError(.nullUser, "Nobody is signed in.") }
    return session
  }

  /// Takes a session in: stored first, then shown.
  func adopt(_ new: StoredSession) async {
    let isOther = session?.id != new.id
    if isOther, let old = session, old.account.localId != new.account.localId {
      board.emit(.signedOut(.replaced))
    }
    isRead = true
    session = new
    await store()
    guard session?.id == new.id else { return }
    board.show(new.account, engine: self)
    if isOther {
      configuration.installation.mark()
      configuration.log(AuthLogEntry(.sessionBegan, new.account.localId.isEmpty ? "" : "account"))
      board.emit(.signedIn(uid: new.account.localId))
    }
    updatePolling()
  }

  /// Changes the session unless another took its place.
  func change(_ id: UUID, _ body: (inout StoredSession) -> Void) async {
    guard var changed = session, changed.id == id else { return }
    body(&changed)
    session = changed
    await store()
    guard let session, session.id == id else { return }
    board.show(session.account, engine: self)
  }

  /// Ends the session on this device.
  func end(_ id: UUID, _ reason: AuthEvent.EndReason) async {
    guard session?.id == id else { return }
    session = nil
    polling?.task.cancel()
    polling = nil
    board.show(nil, engine: self)
    await removeStored()
    var entry = AuthLogEntry(.sessionEnded, reason.rawValue)
    entry.constant = reason.rawValue
    configuration.log(entry)
    board.emit(.signedOut(reason))
  }

  /// A storage that fails does not end a session that works: it is written again with the next change.
  private func store() async {
    guard let session else { return }
    do {
      try await configuration.storage.store(try JSONEncoder().encode(session), for: Self.sessionKey)
    } catch { note(.init(.storageFailed, "store"), error) }
    // An end that came while the old values were being written must not be undone by them.
    if self.session == nil { await removeStored() }
  }

  private func removeStored() async {
    do { try await configuration.storage.remove(Self.sessionKey) } catch {
      note(.init(.storageFailed, "remove"), error)
    }
  }

  func note(_ entry: AuthLogEntry, _ error: any Error) {
    var entry = entry
    entry.constant =
      (error as? StorageError)?.code.rawValue ?? (error as? AuthError).map { "\($0.code.rawValue)" }
    configuration.log(entry)
  }
}
