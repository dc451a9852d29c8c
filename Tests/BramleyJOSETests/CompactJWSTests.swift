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

  @Test("a token behind a known header is taken when its key signed it, and nothing else is: A06, A11, R12")
  func knownHeader() throws {
    let signer = try JWTSigner(key: Self.ec, keyID: "k")
    let payload = Array(#"{"sub":"a"}"#.utf8)
    let token = try signer.sign(payload: payload)
    func taken(_ token: String, key: SigningKey = Self.ec) -> [UInt8]? {
      CompactJWS.payload(of: token, behind: signer.prefix, verifiedWith: key.verificationKey)
    }
    #expect(taken(token) == payload)
    #expect(taken(token, key: try SigningKey.generate(.es256)) == nil)
    #expect(taken(token, key: Self.rsa) == nil)
    let other = try Self.signed(#"{"alg":"none","kid":"k"}"#)
    let parts = token.split(separator: ".").map(String.init)
    let long = String(repeating: "A", count: CompactJWS.maximumCount)
    let others: [String] = [
      "", parts[0], parts[0] + ".", other, parts[0] + "." + parts[1], parts[0] + "." + parts[1] + ".",
      parts[0] + ".." + parts[2], token + ".", token + "=", token + "." + parts[2],
      parts[0] + "." + parts[1] + ".A" + parts[2], String(token.dropLast()),
      parts[0] + ".!" + parts[1] + "." + parts[2], "A" + token, long, token + long,
    ]
    for text in others {
      #expect(taken(text) == nil)
    }
  }

  @Test(
    "a header is read alike whether its spelling is known or not",
    arguments: [
      #"{"kid":"k","alg":"ES256"}"#, #"{"alg":"ES256","kid":"k"}"#, #"{"alg":"ES256","kid":"k","typ":"JWT"}"#,
      #"{ "kid":"k","alg":"ES256"}"#, #"{"kid":"k2","alg":"ES256"}"#, #"{"kid":"k","alg":"RS256"}"#,
      #"{"kid":"k","alg":"none"}"#, #"{"kid":"k","alg":"ES256","crit":[]}"#, "{}", "",
    ])
  func knownSpelling(header: String) throws {
    let known = KnownHeader.spellings(algorithm: .es256, keyID: "k")
    #expect(known.count == 2)
    let token = try Self.signed(header)
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for text in [
      token, parts[0] + ".." + parts[2], parts[0] + "." + parts[1] + ".=", parts[0] + "." + parts[1],
      token + ".", parts[0] + ".e30." + parts[2],
    ] {
      #expect(Self.verdict(text, known: known) == Self.verdict(text, known: []))
    }
    for odd in [#"k"x"#, "k\\", "k ", "kö"] {
      #expect(KnownHeader.spellings(algorithm: .es256, keyID: odd).isEmpty)
    }
  }

  /// Header, payload or error of a token, as text.
  private static func verdict(_ token: String, known: [KnownHeader]) -> String {
    do throws(JOSEError) {
      let jws = try CompactJWS(token, known: known)
      let verified = try jws.verify { $0 == "k" ? ec.verificationKey : nil }
      return "\(jws.header) \(verified.payload)"
    } catch {
      return error.code.rawValue
    }
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

  @Test("a token whose key is not known is refused, and so is one without a key: A13, A17")
  func unknownKey() throws {
    #expect(Self.code(try Self.signed(#"{"alg":"ES256","kid":"other"}"#)) == .unknownKeyID)
    #expect(Self.code(try Self.signed(#"{"alg":"ES256"}"#)) == .unknownKeyID)
    let longest = String(repeating: "k", count: 256)
    #expect(Self.code(try Self.signed(#"{"alg":"ES256","kid":"\#(longest)"}"#)) == .unknownKeyID)
    #expect(Self.code(try Self.signed(#"{"alg":"ES256","kid":"\#(longest)k"}"#)) == .invalidHeader)
  }

  @Test(
    "headers that ask for an extension are refused: A14",
    arguments: [
      #"{"alg":"ES256","kid":"k","crit":["x-policy"]}"#, #"{"alg":"ES256","kid":"k","crit":"exp"}"#,
      #"{"alg":"ES256","kid":"k","b64":false,"crit":["b64"]}"#, #"{"alg":"ES256","kid":"k","b64":true}"#,
      #"{"alg":"ES256","kid":"k","cr\u0069t":["x"]}"#,
    ])
  func extensions(header: String) throws {
    #expect(Self.code(try Self.signed(header)) == .criticalHeader)
  }

  @Test(
    "headers with a member of the wrong type are refused",
    arguments: [
      #"{"alg":["ES256"],"kid":"k"}"#, #"{"alg":"ES256","kid":1}"#, #"{"alg":"ES256","kid":"k","typ":{}}"#,
      #"{"kid":"k"}"#, #"{"alg":null}"#,
    ])
  func headerTypes(header: String) throws {
    #expect(Self.code(try Self.signed(header)) == .invalidHeader)
  }

  @Test(
    "a signature of zeros, of n, or of another length is refused: A15",
    arguments: [
      [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64), [],
      [UInt8](repeating: 1, count: 63),
      [UInt8](repeating: 1, count: 65),
      [UInt8](repeating: 0, count: 31) + [1] + [UInt8](repeating: 0, count: 32),
    ])
  func psychic(signature: [UInt8]) {
    let token = Self.compose(#"{"alg":"ES256","kid":"k"}"#, #"{"sub":"a"}"#, signature)
    #expect(Self.code(token) == .invalidSignature)
  }

  @Test("the signature is judged before the claims are looked at: A05")
  func order() throws {
    let broken = Self.compose(#"{"alg":"ES256","kid":"k"}"#, "not json", [UInt8](repeating: 1, count: 64))
    #expect(Self.code(broken) == .invalidSignature)
    let verified = try CompactJWS(Self.signed(#"{"alg":"ES256","kid":"k"}"#, "not json"))
      .verify(with: Self.ec.verificationKey)
    #expect(throws: JOSEError(.invalidJSON, "")) { try verified.claims(as: [String: String].self) }
  }

  @Test("a payload that is not strict base64url is refused even when it was signed so: R12")
  func signedPadding() throws {
    let input = Base64URL.encode(Array(#"{"alg":"ES256","kid":"k"}"#.utf8)) + ".e30="
    let token = input + "." + Base64URL.encode(try Self.ec.sign(Array(input.utf8)))
    #expect(Self.code(token) == .notBase64URL)
  }

  @Test(
    "text of the wrong shape or length is refused before anything else: A16",
    arguments: [
      ("", JOSEError.Code.notCompact), ("a.b", .notCompact), ("a.b.c.d", .notCompact),
      (String(repeating: ".", count: 32 * 1024), .notCompact),
      (String(repeating: ".", count: 1_000_000), .tooLong),
      (".e30.AA", .invalidJSON), ("e30.e30.A", .notBase64URL), ("e30=.e30.AA", .notBase64URL),
      ("e30.e30.AA", .invalidHeader),
    ])
  func shape(text: String, code: JOSEError.Code) {
    #expect(Self.code(text) == code)
    #expect(throws: JOSEError(code, "")) {
      try CompactJWS(Array(text.utf8)).verify(with: Self.ec.verificationKey)
    }
  }

  @Test("claims of the wrong type name the member, never the value")
  func claimTypes() throws {
    struct Claims: Decodable { let sub: String; let inner: [String: Int]? }
    for (payload, name) in [
      (#"{"sub":12345}"#, "sub"), ("{}", "sub"), (#"{"sub":"a","inner":{"x":"secret"}}"#, "inner.x"),
    ] {
      let verified = try CompactJWS(Self.signed(#"{"alg":"ES256"}"#, payload)).verify(
        with: Self.ec.verificationKey)
      let error = #expect(throws: JOSEError.self) { try verified.claims(as: Claims.self) }
      #expect(error?.code == .invalidClaims)
      #expect(error?.message.contains("`\(name)`") == true)
      #expect(error?.message.contains("secret") == false && error?.message.contains("12345") == false)
    }
  }

  @Test("a token of ours starts with the signer's prefix and carries no `typ` unless asked")
  func signer() throws {
    let signer = try JWTSigner(key: Self.ec, keyID: "k", type: nil)
    let token = try signer.sign(payload: Array("{}".utf8))
    #expect(token.utf8.starts(with: signer.prefix))
    let jws = try CompactJWS(token)
    #expect(jws.header.type == nil && jws.header.keyID == "k" && jws.header.algorithm == "ES256")
    #expect(try jws.unverifiedPayload() == Array("{}".utf8))
    struct Infinite: Encodable { let x = Double.infinity }
    #expect(throws: JOSEError(.invalidClaims, "")) { try signer.sign(Infinite()) }
  }
}
