#if canImport(COpenSSL)
  import BramleyCrypto
  import Testing

  @Suite("A certificate authority with a few names")
  struct CertificateAuthorityTests {
    private static let names = CertificateAuthority.Names(
      hosts: ["appleid.apple.com", "localhost"], addresses: ["127.0.0.1", "::1"])
    private static let now: Int64 = 1_800_000_000

    private func authority() throws -> CertificateAuthority {
      try CertificateAuthority(
        name: "Test authority", permitted: Self.names, now: Self.now, lifetime: 90 * 86_400)
    }

    @Test("refuses to be read from a foreign key, from text that is none, or with a malformed address")
    func refusals() throws {
      let first = try authority()
      let second = try authority()
      #expect(throws: CryptoError(.invalidKey, "")) {
        try CertificateAuthority(
          certificate: first.identity.certificate, privateKey: second.identity.privateKey)
      }
      #expect(throws: CryptoError(.certificate, "")) {
        try CertificateAuthority(certificate: "not a certificate", privateKey: first.identity.privateKey)
      }
      #expect(throws: CryptoError(.library, "")) {
        try CertificateAuthority(
          name: "x", permitted: .init(hosts: [], addresses: ["999.1.1.1"]), now: Self.now, lifetime: 60)
      }
    }

    @Test("is read back as it was written, and lives as long as was said")
    func roundTrip() throws {
      let made = try authority()
      let read = try CertificateAuthority(made.identity)
      #expect(read.identity.certificate == made.identity.certificate)
      #expect(read.expiresAt == Self.now + 90 * 86_400)
    }

    @Test("gives each server a key and a certificate of its own")
    func issues() throws {
      let authority = try authority()
      let first = try authority.issue(for: Self.names, now: Self.now)
      let second = try authority.issue(for: Self.names, now: Self.now)
      #expect(first.privateKey != second.privateKey)
      #expect(first.certificate != second.certificate)
      #expect(first.certificate.hasPrefix("-----BEGIN CERTIFICATE-----"))
    }
  }
#endif
