import _Markup
import BramleyHTTP
import Phrases

/// The page at `/auth/authorize`: one form that works without JavaScript.
struct ConsentPage: Sendable {
  let request: AuthorizationRequest
  let accounts: [AppleAccount]
  /// The accounts that have agreed before; they share nothing new.
  let known: Set<String>
  let language: Language
  /// The account that name and box are filled in for.
  var chosen: AppleAccount?
  /// What went wrong the last time.
  var problem: PhraseKey?

  private var app: String { request.client.clientID }
  private var title: String { AppleTitle(.signIn, locale: language.tag).text }

  /// Redirects follow the form in the modes query and fragment, a page of ours in the others.
  private var formAction: String? {
    request.mode == .formPost || request.mode == .webMessage ? "'self'" : nil
  }

  private var action: String { AuthorizationEndpoint.consentPath + "?" + request.query }

  /// The page as an answer.
  func response() -> HTTPResponse {
    let body: HTML = """
      <main class="sheet">
      \(SheetMark.svg)
      <h1>\(title)</h1>
      <p class="lead">\(HTML.phrase(.emulatorIntroduction, language, ["app": app]))</p>
      \(complaint)
      <form method="post" action="\(action)" autocomplete="off">
      \(accountChoice)
      \(sharing, if: !request.scopes.isEmpty && known.count < accounts.count)
      \(prefill)
      <div class="buttons">
      <button type="submit" name="action" value="continue" class="primary"\(" disabled", if: accounts.isEmpty)>\
      \(HTML.phrase(.emulatorContinue, language))</button>
      <button type="submit" name="action" value="cancel" formnovalidate>\
      \(HTML.phrase(.formCancel, language))</button>
      </div>
      </form>
      <p class="notice">\(HTML.phrase(.emulatorNotice, language))</p>
      </main>
      """
    return PageFrame(title: title, language: language, body: body).response(formAction: formAction)
  }

  private var complaint: HTML {
    guard let problem else { return "" }
    return "<p class=\"problem\" role=\"alert\">\(HTML.phrase(problem, language))</p>"
  }

  private var accountChoice: HTML {
    guard !accounts.isEmpty else {
      return "<p class=\"problem\">\(HTML.phrase(.emulatorNoAccounts, language)) <a href=\"/\">/</a></p>"
    }
    let rows = accounts.enumerated().map { index, account -> HTML in
      let isKnown = known.contains(account.id)
      let mark: HTML = isKnown ? "known" : "new"
      let name = account.displayName.isEmpty ? account.email : account.displayName
      return """
        <label class="account">
        <input type="radio" name="user" value="\(account.email)" class="\(mark)" required\
        \(" checked", if: account.id == chosen?.id)>
        <span class="initials" aria-hidden="true">\(initials(of: account))</span>
        <span class="who"><bdi class="name">\(name)</bdi><bdi class="address" dir="ltr">\(account.email)</bdi>\
        \(managedMark, if: account.isManaged)</span>
        <span class="tick" aria-hidden="true"></span>
        </label>
        """
    }
    return """
      <fieldset class="accounts"><legend>\(HTML.phrase(.emulatorAccount, language))</legend>
      \(rows)
      <p class="returning">\(HTML.phrase(.emulatorKnown, language, ["app": app]))</p>
      </fieldset>
      """
  }

  private var managedMark: HTML {
    "<span class=\"managed\">\(HTML.phrase(.emulatorManaged, language))</span>"
  }

  private func initials(of account: AppleAccount) -> String {
    let letters = [account.givenName, account.familyName].compactMap(\.first).map(String.init).joined()
    return letters.isEmpty ? String(account.email.prefix(1)).uppercased() : letters
  }

