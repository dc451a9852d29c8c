#if canImport(COpenSSL)
  import COpenSSL

  /// An `EVP_PKEY` with one owner.
  ///
  /// `@unchecked Sendable` holds because OpenSSL lets threads share a key that is no longer changed, and
  /// nothing here changes one after it was made.
  final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes ownership.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Builds a key from named numbers.
    ///
    /// - Parameters:
    ///   - algorithm: `RSA` or `EC`.
    ///   - selection: Which half the numbers make: public, or the whole pair.
    ///   - isP256: Whether to name the curve P-256, for `EC`.
    ///   - numbers: Big-endian numbers by name.
    ///   - point: The encoded public point, for `EC`.
    static func build(
      algorithm: String, selection: Int32, isP256: Bool = false,
      numbers: [(name: ParameterName, bytes: [UInt8])], point: [UInt8] = []
    ) -> KeyHandle? {
      OpenSSL.clearing {
        guard let builder = OSSL_PARAM_BLD_new() else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        // The builder copies nothing before `to_param`: numbers and point are kept alive until then.
        var kept: [OpaquePointer] = []
        defer { for number in kept { BN_clear_free(number) } }
        for number in numbers {
          guard let big = BN_bin2bn(number.bytes, Int32(number.bytes.count), nil) else { return nil }
          kept.append(big)
          guard OSSL_PARAM_BLD_push_BN(builder, number.name.pointer, big) == 1 else { return nil }
        }
        let curve: StaticString = "prime256v1"
        if isP256 {
          let isNamed = OSSL_PARAM_BLD_push_utf8_string(
            builder, ParameterName.group.pointer,
            UnsafeRawPointer(curve.utf8Start).assumingMemoryBound(to: CChar.self), 0)
          guard isNamed == 1 else { return nil }
        }
        return point.withUnsafeBytes { point -> KeyHandle? in
          if !point.isEmpty {
            let isPushed = OSSL_PARAM_BLD_push_octet_string(
              builder, ParameterName.publicPoint.pointer, point.baseAddress, point.count)
            guard isPushed == 1 else { return nil }
          }
          guard let parameters = OSSL_PARAM_BLD_to_param(builder) else { return nil }
          defer { OSSL_PARAM_free(parameters) }
          return make(algorithm: algorithm, selection: selection, parameters: parameters)
        }
      }
    }

    private static func make(
      algorithm: String, selection: Int32, parameters: UnsafeMutablePointer<OSSL_PARAM>
    ) -> KeyHandle? {
      guard let context = EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else { return nil }
      defer { EVP_PKEY_CTX_free(context) }
      var key: OpaquePointer?
      guard EVP_PKEY_fromdata_init(context) == 1,
        EVP_PKEY_fromdata(context, &key, selection, parameters) == 1, let key
      else { return nil }
      return KeyHandle(key)
    }

    /// The key's kind: `EVP_PKEY_RSA`, `EVP_PKEY_EC` or another.
    var kind: Int32 { EVP_PKEY_get_base_id(pointer) }

    /// Reads one of the key's numbers, big-endian, at least `width` bytes long.
    func number(_ name: ParameterName, width: Int = 0) -> [UInt8]? {
      OpenSSL.clearing {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(pointer, name.pointer, &number) == 1, let number else { return nil }
        defer { BN_clear_free(number) }
        let count = max(width, (Int(BN_num_bits(number)) + 7) / 8)
        var bytes = [UInt8](repeating: 0, count: count)
        guard BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count) else { return nil }
        return bytes
      }
    }

    /// Asks the library whether the numbers make a sound key.
    func passesCheck(isPrivate: Bool) -> Bool {
      OpenSSL.clearing {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        return (isPrivate ? EVP_PKEY_check(context) : EVP_PKEY_public_check(context)) == 1
      }
    }

    /// Contexts that verify or sign SHA-256 digests with this key.
    func contexts(signs: Bool, padding: Int32? = nil) -> ContextPool {
      ContextPool(
        make: {
          OpenSSL.clearing {
            guard let context = EVP_PKEY_CTX_new_from_pkey(nil, self.pointer, nil) else { return nil }
            let isReady =
              (signs ? EVP_PKEY_sign_init(context) : EVP_PKEY_verify_init(context)) == 1
              && (padding.map { EVP_PKEY_CTX_set_rsa_padding(context, $0) == 1 } ?? true)
              && EVP_PKEY_CTX_set_signature_md(context, OpenSSL.sha256) == 1
            if isReady { return context }
            EVP_PKEY_CTX_free(context)
            return nil
          }
        }, free: { EVP_PKEY_CTX_free($0) })
    }

    /// The private key as PKCS#8 DER.
    func pkcs8() -> [UInt8]? {
      OpenSSL.clearing {
        guard let info = EVP_PKEY2PKCS8(pointer) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return Self.derBytes { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
      }
    }

    /// The public key as SubjectPublicKeyInfo DER.
    func subjectPublicKeyInfo() -> [UInt8]? {
      OpenSSL.clearing { Self.derBytes { i2d_PUBKEY(pointer, $0) } }
    }

    /// Collects what an `i2d` function writes.
    private static func derBytes(
      _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8]? {
      let count = write(nil)
      guard count > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: Int(count))
      let written = bytes.withUnsafeMutableBufferPointer { buffer in
        var cursor = buffer.baseAddress
        return write(&cursor)
      }
      return written == count ? bytes : nil
    }
  }
#endif
