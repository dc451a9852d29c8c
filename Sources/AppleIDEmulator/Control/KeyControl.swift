import BramleyCrypto
import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/emulator/v1/keys`: the teams' keys for client secrets, and the service's own rotation.
struct KeyControl: Sendable {
  let core: EmulatorCore

  private struct KeyBody: Decodable {
    let team_id: String
    var key_id: String?
    var primary_app_id: String?
  }

  private struct KeyView: Encodable {
    let key_id: String
    let team_id: String
    let primary_app_id: String?
    let created_at: Date
    let revoked_at: Date?
    var private_key: String?

    init(_ key: DeveloperKey, privateKey: String? = nil) {
      key_id = key.keyID
      team_id = key.teamID
      primary_app_id = key.primaryAppID
      created_at = key.createdAt
      revoked_at = key.revokedAt
      private_key = privateKey
    }
  }

  /// Keys that may stand at once for one primary App ID.
  static let perPrimary = 2

  /// `GET /keys`.
  func list() throws -> Answer {
    try .control(["keys": core.keeper.read { $0.developerKeys.ordered }.map { KeyView($0) }])
  }

  /// `POST /keys`: makes a key; its private half is in this answer and nowhere else.
  func create(_ request: HTTPRequest) async throws -> Answer {
    let body = try ControlBody.decode(KeyBody.self, from: request)
    let keyID = body.key_id ?? makeKeyID()
    try Identifier.check(keyID, "key_id")
    let pair = try P256PrivateKey.generate()
    let key = DeveloperKey(
      keyID: keyID, teamID: body.team_id, primaryAppID: body.primary_app_id,
      publicX: Base64URL.encode(pair.publicKey.x), publicY: Base64URL.encode(pair.publicKey.y),
      privatePEM: nil, createdAt: core.now(), revokedAt: nil)
    try await core.keeper.change { state in
      guard state.teams[body.team_id] != nil else {
        throw Refusal.control(
          404, .notFound, "No team has this team_id; make it with POST /emulator/v1/teams.")
      }
      guard state.developerKeys[keyID] == nil else {
        throw Refusal.control(409, .conflict, "A key with this key_id exists, or existed and was revoked.")
      }
      if let primary = body.primary_app_id {
        let standing = state.developerKeys.rows.values.filter {
          $0.teamID == body.team_id && $0.primaryAppID == primary && $0.revokedAt == nil
        }
        guard standing.count < Self.perPrimary else {
          throw Refusal.control(409, .conflict, "A primary App ID has at most two keys; revoke one first.")
        }
      }
      state.developerKeys[keyID] = key
    }
    return try .control(KeyView(key, privateKey: try pair.pem().revealText()), status: 201)
  }

  /// `GET /keys/{kid}.p8`: the demo key only, every other was shown once.
  func download(_ keyID: String) throws -> Answer {
    guard let key = core.keeper.read({ $0.developerKeys[keyID] }) else { throw Self.unknownKey }
    guard let pem = key.privatePEM else {
      throw Refusal.control(404, .notFound, "A key is shown once, when it is made; make a new one.")
    }
    return Answer(
      HTTPResponse(
        status: 200,
        headers: [
          "content-type": "application/pkcs8", "cache-control": "no-store",
          "content-disposition": "attachment; filename=\"AuthKey_\(keyID).p8\"",
        ], body: Array(pem.utf8)))
  }

  /// `DELETE /keys/{kid}`.
  func revoke(_ keyID: String) async throws -> Answer {
    try await core.keeper.change { state in
      guard var key = state.developerKeys[keyID], key.revokedAt == nil else { throw Self.unknownKey }
      key.revokedAt = core.now()
      state.developerKeys[keyID] = key
    }
    return Answer(HTTPResponse(status: 204))
  }

  private struct Rotation: Decodable {
    var remove_old: Bool?
  }

  private struct RotationView: Encodable {
    let signing: String
    let removed: [String]
    let served: [String]
  }

  /// `POST /keys:rotate`: a new key of the service signs from now on.
  func rotate(_ request: HTTPRequest) async throws -> Answer {
    let body =
      request.body.isEmpty ? Rotation() : try ControlBody.decode(Rotation.self, from: request)
    let (signing, removed) = try await core.rotateKeys(removeOld: body.remove_old ?? false)
    return try .control(
      RotationView(signing: signing, removed: removed, served: core.keys.served.map(\.keyID)))
  }

  private func makeKeyID() -> String {
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    return String(decoding: core.random.bytes(10).map { alphabet[Int($0) % 32] }, as: UTF8.self)
  }

  private static let unknownKey = Refusal.control(
    404, .notFound, "No standing key has this id; GET /emulator/v1/keys lists them.")
}
