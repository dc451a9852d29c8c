import AppleIDClient
import AppleIdentity
import BramleyHTTP
import Foundation
import Testing

@Suite("Apple's keys: unknown key ids and rotation")
struct KeySetRotationTests {
  @Test("a thousand made-up key ids cost one fetch a minute (FR-46, A17)")
  func flood() async throws {
    let clock = ManualClock()
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"]))])
    let cache = AppleKeySetCache(http: apple, clock: clock)
    _ = try await cache.keySet()
    for minute in 1...3 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<1000 {
          group.addTask { _ = try await cache.keySet(refreshedFor: "../../etc/\(minute)/\(number)") }
        }
        try await group.waitForAll()
      }
      #expect(apple.requests.count == 1 + minute)
      clock.advance(by: .seconds(59))
      _ = try await cache.keySet(refreshedFor: "still made up")
      #expect(apple.requests.count == 1 + minute)
      clock.advance(by: .seconds(1))
    }
    // A key id never becomes part of an address.
    #expect(Set(apple.requests.map(\.url)) == ["https://appleid.apple.com/auth/keys"])
  }

  @Test("made-up key ids that meet a hanging endpoint count as well, also when nobody waits any more (FR-46)")
  func floodOfLateAnswers() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let events = Counter()
    let answer = try Fixtures.keySet(["A"])
    let apple = ScriptedApple { (_, number) async throws(HTTPClientError) in
      if number > 1 { await gate.pass() }
      return answer
    }
    let cache = AppleKeySetCache(http: apple, clock: clock) { _ in events.add() }
    _ = try await cache.keySet()
    let error = Task {
      await failure { () async throws(AppleServiceError) in try await cache.keySet(refreshedFor: "made up") }
    }
    await clock.untilSleepers(1)
    clock.advance(by: .seconds(5))
    #expect(await error.value?.code == .unreachable)
    gate.open()
    await events.reaches(2)
    _ = try await cache.keySet(refreshedFor: "made up too")
    #expect(apple.requests.count == 2)
  }

  @Test("a rotation is followed at once, and so is the next one right behind it")
  func rotation() async throws {
    let clock = ManualClock()
    let apple = ScriptedApple(answers: [
      .success(try Fixtures.keySet(["A"])), .success(try Fixtures.keySet(["A", "B"])),
      .success(try Fixtures.keySet(["B", "C"])),
    ])
    let cache = AppleKeySetCache(http: apple, clock: clock)
    _ = try await cache.keySet()
    #expect(try await cache.keySet(refreshedFor: "B").contains("B"))
    #expect(try await cache.keySet(refreshedFor: "C").contains("C"))
    #expect(try await cache.keySet(refreshedFor: "B").contains("B"))
    #expect(apple.requests.count == 3)
  }

  @Test("while Apple is down an unknown key id is Apple's trouble, not the token's; one request a minute")
  func unknownWhileDown() async throws {
    let clock = ManualClock()
    let apple = ScriptedApple(answers: [
      .success(try Fixtures.keySet(["A"])), .failure(HTTPClientError(.timedOut, "late")),
      .success(try Fixtures.keySet(["A", "B"])),
    ])
    let cache = AppleKeySetCache(http: apple, clock: clock)
    _ = try await cache.keySet()
    for _ in 0..<20 {
      let error = await failure { () async throws(AppleServiceError) in
        try await cache.keySet(refreshedFor: "B")
      }
      #expect(error?.fault == .apple)
    }
    #expect(apple.requests.count == 2)
    #expect(try await cache.keySet().keyIDs == ["A"])
    clock.advance(by: .seconds(60))
    #expect(try await cache.keySet(refreshedFor: "B").contains("B"))
  }

  @Test("the key is chosen by its id: the third one verifies (FR-01)", arguments: [0, 1, 2])
  func anyPlace(place: Int) async throws {
    let ids = ["A", "B", "C"]
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(ids))])
    let client = Fixtures.client(apple, credentials: nil)
    let token = try Fixtures.token(key: place, keyID: ids[place])
    let verified = try await client.verify(
      token, with: Fixtures.verifier, nonce: .notRequired, at: Fixtures.now)
    #expect(verified.claims.audience == "com.example.app")
    #expect(apple.requests.count == 1)
  }

  @Test("a token of a new key signs in: the keys are fetched anew once")
  func newKeySignsIn() async throws {
    let apple = ScriptedApple(answers: [
      .success(try Fixtures.keySet(["A"])), .success(try Fixtures.keySet(["A", "B"])),
    ])
    let client = Fixtures.client(apple, credentials: nil)
    _ = try await client.keySet(lacking: nil)
    let token = try Fixtures.token(key: 1, keyID: "B")
    _ = try await client.verify(token, with: Fixtures.verifier, nonce: .notRequired, at: Fixtures.now)
    #expect(apple.requests.count == 2)
  }

  @Test("a token of another issuer is refused without a request on its account (A02, A39, FR-03)")
  func foreignIssuer() async throws {
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"]))])
    let client = Fixtures.client(apple, credentials: nil)
    _ = try await client.keySet(lacking: nil)
    let token = try Fixtures.token(key: 1, keyID: "B", issuer: "https://evil.example")
    await #expect(throws: AppleVerificationError.self) {
      try await client.verify(token, with: Fixtures.verifier, nonce: .notRequired, at: Fixtures.now)
    }
    // Neither the issuer it names, nor a discovery document, nor the keys once more.
    #expect(apple.requests.map(\.url) == ["https://appleid.apple.com/auth/keys"])
  }

  @Test("a made-up key id is refused as such")
  func madeUp() async throws {
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"]))])
    let client = Fixtures.client(apple, credentials: nil)
    let token = try Fixtures.token(key: 1, keyID: "http://127.0.0.1/k")
    do throws(AppleVerificationError) {
      _ = try await client.verify(token, with: Fixtures.verifier, nonce: .notRequired, at: Fixtures.now)
      Issue.record("A made-up key id passed.")
    } catch {
      guard case .refused(let reason) = error else { throw error }
      #expect(reason.code == .unknownKeyID)
    }
    #expect(Set(apple.requests.map(\.url)) == ["https://appleid.apple.com/auth/keys"])
  }
}
