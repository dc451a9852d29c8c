import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// What a person sees of the own account.
struct AccountPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let person: Caller
  /// The sessions that have not ended, this one among them.
  let sessions: [Session]
  var notice: Notice?

  private var language: Language { visit.language }
  private var account: Account { person.account }

  func response() -> HTTPResponse {
    let list = SessionList(visit: visit, current: person.session.id, sessions: sessions)
    let main: HTML = """
      \(notice.map { Notice.banner($0.text, isProblem: false, visit) })
      <header class="person">
      <div class="portrait" aria-hidden="true">\(initials)</div>
      <h1>\(heading)</h1>
      \(address)
      </header>
      \(Self.unconfirmed(visit, pages), if: account.email != nil && !account.isEmailVerified)
      <dl class="facts">
      \(row(.pageSignInMethod, ways))
      \(row(.pageSignedInAt, Moment.html(person.session.authTime)))
      </dl>
      <form method="post" action="\(visit.address.path("/account/sign-out"))">
      \(FormOrigin.field(visit))
      <button type="submit" class="secondary">\(HTML.phrase(.pageSignOut, language))</button>
      </form>
      \(connect, if: account.identity(of: .apple) == nil && pages.accounts.policy.apple.servicesID != nil)
      \(list.html, if: sessions.count > 1)
      <p class="centered"><a class="danger" href="\(visit.address.path("/account/delete"))">\
      \(HTML.phrase(.pageDelete, language))</a></p>
      """
    return PageFrame(
      title: Phrases.text(.pageAccountTitle, in: language) + " – " + pages.configuration.name, visit: visit,
      main: main
    ).response()
  }

  /// Said of an address that is not proven, with the button that sends the mail for it.
  static func unconfirmed(_ visit: Visit, _ pages: HostedPages) -> HTML {
    let form: HTML = """
      <form method="post" action="\(visit.address.path("/account/verify"))">\(FormOrigin.field(visit))
      <button type="submit" class="plain">\(HTML.phrase(.pageSendMail, visit.language))</button></form>
      """
    return """
      <div class="banner">\(HTML.phrase(.pageUnconfirmed, visit.language))\
      \(form, if: pages.sendsMail)</div>
      """
  }

  private func row(_ label: PhraseKey, _ value: HTML) -> HTML {
    "<div><dt>\(HTML.phrase(label, language))</dt><dd>\(value)</dd></div>\n"
  }

  private var heading: HTML {
    guard let name = account.displayName, !name.isEmpty else {
      return HTML.phrase(.pageAccountTitle, language)
    }
    return "<bdi>\(name)</bdi>"
  }

  private var address: HTML {
    guard let email = account.email else { return "" }
    let relay = account.identity(of: .apple).flatMap { $0.isPrivateEmail && $0.email == email ? $0 : nil }
    return "<p class=\"address\"><bdi dir=\"ltr\">\(email)</bdi></p>\(relay.map(relayMark))"
  }

  /// The relay mark: whose address it is, and whether mail still gets through.
  private func relayMark(_ identity: Identity) -> HTML {
    let app = ["app": pages.configuration.name]
    let hint: PhraseKey = identity.isRelayDisabled ? .pageRelayOff : .pageRelayHint
    return """
      <p class="relay"><span class="mark">\(Mark.shield)\(HTML.phrase(.pageRelay, language))</span></p>\
      <p class="hint centered">\(HTML.phrase(hint, language, app))</p>
      """
  }

  private var ways: HTML {
    let names = WayIn.all(of: account).map { way -> HTML in
      "<bdi class=\"provider\">\(way.name(language))</bdi>"
    }
    return """
      \(names) <a class="manage" href="\(visit.address.path("/account/ways"))">\
      \(HTML.phrase(.pageManage, language))</a>
      """
  }

  private var connect: HTML {
    """
    <div class="actions"><a class="button" href="\(visit.address.path("/account/connect"))">\
    \(HTML.phrase(.pageConnect, language))</a></div>
    """
  }

  private var initials: String {
    let words = (account.displayName ?? account.email ?? "").split(separator: " ")
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
    return letters.map { String($0).uppercased() }.joined()
  }
}
