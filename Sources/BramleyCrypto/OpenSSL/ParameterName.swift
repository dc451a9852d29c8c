#if canImport(COpenSSL)
  /// A name in OpenSSL's parameter lists.
  ///
  /// The library keeps the pointer to a name until the list is used, so a Swift string, whose C form dies
  /// with the call, would not do; a literal stays for the life of the process.
  struct ParameterName: Sendable {
    static let digest = ParameterName("digest")
    static let key = ParameterName("key")
    static let info = ParameterName("info")
    static let group = ParameterName("group")
    static let publicPoint = ParameterName("pub")
    static let privateNumber = ParameterName("priv")
    static let x = ParameterName("qx")
    static let y = ParameterName("qy")
    static let modulus = ParameterName("n")
    static let exponent = ParameterName("e")
    static let privateExponent = ParameterName("d")
    static let firstPrime = ParameterName("rsa-factor1")
    static let secondPrime = ParameterName("rsa-factor2")
    static let firstExponent = ParameterName("rsa-exponent1")
    static let secondExponent = ParameterName("rsa-exponent2")
    static let coefficient = ParameterName("rsa-coefficient1")

    private let literal: StaticString

    private init(_ literal: StaticString) { self.literal = literal }

    /// The name as C wants it.
    var pointer: UnsafePointer<CChar> {
      UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }
  }
#endif
