import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import Foundation
import Synchronization

/// Keys and tokens as Apple would have them.
enum Fixtures {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  /// Made once: an RSA key takes a tenth of a second.
  static let appleKeys: [RSAPrivateKey] = (0..<3).compactMap { _ in try? RSAPrivateKey.generate() }

  /// A key set whose keys bear these ids, in this order.
  static func keySetJSON(_ ids: [String]) throws -> [UInt8] {
    try JWKSet(
      ids.enumerated().map { index, id in
        JWK(keyID: id, key: .rs256(appleKeys[index % appleKeys.count].publicKey))
      }
    ).json()
  }

  static func keySet(_ ids: [String], cacheControl: String? = nil) throws -> OutgoingResponse {
    var response = OutgoingResponse(status: 200, body: try keySetJSON(ids))
    response.headers["cache-control"] = cacheControl
    return response
  }

  private struct Claims: Encodable {
    let iss: String
    let sub = "001234.0123456789abcdef.0123"
    let aud = "com.example.app"
    let iat: Int
    let exp: Int
  }

  /// An identity token of the key at a place of ``appleKeys``.
  static func token(key: Int, keyID: String, issuer: String = "https://appleid.apple.com") throws -> String {
    let second = Int(now.timeIntervalSince1970)
    return try JWTSigner(key: .rs256(appleKeys[key]), keyID: keyID, type: nil)
      .sign(Claims(iss: issuer, iat: second, exp: second + 600))
  }

  static let verifier = AppleIdentityTokenVerifier(
    policy: IdentityTokenPolicy(clientIDs: ["com.example.app"], requiresNonce: false))

  /// A signer of client secrets with a key of its own.
  static func signer(_ keyID: String, key: P256PrivateKey? = nil) throws -> AppleClientSecretSigner {
    try AppleClientSecretSigner(
      teamID: "TEAM000001", keyID: KeyID(keyID), privateKey: ApplePrivateKey(key ?? .generate()))
  }

  static func client(
    _ apple: ScriptedApple, credentials: AppleClientCredentials?, clock: any AppleClientClock = ManualClock()
  ) -> AppleIDClient {
    AppleIDClient(
      credentials: credentials, http: apple, keys: AppleKeySetCache(http: apple, clock: clock), clock: clock)
  }

  /// A client with one key, `KEY0000001`.
  static func client(_ apple: ScriptedApple) throws -> AppleIDClient {
    client(apple, credentials: AppleClientCredentials(try signer("KEY0000001")))
  }

  /// The key id in a client secret's header.
  static func keyID(ofSecret secret: String?) throws -> String? {
    try CompactJWS(secret ?? "").header.keyID
  }
}

/// Keeps a key set in memory.
final class MemoryStorage: AppleKeySetStorage {
  struct Broken: Error {}
  private let bytes: Mutex<[UInt8]?>
  private let isBroken: Bool

  init(_ bytes: [UInt8]? = nil, isBroken: Bool = false) {
    self.bytes = Mutex(bytes)
    self.isBroken = isBroken
  }

  func load() async throws -> [UInt8]? {
    if isBroken { throw Broken() }
    return bytes.withLock { $0 }
  }

  func save(_ new: [UInt8]) async throws {
    if isBroken { throw Broken() }
    bytes.withLock { $0 = new }
    saves.add()
  }

  /// Counts what was saved.
  let saves = Counter()
}

/// What a call threw; nil when it did not.
func failure<T>(_ body: () async throws(AppleServiceError) -> T) async -> AppleServiceError? {
  do throws(AppleServiceError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
