import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import FoundationEssentials

/// Apple's side, played with keys of our own.
enum AppleFixture {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let nowInSeconds = 1_800_000_000
  static let clientIDs: Set<ClientID> = ["com.example.app", "com.example.web"]
  static let rawNonce = RawNonce("0123456789abcdefghijklmnopqrstuv")
  static let subject: AppleSubject = "000123.0123456789abcdef0123456789abcdef.0712"

  static let first = try! RSAPrivateKey.generate()
  static let second = try! RSAPrivateKey.generate()
  static let foreign = try! RSAPrivateKey.generate()

  /// Two keys; tokens are signed with the second unless a test says otherwise.
  static let keys = try! AppleKeySet(json: keySetJSON)
  static let keySetJSON = try! JWKSet([
    JWK(keyID: "FIRSTKEY01", key: .rs256(first.publicKey)),
    JWK(keyID: "SECONDKEY2", key: .rs256(second.publicKey)),
  ]).json()

  static let verifier = AppleIdentityTokenVerifier(
    policy: IdentityTokenPolicy(clientIDs: clientIDs, leeway: .zero))

  /// The members of a native token as JSON texts; a test changes the ones it is about.
  static var members: [String: String] {
    [
      "iss": #""https://appleid.apple.com""#, "aud": #""com.example.app""#,
      "sub": #""\#(subject)""#, "iat": "\(nowInSeconds - 10)", "exp": "\(nowInSeconds + 86_390)",
      "nonce": #""\#(rawNonce.hashed)""#, "nonce_supported": "true", "auth_time": "\(nowInSeconds - 11)",
      "email": #""ada@example.com""#, "email_verified": #""true""#,
    ]
  }

  /// Claims with some members changed; `nil` leaves one out.
  static func claims(_ changes: [String: String?] = [:]) -> String {
    var all = members
    for (name, value) in changes { all[name] = value }
    return "{" + all.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
      + "}"
  }

  /// A token of given claims.
  static func token(
    _ claims: String, key: RSAPrivateKey = second, header: String = #"{"kid":"SECONDKEY2","alg":"RS256"}"#
  ) -> String {
    let input = [header, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    return input + "." + Base64URL.encode(try! key.signPKCS1SHA256(Array(input.utf8)))
  }

  static func token(_ changes: [String: String?] = [:]) -> String { token(claims(changes)) }
}

/// Verifies as a native sign-in would and gives the error, if any.
func refusal(
  _ token: String, verifier: AppleIdentityTokenVerifier = AppleFixture.verifier,
  nonce: NonceExpectation = .hashed(of: AppleFixture.rawNonce), code: String? = nil,
  accessToken: String? = nil, maximumAge: Duration? = nil, at now: Date = AppleFixture.now
) -> IdentityTokenError? {
  do throws(IdentityTokenError) {
    _ = try verifier.verify(
      token, keys: AppleFixture.keys, nonce: nonce, authorizationCode: code, accessToken: accessToken,
      maximumAge: maximumAge, at: now)
    return nil
  } catch {
    return error
  }
}

/// Verifies as a native sign-in would.
func accepted(_ token: String, nonce: NonceExpectation = .hashed(of: AppleFixture.rawNonce)) throws
  -> VerifiedIdentityToken
{
  try AppleFixture.verifier.verify(token, keys: AppleFixture.keys, nonce: nonce, at: AppleFixture.now)
}
