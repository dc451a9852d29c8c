import Accounts

/// `accounts:signInWithIdp` (wire §4.3).
struct SignInWithIdPRequest: WireRequest {
  var requestURI: String?
  var postBody: String?
  var returnsIdPCredential: Bool
  var idToken: String?
  var createsAccount: Bool
  var pendingToken: String?
  var sessionID: String?
  var consent: ConsentObject?

  init(_ fields: WireFields) throws {
    requestURI = try fields.text("requestUri")
    postBody = try fields.text("postBody")
    returnsIdPCredential = try fields.flag("returnIdpCredential") ?? false
    idToken = try fields.text("idToken")
    createsAccount = try fields.flag("autoCreate") ?? true
    pendingToken = try fields.text("pendingToken")
    sessionID = try fields.text("sessionId")
    consent = try fields.object("consent")
  }
}

/// What a person agreed to, beside a link or on its own (contract §4).
struct ConsentObject: WireObject {
  let text: ConsentText

  init(_ fields: WireFields) throws {
    text = ConsentText(
      kind: try fields.text("kind") ?? "", version: try fields.text("version") ?? "",
      text: try fields.text("text") ?? "", locale: try fields.text("locale") ?? "")
  }
}
