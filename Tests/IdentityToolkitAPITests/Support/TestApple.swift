import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import Synchronization

/// Apple with a key of our own: its tokens are signed for real and verified for real.
final class TestApple: AppleService {
  private static let key = try! RSAPrivateKey.generate()
  private static let foreignKey = try! RSAPrivateKey.generate()
  private static let keys = try! AppleKeySet(
    json: JWKSet([JWK(keyID: "TESTKEY001", key: .rs256(key.publicKey))]).json())

  /// What Apple answers to a code; nil: nobody answers.
  let answer = Mutex<AppleTokenAnswer?>(nil)
  /// What was revoked, in order.
  let revoked = Mutex<[String]>([])

  /// A person at Apple.
  struct Person {
    var subject = "000123.0123456789abcdef0123456789abcdef.0712"
    var email: String? = "maria@example.com"
    var isEmailVerified = true
    var isPrivateEmail = false

    static let maria = Person()
    static let amir = Person(subject: "000456.fedcba9876543210fedcba9876543210.0713", email: "amir@example.com")
    static let hidden = Person(
      subject: "000789.fedcba9876543210fedcba9876543210.0714", email: "a1b2c3@privaterelay.appleid.com",
      isPrivateEmail: true)
  }

  /// An identity token for a raw nonce; nil leaves the claim out.
  func token(
    _ person: Person = .maria, nonce: String? = TestWire.nonce, now: Int64 = TestClock.start,
    issuer: String = "https://appleid.apple.com", audience: String = "com.example.app", isForged: Bool = false
  ) -> String {
    var claims =
      #"{"iss":"\#(issuer)","aud":"\#(audience)","sub":"\#(person.subject)","iat":\#(now),"exp":\#(now + 600)"#
      + #","nonce_supported":true,"auth_time":\#(now)"#
    if let nonce { claims += #","nonce":"\#(SHA256.digest(utf8: nonce).hex)""# }
    if let email = person.email {
      claims += #","email":"\#(email)","email_verified":\#(person.isEmailVerified)"#
      claims += #","is_private_email":\#(person.isPrivateEmail)"#
    }
    let input = [#"{"kid":"TESTKEY001","alg":"RS256"}"#, claims + "}"].map {
      Base64URL.encode(Array($0.utf8))
    }.joined(separator: ".")
    let key = isForged ? Self.foreignKey : Self.key
    return input + "." + Base64URL.encode(try! key.signPKCS1SHA256(Array(input.utf8)))
  }

  func keySet(lacking unknown: String?) async throws(AppleServiceError) -> AppleKeySet { Self.keys }

  func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer {
    guard let answer = answer.withLock({ $0 }) else {
      throw AppleServiceError(.unreachable, fault: .apple, message: "Nobody answers in this test.")
    }
    return answer
  }

  func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError) {
    revoked.withLock { $0.append(token.revealText() ?? "") }
  }

  func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError) {}
}
