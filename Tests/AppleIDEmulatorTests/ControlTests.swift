import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("The control API")
struct ControlTests {
  @Test(
    "refuses bodies that are no JSON objects of the right shape, and changes nothing",
    arguments: [
      "", "null", "[]", "{", "{}", #"{"email":1}"#, #"{"email":"nobody"}"#, #"{"email":"a@b","email":"c@d"}"#,
      #"{"email":"a@b.example","real_user_status":7}"#, #"{"email":"a@b.example","managed":"yes"}"#,
      String(repeating: "[", count: 100_000), #"{"email":"\#(String(repeating: "x", count: 300_000))"}"#,
      "\u{feff}{}", #"{"email":"a b@c"}"#,
    ])
  func bodies(_ body: String) async throws {
    let apple = try await Harness()
    let response = await apple.control(.post, "/users", body)
    #expect(response.status == 400)
    #expect(try response.json(ErrorReply.self).message?.isEmpty == false)
    #expect(await apple.control(.get, "/users").text.components(of: "\"email\"") == 3)
  }

  @Test("takes JSON by its content type only, which a page elsewhere cannot send unasked")
  func contentType() async throws {
    let apple = try await Harness()
    let body = Array(#"{"email":"new@example.com"}"#.utf8)
    for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
      let response = await apple.send(
        .post, "/emulator/v1/users", headers: ["content-type": type], body: body)
      #expect(response.errorCode == "invalid_body")
    }
  }

  @Test("answers 404 and 405 in JSON")
  func misses() async throws {
    let apple = try await Harness()
    #expect(await apple.get("/nowhere").errorCode == "not_found")
    #expect(await apple.get("/emulator/v1/users/nobody@example.com").status == 405)
    let token = await apple.get("/auth/token")
    #expect(token.status == 405)
    #expect(token.headers["allow"] == "POST")
    #expect(await apple.control(.delete, "/users/nobody@example.com").status == 404)
    #expect(await apple.control(.delete, "/clients/com.nobody").status == 404)
    #expect(await apple.control(.delete, "/keys/NOSUCHKEY1").status == 404)
    #expect(await apple.control(.get, "/mailboxes/a@privaterelay.appleid.com").status == 404)
    #expect(await apple.control(.get, "/credential-state?client_id=com.example.app").status == 400)
  }

