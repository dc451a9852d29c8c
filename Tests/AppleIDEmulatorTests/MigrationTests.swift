import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("Moving an app to another team")
struct MigrationTests {
  private struct Key: Decodable { let key_id, private_key: String }
  private struct Given: Decodable { let transfer_sub: String }
  private struct Taken: Decodable {
    let sub: String
    var email: String?
    var is_private_email: Bool?
  }

  /// An emulator with a second team, and that team's secret for the app.
  private func twoTeams() async throws -> (Harness, @Sendable () throws -> String) {
    let apple = try await Harness()
    _ = await apple.control(.post, "/teams", #"{"team_id":"TEAM000002"}"#)
    let key = try await apple.control(.post, "/keys", #"{"team_id":"TEAM000002"}"#).json(Key.self)
    return (
      apple,
      {
        try apple.secret {
          $0.iss = "TEAM000002"
          $0.kid = key.key_id
          $0.sub = "com.example.app"
          $0.pem = Secret(utf8: key.private_key)
        }
      }
    )
  }

  private func giving(_ apple: Harness) throws -> String { try apple.secret { $0.sub = "com.example.app" } }

  private func bearer(_ apple: Harness, _ secret: String) async throws -> String {
    let response = await apple.post(
      "/auth/token",
      form: [
        "grant_type": "client_credentials", "scope": "user.migration", "client_id": "com.example.app",
        "client_secret": secret,
      ])
    let reply = try response.json(TokenReply.self)
    #expect(reply.refresh_token == nil)
    #expect(reply.id_token == nil)
    return reply.access_token
  }

  private func ask(_ apple: Harness, _ secret: String, bearer: String?, _ fields: [(String, String)]) async
    -> HTTPResponse
  {
    var form: FormFields = ["client_id": "com.example.app", "client_secret": secret]
    for (name, value) in fields { form.add(name, value) }
    return await apple.post(
      "/auth/usermigrationinfo", form: form,
      headers: bearer.map { ["authorization": "Bearer " + $0] } ?? [:])
  }

  @Test("gives transfer identifiers, tokens with both subjects for sixty days, and the new subject")
  func wholeWay() async throws {
    let (apple, taking) = try await twoTeams()
    let before = try await apple.native(
      #"{"client_id":"com.example.app","user":"amir@example.com","scopes":["email"]}"#)
    let giver = try giving(apple)
    let given = try await ask(
      apple, giver, bearer: try await bearer(apple, giver),
      [("sub", before.user), ("target", "TEAM000002")]
    ).json(Given.self)
    #expect(given.transfer_sub.wholeMatch(of: #/\d{6}\.[0-9a-f]{32}\.\d{4}/#) != nil)
    let moved = await apple.control(
      .post, "/transfers", #"{"client_id":"com.example.app","to_team":"TEAM000002"}"#)
    #expect(moved.status == 201)
    let old = await apple.control(.get, "/credential-state?client_id=com.example.app&user=\(before.user)")
    #expect(old.text == #"{"state":"transferred"}"#)
    let taker = try taking()
    let taken = try await ask(
      apple, taker, bearer: try await bearer(apple, taker), [("transfer_sub", given.transfer_sub)]
    ).json(Taken.self)
    #expect(taken.sub != before.user)
    #expect(taken.is_private_email == true)
    #expect(taken.email != before.email)
    // The silent request by the old subject delivers the new one.
    let after = try await apple.native("{\"client_id\":\"com.example.app\",\"user\":\"\(before.user)\"}")
    #expect(after.user == taken.sub)
    let claims = try await apple.claims(after.identity_token)
    #expect(claims.transfer_sub == given.transfer_sub)
    // The giving team may go on asking within the window, by its own secret.
    let late = try giving(apple)
    let again = await ask(
      apple, late, bearer: try await bearer(apple, late),
      [("sub", before.user), ("target", "TEAM000002")])
    #expect(try again.json(Given.self).transfer_sub == given.transfer_sub)
    apple.clock.advance(60 * 86_400)
    let closed = try await apple.native("{\"client_id\":\"com.example.app\",\"user\":\"\(after.user)\"}")
    #expect(try await apple.claims(closed.identity_token).transfer_sub == nil)
    let lateTaker = try taking()
    let refused = await ask(
      apple, lateTaker, bearer: try await bearer(apple, lateTaker), [("transfer_sub", given.transfer_sub)])
    #expect(refused.errorCode == "invalid_request")
    let stranger = await apple.post(
      "/auth/token",
      form: [
        "grant_type": "client_credentials", "scope": "user.migration", "client_id": "com.example.app",
        "client_secret": try giving(apple),
      ])
    #expect(stranger.errorCode == "invalid_client")
  }

  @Test("refuses without bearer, with a foreign one, for strangers and for mixed parameters")
  func refuses() async throws {
    let (apple, taking) = try await twoTeams()
    let user = try await apple.native().user
    let secret = try giving(apple)
    let token = try await bearer(apple, secret)
    let web = try await apple.tokens().access_token
    let target = ("target", "TEAM000002")
    for (bearer, fields) in [
      (nil, [("sub", user), target]), ("nonsense", [("sub", user), target]),
      (web, [("sub", user), target]), (token, [("sub", user)]), (token, [target]),
      (token, [("sub", user), ("target", "NOSUCHTEAM")]), (token, [("sub", user), ("target", "DEMOTEAM01")]),
      (token, [("sub", "000000.nobody.0000"), target]), (token, [("transfer_sub", user)]),
      (token, [("sub", user), target, ("transfer_sub", user)]),
    ] as [(String?, [(String, String)])] {
      let response = await ask(apple, secret, bearer: bearer, fields)
      #expect(response.status == 400)
      #expect(response.errorCode == "invalid_request")
    }
    #expect(await ask(apple, try taking(), bearer: token, []).errorCode == "invalid_client")
    _ = await apple.control(
      .post, "/users/maria@example.com/events", #"{"type":"consent-revoked","client_id":"com.example.app"}"#)
    #expect(await ask(apple, secret, bearer: token, [("sub", user), target]).errorCode == "invalid_request")
  }

  @Test("needs a primary App ID, another team and one that exists")
  func transferRefusals() async throws {
    let (apple, _) = try await twoTeams()
    for (body, status) in [
      (#"{"client_id":"com.example.web","to_team":"TEAM000002"}"#, 409),
      (#"{"client_id":"com.example.app","to_team":"DEMOTEAM01"}"#, 409),
      (#"{"client_id":"com.example.app","to_team":"NOSUCHTEAM"}"#, 404),
      (#"{"client_id":"com.nobody","to_team":"TEAM000002"}"#, 404),
    ] { #expect(await apple.control(.post, "/transfers", body).status == status) }
  }
}
