import Accounts
import BramleyHTTP
import Phrases

/// Why a page could not do what was asked: what the person reads, and what the log says.
struct PageFailure: Error, Sendable {
  var status: Int
  var title: PhraseKey
  var text: PhraseKey
  var values: [String: String] = [:]
  /// The button that leads on.
  var action: PhraseKey = .pageStartAgain
  /// Where it leads.
  var path = "/"
  /// For the log: the reason that the person is not told apart (FR-22); nil where there is nothing to note.
  var reason: String?
  /// Seconds after which it is worth trying again.
  var retryAfter: Int64?

  /// Whether a flow could not go on because it is over; its twin may have signed in (FR-15).
  var isStale: Bool { title == .pageStaleTitle }

  /// A flow that is unknown, used, too old or another browser's: one page for all of them (FR-22).
  static func stale(_ reason: String) -> PageFailure {
    PageFailure(status: 400, title: .pageStaleTitle, text: .pageStaleText, reason: "sign-in flow \(reason)")
  }

  /// What Apple sent is not what it should be.
  static func refused(_ reason: String) -> PageFailure {
    PageFailure(status: 400, title: .pageRefusedTitle, text: .pageRefusedText, reason: reason)
  }

  /// Something that this service is not set up for.
  static func notOffered(_ reason: String) -> PageFailure {
    PageFailure(status: 404, title: .pageTroubleTitle, text: .pageNotOfferedText, reason: reason)
  }

  /// The page for any error of a handler.
  init(_ error: any Error) {
    switch error {
    case let failure as PageFailure: self = failure
    case let error as FormOrigin.Refusal: self.init(error)
    case let error as AccountsError: self.init(error)
    default:
      self.init(status: 500, title: .pageTroubleTitle, text: .pageTroubleText, reason: "unexpected error")
    }
  }

  /// A failure of these parts.
  init(
    status: Int, title: PhraseKey, text: PhraseKey, values: [String: String] = [:],
    action: PhraseKey = .pageStartAgain, path: String = "/", reason: String? = nil, retryAfter: Int64? = nil
  ) {
    self.status = status
    self.title = title
    self.text = text
    self.values = values
    self.action = action
    self.path = path
    self.reason = reason
    self.retryAfter = retryAfter
  }

  private init(_ refusal: FormOrigin.Refusal) {
    let isName = refusal == .anotherName
    self.init(
      status: refusal == .body ? 400 : 403, title: isName ? .pageOtherNameTitle : .pageFormTitle,
      text: isName ? .pageOtherNameText : .pageFormText, reason: "form refused: \(refusal.rawValue)")
  }

  private init(_ error: AccountsError) {
    // The sentence of an error may be shown by an API; pages speak the person's language instead.
    let reason = error.code.rawValue + (error.reason.map { ": \($0)" } ?? "")
    switch error.code {
    case .unavailable:
      self.init(
        status: 503, title: .pageTroubleTitle, text: .pageTroubleText, reason: reason,
        retryAfter: max(1, error.retryAfter?.components.seconds ?? 5))
    case .tooManyAttempts:
      self.init(
        status: 429, title: .pageTroubleTitle, text: .pageTooManyText, reason: reason,
        retryAfter: max(1, error.retryAfter?.components.seconds ?? 60))
    case .userDisabled:
      self.init(status: 403, title: .pageLockedTitle, text: .pageLockedText, reason: reason)
    case .invalidState: self = .stale(error.reason ?? "unknown")
    case .invalidIdPResponse, .missingOrInvalidNonce: self = .refused(reason)
    case .operationNotAllowed:
      self.init(status: 403, title: .pageTroubleTitle, text: .pageNotOfferedText, reason: reason)
    default: self.init(status: 400, title: .pageTroubleTitle, text: .pageTroubleText, reason: reason)
    }
  }

  /// The page.
  ///
  /// - Parameter path: Where it leads, where that is not up to the failure.
  func page(for visit: Visit, of pages: HostedPages, path: String? = nil) -> HTTPResponse {
    var values = values
    values["address"] = visit.address.url("/")
    var response = NoticePage(
      visit: visit, pages: pages, title: title, text: text, values: values, action: action,
      path: path ?? self.path
    ).response(status: status)
    if let retryAfter { response.headers["retry-after"] = String(retryAfter) }
    return response
  }
}
