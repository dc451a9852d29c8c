import BramleyHTTP

/// What goes back to the relying party after the page.
struct AuthorizationResult: Sendable {
  /// Code and, as asked for, token and person; or an error.
  enum Outcome: Sendable {
    case granted(code: String, identityToken: String?, user: FirstUser?)
    case failed(String)
  }

  let outcome: Outcome
  let state: String?

  /// What the person tells an app, once.
  struct FirstUser: Encodable, Sendable {
    var name: Name?
    var email: String?

    /// The name as it stood in the form.
    struct Name: Encodable, Sendable {
      let firstName: String
      let lastName: String
    }
  }

  /// The fields in the order of this service; Apple's is not confirmed.
  func fields() throws -> FormFields {
    var fields: FormFields = [:]
    if let state { fields.add("state", state) }
    switch outcome {
    case .failed(let error): fields.add("error", error)
    case .granted(let code, let identityToken, let user):
      fields.add("code", code)
      if let identityToken { fields.add("id_token", identityToken) }
      if let user { fields.add("user", String(decoding: try JSON.encode(user), as: UTF8.self)) }
    }
    return fields
  }

  /// The message of the popup: `{"method":"oauthDone","data":{…}}`.
  func message() throws -> String {
    struct Authorized: Encodable {
      let code: String
      var id_token: String?
      var state: String?
    }
    struct Content: Encodable {
      var authorization: Authorized?
      var user: FirstUser?
      var error: String?
    }
    struct Message: Encodable {
      let method = "oauthDone"
      let data: Content
    }
    let content =
      switch outcome {
      case .failed(let error): Content(error: error)
      case .granted(let code, let identityToken, let user):
        Content(
          authorization: Authorized(code: code, id_token: identityToken, state: state), user: user)
      }
    return String(decoding: try JSON.encode(Message(data: content)), as: UTF8.self)
  }
}
