import Accounts
import BramleyHTTP
import Phrases

/// What a person sees of the own account.
struct AccountPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let person: Caller

  private var language: Language { visit.language }
  private var account: Account { person.account }

  func response() -> HTTPResponse {
    let main: HTML = """
      <header class="person">
      <div class="portrait" aria-hidden="true">\(initials)</div>
      <h1><bdi>\(account.displayName ?? "")</bdi>\
      \(HTML.phrase(.pageAccountTitle, language), if: account.displayName == nil)</h1>
      </header>
      <dl class="facts">
      \(row(.pageName, name))
      \(row(.pageEmail, address))
      \(row(.pageSignInMethod, providers))
      \(row(.pageSignedInAt, Moment.html(person.session.authTime)))
      </dl>
      <form method="post" action="\(visit.address.path("/account/sign-out"))">
      \(FormOrigin.field(visit))
      <button type="submit" class="secondary">\(HTML.phrase(.pageSignOut, language))</button>
      </form>
      <p class="centered"><a class="danger" href="\(visit.address.path("/account/delete"))">\
      \(HTML.phrase(.pageDelete, language))</a></p>
      """
    return PageFrame(
      title: Phrases.text(.pageAccountTitle, in: language) + " – " + pages.configuration.name, visit: visit,
      main: main
    ).response()
  }

  private func row(_ label: PhraseKey, _ value: HTML) -> HTML {
    "<div><dt>\(HTML.phrase(label, language))</dt><dd>\(value)</dd></div>\n"
  }

  private var name: HTML {
    guard let name = account.displayName, !name.isEmpty else {
      return "<span class=\"soft\">\(HTML.phrase(.pageNotGiven, language))</span>"
    }
    return "<bdi>\(name)</bdi>"
  }

  private var address: HTML {
    guard let email = account.email else {
      return "<span class=\"soft\">\(HTML.phrase(.pageNotGiven, language))</span>"
    }
    let relay = account.identity(of: .apple).flatMap { $0.isPrivateEmail && $0.email == email ? $0 : nil }
    return "<bdi class=\"address\" dir=\"ltr\">\(email)</bdi>\(relay.map(relayMark))"
  }

  /// The relay mark: whose address it is, and whether mail still gets through.
  private func relayMark(_ identity: Identity) -> HTML {
    let app = ["app": pages.configuration.name]
    let hint: PhraseKey = identity.isRelayDisabled ? .pageRelayOff : .pageRelayHint
    return """
      <span class="mark">\(Mark.shield)\(HTML.phrase(.pageRelay, language))</span>\
      <span class="hint">\(HTML.phrase(hint, language, app))</span>
      """
  }

  private var providers: HTML {
    var names = account.providers.map { $0 == .apple ? "Apple" : $0.rawValue }
    var html: HTML = ""
    if account.hasPasswordProvider {
      html = "<span class=\"provider\">\(HTML.phrase(.pagePassword, language))</span>"
    }
    if account.phoneNumber != nil { names.append(account.phoneNumber ?? "") }
    return "\(names.map { name -> HTML in "<bdi class=\"provider\">\(name)</bdi>" })\(html)"
  }

  private var initials: String {
    let words = (account.displayName ?? account.email ?? "").split(separator: " ")
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
    return letters.map { String($0).uppercased() }.joined()
  }
}
