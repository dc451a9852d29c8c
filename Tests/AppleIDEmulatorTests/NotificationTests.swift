import AppleIDEmulator
import BramleyHTTP
import BramleyJOSE
import Testing
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Notifications", .timeLimit(.minutes(5)))
struct NotificationTests {
  private struct Payload: Decodable { let payload: String }

  struct Event: Decodable, Equatable {
    let type: String
    let sub: String
    var email: String?
    var is_private_email: String?
    let event_time: Int
  }

  private struct Known: Decodable {
    let iss, aud, jti: String
    let iat, exp: Int
  }

  private struct AsText: Decodable { let events: String }
  private struct AsObject: Decodable { let events: Event }
  private struct AsArray: Decodable { let events: [Event] }

  private func event(_ apple: Harness, _ type: String, user: String = "maria@example.com") async
    -> HTTPResponse
  {
    await apple.control(
      .post, "/users/\(user)/events", "{\"type\":\"\(type)\",\"client_id\":\"com.example.web\"}")
  }

  private func verified(_ apple: Harness, _ request: OutgoingRequest?) async throws -> VerifiedJWS {
    let body = try JSONDecoder().decode(Payload.self, from: Data(try #require(request).body))
    let keys = try JWKSet(json: await apple.get("/auth/keys").body)
    return try CompactJWS(body.payload).verify(keyLookup: { keys.key($0) })
  }

  @Test("go to the primary app's address, signed like tokens, for the group's App ID")
  func consentRevoked() async throws {
    let apple = try await Harness()
    let user = try await apple.native().user
    #expect(await event(apple, "consent-revoked").status == 200)
    await apple.sender.arrival(of: 1)
    let request = try #require(apple.sender.requests.first)
    #expect(request.url == "http://localhost:9099/apple/notifications")
    #expect(request.method == .post)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["authorization"] == nil)
    let jws = try await verified(apple, request)
    let claims = try jws.claims(as: Known.self)
    #expect(claims.iss == "https://appleid.apple.com")
    #expect(claims.aud == "com.example.app")
    #expect(claims.exp - claims.iat == 86_400)
    let text = try jws.claims(as: AsText.self).events
    let parsed = try JSONDecoder().decode(Event.self, from: Data(text.utf8))
    #expect(parsed == Event(type: "consent-revoked", sub: user, event_time: 1_800_000_000_000))
  }

  @Test("have the shape and spelling that the settings say")
  func shapes() async throws {
    let apple = try await Harness()
    _ = try await apple.native()
    _ = await apple.control(
      .patch, "/settings",
      #"{"events_as":"object","event_time_as":"seconds","account_delete_spelling":"account-delete"}"#)
    _ = await event(apple, "account-delete")
    await apple.sender.arrival(of: 1)
    let object = try await verified(apple, apple.sender.requests.last).claims(as: AsObject.self).events
    #expect(object.type == "account-delete")
    #expect(object.event_time == 1_800_000_000)
    _ = await apple.control(.patch, "/settings", #"{"events_as":"array"}"#)
    _ = await event(apple, "consent-revoked", user: "amir@example.com")
    await apple.sender.arrival(of: 2)
    #expect(try await verified(apple, apple.sender.requests.last).claims(as: AsArray.self).events.count == 1)
    _ = await apple.control(.patch, "/settings", #"{"events_as":"array_in_string"}"#)
    _ = await event(apple, "consent-revoked", user: "school@example.edu")
    await apple.sender.arrival(of: 3)
    let text = try await verified(apple, apple.sender.requests.last).claims(as: AsText.self).events
    #expect(text.hasPrefix("[{"))
  }

  @Test("of mail name the relay address; without one there is nothing to switch")
  func mail() async throws {
    let apple = try await Harness()
    #expect(await event(apple, "email-disabled").status == 409)
    let address = try await apple.native(
      #"{"client_id":"com.example.app","user":"amir@example.com","scopes":["email"]}"#
    ).email
    #expect(await event(apple, "email-disabled", user: "amir@example.com").status == 200)
    await apple.sender.arrival(of: 1)
    let text = try await verified(apple, apple.sender.requests.last).claims(as: AsText.self).events
    let parsed = try JSONDecoder().decode(Event.self, from: Data(text.utf8))
    #expect(parsed.email == address)
    #expect(parsed.is_private_email == "true")
  }

  @Test("are sent again with the same jti when the receiver answers anything but 200, or not at all")
  func retries() async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/settings", #"{"notification_schedule":[0,0,0]}"#)
    apple.sender.answer(.success(500), .failure(HTTPClientError(.timedOut, "late")), .success(200))
    _ = try await apple.native()
    _ = await event(apple, "consent-revoked")
    await apple.sender.arrival(of: 3)
    var ids: Set<String> = []
    for request in apple.sender.requests {
      ids.insert(try await verified(apple, request).claims(as: Known.self).jti)
      #expect(request.timeout == .seconds(10))
    }
    #expect(ids.count == 1)
  }

  @Test("are delivered several times, signed wrongly, or not sent, where a setting or fault says so")
  func misbehaviour() async throws {
    let apple = try await Harness()
    _ = try await apple.native()
    _ = await apple.control(.patch, "/settings", #"{"notification_copies":3,"notification_schedule":[0]}"#)
    _ = await event(apple, "consent-revoked")
    await apple.sender.arrival(of: 3)
    _ = await apple.control(.patch, "/settings", #"{"notification_copies":1}"#)
    for kind in ["bad_signature", "wrong_key"] {
      let count = apple.sender.requests.count
      _ = await apple.control(
        .post, "/faults", "{\"endpoint\":\"notifications\",\"kind\":\"\(kind)\",\"times\":1}")
      _ = await event(apple, "consent-revoked")
      await apple.sender.arrival(of: count + 1)
      let last = apple.sender.requests.last
      await #expect(throws: JOSEError(.invalidSignature, "")) { try await verified(apple, last) }
    }
    let count = apple.sender.requests.count
    _ = await apple.control(.post, "/faults", #"{"endpoint":"notifications","kind":"reset","times":1}"#)
    let answer = await event(apple, "consent-revoked")
    #expect(answer.text.contains("not sent"))
    #expect(apple.sender.requests.count == count)
  }

  @Test("of a deletion reach every group with a standing consent, and the person is gone everywhere")
  func deletion() async throws {
    let apple = try await Harness()
    let user = try await apple.native().user
    _ = await apple.control(.post, "/teams", #"{"team_id":"TEAM000002"}"#)
    _ = await apple.control(
      .post, "/clients",
      #"{"client_id":"com.other","team_id":"TEAM000002","notification_url":"https://other.example/n"}"#)
    _ = try await apple.native(#"{"client_id":"com.other","user":"maria@example.com"}"#)
    #expect(await event(apple, "account-deleted").status == 200)
    await apple.sender.arrival(of: 2)
    #expect(
      Set(apple.sender.requests.map(\.url))
        == ["http://localhost:9099/apple/notifications", "https://other.example/n"])
    #expect(await apple.control(.get, "/users").text.contains("maria@example.com") == false)
    let state = await apple.control(.get, "/credential-state?client_id=com.example.app&user=\(user)")
    #expect(state.text == #"{"state":"revoked"}"#)
    // The address may be taken again, by somebody new.
    let again = await apple.control(.post, "/users", #"{"email":"maria@example.com"}"#)
    #expect(again.status == 201)
    #expect(!again.text.contains(user))
  }

  @Test(
    "that nobody registered an address for are noted as such",
    arguments: ["teleported", "", "consent_revoked"])
  func unknownKinds(_ type: String) async throws {
    let apple = try await Harness()
    #expect(await event(apple, type).status == 400)
    _ = await apple.control(.post, "/clients", #"{"client_id":"com.silent","team_id":"DEMOTEAM01"}"#)
    let response = await apple.control(
      .post, "/users/maria@example.com/events", #"{"type":"consent-revoked","client_id":"com.silent"}"#)
    #expect(response.text.contains("no_address"))
  }
}
