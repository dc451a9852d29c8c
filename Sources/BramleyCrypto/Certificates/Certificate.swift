#if canImport(COpenSSL)
  import COpenSSL

  /// An X.509 certificate with one owner.
  ///
  /// `@unchecked Sendable` holds because nothing changes a certificate after it was signed or read.
  final class Certificate: @unchecked Sendable {
    private let pointer: OpaquePointer

    deinit { X509_free(pointer) }

    /// Reads the first certificate of a PEM text.
    init(pem: String) throws(CryptoError) {
      let bytes = Array(pem.utf8)
      let read = OpenSSL.clearing {
        // The buffer is only borrowed by the BIO, so reading stays inside its scope.
        bytes.withUnsafeBytes { buffer -> OpaquePointer? in
          guard let input = BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count)) else {
            return nil
          }
          defer { BIO_free(input) }
          return PEM_read_bio_X509(input, nil, nil, nil)
        }
      }
      guard let read else { throw CryptoError(.certificate, "The text is not a certificate in PEM form.") }
      pointer = read
    }

    /// Makes and signs a certificate.
    ///
    /// - Parameters:
    ///   - extensions: Each by its number and its value in OpenSSL's configuration notation.
    ///   - issuer: Who signs; nil signs with the key itself.
    init(
      subject: String, key: KeyHandle, validity: (from: Int64, to: Int64), extensions: [(Int32, String)],
      issuer: (certificate: Certificate, key: KeyHandle)?
    ) throws(CryptoError) {
      guard let made = X509_new() else { throw Self.failed }
      pointer = made
      let isDone = OpenSSL.clearing { () -> Bool in
        guard X509_set_version(made, 2) == 1, Self.setSerial(made), let name = X509_get_subject_name(made),
          X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8_TYPE, subject, -1, -1, 0) == 1,
          X509_set_issuer_name(made, issuer.map { X509_get_subject_name($0.certificate.pointer) } ?? name)
            == 1,
          ASN1_TIME_set(X509_getm_notBefore(made), Int(validity.from)) != nil,
          ASN1_TIME_set(X509_getm_notAfter(made), Int(validity.to)) != nil,
          X509_set_pubkey(made, key.pointer) == 1
        else { return false }
        for (number, value) in extensions
        where !Self.add(number, value, to: made, issuer: issuer?.certificate.pointer ?? made) { return false }
        return X509_sign(made, (issuer?.key ?? key).pointer, OpenSSL.sha256) > 0
      }
      guard isDone else { throw Self.failed }
    }

    private static let failed = CryptoError(.library, "The library could not make the certificate.")

    private static func setSerial(_ certificate: OpaquePointer) -> Bool {
      var bytes = SystemRandomSource().bytes(16)
      // Positive and never zero. RFC 5280 §4.1.2.2.
      bytes[0] = bytes[0] & 0x7f | 0x40
      guard let number = BN_bin2bn(bytes, 16, nil) else { return false }
      defer { BN_free(number) }
      return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }

    private static func add(
      _ number: Int32, _ value: String, to certificate: OpaquePointer, issuer: OpaquePointer
    )
      -> Bool
    {
      var context = X509V3_CTX()
      X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
      guard let made = X509V3_EXT_conf_nid(nil, &context, number, value) else { return false }
      defer { X509_EXTENSION_free(made) }
      return X509_add_ext(certificate, made, -1) == 1
    }

    /// The certificate as PEM.
    func pem() throws(CryptoError) -> String {
      let count = i2d_X509(pointer, nil)
      guard count > 0 else { throw Self.failed }
      var der = [UInt8](repeating: 0, count: Int(count))
      der.withUnsafeMutableBufferPointer { buffer in
        var start = buffer.baseAddress
        _ = i2d_X509(pointer, &start)
      }
      return PEM.armour(der, label: "CERTIFICATE")
    }

    /// Whether a key is the certificate's.
    func belongs(to key: KeyHandle) -> Bool {
      OpenSSL.clearing { X509_check_private_key(pointer, key.pointer) == 1 }
    }

    /// The second after which it is not trusted, counted from 1970; zero when it cannot be told.
    var expiresAt: Int64 {
      guard let epoch = ASN1_TIME_set(nil, 0) else { return 0 }
      defer { ASN1_TIME_free(epoch) }
      var days: Int32 = 0
      var seconds: Int32 = 0
      guard ASN1_TIME_diff(&days, &seconds, epoch, X509_get0_notAfter(pointer)) == 1 else { return 0 }
      return Int64(days) * 86_400 + Int64(seconds)
    }
  }
#endif
