import AuthenticationServices
import Foundation

/// The errors of the system, with the private codes underneath that people find in the log.
enum SystemFailure {
  static func error(_ code: Int, underlying: Int? = nil, reason: String? = nil) -> NSError {
    var userInfo: [String: Any] = [:]
    if let underlying {
      userInfo[NSUnderlyingErrorKey] = NSError(domain: "AKAuthenticationError", code: underlying)
    }
    if let reason { userInfo[NSLocalizedFailureReasonErrorKey] = reason }
    return NSError(domain: ASAuthorizationErrorDomain, code: code, userInfo: userInfo)
  }

  static let canceled = error(1001)
  static let nobodyAsked = error(1003)
  static let prefersApple = error(1009)
  static let withoutPasskeys = error(1010)
  static let withoutWindow = error(1000, reason: "There is no window to show the sheet over.")
  static let withoutCapability = error(1000, underlying: -7026)
  static let withoutAccount = error(1000, underlying: -7022)
  static let withoutTwoFactor = error(1000, underlying: -7034)
  static let unknownPerson = error(1000, underlying: -7074)
}
