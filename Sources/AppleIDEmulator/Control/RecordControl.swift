import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/emulator/v1/grants`, `/requests` and `/notifications`: what has happened so far.
struct RecordControl: Sendable {
  let core: EmulatorCore

  /// A grant as the API shows it.
  struct GrantView: Encodable, Sendable {
    let user: String
    let email: String
    let client_id: String
    let primary_app_id: String
    let team_id: String
    let scopes: [String]
    let hide_email: Bool
    let active: Bool
    let first_authorized_at: Date
    let last_authorized_at: Date
    let revoked_at: Date?
  }

  /// `GET /grants`; `?user=` and `?client_id=` narrow it down.
  func grants(_ request: HTTPRequest) throws -> Answer {
    let query = FormFields(parsing: request.query) ?? [:]
    let views = core.keeper.read { state in state.grantViews }
    let shown = views.filter { view in
      (query["user"].map { view.user == $0 || view.email.lowercased() == $0.lowercased() } ?? true)
        && (query["client_id"].map { view.client_id == $0 || view.primary_app_id == $0 } ?? true)
    }
    return try .control(["grants": shown])
  }

  /// `GET /requests`, newest first.
  func requests() throws -> Answer { try .control(["requests": core.log.records()]) }

  /// `GET /notifications`, newest first.
  func notifications() throws -> Answer {
    try .control(["notifications": core.notifier.records.map(NotificationView.init)])
  }
}

extension EmulatorState {
  /// Every grant with the subject that its team knows.
  var grantViews: [RecordControl.GrantView] {
    mutating get {
      var views: [RecordControl.GrantView] = []
      for grant in grants.ordered {
        guard let account = accounts[grant.accountID] else { continue }
        let team = clients[grant.group]?.teamID ?? ""
        views.append(
          .init(
            user: subject(of: account, team: team), email: account.email, client_id: grant.firstClientID,
            primary_app_id: grant.group, team_id: team, scopes: grant.scopes.map(\.rawValue).sorted(),
            hide_email: grant.hidesEmail, active: grant.isActive,
            first_authorized_at: grant.firstAuthorizedAt, last_authorized_at: grant.lastAuthorizedAt,
            revoked_at: grant.revokedAt))
      }
      return views
    }
  }
}
