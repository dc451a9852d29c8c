import BramleyCrypto
import Testing

@Suite("Private keys as people paste them")
struct PrivateKeyTextTests {
  /// Bodies of key files made for these tests alone; all of the same P-256 key unless named otherwise.
  enum Body {
    static let key = """
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyy5TTT4mtvs3BS+bcVfCtxrzMTXq8HewMz0gjQHlFo\
      6hRANCAAS4fk8SPud8KfQwmgA1aGiqS6AUeyJWdPksOx5KZ/AqLtPIb2vm52Dcn/GkcKKv0De2I4+uwySNUdmtJBmz\
      XNMQ
      """
    static let sec1 = """
      MHcCAQEEIMsuU00+Jrb7NwUvm3FXwrca8zE16vB3sDM9II0B5RaOoAoGCCqGSM49AwEHoUQDQgAEuH5PEj7nfCn0MJ\
      oANWhoqkugFHsiVnT5LDseSmfwKi7TyG9r5udg3J/xpHCir9A3tiOPrsMkjVHZrSQZs1zTEA==
      """
    static let encrypted = """
      MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj14CIpaAuarwICCAAwDAYIKoZIhvcNAgkFADAdBglghk\
      gBZQMEASoEEIdzIfkezHZx/IQdYOApATgEgZC1p7SthmU3wbRY0Cwm/17yxUJeyLvCExRrJi+i8tj/7rBbJUR3edvW\
      jJZRcnMJkiy+yVw425k2IiyqK+H+h+jwPPVshugR06WnaxQKOdgOTaKwwbFz72keDq/jB5eW02o4a8jaIEjd5mumAI\
      s1GAHVxO5c/eFNToxgKwVbdDhqmZeEr+S5+xLody9f9wqfSQc=
      """
    static let p384 = """
      MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCVD6/gXsJNgOMz4q2LCFcngnVOw01iSOcnxVy5oKspzc\
      VM1co0ob0apBNQt/peRWihZANiAASSZa4OC5ZjqaYh7ihlNxdJRBGZ4fxO45TjwKPBAqXUgNKIC47xC8T6L+gHwgFK\
      GhsyFzNad+fYnWYwDoyY+EdLRvDV+0tSFQ8RGauvMXSA1cVl3kJi/VKgyBW+lYv4jRA=
      """
    static let secp256k1 = """
      MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgCBGvsej6MyUPS4Fle4XvF+BLt6WQnrht56r2ENb6+BehRA\
      NCAATa7sUXMnNl5SyiJy4xrfzhW1euB1tUySzs6Bolj+1N9ENsXSRRc/gaaMCTM+dZq1y5PSEWjgbkOaRD8nRRzMrR
      """
    static let publicKey = """
      MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEuH5PEj7nfCn0MJoANWhoqkugFHsiVnT5LDseSmfwKi7TyG9r5udg3J\
      /xpHCir9A3tiOPrsMkjVHZrSQZs1zTEA==
      """
    static let ed25519 = """
      MC4CAQAwBQYDK2VwBCIEIHO9DgDwvpMDaXU8UaH17iVRlr59dpX0bfHvLSO4pzOo
      """
    static let certificate = """
      MIIBcjCCARmgAwIBAgIUQj5/cwlBxcFyJOzk5Jd4tKL/JIkwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEdGVzdDAeFw\
      0yNjExMzAwNDUwMThaFw0yNjEyMDEwNDUwMThaMA8xDTALBgNVBAMMBHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMB\
      BwNCAAS4fk8SPud8KfQwmgA1aGiqS6AUeyJWdPksOx5KZ/AqLtPIb2vm52Dcn/GkcKKv0De2I4+uwySNUdmtJBmzXN\
      MQo1MwUTAdBgNVHQ4EFgQUcNGo/sW+P1mEUAv4ikci5bzelzIwHwYDVR0jBBgwFoAUcNGo/sW+P1mEUAv4ikci5bze\
      lzIwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiA8V0LDNpq+wrfp2ekC4RIw4S7J51SlJm/ZWtB63y\
      muCAIgCu66igwT1noHv48O4bxQJAxbgEml2Pxsc8XHhEBD5qc=
      """
  }

