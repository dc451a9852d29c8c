import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("The console", .timeLimit(.minutes(5)))
struct ConsoleTests {
  private let own: HTTPFields = ["origin": "http://127.0.0.1:9100"]

  @Test("says which check refused a request, and shows no secret")
  func reasons() async throws {
    let apple = try await Harness()
    let secret = try apple.secret { $0.sub = "com.example.app" }
    _ = try await apple.exchange(code: "c", ["client_secret": secret])
    let response = await apple.get("/", headers: ["accept": "text/html"])
    #expect(response.text.contains("sub is not client_id"))
    #expect(!response.text.contains(secret))
    #expect(!response.text.contains("PRIVATE KEY"))
    #expect(response.headers["content-security-policy"]?.contains("form-action 'self'") == true)
    #expect(!response.text.contains("<script"))
  }

  @Test("shows accounts, grants, registry, mail, notifications, faults and settings")
  func sections() async throws {
    let apple = try await Harness()
    _ = try await apple.native(
      #"{"client_id":"com.example.app","user":"amir@example.com","scopes":["email"]}"#)
    let html = await apple.get("/").text
    for word in [
      "maria@example.com", "DEMOTEAM01", "com.example.web", "DEMOKEY001", "privaterelay.appleid.com",
      "consent-revoked", "account-delete", "email-disabled", "email-enabled", "bad_signature", "flags_as",
    ] { #expect(html.contains(word), "\(word)") }
  }

  @Test("acts on its own forms only")
  func foreignForms() async throws {
    let apple = try await Harness()
    for headers in [
      [:], ["origin": "https://evil.example"], ["origin": "null"], ["sec-fetch-site": "cross-site"],
      ["sec-fetch-site": "same-site", "origin": "http://127.0.0.1:9100"],
    ] as [HTTPFields] {
      let response = await apple.post("/emulator/console", form: ["do": "start-afresh"], headers: headers)
      #expect(response.errorCode == "foreign_origin")
    }
  }

  @Test("does by its buttons what the control API does")
  func buttons() async throws {
    let apple = try await Harness()
    let added = await apple.post(
      "/emulator/console", form: ["do": "add-user", "email": "new@example.com"], headers: own)
    #expect(added.status == 303)
    #expect(added.headers["location"]?.hasPrefix("/?notice=") == true)
    #expect(await apple.control(.get, "/users").text.contains("new@example.com"))
    _ = await apple.post(
      "/emulator/console",
      form: ["do": "add-fault", "endpoint": "keys", "kind": "status", "status": "500", "times": "1"],
      headers: own)
    #expect(await apple.get("/auth/keys").status == 500)
    _ = await apple.post(
      "/emulator/console",
      form: [
        "do": "event", "user": "maria@example.com", "client": "com.example.app", "type": "consent-revoked",
      ],
      headers: own)
    await apple.sender.arrival(of: 1)
    #expect(apple.sender.requests.count == 1)
    let wrong = await apple.post(
      "/emulator/console", form: ["do": "remove-user", "user": "nobody"], headers: own)
    #expect(wrong.headers["location"]?.contains("No%20account") == true)
    #expect(await apple.post("/emulator/console", form: ["do": "dance"], headers: own).status == 400)
    _ = await apple.post("/emulator/console", form: ["do": "start-afresh"], headers: own)
    #expect(await apple.control(.get, "/users").text.contains("new@example.com") == false)
  }
}
