import _Markup
import Accounts
import BramleyCrypto
import BramleyHTTP

/// A sign-in whose second factor is still asked for, as the forms of its pages carry it.
struct SecondStep: Sendable {
  /// What was begun by the first factor and goes on after the second.
  enum Purpose: String, Sendable {
    /// A sign-in.
    case signIn
    /// A sign-in that renews the proof of who is signed in (R28).
    case confirm
    /// A sign-in that puts a waiting identity on the account (R19).
    case connect
  }

  /// Stands for the proven first factor; good once and for ten minutes.
  let credential: String
  var purpose: Purpose = .signIn
  var client: ClientRequest?
  var returnTo: String?
  /// The identity that waits to be linked, with the consent to it.
  var pendingToken: String?

  /// The step that an error asks for.
  init(
    _ pending: PendingSecondFactor, _ purpose: Purpose = .signIn, client: ClientRequest? = nil,
    returnTo: String? = nil, pendingToken: String? = nil
  ) {
    credential = pending.credential.revealText() ?? ""
    self.purpose = purpose
    self.client = client
    self.returnTo = returnTo
    self.pendingToken = pendingToken
  }

  /// Takes it back from a form.
  init(_ fields: FormFields, configuration: HostedPages.Configuration) throws(PageFailure) {
    credential = fields["pending"] ?? ""
    purpose = Purpose(rawValue: fields["purpose"] ?? "") ?? .signIn
    client = try ClientRequest(fields, configuration: configuration)
    returnTo = LocalPath.checked(fields["return"])
    pendingToken = fields["link"]
  }

  /// The fields that carry it through a form.
  var hiddenFields: HTML {
    let link = pendingToken.map { token -> HTML in
      "<input type=\"hidden\" name=\"link\" value=\"\(token)\">"
    }
    return """
      <input type="hidden" name="pending" value="\(credential)">
      <input type="hidden" name="purpose" value="\(purpose.rawValue)">\
      \(link)\(Field.returnTo(returnTo))\(client?.hiddenFields)
      """
  }
}
