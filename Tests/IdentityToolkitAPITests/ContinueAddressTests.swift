import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Pages that mail links lead on to")
struct ContinueAddressTests {
  private func codes(_ wire: TestWire) async -> [JSON] {
    await wire.send(.get, "/emulator/v1/projects/demo-bramley/oobCodes")["oobCodes"]?.list ?? []
  }

  private func link(_ wire: TestWire, _ body: JSON) async -> Answer {
    var members = body.object ?? [:]
    members["returnOobLink"] = true
    return await wire.own("/accounts:sendOobCode", .object(members))
  }

  private static let kinds = ["EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"]

  /// A request of each kind that would be granted but for its page.
  private static func request(_ kind: String, _ url: String, token: String) -> JSON {
    [
      "requestType": .text(kind), "email": "paula@example.com", "newEmail": "new@example.com",
      "idToken": .text(token), "continueUrl": .text(url),
    ]
  }

  @Test(
    "a mail never leads to a page that is not listed, whatever its address looks like: R38, A28, A29",
    arguments: [
      "https://evil.example/", "https://app.example.com.evil.example/", "https://evilapp.example.com/",
      "https://sub.app.example.com/", "http://app.example.com/",
      "https://xn--pp-example-hkb.com/", "https://[::ffff:192.0.2.1]/", "https://2130706433/",
      "http://localhost.evil.example/", "https://example.com/", "http://10.0.0.1/",
    ])
  func foreignPage(url: String) async throws {
    for mode in [ServiceMode.dev, .serve] {
      let wire = try TestWire(mode, delivery: DevelopmentMailbox()) {
        $0.authorizedDomains = ["App.example.com"]
      }
      let account = await wire.signUp()
      for kind in Self.kinds {
        let answer = await wire.call(
          "accounts:sendOobCode", Self.request(kind, url, token: account.idToken))
        #expect(
          answer.refusal == "400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project. "
            + "List it in web.authorizedDomains, and use https.")
      }
    }
  }

  @Test(
    "what browsers read another host in, or no page at all, is no address: wire 153, R38",
    arguments: [
      "https://app.example.com@evil.example/", "https://evil.example\\@app.example.com/",
      "https:\\\\app.example.com/", "https:/\\evil.example/", "javascript://app.example.com/%0aalert(1)",
      "data:text/html,x", "//app.example.com/", "https:///app.example.com/", "app.example.com", "",
      "https://\u{0430}pp.example.com/", "https://app.example.com\u{3002}evil.example/",
      "https://app.example.com/\r\nSet-Cookie:x", "https://app.example.com:99999/", "ftp://app.example.com/",
      " https://app.example.com/", "https://app.example.com/ x", "https://app.example.com%2eevil.example/",
      "https://app.example.com:443.evil.example/", "app.example.com://x/",
    ])
  func noPage(url: String) async throws {
    let wire = try TestWire { $0.authorizedDomains = ["app.example.com"] }
    let account = await wire.signUp()
    for kind in Self.kinds {
      let body = Self.request(kind, url, token: account.idToken)
      #expect(
        await wire.call("accounts:sendOobCode", body).message?.hasPrefix("INVALID_CONTINUE_URI") == true)
      // An administrator of dev may name any page, but it has to be one.
      #expect(await link(wire, body).message?.hasPrefix("INVALID_CONTINUE_URI") == true)
    }
    #expect(await codes(wire).isEmpty)
  }

  @Test("listed pages, and in dev those of this machine, stand in the mail: R38")
  func listedPage() async throws {
    for url in [
      "https://app.example.com/finish?x=1#top", "https://APP.example.com:8443/", "http://localhost:3000/",
      "http://127.0.0.1/", "http://[::1]:9/", "http://app.localhost/",
    ] {
      let wire = try TestWire { $0.authorizedDomains = ["app.example.com"] }
      let account = await wire.signUp()
      for kind in Self.kinds {
        let answer = await wire.call(
          "accounts:sendOobCode", Self.request(kind, url, token: account.idToken))
        #expect(answer.status == 200, "\(kind) \(url) \(answer.refusal)")
      }
      let links = await codes(wire).compactMap { $0["oobLink"]?.text }
      #expect(links.count == Self.kinds.count)
      #expect(
        links.allSatisfy { FormFields(parsing: $0.split(separator: "?").last ?? "")?["continueUrl"] == url })
    }
  }

  @Test("in serve an administrator's link leads to listed pages only, as at Firebase: R38, R3")
  func administratorsPage() async throws {
    let wire = try TestWire(.serve, listener: .admin(acceptsOwnerBearer: true)) {
      $0.authorizedDomains = ["app.example.com"]
    }
    _ = await wire.own("/accounts", ["email": "paula@example.com", "emailVerified": true])
    for kind in ["EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] {
      func ask(_ url: String) async -> Answer {
        await link(
          wire,
          [
            "requestType": .text(kind), "email": "paula@example.com", "newEmail": "new@example.com",
            "continueUrl": .text(url),
          ])
      }
      for url in ["https://evil.example/", "http://localhost:3000/", "http://app.example.com/"] {
        #expect(await ask(url).message?.hasPrefix("UNAUTHORIZED_DOMAIN") == true)
      }
      #expect(await ask("https://app.example.com/done").status == 200)
    }
  }

  @Test("createAuthUri takes the page that Apple's SDK always names: wire 99")
  func createAuthURIPage() async throws {
    let wire = try TestWire()
    let answer = await wire.call(
      "accounts:createAuthUri", ["identifier": "a@example.com", "continueUri": "http://www.google.com/"])
    #expect(answer.status == 200)
  }
}
