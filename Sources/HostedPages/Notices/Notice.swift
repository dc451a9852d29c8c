import _Markup
import Phrases

/// What a person is told on top of the next page; the address names it, so it is one of a closed list.
enum Notice: String, Sendable {
  /// The sign-in was broken off on Apple's page (FR-21).
  case cancelled
  /// The browser was signed out.
  case signedOut = "signed-out"
  /// The account was deleted.
  case deleted
  /// The session has ended meanwhile.
  case ended
  /// Every other session was ended.
  case endedOthers = "ended-others"
  /// Apple was connected to the account.
  case connected

  var text: PhraseKey {
    switch self {
    case .cancelled: .pageCancelled
    case .signedOut: .pageSignedOut
    case .deleted: .pageDeleted
    case .ended: .pageEnded
    case .endedOthers: .pageEndedOthers
    case .connected: .pageConnected
    }
  }

  /// The banner; a screen reader says it when the page opens.
  static func banner(_ text: PhraseKey, isProblem: Bool, _ visit: Visit, _ values: [String: String] = [:])
    -> HTML
  {
    let role: HTML = isProblem ? "alert" : "status"
    return """
      <p class="banner\(" problem", if: isProblem)" role="\(role)">\
      \(HTML.phrase(text, visit.language, values))</p>
      """
  }
}
