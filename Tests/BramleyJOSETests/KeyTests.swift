import BramleyCrypto
import BramleyJOSE
import Testing

@Suite("JWK and key sets")
struct KeyTests {
  static let rsa = try! RSAPrivateKey.generate()
  static let ec = try! P256PrivateKey.generate()
  static let n = Base64URL.encode(rsa.publicKey.modulus)
  static let x = Base64URL.encode(ec.publicKey.x)
  static let y = Base64URL.encode(ec.publicKey.y)

  static func keyCode(_ json: String) -> JOSEError.Code? {
    do throws(JOSEError) {
      _ = try JWK(json: Array(json.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  static func setCode(_ keys: [String]) -> JOSEError.Code? {
    do throws(JOSEError) {
      _ = try JWKSet(json: Array(#"{"keys":[\#(keys.joined(separator: ","))]}"#.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  static func rsaJWK(_ id: String) -> String {
    #"{"kty":"RSA","kid":"\#(id)","use":"sig","alg":"RS256","n":"\#(n)","e":"AQAB"}"#
  }

  static let oct = #"{"kty":"oct","kid":"secret","k":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}"#

  @Test(
    "keys whose members do not fit each other are refused: A11, A12",
    arguments: [
      #"{"kty":"RSA","n":"\#(n)"}"#, #"{"kty":"RSA","e":"AQAB"}"#, #"{"kty":"RSA","n":"","e":"AQAB"}"#,
      #"{"kty":"RSA","n":"\#(n)=","e":"AQAB"}"#, #"{"kty":"RSA","n":"\#(n)","e":"AQ"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAA"}"#, #"{"kty":"RSA","n":"\#(n)","e":"AQABAQAB"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","alg":"PS256"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","alg":"HS256"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","k":"AAAA"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","crv":"P-256"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","use":"enc"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","d":"AAAA"}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","key_ops":["sign"]}"#,
      #"{"kty":"RSA","n":"\#(n)","e":"AQAB","key_ops":[]}"#,
      #"{"kty":"RSA","kid":"\#(String(repeating: "k", count: 257))","n":"\#(n)","e":"AQAB"}"#,
      #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, #"{"kty":"EC","crv":"P-384","x":"\#(x)","y":"\#(y)"}"#,
      #"{"kty":"EC","x":"\#(x)","y":"\#(y)"}"#, #"{"kty":"EC","crv":"P-256","x":"\#(x)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(y)","y":"\#(x)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"AAAA","y":"\#(y)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)","alg":"ES384"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)","n":"\#(n)"}"#,
      #"{"kty":"RSA","crv":"P-256","x":"\#(x)","y":"\#(y)"}"#, oct,
      #"{"kty":"OKP","crv":"Ed25519","x":"\#(x)"}"#,
    ])
  func unusable(json: String) {
    #expect(Self.keyCode(json) == .unusableKey)
  }

  @Test("a key of 16 384 bits is refused before any work with it")
  func giantKey() {
    let giant = Base64URL.encode([UInt8](repeating: 0xFF, count: 2048))
    #expect(Self.keyCode(#"{"kty":"RSA","n":"\#(giant)","e":"AQAB"}"#) == .unusableKey)
    #expect(Self.setCode([#"{"kty":"RSA","kid":"a","n":"\#(giant)","e":"AQAB"}"#]) == .noUsableKey)
    #expect(Self.setCode([#"{"kty":"RSA","kid":"a","n":"\#(giant)","e":"AQAB"}"#, Self.rsaJWK("b")]) == nil)
  }

  @Test(
    "text that is no key is refused by its own code",
    arguments: [
      ("[]", JOSEError.Code.invalidJSON), ("{}", .invalidClaims), (#"{"kty":1}"#, .invalidClaims),
      (#"{"kty":null}"#, .invalidClaims), (#"{"kty":"RSA","kty":"RSA"}"#, .duplicateMember),
    ])
  func noKey(json: String, code: JOSEError.Code) {
    #expect(Self.keyCode(json) == code)
  }

  @Test("a key without `alg` takes the one algorithm of its kind")
  func defaultAlgorithm() throws {
    #expect(try JWK(json: Array(#"{"kty":"RSA","n":"\#(Self.n)","e":"AQAB"}"#.utf8)).key.algorithm == .rs256)
    let json = #"{"kty":"EC","crv":"P-256","x":"\#(Self.x)","y":"\#(Self.y)","key_ops":["verify"]}"#
    #expect(try JWK(json: Array(json.utf8)).key.algorithm == .es256)
  }

  @Test("a set that is ambiguous or empty is refused as a whole: A09, A11")
  func sets() {
    #expect(Self.setCode([]) == .noUsableKey)
    #expect(Self.setCode([Self.oct]) == .noUsableKey)
    #expect(Self.setCode([Self.oct, Self.rsaJWK("a")]) == .mixedKeySet)
    #expect(Self.setCode([Self.rsaJWK("a"), Self.rsaJWK("a")]) == .duplicateKeyID)
    #expect(Self.setCode([Self.rsaJWK("a"), Self.rsaJWK("b")]) == nil)
    #expect(Self.setCode((0..<100).map { Self.rsaJWK("\($0)") }) == nil)
    #expect(Self.setCode((0..<101).map { Self.rsaJWK("\($0)") }) == .tooManyKeys)
    #expect(Self.setCode((0..<1000).map { Self.rsaJWK("\($0)") }) == .tooManyKeys)
  }

  @Test("a set made of keys has the same limits")
  func madeSets() throws {
    let key = JWK(keyID: "a", key: .rs256(Self.rsa.publicKey))
    #expect(throws: JOSEError(.noUsableKey, "")) { try JWKSet([]) }
    #expect(throws: JOSEError(.duplicateKeyID, "")) { try JWKSet([key, key]) }
    #expect(throws: JOSEError(.tooManyKeys, "")) {
      try JWKSet((0..<101).map { JWK(keyID: "\($0)", key: .rs256(Self.rsa.publicKey)) })
    }
    let set = try JWKSet([key, JWK(keyID: "b", key: .es256(Self.ec.publicKey))])
    let copy = try JWKSet(json: set.json())
    #expect(copy.keys.map(\.keyID) == ["a", "b"])
    #expect(copy.key("b")?.thumbprint == set.key("b")?.thumbprint)
    #expect(String(decoding: try set.json(), as: UTF8.self).contains(#""use":"sig""#))
  }

  @Test("private keys travel as JWK, alone and in a set")
  func privateKeys() throws {
    for key in [SigningKey.rs256(Self.rsa), .es256(Self.ec)] {
      let jwk = PrivateJWK(key: key)
      let copy = try PrivateJWK(json: jwk.json())
      #expect(copy.keyID == key.verificationKey.thumbprint)
      #expect(copy.publicKey.key.thumbprint == key.verificationKey.thumbprint)
      let token = try JWTSigner(key: copy.key, keyID: copy.keyID).sign(["a": 1])
      #expect(throws: Never.self) { try CompactJWS(token).verify(with: key.verificationKey) }
    }
    let json = try PrivateJWK(key: .rs256(Self.rsa), keyID: "one").json().revealText() ?? ""
    let keys = try PrivateJWK.keys(inSet: Secret(utf8: #"{"keys":[\#(json)]}"#))
    #expect(keys.map(\.keyID) == ["one"])
    func code(_ text: String) -> JOSEError.Code? {
      do throws(JOSEError) {
        _ = try PrivateJWK.keys(inSet: Secret(utf8: text))
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(#"{"keys":[]}"#) == .noUsableKey)
    #expect(code(#"{"keys":[\#(json),\#(json)]}"#) == .duplicateKeyID)
    #expect(
      code("{\"keys\":[" + Array(repeating: Self.rsaJWK("a"), count: 101).joined(separator: ",") + "]}")
        == .tooManyKeys)
    #expect(code(#"{"keys":[\#(Self.rsaJWK("a"))]}"#) == .unusableKey)
  }

  @Test("a private key whose numbers do not belong together is refused")
  func privateMismatch() throws {
    let other = Base64URL.encode(try P256PrivateKey.generate().scalar().reveal())
    let foreign = #"{"kty":"EC","crv":"P-256","x":"\#(Self.x)","y":"\#(Self.y)","d":"\#(other)"}"#
    #expect(throws: JOSEError(.unusableKey, "")) { try PrivateJWK(json: Secret(utf8: foreign)) }
    var numbers = try Self.rsa.revealNumbers()
    numbers.d[numbers.d.count - 1] ^= 2
    #expect(throws: CryptoError(.invalidKey, "")) { try RSAPrivateKey(numbers) }
  }

  @Test("generated keys have the algorithm that was asked for", arguments: SignatureAlgorithm.allCases)
  func generate(algorithm: SignatureAlgorithm) throws {
    #expect(try SigningKey.generate(algorithm).algorithm == algorithm)
  }

  @Test("a signature that the library cannot make is signing_failed, with the library's reason")
  func unsigned() throws {
    let signer = try JWTSigner(
      key: .generate(.es256), keyID: "k",
      substitute: { _ throws(CryptoError) in throw CryptoError(.library, "Out of memory.") })
    let error = #expect(throws: JOSEError.self) { try signer.sign(["sub": "a"]) }
    #expect(error == JOSEError(.signingFailed, ""))
    #expect(error?.message == "Out of memory.")
  }

  @Test("an error says its code and a sentence, and two are equal by their code")
  func errors() {
    #expect(JOSEError(.expired, "a").description == "expired: a")
    #expect(JOSEError(.expired, "a") == JOSEError(.expired, "b"))
    #expect(JOSEError(.expired, "a") != JOSEError(.tooDeep, "a"))
  }
}
