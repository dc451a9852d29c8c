import AuthenticationServices
import Foundation

extension AppleSignInError {
  private static let systemCodes: [Int: Code] = [
    1000: .unknown, 1001: .canceled, 1002: .invalidResponse, 1003: .notHandled, 1004: .failed,
    1005: .notInteractive, 1006: .matchedExcludedCredential, 1007: .credentialImport,
    1008: .credentialExport, 1009: .preferSignInWithApple, 1010: .deviceNotConfiguredForPasskeyCreation,
  ]

  /// The system's error in our terms.
  ///
  /// Domain and number decide, not the Swift type: an error built by hand has no other.
  public init(system error: any Error) {
    if let own = error as? AppleSignInError {
      self = own
      return
    }
    if error is CancellationError {
      self.init(.taskCanceled)
      return
    }
    let system = error as NSError
    let beneath = Self.codesBeneath(system)
    guard system.domain == ASAuthorizationErrorDomain else {
      self.init(.foreign, systemCode: system.code, underlyingCodes: beneath)
      return
    }
    self.init(
      Self.systemCodes[system.code] ?? .future, systemCode: system.code, underlyingCodes: beneath)
  }

  private init(_ code: Code, systemCode: Int, underlyingCodes: [Int]) {
    self.code = code
    self.systemCode = systemCode
    self.underlyingCodes = underlyingCodes
    hints = code == .unknown ? SetupHint.forUnknown(underlyingCodes) : SetupHint.forReason(code)
  }

  /// The numbers of the chain of underlying errors; bounded, since a chain may lead back to itself.
  private static func codesBeneath(_ error: NSError) -> [Int] {
    var codes: [Int] = []
    var next = error.userInfo[NSUnderlyingErrorKey] as? NSError
    while let error = next, codes.count < 8 {
      codes.append(error.code)
      next = error.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return codes
  }
}
