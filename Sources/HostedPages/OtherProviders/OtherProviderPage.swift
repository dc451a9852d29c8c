import _Markup
import Accounts
import BramleyHTTP

/// The page in the place of another provider's; in English, for developers. Its title, its function and its
/// identifiers are those that test suites of the JavaScript SDK look for (wire §7.5).
struct OtherProviderPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let request: HandlerRequest
  /// The handler's query, carried through the forms.
  let query: String
  /// People whom the provider has given before.
  let known: [Identity]

  /// Without a script the form stands open.
  private static let script: StaticString = """
    function (hides) {
      'use strict';
      var form = document.getElementById('new-account');
      window.toggleForm = function () {
        form.hidden = !form.hidden;
        if (!form.hidden) { document.getElementById('email-input').focus(); }
      };
      document.querySelector('.js-new-account').addEventListener('click', window.toggleForm);
      form.hidden = hides;
    }
    """

  func response() throws -> HTTPResponse {
    let script = try PageScript(calling: Self.script, with: true, random: pages.random)
    let provider = ProviderName.text(ProviderID(rawValue: request.provider))
    let list: HTML = "<ul id=\"accounts-list\" class=\"rows\">\(known.map(item))</ul>"
    let none: HTML = """
      <ul id="accounts-list" hidden></ul><p class="soft centered">Nobody has signed in with \(provider) yet.</p>
      """
    let main: HTML = """
      <p class="banner">This page stands in for <bdi>\(provider)</bdi>. Nothing is checked: development only.</p>
      <h1>Sign in with <bdi>\(provider)</bdi></h1>
      \(known.isEmpty ? none : list)
      <button type="button" class="js-new-account">Add new account</button>
      <form method="post" action="\(visit.address.path("/__/auth/other"))" class="fields" id="new-account">
      \(carried)
      \(field("email", "email-input", "Email", "email"))
      \(field("displayName", "display-name-input", "Display name", "text"))
      \(field("screenName", "screen-name-input", "Screen name", "text"))
      \(field("photoUrl", "profile-photo-input", "Address of a profile photo", "url"))
      <button type="submit" class="primary" id="sign-in">Sign in</button>
      </form>
      """
    return PageFrame(
      title: "Auth Emulator – " + provider, visit: visit, main: main, formTargets: targets, script: script
    ).response()
  }

  /// Chromium holds the redirect after the form to the policy as well.
  private var targets: [String] {
    switch request.delivery {
    case .app(let scheme, _): [scheme + ":"]
    case .android: ["intent:"]
    case .popup, .redirect: []
    }
  }

  private var carried: HTML {
    "\(FormOrigin.field(visit))<input type=\"hidden\" name=\"request\" value=\"\(query)\">"
  }

  private func field(_ name: String, _ id: String, _ label: String, _ type: String) -> HTML {
    """
    <label for="\(id)"><span>\(label)</span>
    <input type="\(type)" name="\(name)" id="\(id)" maxlength="254" autocomplete="off" dir="auto"></label>
    """
  }

  private func item(_ identity: Identity) -> HTML {
    let values: [(String, String?)] = [
      ("sub", identity.subject), ("email", identity.email), ("displayName", identity.displayName),
      ("screenName", identity.screenName), ("photoUrl", identity.photoURL),
    ]
    let hidden = values.map { name, value -> HTML in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(value ?? "")\">"
    }
    return """
      <li><form method="post" action="\(visit.address.path("/__/auth/other"))">\(carried)\(hidden)\
      <button type="submit" class="choice"><bdi>\(identity.displayName ?? identity.subject)</bdi> \
      <bdi class="soft">\(identity.email ?? "")</bdi></button></form></li>

      """
  }
}
