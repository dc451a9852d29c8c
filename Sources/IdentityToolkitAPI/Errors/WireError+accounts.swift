import Accounts

extension WireError {
  /// The domain's refusal on the wire: the code is the constant, the text stands behind it.
  ///
  /// Conflicts and missing accounts are 400 as well: SDKs read the constant, and retry on 500 and 503.
  init(_ error: AccountsError) {
    switch error.code {
    case .unavailable:
      // Apple's trouble or the store's: the one lasting exception to 400, since trying again helps.
      self.init(
        status: 503, message: error.text ?? "The service is currently unavailable.", name: "UNAVAILABLE",
        reason: "backendError")
      retryAfter = max(1, error.retryAfter?.components.seconds ?? 1)
    default:
      self = .refused(error.code.rawValue, error.text)
      retryAfter = error.retryAfter.map { max(1, $0.components.seconds) }
    }
    detail = error.reason
  }
}
