#if canImport(COpenSSL)
  import COpenSSL

  /// A private certificate authority that can speak for a few names only.
  ///
  /// It exists so that a test service can stand in for another one by name: whoever trusts it trusts it for
  /// the permitted names and nothing else, since the constraint is critical (RFC 5280 §4.2.1.10).
  public final class CertificateAuthority: Sendable {
    /// DNS names and addresses.
    public struct Names: Sendable, Hashable {
      /// Host names.
      public var hosts: [String]
      /// IPv4 and IPv6 addresses as text.
      public var addresses: [String]

      /// Host names and addresses.
      public init(hosts: [String], addresses: [String]) {
        self.hosts = hosts
        self.addresses = addresses
      }
    }

    /// A certificate with its key, both as PEM.
    public struct Identity: Sendable {
      /// The certificate.
      public let certificate: String
      /// The key.
      public let privateKey: Secret
    }

    /// Certificate and key of the authority itself.
    public let identity: Identity
    /// The second after which nothing signed by it is trusted, counted from 1970.
    public let expiresAt: Int64
    private let certificate: Certificate
    private let key: KeyHandle

    /// Makes an authority.
    ///
    /// - Parameters:
    ///   - name: Its common name, shown in lists of trusted authorities.
    ///   - permitted: The only names that its certificates may carry.
    ///   - now: Seconds since 1970.
    ///   - lifetime: Seconds that it lives.
    /// - Throws: ``CryptoError`` `library` when the library refuses, for instance a malformed name.
    public convenience init(name: String, permitted: Names, now: Int64, lifetime: Int64) throws(CryptoError) {
      let pem = try P256PrivateKey.generate().pem()
      let key = try PrivateKeyText.key(in: pem)
      var constraints = permitted.hosts.map { "permitted;DNS:" + $0 }
      constraints += permitted.addresses.map { address in
        let mask = address.contains(":") ? "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" : "255.255.255.255"
        return "permitted;IP:\(address)/\(mask)"
      }
      let certificate = try Certificate(
        subject: name, key: key, validity: (now - 300, now + lifetime),
        extensions: [
          (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
          (NID_key_usage, "critical,keyCertSign,cRLSign"),
          (NID_subject_key_identifier, "hash"),
          (NID_name_constraints, "critical," + constraints.joined(separator: ",")),
        ], issuer: nil)
      try self.init(certificate: certificate, key: key, pem: pem)
    }

    /// Reads an authority back from its two PEM texts.
    ///
    /// - Throws: ``CryptoError`` when a text cannot be read or the two do not belong together.
    public convenience init(_ identity: Identity) throws(CryptoError) {
      let key = try PrivateKeyText.key(in: identity.privateKey)
      let certificate = try Certificate(pem: identity.certificate)
      guard certificate.belongs(to: key) else {
        throw CryptoError(.invalidKey, "The key is not the one of the authority's certificate.")
      }
      try self.init(certificate: certificate, key: key, pem: identity.privateKey)
    }

    /// Reads an authority back from its two PEM texts.
    ///
    /// - Throws: ``CryptoError`` when a text cannot be read or the two do not belong together.
    public convenience init(certificate: String, privateKey: Secret) throws(CryptoError) {
      try self.init(Identity(certificate: certificate, privateKey: privateKey))
    }

    private init(certificate: Certificate, key: KeyHandle, pem: Secret) throws(CryptoError) {
      identity = Identity(certificate: try certificate.pem(), privateKey: pem)
      expiresAt = certificate.expiresAt
      self.certificate = certificate
      self.key = key
    }

    /// Makes a certificate for a server, with a key of its own.
    ///
    /// - Parameters:
    ///   - names: What it speaks for; a name that is not permitted makes a certificate that nobody trusts.
    ///   - now: Seconds since 1970; it lives as long as the authority.
    public func issue(for names: Names, now: Int64) throws(CryptoError) -> Identity {
      let pem = try P256PrivateKey.generate().pem()
      let key = try PrivateKeyText.key(in: pem)
      let alternatives = names.hosts.map { "DNS:" + $0 } + names.addresses.map { "IP:" + $0 }
      let issued = try Certificate(
        subject: names.hosts.first ?? names.addresses.first ?? "server", key: key,
        validity: (now - 300, expiresAt),
        extensions: [
          (NID_basic_constraints, "critical,CA:FALSE"),
          (NID_key_usage, "critical,digitalSignature"),
          (NID_ext_key_usage, "serverAuth"),
          (NID_subject_alt_name, alternatives.joined(separator: ",")),
          (NID_subject_key_identifier, "hash"),
          (NID_authority_key_identifier, "keyid:always"),
        ], issuer: (certificate, self.key))
      return Identity(certificate: try issued.pem(), privateKey: pem)
    }
  }
#endif
