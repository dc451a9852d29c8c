import BramleyCrypto
import BramleyJOSE
import Testing

@Suite("Compact JWS")
struct CompactJWSTests {
  static let ec = try! SigningKey.generate(.es256)
  static let rsa = try! SigningKey.generate(.rs256)

  static func compose(_ header: String, _ payload: String, _ signature: [UInt8] = []) -> String {
    [Array(header.utf8), Array(payload.utf8), signature].map(Base64URL.encode).joined(separator: ".")
  }

  /// A token under any header, signed with a real key whatever the header says.
  static func signed(_ header: String, _ payload: String = #"{"sub":"a"}"#, key: SigningKey = ec) throws
    -> String
  {
    let input = [header, payload].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    return input + "." + Base64URL.encode(try key.sign(Array(input.utf8)))
  }

  static func code(_ token: String, key: SigningKey = ec, keyID: String? = "k") -> JOSEError.Code? {
    do throws(JOSEError) {
      let jws = try CompactJWS(token)
      _ = try jws.verify { $0 == keyID ? key.verificationKey : nil }
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "takes a token that was signed here, with both algorithms", arguments: [SignatureAlgorithm.es256, .rs256])
  func roundTrip(algorithm: SignatureAlgorithm) throws {
    struct Claims: Codable, Equatable { let sub: String }
    let key = algorithm == .es256 ? Self.ec : Self.rsa
    let token = try JWTSigner(key: key, keyID: "k").sign(Claims(sub: "a/b"))
    let verified = try CompactJWS(token).verify { $0 == "k" ? key.verificationKey : nil }
    #expect(try verified.claims(as: Claims.self) == Claims(sub: "a/b"))
    #expect(verified.header.type == "JWT")
    let input = token.split(separator: ".").dropLast().joined(separator: ".")
    #expect(verified.signingInputDigest == SHA256.digest(utf8: input))
  }

  @Test(
    "refuses an algorithm outside the list: A06, A08, A09, A10, A18, FR-05",
    arguments: ["none", "None", "NONE", "HS256", "HS512", "RS512", "PS256", "ES384", "es256", "", "ES256 "])
  func algorithm(name: String) throws {
    #expect(Self.code(try Self.signed(#"{"alg":"\#(name)","kid":"k"}"#)) == .unsupportedAlgorithm)
  }

  @Test("refuses an algorithm other than the key's: A11, A12")
  func mismatch() throws {
    #expect(Self.code(try Self.signed(#"{"alg":"RS256","kid":"k"}"#)) == .algorithmMismatch)
    #expect(
      Self.code(try Self.signed(#"{"alg":"ES256","kid":"k"}"#, key: Self.rsa), key: Self.rsa)
        == .algorithmMismatch)
  }
}
