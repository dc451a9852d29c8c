import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// The ways in of an account and its second factors.
struct WaysPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let person: Caller
  var notice: Notice?

  private var language: Language { visit.language }
  private var account: Account { person.account }

  func response() -> HTTPResponse {
    let ways = WayIn.all(of: account)
    let main: HTML = """
      \(notice.map { Notice.banner($0.text, isProblem: false, visit) })
      <h1>\(HTML.phrase(.pageWaysTitle, language))</h1>
      <ul class="rows">\(ways.map(row))</ul>
      \(additions)
      \(factors, if: mayHaveFactors)
      <div class="actions"><a class="button" href="\(visit.address.path("/account"))">\(Mark.back)\
      \(HTML.phrase(.pageAccountTitle, language))</a></div>
      """
    return PageFrame(
      title: Phrases.text(.pageWaysTitle, in: language) + " – " + pages.configuration.name, visit: visit,
      main: main
    ).response()
  }

  private func row(_ way: WayIn) -> HTML {
    let query: FormFields = ["provider": way.id]
    let detail = way.detail.map { detail -> HTML in "<bdi dir=\"ltr\" class=\"soft\">\(detail)</bdi>" }
    return line(
      "<bdi>\(way.name(language))</bdi>", detail,
      way.isRemovable ? "/account/unlink?" + query.encoded : nil)
  }

  private func line(_ name: HTML, _ detail: HTML?, _ removal: String?) -> HTML {
    let link = removal.map { path -> HTML in
      "<a class=\"danger\" href=\"\(visit.address.path(path))\">\(HTML.phrase(.pageRemove, language))</a>"
    }
    return "<li><span class=\"what\"><span>\(name)</span>\(detail)</span>\(link)</li>\n"
  }

  private var additions: HTML {
    let connects = account.identity(of: .apple) == nil && pages.accounts.policy.apple.servicesID != nil
    let connect: HTML = link("/account/connect", .pageConnect)
    let hasPassword = account.passwordHash != nil
    let password: HTML = link("/account/password", hasPassword ? .pageChangePassword : .pageSetPassword)
    return """
      <div class="actions">\(connect, if: connects)\
      \(password, if: WaysFlow.mayHavePassword(account, pages))</div>
      """
  }

  private func link(_ path: String, _ label: PhraseKey) -> HTML {
    "<a class=\"button secondary\" href=\"\(visit.address.path(path))\">\(HTML.phrase(label, language))</a>"
  }

  /// Other first factors take no second one (wire §4.16).
  private var mayHaveFactors: Bool {
    ![.anonymous, .phone, .custom].contains(person.session.signInProvider)
  }

  private var factors: HTML {
    let enrolled = account.secondFactors
    let list: HTML = "<ul class=\"rows\">\(enrolled.map(row))</ul>"
    return """
      <section class="sessions" aria-labelledby="factors">
      <h2 id="factors">\(HTML.phrase(.factorTitle, language))</h2>
      <p class="hint">\(HTML.phrase(.factorHint, language))</p>
      \(list, if: !enrolled.isEmpty)
      \(account.isEmailVerified ? enrolment : AccountPage.unconfirmed(visit, pages))
      </section>
      """
  }

  private func row(_ factor: SecondFactor) -> HTML {
    let query: FormFields = ["id": factor.id]
    let isApp = factor.isOneTimePassword
    return line(
      HTML.phrase(isApp ? .factorApp : .factorNumber, language),
      factor.phoneNumber.map { number -> HTML in "<bdi dir=\"ltr\" class=\"soft\">\(number)</bdi>" },
      "/account/factors/remove?" + query.encoded)
  }

  private var enrolment: HTML {
    let enrolled = account.secondFactors
    let app: HTML = """
      <form method="post" action="\(visit.address.path("/account/factors/app"))">\(FormOrigin.field(visit))
      <button type="submit" class="secondary">\(HTML.phrase(.factorAddApp, language))</button></form>
      """
    let hasRoom = enrolled.count < SecondFactor.limit
    return """
      <div class="actions">\(app, if: hasRoom && !enrolled.contains(where: \.isOneTimePassword))\
      \(link("/account/factors/phone", .factorAddPhone), if: hasRoom && pages.sendsText)</div>
      """
  }
}
