import Accounts
import BramleyCrypto
import BramleyHTTP

/// `GET /emulator/action`: what Google's emulator does with a mail link, for test suites that open it
/// (wire §4.18). In `dev` only: here a GET uses the code up, which a person's link never does (R2, R30).
/// A browser that opens it gets the page of such a link instead.
extension IdentityToolkitAPI {
  private struct Answer: Encodable {
    let authEmulator: Body

    struct Body: Encodable {
      var success: String?
      var error: String?
      var instructions: String?
      var email: String?
      var newEmail: String?
    }
  }

  func addEmulatorAction(to router: inout Router, page: HTTPHandler?) {
    guard mode.offersControlAPI else { return }
    router.on(.get, "/emulator/action") { request, path in
      if let page, Self.wantsPage(request) { return try await page(request, path) }
      do {
        return try await act(on: request)
      } catch {
        let refusal = WireError(error)
        guard refusal.status == 400 else { return ErrorEnvelope.response(refusal) }
        return Self.refused(
          "Your request could not be carried out: \(refusal.message)", "Ask for a new mail and try again.")
      }
    }
  }

  private func act(on request: HTTPRequest) async throws -> HTTPResponse {
    let query = FormFields(parsing: request.query) ?? [:]
    guard query["apiKey"]?.isEmpty == false else {
      return Self.refused("missing apiKey query parameter", "Please modify the URL to specify an apiKey.")
    }
    guard let code = query["oobCode"], !code.isEmpty else {
      return Self.refused("missing oobCode query parameter", "Please modify the URL to specify an oobCode.")
    }
    let mode = query["mode"] ?? ""
    let content = try await accounts.inspect(outOfBandCode: code)
    guard mode == content.purpose.linkMode else {
      return Self.refused("Invalid mode", "The mode must be that of the code.")
    }
    switch content.purpose {
    case .emailSignIn: return Self.signIn(query)
    case .passwordReset:
      guard let password = query["newPassword"], !password.isEmpty else {
        return Self.refused(
          "missing newPassword query parameter", "To reset the password, add &newPassword=NEW_PASSWORD.")
      }
      _ = try await accounts.resetPassword(outOfBandCode: code, to: Secret(utf8: password))
    case .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition:
      _ = try await accounts.apply(outOfBandCode: code)
    }
    if let url = query["continueUrl"], AbsoluteURL.isValid(url) { return .redirect(to: url) }
    let body = Answer.Body(success: "The code was used.", email: content.email, newEmail: content.newEmail)
    return .json(WireEncoding.bytes(Answer(authEmulator: body)))
  }

  /// A sign-in link goes on to the app with everything it carries.
  private static func signIn(_ query: FormFields) -> HTTPResponse {
    guard let url = query["continueUrl"], AbsoluteURL.isValid(url) else {
      return refused("Missing continueUrl query parameter", "Add &continueUrl=URL of the app to the link.")
    }
    var rest = FormFields()
    for field in query.fields where field.name != "continueUrl" { rest.add(field.name, field.value) }
    return .redirect(to: url + (url.contains("?") ? "&" : "?") + rest.encoded)
  }

  private static func refused(_ error: String, _ instructions: String) -> HTTPResponse {
    .json(
      WireEncoding.bytes(Answer(authEmulator: .init(error: error, instructions: instructions))), status: 400)
  }
}
