import BramleyJOSE

extension IdentityTokenError {
  /// Names the rule behind a refusal of the signature layer.
  init(_ error: JOSEError) {
    switch error.code {
    case .unsupportedAlgorithm, .algorithmMismatch:
      self.init(.algorithm, "Apple signs with another algorithm than the token names.", expected: "RS256")
    case .unknownKeyID:
      self.init(.unknownKeyID, "Apple's key set does not hold the key that the token names.")
    case .invalidSignature:
      self.init(.signature, "The signature was not made by Apple's key of that id.")
    case .expired: self.init(.expired, error.message)
    case .notYetValid: self.init(.notYetValid, error.message)
    case .issuedInFuture: self.init(.issuedInFuture, error.message)
    default: self.init(.malformed, error.message)
    }
  }
}
