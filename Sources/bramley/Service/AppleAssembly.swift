import Accounts
import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import SQLiteAccountStore
import _Configuration

/// The way to Apple of a running service.
enum AppleAssembly {
  /// The client of Apple, or of the emulator at another address.
  ///
  /// - Parameter key: The team's key; nil where codes are not exchanged and nothing is revoked.
  static func client(
    _ configuration: Configuration, key: (id: String, privateKey: Secret)?, baseURL: String,
    store: any AccountStore, log: Log
  ) throws -> AppleIDClient {
    // Only an emulator may stand at a private address (A39).
    let http = try HTTPClient(configuration.apple.isRealApple ? HTTPClient.Configuration() : .development)
    let endpoints = AppleEndpoints(baseURL: baseURL)
    let keys = AppleKeySetCache(
      endpoints: endpoints, http: http, storage: StoredAppleKeySet(store: store),
      report: { event in
        switch event {
        case .fetched(let ids): log.debug("apple keys fetched: \(ids.count)")
        case .fetchFailed(let error): log.warning("apple keys: \(error); the last good set serves meanwhile")
        case .storageFailed(let reason): log.warning("apple keys were not kept: \(reason)")
        }
      })
    return AppleIDClient(
      endpoints: endpoints, credentials: try key.map { try credentials(configuration, $0) }, http: http,
      keys: keys)
  }

  /// The key, and the one that takes over while keys are changed.
  static func credentials(
    _ configuration: Configuration, _ key: (id: String, privateKey: Secret)
  ) throws -> AppleClientCredentials {
    AppleClientCredentials(
      try signer(configuration, key),
      other: try configuration.apple.nextKey.map { try signer(configuration, $0) })
  }

  /// What makes client secrets with a key.
  static func signer(
    _ configuration: Configuration, _ key: (id: String, privateKey: Secret)
  ) throws -> AppleClientSecretSigner {
    try AppleClientSecretSigner(
      teamID: TeamID(configuration.apple.teamID), keyID: KeyID(key.id),
      privateKey: try ApplePrivateKey(setting: key.privateKey),
      audience: configuration.apple.issuers.first ?? Configuration.appleOrigin,
      lifetime: configuration.apple.secretLifetime)
  }
}

/// Apple's last good key set in the store's settings, so that a restart during an outage signs people in.
struct StoredAppleKeySet: AppleKeySetStorage {
  private static let name = "apple/key-set"
  let store: any AccountStore

  func load() async throws -> [UInt8]? { try await store.setting(Self.name) }

  func save(_ bytes: [UInt8]) async throws {
    // Whoever loses the race loses to a set just as fresh.
    _ = try await store.replaceSetting(Self.name, try await store.setting(Self.name), with: bytes)
  }
}