  @Test("makes accounts with 201, finds them again with 200, changes and removes them")
  func users() async throws {
    struct User: Decodable {
      let user, email, given_name: String
    }
    let apple = try await Harness()
    let body = #"{"email":"Ada@example.com","given_name":"Ada"}"#
    let made = await apple.control(.post, "/users", body)
    #expect(made.status == 201)
    let again = await apple.control(.post, "/users", #"{"email":"ada@EXAMPLE.com"}"#)
    #expect(again.status == 200)
    let user = try made.json(User.self)
    #expect(try again.json(User.self).user == user.user)
    let elsewhere = await apple.control(.post, "/users?team_id=TEAM000002", body)
    #expect(try elsewhere.json(User.self).user != user.user)
    #expect(await apple.control(.patch, "/users/\(user.user)", #"{"given_name":"Grace"}"#).status == 200)
    #expect(
      await apple.control(.patch, "/users/ada@example.com", #"{"email":"b@example.com"}"#).status == 409)
    #expect(await apple.control(.get, "/users").text.contains("Grace"))
    #expect(await apple.control(.delete, "/users/ada@example.com").status == 204)
    #expect(await apple.control(.get, "/users").text.contains("Grace") == false)
  }

  @Test("registers teams, clients and keys, and keeps their rules")
  func registry() async throws {
    let apple = try await Harness()
    #expect(
      await apple.control(.post, "/clients", #"{"client_id":"com.a","team_id":"NOTEAM"}"#).status == 404)
    #expect(await apple.control(.post, "/keys", #"{"team_id":"NOTEAM"}"#).status == 404)
    #expect(await apple.control(.post, "/teams", #"{"team_id":"A/B"}"#).status == 400)
    let app = #"{"client_id":"com.a","team_id":"DEMOTEAM01"}"#
    #expect(await apple.control(.post, "/clients", app).status == 201)
    #expect(await apple.control(.post, "/clients", app).status == 200)
    let own = #"{"client_id":"com.b","team_id":"DEMOTEAM01","primary_app_id":"com.b"}"#
    #expect(await apple.control(.post, "/clients", own).status == 400)
    let orphan = #"{"client_id":"com.b","team_id":"DEMOTEAM01","primary_app_id":"com.none"}"#
    #expect(await apple.control(.post, "/clients", orphan).status == 404)
    let grouped = #"{"client_id":"com.b","team_id":"DEMOTEAM01","primary_app_id":"com.a"}"#
    #expect(await apple.control(.post, "/clients", grouped).status == 201)
    #expect(await apple.control(.delete, "/clients/com.a").status == 409)
    let urls = (0...100).map { "\"https://a.example/\($0)\"" }.joined(separator: ",")
    #expect(
      await apple.control(
        .post, "/clients", "{\"client_id\":\"com.c\",\"team_id\":\"DEMOTEAM01\",\"redirect_uris\":[\(urls)]}"
      ).status == 400)
    let key = #"{"team_id":"DEMOTEAM01","primary_app_id":"com.a"}"#
    #expect(await apple.control(.post, "/keys", key).status == 201)
    #expect(await apple.control(.post, "/keys", key).status == 201)
    #expect(await apple.control(.post, "/keys", key).status == 409)
    #expect(
      await apple.control(.post, "/keys", #"{"team_id":"DEMOTEAM01","key_id":"DEMOKEY001"}"#).status == 409)
    #expect(await apple.control(.get, "/keys").text.contains("PRIVATE KEY") == false)
    let file = await apple.control(.get, "/keys/DEMOKEY001.p8")
    #expect(file.text.hasPrefix("-----BEGIN PRIVATE KEY-----"))
  }

  @Test("changes settings together or not at all, and names what is wrong")
  func settings() async throws {
    let apple = try await Harness()
    let before = await apple.control(.get, "/settings").text
    for body in [
      #"{"token_lifetime":0}"#, #"{"flags_as":"odd"}"#, #"{"no_such":1}"#, #"{"two_factor":"yes"}"#,
      #"{"token_lifetime":600,"code_lifetime":-1}"#, #"{"notification_schedule":[]}"#,
      #"{"relay_domain":"a b"}"#, #"{"clock_skew":9223372036854775807}"#, #"{"key_set_size":99}"#,
    ] {
      #expect(await apple.control(.patch, "/settings", body).status == 400, "\(body)")
    }
    #expect(await apple.control(.get, "/settings").text == before)
    _ = await apple.control(.patch, "/settings", #"{"relay_domain":"private.icloud.com"}"#)
    let relayed = try await apple.native(
      #"{"client_id":"com.example.app","user":"amir@example.com","scopes":["email"]}"#)
    #expect(relayed.email?.hasSuffix("@private.icloud.com") == true)
  }

  @Test("goes back to the start: demo registry and people as before, everything else forgotten")
  func state() async throws {
    let apple = try await Harness()
    let user = try await apple.native().user
    let token = try #require(try await apple.tokens().refresh_token)
    _ = await apple.control(.post, "/users", #"{"email":"new@example.com"}"#)
    _ = await apple.control(.patch, "/settings", #"{"two_factor":true}"#)
    _ = await apple.control(.post, "/faults", #"{"endpoint":"token","kind":"status"}"#)
    let start = ContinuousClock.now
    #expect(await apple.control(.delete, "/state").status == 204)
    #expect(start.duration(to: .now) < .milliseconds(100))
    #expect(await apple.control(.get, "/users").text.contains("new@example.com") == false)
    #expect(await apple.control(.get, "/grants").text == #"{"grants":[]}"#)
    #expect(try await apple.refresh(token).errorCode == "invalid_grant")
    let again = try await apple.native()
    #expect(again.user == user)
    #expect(again.full_name != nil)
    #expect(try await apple.tokens().refresh_token != nil)
  }

  @Test("shows what was sent with secrets masked")
  func requests() async throws {
    let apple = try await Harness()
    let tokens = try await apple.tokens()
    let secret = try apple.secret()
    _ = try await apple.refresh(try #require(tokens.refresh_token), ["client_secret": secret])
    _ = try await apple.revoke(tokens.access_token)
    let log = await apple.control(.get, "/requests").text
    for hidden in [secret, tokens.access_token, try #require(tokens.refresh_token), "maria@example.com"] {
      #expect(!log.contains(hidden))
    }
    #expect(log.contains("com.example.web"))
    #expect(log.contains("\"path\":\"/auth/revoke\""))
  }

  @Test("plays the relay: registered senders only, while forwarding is on, a hundred a day")
  func relay() async throws {
    let apple = try await Harness()
    let reply = try await apple.native(
      #"{"client_id":"com.example.app","user":"amir@example.com","scopes":["email"]}"#)
    let address = try #require(reply.email)
    func mail(_ from: String) async -> HTTPResponse {
      await apple.control(
        .post, "/mailboxes/\(address)", "{\"from\":\"\(from)\",\"subject\":\"Hello\",\"text\":\"There\"}")
    }
    #expect(await mail("news@example.com").status == 202)
    let stranger = await mail("news@sub.example.com")
    #expect(stranger.status == 550)
    #expect(stranger.errorCode == "unauthorized_sender")
    _ = await apple.control(.post, "/teams", #"{"team_id":"DEMOTEAM01","senders":["One@Example.org"]}"#)
    #expect(await mail("one@example.org").status == 202)
    #expect(await mail("two@example.org").status == 550)
    for _ in 0..<98 { _ = await mail("one@example.org") }
    #expect(await mail("one@example.org").errorCode == "over_limit")
    apple.clock.advance(86_400)
    #expect(await mail("one@example.org").status == 202)
    _ = await apple.control(
      .post, "/users/amir@example.com/events", #"{"type":"email-disabled","client_id":"com.example.app"}"#)
    #expect(await mail("one@example.org").errorCode == "forwarding_disabled")
    _ = await apple.control(
      .post, "/users/amir@example.com/events", #"{"type":"email-enabled","client_id":"com.example.app"}"#)
    #expect(await mail("one@example.org").status == 202)
    let box = await apple.control(.get, "/mailboxes/\(address)").text
    #expect(box.contains("\"subject\":\"Hello\""))
    #expect(box.contains("amir@example.com"))
    let nobody = await apple.control(
      .post, "/mailboxes/none@privaterelay.appleid.com", #"{"from":"a@example.com","subject":"","text":""}"#)
    #expect(nobody.errorCode == "user_not_found")
  }
}