  private var sharing: HTML {
    let name: HTML = """
      <fieldset class="name"><legend>\(HTML.phrase(.emulatorName, language))</legend>
      <label><span>\(HTML.phrase(.emulatorFirstName, language))</span>
      <input name="firstName" value="\(chosen?.givenName ?? "")" maxlength="100" dir="auto"></label>
      <label><span>\(HTML.phrase(.emulatorLastName, language))</span>
      <input name="lastName" value="\(chosen?.familyName ?? "")" maxlength="100" dir="auto"></label>
      </fieldset>
      """
    let email: HTML = """
      <fieldset class="email"><legend>\(HTML.phrase(.emulatorEmail, language))</legend>
      <label class="switch"><input type="checkbox" name="hideEmail" role="switch" aria-describedby="hide"\
      \(" checked", if: chosen?.hideEmail == true)>
      <span>\(HTML.phrase(.emulatorHideEmail, language))</span></label>
      <p id="hide" class="hint">\(HTML.phrase(.emulatorHideEmailHint, language, ["app": app]))</p>
      </fieldset>
      """
    return """
      <div class="share">
      \(name, if: request.scopes.contains(.name))
      \(email, if: request.scopes.contains(.email))
      </div>
      """
  }

  private var prefill: HTML {
    guard let chosen else { return "" }
    return """
      <input type="hidden" name="prefilledFor" value="\(chosen.email)">
      <input type="hidden" name="prefilledFirstName" value="\(chosen.givenName)">
      <input type="hidden" name="prefilledLastName" value="\(chosen.familyName)">
      """
  }

  /// The second step, which asks for six digits and carries on what was chosen in the first.
  func twoFactor(_ form: ConsentForm, code: String, isRetry: Bool) -> HTTPResponse {
    let carried = carriedFields(form).map { name, value -> HTML in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }
    let wrong: HTML = "<p class=\"problem\" role=\"alert\">\(HTML.phrase(.formWrongCode, language))</p>"
    let body: HTML = """
      <main class="sheet">
      \(SheetMark.svg)
      <h1>\(HTML.phrase(.emulatorTwoFactor, language))</h1>
      <p class="lead">\(HTML.phrase(.emulatorTwoFactorHint, language))</p>
      \(wrong, if: isRetry)
      <p class="device">\(HTML.phrase(.emulatorTwoFactorDevice, language, ["code": code]))</p>
      <form method="post" action="\(action)" autocomplete="off">
      \(carried)
      <label class="code"><span>\(HTML.phrase(.formVerificationCode, language))</span>
      <input name="verificationCode" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" required autofocus \
      dir="ltr" autocomplete="one-time-code"></label>
      <div class="buttons">
      <button type="submit" name="action" value="continue" class="primary">\
      \(HTML.phrase(.emulatorContinue, language))</button>
      <button type="submit" name="action" value="cancel" formnovalidate>\
      \(HTML.phrase(.formCancel, language))</button>
      </div>
      </form>
      </main>
      """
    return PageFrame(title: title, language: language, body: body).response(formAction: formAction)
  }

  private func carriedFields(_ form: ConsentForm) -> [(String, String)] {
    var fields = [("user", form.user)]
    if let name = form.firstName { fields.append(("firstName", name)) }
    if let name = form.lastName { fields.append(("lastName", name)) }
    if form.hidesEmail { fields.append(("hideEmail", "on")) }
    if let prefilled = form.prefilledFor { fields.append(("prefilledFor", prefilled)) }
    if let name = form.prefilledFirstName { fields.append(("prefilledFirstName", name)) }
    if let name = form.prefilledLastName { fields.append(("prefilledLastName", name)) }
    return fields
  }
}

/// The neutral mark above a page's heading: a key in a circle, nobody's artwork.
enum SheetMark {
  static let svg: HTML = """
    <svg class="mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">\
    <circle cx="24" cy="24" r="22"/><path d="M29 13a7 7 0 1 0-4.6 12.2L17 32.6V36h4.5v-3H25v-3.4l3.9-4A7 7 0 0 \
    0 29 13zm1.6 5.8a1.9 1.9 0 1 1-3.8 0 1.9 1.9 0 0 1 3.8 0z"/></svg>
    """
}
