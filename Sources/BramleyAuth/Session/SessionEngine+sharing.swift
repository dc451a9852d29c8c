import AppleSignIn
import Foundation

extension SessionEngine {
  /// Takes in later tokens that another process of the app stored, such as an extension that shares the keychain.
  ///
  /// - Returns: Whether there were any, for the account that is signed in here.
  func adoptStored() async -> Bool {
    guard let bytes = try? await configuration.storage.retrieve(Self.sessionKey),
      let stored = try? JSONDecoder().decode(StoredSession.self, from: bytes),
      let session, stored.account.localId == session.account.localId,
      // An older one is what this process could not replace, as on a locked device.
      stored.refreshToken != session.refreshToken, stored.receivedAt >= session.receivedAt
    else { return false }
    self.session = stored
    board.show(stored.account, engine: self)
    board.emit(.tokenChanged)
    updatePolling()
    return true
  }
}
