import BramleyCrypto
import BramleyJOSE
import Testing

@Suite("Worked examples of the RFCs")
struct RFCExampleTests {
  static let payload =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  struct Claims: Decodable, Equatable {
    let iss: String
    let exp: NumericDate
  }

  static func verify(_ token: String, jwk: String) throws -> Claims {
    let key = try JWK(json: Array(jwk.utf8)).key
    return try CompactJWS(token).verify(with: key).claims(as: Claims.self)
  }

  @Test("RFC 7515 A.2: RS256")
  func rs256() throws {
    let modulus = """
      ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL\
      -yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA\
      9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8N\
      Aco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ
      """
    let signature = """
      cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGb\
      ds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0G\
      arZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6Lbg\
      GY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
      """
    let claims = try Self.verify(
      "eyJhbGciOiJSUzI1NiJ9.\(Self.payload).\(signature)",
      jwk: #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB"}"#)
    #expect(claims.iss == "joe")
    #expect(claims.exp.wholeSeconds == 1_300_819_380)
  }

  static let ecKey = """
    {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
    "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}
    """
  static let privateNumber = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"

  @Test("RFC 7515 A.3: ES256")
  func es256() throws {
    let signature =
      "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    let claims = try Self.verify(
      "eyJhbGciOiJFUzI1NiJ9.\(Self.payload).\(signature)", jwk: Self.ecKey)
    #expect(claims.iss == "joe")
  }

  @Test("RFC 7515 A.3: the private key belongs to the public one")
  func privateKey() throws {
    let json = Self.ecKey.dropLast() + #","d":"\#(Self.privateNumber)"}"#
    let key = try PrivateJWK(json: Secret(utf8: String(json)))
    #expect(key.keyID == key.key.verificationKey.thumbprint)
    let token = try JWTSigner(key: key.key, keyID: "a").sign(["iss": "joe"])
    #expect(throws: Never.self) { try CompactJWS(token).verify(with: JWK(json: Array(Self.ecKey.utf8)).key) }
  }

  static let modulusOfSet = """
    0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXj\
    BZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqz\
    s8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ\
    -G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw
    """

  @Test("RFC 7517 A.1: the signing key of the set is found, the encryption key left out")
  func keySet() throws {
    let set = try JWKSet(
      json: Array(
        """
        {"keys":[
          {"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
           "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","use":"enc","kid":"1"},
          {"kty":"RSA","n":"\(Self.modulusOfSet)","e":"AQAB","alg":"RS256","kid":"2011-04-29"}]}
        """.utf8))
    #expect(set.keys.map(\.keyID) == ["2011-04-29"])
    #expect(set.key("2011-04-29")?.algorithm == .rs256)
    #expect(set.skipped.map(\.keyID) == ["1"])
    #expect(set.key(nil) == nil)
  }

  @Test("RFC 7638 §3.1: thumbprint")
  func thumbprint() throws {
    let json = #"{"kty":"RSA","n":"\#(Self.modulusOfSet)","e":"AQAB","alg":"RS256","kid":"2011-04-29"}"#
    #expect(try JWK(json: Array(json.utf8)).key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
  }
}
