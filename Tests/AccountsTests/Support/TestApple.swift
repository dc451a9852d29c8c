import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import Synchronization

@testable import Accounts

/// Apple's side of a test: signs real identity tokens and remembers what was asked of it.
final class TestApple: AppleService {
  struct State: Sendable {
    var down: AppleServiceError?
    var exchanged: [String] = []
    var revoked: [String] = []
    var codes: [String: (subject: String, clientID: String, transferIdentifier: String?)] = [:]
    var withdrawn: Set<String> = []
    var refusal = AppleServiceError(.invalidGrant, fault: .credential, message: "Withdrawn.")
    var hasKeys = true
    /// Whether calls, those for keys excepted, are never answered.
    var isSilent = false
    /// The key ids that a set was asked for; nil where any would do.
    var wantedKeys: [String?] = []
  }

  static let down = AppleServiceError(.unreachable, fault: .apple, message: "down")
  private static let key = try! SigningKey.generate(.rs256)
  private static let signer = try! JWTSigner(key: key, keyID: "apple-1")
  private static let keys = try! AppleKeySet(
    json: JWKSet([JWK(keyID: "apple-1", key: key.verificationKey)]).json())

  let state = Mutex(State())
  let time: TestTime
  private let calls = AsyncStream.makeStream(of: Void.self)
  private let never = AsyncStream.makeStream(of: Void.self)

  init(time: TestTime) { self.time = time }

  /// Until a call has come that is never answered.
  func unansweredCall() async { for await _ in calls.stream { return } }

  private func hangIfSilent() async {
    guard state.withLock({ $0.isSilent }) else { return }
    calls.continuation.yield()
    for await _ in never.stream {}
  }

  /// A token of Apple; `changes` replaces claims, nil removes one.
  func token(
    _ subject: String = "000001.ann", nonce: String? = "raw", email: String? = "ann@example.com",
    isVerified: Bool = true, codeHashOf code: String? = nil, changes: [String: JSONMember?] = [:]
  ) -> String {
    let now = time.now().seconds
    var claims: [String: JSONMember] = [
      "iss": .text("https://appleid.apple.com"), "aud": .text("com.example.app"), "sub": .text(subject),
      "iat": .integer(now), "exp": .integer(now + 86_400), "nonce_supported": .bool(true),
      "real_user_status": .integer(2),
      // Apple's tokens of one second differ in nothing else; each of these is a credential of its own.
      "test_id": .text(Base64URL.encode(SystemRandomSource().bytes(9))),
    ]
    if let nonce { claims["nonce"] = .text(SHA256.digest(utf8: nonce).hex) }
    if let email {
      claims["email"] = .text(email)
      claims["email_verified"] = .text(isVerified ? "true" : "false")
    }
    if let code {
      claims["c_hash"] = .text(Base64URL.encode(Array(SHA256.digest(utf8: code).bytes.prefix(16))))
    }
    for (name, value) in changes { claims[name] = value }
    return try! Self.signer.sign(claims)
  }

  /// A code that Apple gives a person for an app.
  func code(
    _ subject: String = "000001.ann", clientID: String = "com.example.app", transferIdentifier: String? = nil
  ) -> String {
    let code = "code." + Base64URL.encode(SystemRandomSource().bytes(12))
    state.withLock { $0.codes[code] = (subject, clientID, transferIdentifier) }
    return code
  }

  /// A signed notification's body.
  func notification(_ type: String, subject: String = "000001.ann", id: String, at: Timestamp) -> [UInt8] {
    let events = #"{"type":"\#(type)","sub":"\#(subject)","event_time":\#(at.milliseconds)}"#
    let claims: [String: JSONMember] = [
      "iss": .text("https://appleid.apple.com"), "aud": .text("com.example.app"),
      "iat": .integer(time.now().seconds), "exp": .integer(time.now().seconds + 86_400), "jti": .text(id),
      "events": .text(events),
    ]
    return Array(#"{"payload":"\#(try! Self.signer.sign(claims))"}"#.utf8)
  }

  func keySet(lacking unknown: String?) throws(AppleServiceError) -> AppleKeySet {
    state.withLock { $0.wantedKeys.append(unknown) }
    guard state.withLock({ $0.hasKeys }) else { throw Self.down }
    return Self.keys
  }

  func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer {
    await hangIfSilent()
    let code = request.code.revealText() ?? ""
    let (down, known) = state.withLock { state in (state.down, state.codes.removeValue(forKey: code)) }
    if let down {
      if let known { state.withLock { $0.codes[code] = known } }
      throw down
    }
    guard let known, known.clientID == request.clientID else {
      throw AppleServiceError(.invalidGrant, fault: .credential, message: "The code is used or unknown.")
    }
    state.withLock { $0.exchanged.append(code) }
    return AppleTokenAnswer(
      identityToken: token(
        known.subject, nonce: nil,
        changes: [
          "aud": .text(known.clientID), "transfer_sub": known.transferIdentifier.map { .text($0) },
        ]),
      refreshToken: Secret(utf8: "r." + code), accessToken: Secret(utf8: "a." + code))
  }

  func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError) {
    await hangIfSilent()
    if let down = state.withLock({ $0.down }) { throw down }
    state.withLock { $0.revoked.append(token.revealText() ?? "") }
  }

  func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError) {
    await hangIfSilent()
    if let down = state.withLock({ $0.down }) { throw down }
    let refusal = state.withLock { state in
      state.withdrawn.contains(refreshToken.revealText() ?? "") ? state.refusal : nil
    }
    if let refusal { throw refusal }
  }

  var exchanged: [String] { state.withLock { $0.exchanged } }
  var revoked: [String] { state.withLock { $0.revoked } }
  func fail(_ error: AppleServiceError?) { state.withLock { $0.down = error } }
}