  static func armoured(
    _ body: String, _ label: String = "PRIVATE KEY", line: Int = 64, newline: String = "\n"
  ) -> String {
    var lines: [Substring] = []
    var rest = body[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(line))
      rest = rest.dropFirst(line)
    }
    return (["-----BEGIN \(label)-----"] + lines.map(String.init) + ["-----END \(label)-----", ""])
      .joined(separator: newline)
  }

  static func code(_ text: String) -> CryptoError.Code? {
    do throws(CryptoError) {
      _ = try P256PrivateKey(pem: Secret(utf8: text))
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "every form of the file that people paste gives the same key: FR-13",
    arguments: [
      armoured(Body.key), armoured(Body.key, newline: "\r\n"), armoured(Body.key, newline: "\r"),
      armoured(Body.key, newline: #"\n"#), armoured(Body.key, newline: #"\r\n"#),
      armoured(Body.key, newline: " "),
      armoured(Body.key, newline: ""), armoured(Body.key, line: 76), armoured(Body.key, newline: "\n\n"),
      "\u{FEFF}" + armoured(Body.key), "\"" + armoured(Body.key, newline: #"\n"#) + "\"",
      "'" + armoured(Body.key) + "'",
      "  \n\t" + armoured(Body.key, newline: "\n   ") + "\n\n", Body.key, Body.key + "\n", " " + Body.key,
      armoured(Body.sec1, "EC PRIVATE KEY"), Body.sec1,
      armoured(String(Body.sec1.prefix { $0 != "=" }), "EC PRIVATE KEY"),
      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        + armoured(Body.sec1, "EC PRIVATE KEY"),
      "Bag Attributes\n" + armoured(Body.key), armoured(Body.key) + "trailing words",
      armoured(Body.key).replacing("-----END PRIVATE KEY-----", with: ""),
    ])
  func accepted(text: String) throws {
    let key = try P256PrivateKey(pem: Secret(utf8: text))
    #expect(Hex.encode(key.publicKey.x) == "b87e4f123ee77c29f4309a00356868aa4ba0147b225674f92c3b1e4a67f02a2e")
  }

  @Test(
    "what is no P-256 private key is named: FR-13",
    arguments: [
      ("", CryptoError.Code.keyEmpty), (" \n\t ", .keyEmpty), ("\u{FEFF}", .keyEmpty), (#"\n"#, .keyEmpty),
      (armoured(""), .keyEmpty), ("hello world!", .notAKey), ("{}", .notAKey), ("AAAA", .notAKey),
      (armoured(Body.encrypted, "ENCRYPTED PRIVATE KEY"), .encryptedKey), (Body.encrypted, .encryptedKey),
      (armoured(Body.p384), .wrongCurve), (armoured(Body.secp256k1), .wrongCurve),
      (armoured(Body.publicKey, "PUBLIC KEY"), .publicKey), (Body.publicKey, .publicKey),
      (armoured(Body.publicKey), .publicKey), (armoured(Body.certificate, "CERTIFICATE"), .certificate),
      (Body.certificate, .certificate), (armoured(Body.ed25519), .notAKey),
      (armoured(String(Body.key.prefix(100))), .truncatedKey), (String(Body.key.prefix(64)), .truncatedKey),
      (armoured(String(Body.key.prefix(101))), .truncatedKey),
      (armoured(String(Body.key.dropLast(4))), .truncatedKey),
      ("-----BEGIN PRIVATE KEY-----", .keyEmpty),
      (armoured("b3BlbnNzaC1rZXk", "OPENSSH PRIVATE KEY"), .notAKey),
      (String(repeating: "A", count: 40_000), .notAKey), (armoured("MAAA"), .notAKey),
      (armoured("MIIBMA"), .truncatedKey),
      (armoured("MIABMA"), .notAKey), ("MIIB", .truncatedKey),
    ])
  func refused(text: String, code: CryptoError.Code) {
    #expect(Self.code(text) == code)
  }

  @Test("an RSA key is named as one where a P-256 key belongs, and the reverse")
  func otherKind() throws {
    let rsa = try RSAPrivateKey.generate().pem()
    #expect(Self.code(rsa.revealText() ?? "") == .rsaKey)
    #expect(throws: CryptoError(.notAKey, "")) {
      try RSAPrivateKey(pem: Secret(utf8: Self.armoured(Body.key)))
    }
  }

  @Test("bytes that are no text are no key")
  func bytes() {
    #expect(throws: CryptoError(.notAKey, "")) { try P256PrivateKey(pem: Secret(bytes: [0x30, 0xFF, 0xFE])) }
  }

  @Test("an error never holds the key")
  func silent() {
    for text in [Self.armoured(String(Body.key.prefix(100))), Body.encrypted, Self.armoured(Body.p384)] {
      let error = #expect(throws: CryptoError.self) { try P256PrivateKey(pem: Secret(utf8: text)) }
      #expect(error?.description.contains("MIG") == false && error?.description.contains("MIH") == false)
    }
  }

  @Test("what we write is what OpenSSL writes")
  func written() throws {
    let key = try P256PrivateKey(pem: Secret(utf8: Body.key))
    #expect(try key.pem().revealText() == Self.armoured(Body.key))
    #expect(try key.publicKey.pem() == Self.armoured(Body.publicKey, "PUBLIC KEY"))
  }
}
