import BramleyCrypto
import BramleyJOSE
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks a client secret as Apple does, and says which of the checks failed.
///
/// The caller is only told `invalid_client`; the sentence goes to the request log.
///
/// - Standard: Apple, "Creating a client secret".
struct ClientSecretCheck: Sendable {
  /// The service's own name, which the secret must be addressed to.
  let issuer: String
  /// Apple's clock.
  let now: Date
  /// Seconds that `iat` may lie in the future.
  let iatTolerance: Int
  /// Secrets whose signature was checked before.
  let verified: VerifiedSecrets

  /// The greatest lifetime from now on: about six months.
  static let longestLifetime = 15_777_000

  /// What the registry knows about the client.
  struct Registration: Sendable {
    let client: Client
    /// The teams whose secrets count: the owner, and for migration the one that gave the app away.
    let teams: [String]
    let key: @Sendable (String) -> DeveloperKey?
  }

  /// What a secret says.
  struct Claims: Decodable, Sendable {
    var iss: String?
    var sub: String?
    var iat: Double?
    var exp: Double?
    var aud: Audience?

    /// `aud`: one name or a list.
    enum Audience: Decodable, Sendable {
      case one(String)
      case several([String])
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
          self = .one(text)
        } else {
          self = .several(try value.decode([String].self))
        }
      }
    }
  }

  /// Checks a secret and gives the team that made it.
  ///
  /// Reading it and checking its signature happens once; key, parties and times are judged every time.
  func check(_ secret: String, for registration: Registration) throws(Refusal) -> String {
    let digest = SHA256.digest(Array(secret.utf8))
    if let known = verified[digest] {
      let key = try usableKey(known.keyID, registration)
      // A key that was registered anew under the same id is another key.
      if known.wasSigned(with: key) {
        try checkParties(known.claims, key, registration)
        try checkTimes(known.claims)
        return key.teamID
      }
    }
    let token = try parse(secret)
    guard let kid = token.header.keyID, !kid.isEmpty else {
      throw refuse("The header of client_secret has no kid.")
    }
    let key = try usableKey(kid, registration)
    let claims = try verifiedClaims(token, secret, key)
    try checkParties(claims, key, registration)
    try checkTimes(claims)
    verified[digest] = VerifiedSecrets.Entry(claims: claims, key: key)
    return key.teamID
  }

  private func parse(_ secret: String) throws(Refusal) -> CompactJWS {
    let token: CompactJWS
    do { token = try CompactJWS(secret) } catch {
      throw refuse(
        secret.contains("PRIVATE KEY")
          ? "client_secret is the .p8 file itself; it must be a JWT signed with that key."
          : "client_secret: " + error.message)
    }
    guard token.header.algorithm == "ES256" else {
      throw refuse("The header's alg is \(token.header.algorithm.prefix(16)); Apple takes ES256 only.")
    }
    return token
  }

  private func usableKey(_ kid: String, _ registration: Registration) throws(Refusal) -> DeveloperKey {
    guard let key = registration.key(kid) else {
      throw refuse("The key id \(kid.prefix(32)) is not registered; see GET /emulator/v1/keys.")
    }
    if key.revokedAt != nil { throw refuse("The key \(kid) has been revoked.") }
    if let primary = key.primaryAppID, primary != registration.client.group {
      throw refuse("The key \(kid) belongs to the group of \(primary), not of \(registration.client.group).")
    }
    return key
  }

  private func verifiedClaims(_ token: CompactJWS, _ secret: String, _ key: DeveloperKey) throws(Refusal)
    -> Claims
  {
    guard let x = Base64URL.decode(key.publicX), let y = Base64URL.decode(key.publicY),
      let publicKey = try? P256PublicKey(x: x, y: y)
    else { throw refuse("The key \(key.keyID) cannot be read back from the store.") }
    do {
      return try token.verify(with: .es256(publicKey)).claims(as: Claims.self)
    } catch  where error == JOSEError(.invalidSignature, "") {
      // A DER sequence where 64 raw bytes are wanted is the commonest mistake here.
      let signature = secret.split(separator: ".").last.flatMap { Base64URL.decode(String($0)) } ?? []
      throw refuse(
        signature.count != 64 && signature.first == 0x30
          ? "The signature is ASN.1 DER; JWS wants the raw 64 bytes r‖s."
          : "The signature was not made with the key \(key.keyID).")
    } catch {
      throw refuse("The claims of client_secret: " + error.message)
    }
  }

  private func checkParties(_ claims: Claims, _ key: DeveloperKey, _ registration: Registration)
    throws(Refusal)
  {
    guard claims.iss == key.teamID else {
      throw refuse("iss is not \(key.teamID), the team of the key.")
    }
    guard registration.teams.contains(key.teamID) else {
      throw refuse("\(registration.client.clientID) does not belong to team \(key.teamID).")
    }
    guard claims.sub == registration.client.clientID else {
      throw refuse("sub is not client_id (\(registration.client.clientID)); the comparison is exact.")
    }
    switch claims.aud {
    case .one(issuer): return
    case .several(let list) where list == [issuer]: return
    default: throw refuse("aud is not \(issuer).")
    }
  }

  private func checkTimes(_ claims: Claims) throws(Refusal) {
    let clock = now.timeIntervalSince1970
    guard let iat = claims.iat, let exp = claims.exp else { throw refuse("iat or exp is missing.") }
    // Anything past the year 5000 in seconds is a millisecond value of our days.
    if exp > 100_000_000_000 || iat > 100_000_000_000 {
      throw refuse("iat or exp is in milliseconds; JWT times are in seconds.")
    }
    guard exp > clock else { throw refuse("client_secret has expired.") }
    guard exp <= clock + Double(Self.longestLifetime) else {
      throw refuse("exp is more than \(Self.longestLifetime) s (six months) from now.")
    }
    guard iat <= clock + Double(iatTolerance) else {
      throw refuse("iat lies in the future: your clock is ahead, or iat is not backdated.")
    }
  }

  private func refuse(_ reason: String) -> Refusal { .oauth(.invalidClient, reason: reason) }
}
