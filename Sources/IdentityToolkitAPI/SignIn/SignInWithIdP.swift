import Accounts
import BramleyCrypto
import BramleyHTTP

/// Signs in, links or reauthenticates with a provider's proof (wire §4.3, §6).
enum SignInWithIdP {
  static let operation = Operation(
    "accounts.signInWithIdp", "Signs in, links or reauthenticates with Apple's or a provider's proof.",
    [.v1("accounts:signInWithIdp"), .v3("verifyAssertion")], .key(administrator: .impersonate),
    bodyLimit: 128 << 10
  ) { (request: SignInWithIdPRequest, context) in
    let options = SignInOptions(
      linkTo: request.idToken, createsAccount: request.createsAccount, consent: request.consent?.text)
    let outcome = try await context.accounts.signIn(
      with: try proof(request), options: options, client: context.client)
    return try response(to: outcome, request)
  }

  /// A pending credential is the proof alone: the JavaScript SDK sends nothing else, the Apple SDK sends the
  /// spent token beside it (wire §6.4).
  private static func proof(_ request: SignInWithIdPRequest) throws(WireError) -> IdentityProof {
    if let pending = request.pendingToken, !pending.isEmpty { return .pending(Secret(utf8: pending)) }
    if let sessionID = request.sessionID, let handle = eventHandle(request.requestURI) {
      return .event(handle: Secret(utf8: handle), sessionID: sessionID)
    }
    return try ProviderAnswer(requestURI: request.requestURI, postBody: request.postBody).proof()
  }

  /// The handle that our handler page put into the address of its event (R38).
  private static func eventHandle(_ requestURI: String?) -> String? {
    guard let parts = requestURI?.split(separator: "?", maxSplits: 1), parts.count == 2,
      parts[0].hasSuffix("/__/auth/handler")
    else { return nil }
    return FormFields(parsing: parts[1])?["handle"]
  }

  private static func response(
    to outcome: SignInOutcome, _ request: SignInWithIdPRequest
  ) throws(WireError) -> SignInWithIdPResponse {
    switch outcome {
    case .signedIn(let signedIn):
      guard let profile = signedIn.profile else { throw .internalFailure }
      return SignInWithIdPResponse(signedIn, profile)
    case .needsConfirmation(let profile, let providers, let pendingToken):
      var response = SignInWithIdPResponse(profile)
      response.needConfirmation = true
      response.verifiedProvider = providers.map(\.rawValue)
      response.pendingToken = pendingToken?.revealText()
      return response
    case .conflict(let conflict, let profile, let pendingToken):
      let constant = constant(of: conflict)
      guard request.returnsIdPCredential else { throw .refused(constant) }
      var response = SignInWithIdPResponse(profile)
      response.errorMessage = constant
      response.pendingToken = pendingToken?.revealText()
      return response
    case .notFound(let profile):
      // USER_NOT_FOUND in a 400 would sign the JavaScript SDK's user out; EMAIL_NOT_FOUND does not (R25).
      guard request.returnsIdPCredential else { throw .refused("EMAIL_NOT_FOUND") }
      var response = SignInWithIdPResponse(profile)
      response.errorMessage = "USER_NOT_FOUND"
      return response
    }
  }

  private static func constant(of conflict: SignInOutcome.Conflict) -> String {
    switch conflict {
    case .alreadyLinked: "FEDERATED_USER_ID_ALREADY_LINKED"
    case .emailExists: "EMAIL_EXISTS"
    }
  }
}
