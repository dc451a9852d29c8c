import AppleIDEmulator
import BramleyHTTP
import BramleyJOSE
import Testing

@Suite("Faults")
struct FaultTests {
  private func add(_ apple: Harness, _ body: String) async -> Int {
    await apple.control(.post, "/faults", body).status
  }

  @Test("are counted, and gone afterwards")
  func counted() async throws {
    let apple = try await Harness()
    #expect(await add(apple, #"{"endpoint":"keys","kind":"status","status":502,"times":2}"#) == 201)
    #expect(await apple.get("/auth/keys").status == 502)
    #expect(await apple.get("/.well-known/openid-configuration").status == 200)
    #expect(await apple.get("/auth/keys").status == 502)
    #expect(await apple.get("/auth/keys").status == 200)
    _ = await add(apple, #"{"endpoint":"keys","kind":"status"}"#)
    for _ in 0..<3 { #expect(await apple.get("/auth/keys").status == 503) }
    #expect(await apple.control(.delete, "/faults").status == 204)
    #expect(await apple.get("/auth/keys").status == 200)
  }

  @Test("stand in for the answer by each kind and leave the state as it was")
  func kinds() async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    _ = await add(apple, #"{"endpoint":"token","kind":"html","times":1}"#)
    let html = try await apple.exchange(code: code)
    #expect(html.headers["content-type"]?.hasPrefix("text/html") == true)
    _ = await add(apple, #"{"endpoint":"token","kind":"malformed","times":1}"#)
    let malformed = try await apple.exchange(code: code)
    #expect(malformed.status == 200)
    #expect(throws: (any Error).self) { try malformed.json(TokenReply.self) }
    _ = await add(apple, #"{"endpoint":"token","kind":"reset","times":1}"#)
    #expect(try await apple.exchange(code: code).delivery == .reset)
    _ = await add(apple, #"{"endpoint":"token","kind":"slow_body","delay_ms":7,"times":1}"#)
    let slow = try await apple.exchange(code: code)
    #expect(slow.delivery == .trickle(millisecondsPerByte: 7))
    #expect(try slow.json(TokenReply.self).id_token != nil)
  }

  @Test("late answers are right answers; an answer that never comes ends when the caller gives up")
  func timing() async throws {
    let apple = try await Harness()
    _ = await add(apple, #"{"endpoint":"keys","kind":"slow","delay_ms":1,"times":1}"#)
    #expect(await apple.get("/auth/keys").status == 200)
    _ = await add(apple, #"{"endpoint":"keys","kind":"timeout","times":1}"#)
    let waiting = Task { await apple.get("/auth/keys") }
    waiting.cancel()
    #expect(await waiting.value.delivery == .reset)
  }

  @Test(
    "spoil signatures, at the token step, on the page and for devices",
    arguments: ["bad_signature", "wrong_key"])
  func signatures(_ kind: String) async throws {
    let apple = try await Harness { $0.signingKeys = severalSigningKeys }
    let code = try #require(try await apple.signIn()["code"])
    _ = await add(apple, "{\"endpoint\":\"token\",\"kind\":\"\(kind)\",\"times\":1}")
    let token = try #require(try await apple.exchange(code: code).json(TokenReply.self).id_token)
    await #expect(throws: JOSEError(.invalidSignature, "")) { try await apple.claims(token) }
    _ = await add(apple, "{\"endpoint\":\"authorize\",\"kind\":\"\(kind)\",\"times\":1}")
    let native = try await apple.native().identity_token
    await #expect(throws: JOSEError(.invalidSignature, "")) { try await apple.claims(native) }
    _ = await add(apple, "{\"endpoint\":\"keys\",\"kind\":\"\(kind)\",\"times\":1}")
    let good = try await apple.native().identity_token
    let expected = JOSEError(kind == "wrong_key" ? .invalidSignature : .unknownKeyID, "")
    await #expect(throws: expected) { try await apple.claims(good) }
    _ = try await apple.claims(good)
  }

  @Test(
    "that cannot be played are refused",
    arguments: [
      #"{"endpoint":"nowhere","kind":"status"}"#, #"{"endpoint":"token","kind":"explode"}"#,
      #"{"endpoint":"token","kind":"status","status":99}"#,
      #"{"endpoint":"token","kind":"status","times":0}"#,
      #"{"endpoint":"revoke","kind":"bad_signature"}"#,
      #"{"endpoint":"token","kind":"slow","delay_ms":99999999}"#,
      #"{"kind":"status"}"#,
    ])
  func refused(_ body: String) async throws {
    let apple = try await Harness()
    #expect(await add(apple, body) == 400)
    #expect(await apple.control(.get, "/faults").text == #"{"faults":[]}"#)
  }

  @Test("are bounded")
  func bounded() async throws {
    let apple = try await Harness()
    for _ in 0..<100 { _ = await add(apple, #"{"endpoint":"keys","kind":"status"}"#) }
    #expect(await add(apple, #"{"endpoint":"keys","kind":"status"}"#) == 409)
  }
}
