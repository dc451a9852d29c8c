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
  /// One session was ended.
  case endedSession = "ended-session"
  /// The mail that proves the address was sent.
  case mailOnWay = "mail"
  /// A way in was removed.
  case unlinked
  /// The password was set; every other session ended.
  case passwordSaved = "password"
  /// A second factor was enrolled.
  case factorAdded = "factor-added"
  /// A second factor was taken off; every other session ended.
  case factorRemoved = "factor-removed"

  var text: PhraseKey {
    switch self {
    case .cancelled: .pageCancelled
    case .signedOut: .pageSignedOut
    case .deleted: .pageDeleted
    case .ended: .pageEnded
    case .endedOthers: .pageEndedOthers
    case .connected: .pageConnected
    case .endedSession: .pageEndedSession
    case .mailOnWay: .pageMailOnWay
    case .unlinked: .pageUnlinked
    case .passwordSaved: .pagePasswordSaved
    case .factorAdded: .factorAdded
    case .factorRemoved: .factorRemoved
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
