import BramleyHTTP

/// What a button of the console does: the same requests that the control API takes.
struct ConsoleAction: Sendable {
  /// The buttons.
  enum Name: String, Sendable {
    case addUser = "add-user"
    case removeUser = "remove-user"
    case event
    case revokeKey = "revoke-key"
    case rotate
    case rotateDropping = "rotate-dropping"
    case addFault = "add-fault"
    case removeFaults = "remove-faults"
    case startAfresh = "start-afresh"
  }

  let core: EmulatorCore

  /// Does it and sends the browser back to the page.
  ///
  /// Only forms of the console itself count: a page elsewhere could post here as well.
  func perform(_ request: HTTPRequest) async throws -> Answer {
    guard isOwnForm(request) else {
      throw Refusal.control(400, .foreignOrigin, "The console's buttons work from the console's page only.")
    }
    guard let text = String(validating: request.body, as: UTF8.self), let form = FormFields(parsing: text),
      let name = form["do"].flatMap(Name.init(rawValue:))
    else { throw Refusal.control(400, .invalidBody, "The form names nothing that the console does.") }
    var notice: String
    do {
      notice = try await perform(name, form)
    } catch let refusal as Refusal {
      notice = refusal.reason
    }
    return Answer(.redirect(to: "/?notice=" + PercentEncoding.encode(notice)))
  }

  private func isOwnForm(_ request: HTTPRequest) -> Bool {
    if let site = request.headers["sec-fetch-site"] { return site == "same-origin" }
    guard let origin = request.headers["origin"], let host = request.headers["host"] else { return false }
    return origin == "http://" + host || origin == "https://" + host
  }

  private func perform(_ name: Name, _ form: FormFields) async throws -> String {
    switch name {
    case .addUser:
      struct Body: Encodable {
        let email, given_name, family_name: String
        let hide_email, managed: Bool
      }
      let body = Body(
        email: form["email"] ?? "", given_name: form["given"] ?? "", family_name: form["family"] ?? "",
        hide_email: form["hide"] != nil, managed: form["managed"] != nil)
      _ = try await UserControl(core: core).create(try json(body))
      return "The account \(body.email) is there."
    case .removeUser:
      _ = try await UserControl(core: core).remove(user: form["user"] ?? "")
      return "The account is gone."
    case .event:
      struct Body: Encodable { let type, client_id: String }
      let body = Body(type: form["type"] ?? "", client_id: form["client"] ?? "")
      _ = try await UserControl(core: core).event(try json(body), user: form["user"] ?? "")
      return "\(body.type) has happened; see Notifications."
    case .revokeKey:
      _ = try await KeyControl(core: core).revoke(form["key"] ?? "")
      return "The key is revoked."
    case .rotate, .rotateDropping:
      let keys = try await core.rotateKeys(removeOld: name == .rotateDropping)
      return "\(keys.signing) signs from now on."
    case .addFault:
      struct Body: Encodable {
        let endpoint, kind: String
        let status, times: Int?
      }
      let body = Body(
        endpoint: form["endpoint"] ?? "", kind: form["kind"] ?? "",
        status: form["status"].flatMap { Int($0) },
        times: form["times"].flatMap { Int($0) })
      _ = try await SettingsControl(core: core).add(try json(body))
      return "\(body.endpoint) will answer with \(body.kind)."
    case .removeFaults:
      _ = try await SettingsControl(core: core).removeFaults()
      return "Everything works as it should."
    case .startAfresh:
      try await core.startAfresh()
      return "Everything is as at the start."
    }
  }

  private func json(_ body: some Encodable) throws -> HTTPRequest {
    HTTPRequest(
      method: .post, path: "/", headers: ["content-type": "application/json"], body: try JSON.encode(body))
  }
}
