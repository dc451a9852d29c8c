import _Markup
import Accounts
import BramleyHTTP

/// Everything about an account that an administrator may see; nothing in it opens anything.
struct ConsoleAccountView: Sendable {
  private let account: Account
  private let visit: Visit
  private let session: ConsoleSession
  private let sessions: [Session]
  private let grants: [Grant]
  private let consents: [Consent]
  private let events: [AuditEvent]

  /// Reads what belongs to the account.
  init(_ account: Account, visit: Visit, pages: HostedPages, session: ConsoleSession)
    async throws(AccountsError)
  {
    self.account = account
    self.visit = visit
    self.session = session
    sessions = try await pages.accounts.sessions(of: account.id)
    grants = try await pages.accounts.grants(of: account.id)
    consents = try await pages.accounts.consents(of: account.id)
    events = try await pages.accounts.newestEvents(of: account.id, limit: 50)
  }

  var html: HTML {
    """
    \(actions)
    <dl class="facts">\(facts)</dl>
    \(identities)\(factors)\(sessionTable)\(grantTable)\(consentTable)\(audit)
    """
  }

  private var actions: HTML {
    let offered = ConsoleAction.allCases.filter { $0.fits(account) && session.allows($0.scope) }
    let links = offered.map { action -> HTML in
      let query: FormFields = ["id": account.id.text, "action": action.rawValue]
      let path = visit.address.path("/admin/account/confirm") + "?" + query.encoded
      let look: HTML = action == .delete ? "button secondary danger" : "button secondary"
      return "<a class=\"\(look)\" href=\"\(path)\">\(action.label)</a>\n"
    }
    return "<div class=\"row\">\(links)</div>"
  }

  private var facts: HTML {
    let address: HTML = """
      \(ConsolePage.cell(account.email)) \
      \(ConsolePage.badge("confirmed"), if: account.email != nil && account.isEmailVerified)
      """
    let state: HTML =
      account.isDisabled ? ConsolePage.badge("locked", isBad: true) : ConsolePage.badge("open")
    let rows: [(String, HTML)] = [
      ("Identifier", ConsolePage.cell(account.id.text)), ("State", state), ("Address", address),
      ("First address", ConsolePage.cell(account.initialEmail)),
      ("Telephone", ConsolePage.cell(account.phoneNumber)),
      ("Password", ConsolePage.cell(account.passwordHash == nil ? "none" : "set")),
      ("Made", ConsolePage.cell(account.createdAt)), ("Last sign-in", ConsolePage.cell(account.lastLoginAt)),
      ("Tokens good since", ConsolePage.cell(account.validSince)),
      ("Deleted at", ConsolePage.cell(account.deletesAt)),
      ("Custom claims", ConsolePage.cell(account.customAttributes)),
    ]
    return rows.reduce("") { html, row in
      "\(html)<div><dt>\(row.0)</dt><dd>\(row.1)</dd></div>\n"
    }
  }

  private var identities: HTML {
    ConsolePage.table(
      "Identities", ["Provider", "Subject", "Address", "First client", "First seen", "Real user"],
      account.identities.map { identity in
        let relay = ConsolePage.badge(
          identity.isRelayDisabled ? "relay, off" : "relay", isBad: identity.isRelayDisabled)
        return [
          ConsolePage.cell(ProviderName.text(identity.provider)), ConsolePage.cell(identity.subject),
          "\(ConsolePage.cell(identity.email)) \(relay, if: identity.isPrivateEmail)",
          ConsolePage.cell(identity.firstClientID), ConsolePage.cell(identity.firstAuthorizedAt),
          ConsolePage.cell(Self.realUser(identity.realUserStatus)),
        ]
      }, nothing: "None.")
  }

  /// Apple's indicator in words (R45).
  private static func realUser(_ status: Int?) -> String? {
    switch status {
    case 0: "unsupported"
    case 1: "unknown"
    case 2: "likely real"
    default: nil
    }
  }

  private var factors: HTML {
    ConsolePage.table(
      "Second factors", ["Kind", "Telephone", "Enrolled"],
      account.secondFactors.map { factor in
        [
          ConsolePage.cell(factor.isOneTimePassword ? "authenticator" : "text message"),
          ConsolePage.cell(factor.phoneNumber), ConsolePage.cell(factor.enrolledAt),
        ]
      }, nothing: "None.")
  }

  private var sessionTable: HTML {
    ConsolePage.table(
      "Sessions", ["Device", "Address", "Way in", "Signed in", "Last used"],
      sessions.prefix(50).map { session in
        [
          ConsolePage.cell(DeviceName(userAgent: session.userAgent ?? "")?.text ?? session.userAgent),
          ConsolePage.cell(session.address), ConsolePage.cell(ProviderName.text(session.signInProvider)),
          ConsolePage.cell(session.authTime), ConsolePage.cell(session.lastUsedAt),
        ]
      }, nothing: "Signed in nowhere.")
  }

  private var grantTable: HTML {
    ConsolePage.table(
      "Grants of Apple", ["Client", "State", "Authorized", "Checked"],
      grants.prefix(50).map { grant in
        [
          ConsolePage.cell(grant.clientID),
          ConsolePage.badge(String(describing: grant.state), isBad: grant.state == .missing),
          ConsolePage.cell(grant.authorizedAt), ConsolePage.cell(grant.checkedAt),
        ]
      }, nothing: "None.")
  }

  private var consentTable: HTML {
    ConsolePage.table(
      "Consents", ["Kind", "Version", "Language", "Text", "Given"],
      consents.suffix(50).map { consent in
        [
          ConsolePage.cell(consent.text.kind), ConsolePage.cell(consent.text.version),
          ConsolePage.cell(consent.text.locale), ConsolePage.cell(consent.text.text),
          ConsolePage.cell(consent.at),
        ]
      }, nothing: "None.")
  }

  private var audit: HTML {
    ConsolePage.table(
      "Audit", ["When", "What", "Detail", "Address"],
      events.map { event in
        [
          ConsolePage.cell(event.at), ConsolePage.cell(AuditName.text(event.kind)),
          ConsolePage.cell(event.detail), ConsolePage.cell(event.address),
        ]
      }, nothing: "Nothing is noted.")
  }
}
