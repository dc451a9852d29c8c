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

  /// Codes that were sent to be exchanged, in order.
  let exchanged = Mutex<[AppleCodeExchange]>([])

  /// A person at Apple.
  struct Person {
    var subject = "000123.0123456789abcdef0123456789abcdef.0712"
    var email: String? = "maria@example.com"
    var isPrivateEmail = false
    /// The `user` form field of a first authorization.
    var user: String? = #"{"name":{"firstName":"Maria","lastName":"Muster"},"email":"maria@example.com"}"#

    static let maria = Person()
    static let hidden = Person(email: "a1b2c3d4e5@privaterelay.appleid.com", isPrivateEmail: true)
    static let amir = Person(
      subject: "000456.fedcba9876543210fedcba9876543210.0713", email: "amir@example.com", user: nil)
  }

  /// An identity token for a flow.
  func token(
    _ person: Person, nonce: String, now: Int64, audience: String = "com.example.web", isForged: Bool = false
  ) -> String {
    var claims =
      #"{"iss":"https://appleid.apple.com","aud":"\#(audience)","sub":"\#(person.subject)","iat":\#(now)"#
      + #","exp":\#(now + 600),"nonce":"\#(nonce)","nonce_supported":true,"auth_time":\#(now)"#
    if let email = person.email {
      claims += #","email":"\#(email)","email_verified":true,"is_private_email":\#(person.isPrivateEmail)"#
    }
    let input = [#"{"kid":"TESTKEY001","alg":"RS256"}"#, claims + "}"].map {
      Base64URL.encode(Array($0.utf8))
    }
    .joined(separator: ".")
    let key = isForged ? Self.foreignKey : Self.key
    return input + "." + Base64URL.encode(try! key.signPKCS1SHA256(Array(input.utf8)))
  }

  func keySet(lacking unknown: String?) async throws(AppleServiceError) -> AppleKeySet { Self.keys }

  func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer {
    exchanged.withLock { $0.append(request) }
    throw AppleServiceError(.unreachable, fault: .apple, message: "Nobody answers in this test.")
  }

  func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError) {}

  func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError) {}
}
