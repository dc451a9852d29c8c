import AppleIdentity
import BramleyCrypto
import BramleyJOSE

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whole Apple identity tokens verified on one core: signature, claims, issuer, audience, times, nonce.
enum VerificationLoop {
  private static let tokens = 500

  /// Verifies for two seconds; the answer is a JSON object.
  static func run() throws -> String {
    let key = PrivateJWK(key: try SigningKey.rs256(.generate()), keyID: "BENCHKEY01")
    let signer = try JWTSigner(key: key.key, keyID: key.keyID, type: nil)
    let keys = try AppleKeySet(json: JWKSet([key.publicKey]).json())
    let now = Date()
    let signed = try (0..<tokens).map { try credential($0, signer, at: now) }
    let verifier = AppleIdentityTokenVerifier(
      policy: IdentityTokenPolicy(clientIDs: [ClientID("com.example.app")]))
    func verify(_ index: Int) throws {
      let (token, nonce) = signed[index % tokens]
      _ = try verifier.verify(token, keys: keys, nonce: .hashed(of: RawNonce(nonce)), at: now)
    }
    for index in 0..<tokens { try verify(index) }
    // Processor time, as `openssl speed` counts it.
    let start = Self.processorSeconds
    var count = 0
    while Self.processorSeconds - start < 2 {
      for index in count..<count + 100 { try verify(index) }
      count += 100
    }
    let seconds = Self.processorSeconds - start
    return #"{"verified_per_second": \#(Double(count) / seconds)}"#
  }

  /// The processor time of this thread so far.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func credential(_ index: Int, _ signer: JWTSigner, at now: Date) throws -> (String, String) {
    let raw = "nonce-\(index)"
    let seconds = Int(now.timeIntervalSince1970)
    let claims =
      #"{"iss":"https://appleid.apple.com","aud":"com.example.app","exp":\#(seconds + 86_400),"#
      + #""iat":\#(seconds),"sub":"001234.\#(SHA256.digest(utf8: raw).hex.prefix(32)).0123","#
      + #""nonce":"\#(SHA256.digest(utf8: raw).hex)","nonce_supported":true,"#
      + #""email":"person\#(index)@example.com","email_verified":true,"auth_time":\#(seconds),"#
      + #""real_user_status":2}"#
    return (try signer.sign(payload: Array(claims.utf8)), raw)
  }
}
