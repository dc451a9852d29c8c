import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Project, control API and modes")
struct ProjectTests {
  @Test(
    "what clients ask before anybody signs in: wire §4.15",
    arguments: [
      ("/identitytoolkit.googleapis.com/v1/projects", "projectId"),
      ("/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig", "authorizedDomains"),
      ("/identitytoolkit.googleapis.com/v1/recaptchaParams", "recaptchaSiteKey"),
      ("/identitytoolkit.googleapis.com/v2/recaptchaConfig", "recaptchaEnforcementState"),
      ("/identitytoolkit.googleapis.com/v2/passwordPolicy", "customStrengthOptions"),
    ])
  func questions(path: String, member: String) async throws {
    let answer = try await TestWire().send(.get, path + "?key=fake")
    #expect(answer.status == 200)
    #expect(answer[member] != nil)
  }

  @Test("TRACE is a method that no path has")
  func trace() async throws {
    let answer = await (try TestWire()).send(
      HTTPMethod(rawValue: "TRACE"), "/identitytoolkit.googleapis.com/v1/accounts:signUp")
    #expect(answer.status == 405)
  }

  @Test("serve has no control configuration, and its policy does not move: R2")
  func servesNoControl() async throws {
    let wire = try TestWire(.serve)
    let path = "/emulator/v1/projects/demo-bramley/config"
    #expect(await wire.send(.patch, path, body: Array("{}".utf8)).status == 404)
    #expect(throws: AccountsError(.operationNotAllowed)) {
      try wire.accounts.adjust(onePerEmail: false, protectsEnumeration: nil)
    }
  }

  @Test("the control API changes what is given, and it takes effect: wire 219")
  func configuration() async throws {
    let wire = try TestWire()
    let control = "/emulator/v1/projects/demo-bramley/config"
    let answer = await wire.send(.get, control)
    #expect(answer["signIn"]?["allowDuplicateEmails"] == false)
    #expect(answer["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == false)
    let same = await wire.send(
      .patch, control, body: Array(#"{"signIn":{"allowDuplicateEmails":false}}"#.utf8))
    #expect(same.status == 200)
    #expect(
      await wire.call(
        "accounts:signInWithPassword", ["email": "nobody@example.com", "password": "correct horse"]
      ).refusal == "400 EMAIL_NOT_FOUND")
    let other = await wire.send(
      .patch, control, body: Array(#"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}"#.utf8))
    #expect(other["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
    #expect(other["signIn"]?["allowDuplicateEmails"] == false, "what is not given stays")
    #expect(
      await wire.call(
        "accounts:signInWithPassword", ["email": "nobody@example.com", "password": "correct horse"]
      ).refusal
        == "400 INVALID_LOGIN_CREDENTIALS")
    _ = await wire.send(
      .patch, control, body: Array(#"{"signIn":{"allowDuplicateEmails":true}}"#.utf8))
    _ = await wire.signUp("twice@example.com")
    _ = await wire.signUp("twice@example.com")
    #expect(try await wire.accounts.count() == 2)
    let read = await wire.send(
      .get, "/identitytoolkit.googleapis.com/v2/projects/demo-bramley/config",
      headers: ["authorization": "Bearer owner"])
    #expect(read["signIn"]?["email"]?["enabled"] == true)
  }

  @Test("the project's configuration is patched by its mask, in dev alone: wire 217, R2")
  func patching() async throws {
    let path = "/identitytoolkit.googleapis.com/v2/projects/demo-bramley/config"
    let both: JSON = [
      "signIn": ["allowDuplicateEmails": true],
      "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
    ]
    func patch(_ wire: TestWire, _ mask: String, _ body: JSON, bearer: String = "owner") async -> Answer {
      await wire.send(
        .patch, path + mask, body: body.bytes, headers: ["authorization": "Bearer \(bearer)"])
    }
    let serve = try TestWire(.serve, listener: .admin(acceptsOwnerBearer: true))
    #expect(await patch(serve, "", both).status == 501)
    #expect(serve.accounts.onePerEmail && serve.accounts.protectsEnumeration)
    let wire = try TestWire()
    #expect(await patch(wire, "", both, bearer: "nobody").status == 401)
    #expect(await patch(wire, "?updateMask=signIn.email.enabled", both).status == 501)
    #expect(await patch(wire, "?updateMask=sign", both).status == 501)
    #expect(wire.accounts.onePerEmail && !wire.accounts.protectsEnumeration)
    let one = await patch(wire, "?updateMask=signIn.allowDuplicateEmails", both)
    #expect(one["signIn"]?["allowDuplicateEmails"] == true)
    #expect(one["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == false)
    let other = await patch(wire, "?updateMask=signIn,emailPrivacyConfig", ["signIn": [:]])
    #expect(other["signIn"]?["allowDuplicateEmails"] == false)
    #expect(await patch(wire, "", both)["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
  }

  @Test("wiping accounts is dev's alone: R2")
  func wiping() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    #expect(await wire.send(.delete, "/emulator/v1/projects/demo-bramley/accounts").status == 200)
    #expect(try await wire.accounts.count() == 0)
    for listener: Listener in [.open, .admin(acceptsOwnerBearer: true)] {
      let serve = try TestWire(.serve, listener: listener)
      for (method, path): (HTTPMethod, String) in [
        (.delete, "accounts"), (.get, "oobCodes"), (.get, "verificationCodes"), (.get, "config"),
      ] {
        let answer = await serve.send(
          method, "/emulator/v1/projects/demo-bramley/\(path)", headers: ["authorization": "Bearer owner"])
        #expect(answer.status == 404, "\(listener) \(path)")
      }
    }
  }

  @Test("scripts of loopback pages in dev, of authorized domains on wire paths in serve: R4")
  func origins() {
    let path = "/identitytoolkit.googleapis.com/v1/accounts:lookup"
    func allows(_ mode: ServiceMode, _ origin: String, _ path: String) -> Bool {
      mode.allows(origin: origin, path: path, authorizedDomains: ["app.example"])
    }
    #expect(allows(.dev, "http://localhost:3000", path))
    #expect(!allows(.dev, "https://app.example", path))
    #expect(allows(.serve, "https://app.example", path))
    #expect(allows(.serve, "https://app.example:8443", path))
    for origin in [
      "http://app.example", "https://app.example.evil.example", "https://evil.example", "null",
      "https://xapp.example", "app.example",
    ] {
      #expect(!allows(.serve, origin, path), "\(origin)")
    }
    for path in ["/account", "/signin", "/", "/identitytoolkit.googleapis.comx/"] {
      #expect(!allows(.serve, "https://app.example", path), "\(path)")
    }
  }

  @Test("names of this machine only in dev: R4")
  func hosts() throws {
    let evil = try #require(HostName(authority: "evil.example"))
    let local = try #require(HostName(authority: "localhost:9099"))
    #expect(!ServiceMode.dev.allows(host: evil))
    #expect(ServiceMode.dev.allows(host: local))
    #expect(ServiceMode.serve.allows(host: evil))
  }
}
