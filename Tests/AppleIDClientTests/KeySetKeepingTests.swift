import AppleIDClient
import AppleIdentity
import BramleyHTTP
import Foundation
import Testing

@Suite("Apple's keys: how long a set is kept")
struct KeySetKeepingTests {
  static let nonsense: [(String, OutgoingResponse)] = [
    ("HTML with 200", OutgoingResponse(status: 200, body: Array("<html>Sign in</html>".utf8))),
    ("nothing", OutgoingResponse(status: 200)),
    ("cut off", OutgoingResponse(status: 200, body: Array(#"{"keys":[{"kty":"RSA","#.utf8))),
    ("no keys", OutgoingResponse(status: 200, body: Array(#"{"keys":[]}"#.utf8))),
    ("not found", .json(#"{"error":"x"}"#, status: 404)),
    ("redirect", OutgoingResponse(status: 302, headers: ["location": "https://evil.example/"])),
    ("server error", .html503),
    (
      "a thousand keys",
      OutgoingResponse(
        status: 200,
        body: Array(
          #"{"keys":[\#(Array(repeating: #"{"kty":"RSA"}"#, count: 1000).joined(separator: ","))]}"#.utf8))
    ),
    ("a giant", .json(#"{"keys":[],"x":"\#(String(repeating: "x", count: 70_000))"}"#)),
  ]

  @Test(
    "nonsense from the keys endpoint is Apple's trouble, and the last good set stays", arguments: nonsense)
  func nonsenseIsTrouble(name: String, answer: OutgoingResponse) async throws {
    let cold = AppleKeySetCache(http: ScriptedApple(answers: [.success(answer)]), clock: ManualClock())
    let error = await failure { () async throws(AppleServiceError) in try await cold.keySet() }
    #expect(error?.fault == .apple, "\(name)")

    let clock = ManualClock()
    let events = Counter()
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"])), .success(answer)])
    let warm = AppleKeySetCache(http: apple, clock: clock) { _ in events.add() }
    _ = try await warm.keySet()
    clock.advance(by: .seconds(86_400))
    _ = try await warm.keySet()
    await events.reaches(2)
    #expect(try await warm.keySet().keyIDs == ["A"])
  }

  static let lifetimes: [(String?, Int)] = [
    (nil, 86_400), ("max-age=900", 900), ("public, max-age=3600", 3600), ("max-age=5", 300),
    ("max-age=99999999", 86_400), ("no-store", 300), ("no-cache, max-age=7200", 300),
    ("max-age=-1", 86_400), ("MAX-AGE=600", 600), ("max-age=600, max-age=900", 600),
  ]

  @Test("a set is fetched anew when Cache-Control or a day is over, not before", arguments: lifetimes)
  func refresh(header: String?, seconds: Int) async throws {
    let clock = ManualClock()
    let events = Counter()
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"], cacheControl: header))])
    let cache = AppleKeySetCache(http: apple, clock: clock) { _ in events.add() }
    _ = try await cache.keySet()
    clock.advance(by: .seconds(seconds - 1))
    _ = try await cache.keySet()
    #expect(apple.requests.count == 1)
    clock.advance(by: .seconds(1))
    _ = try await cache.keySet()
    await events.reaches(2)
    #expect(apple.requests.count == 2)
  }

  @Test("a set that is due is fetched at most once a minute while Apple is down, and served all along")
  func stale() async throws {
    let clock = ManualClock()
    let events = Counter()
    let apple = ScriptedApple(answers: [
      .success(try Fixtures.keySet(["A"])), .failure(HTTPClientError(.timedOut, "late")),
    ])
    let cache = AppleKeySetCache(http: apple, clock: clock) { _ in events.add() }
    _ = try await cache.keySet()
    clock.advance(by: .seconds(86_400))
    for round in 1...3 {
      _ = try await cache.keySet()
      await events.reaches(1 + round)
      for _ in 0..<10 { #expect(try await cache.keySet().keyIDs == ["A"]) }
      #expect(apple.requests.count == 1 + round)
      clock.advance(by: .seconds(60))
    }
  }

  @Test("after thirty days without Apple a set is not believed any more")
  func tooOld() async throws {
    let clock = ManualClock()
    let apple = ScriptedApple(answers: [
      .success(try Fixtures.keySet(["A"])), .failure(HTTPClientError(.timedOut, "late")),
    ])
    let cache = AppleKeySetCache(http: apple, clock: clock)
    _ = try await cache.keySet()
    clock.advance(by: .seconds(30 * 86_400))
    let error = await failure { () async throws(AppleServiceError) in try await cache.keySet() }
    #expect(error?.code == .unreachable)
  }

  @Test("the set outlives a restart: no request, no wait")
  func restart() async throws {
    let clock = ManualClock()
    let storage = MemoryStorage()
    let first = AppleKeySetCache(
      http: ScriptedApple(answers: [.success(try Fixtures.keySet(["A", "B"]))]), storage: storage,
      clock: clock)
    _ = try await first.keySet()
    await storage.saves.reaches(1)
    let apple = ScriptedApple(answers: [.failure(HTTPClientError(.couldNotConnect, "down"))])
    let second = AppleKeySetCache(http: apple, storage: storage, clock: clock)
    #expect(try await second.keySet().keyIDs == ["A", "B"])
    #expect(apple.requests.isEmpty)
  }

  @Test("a kept set that is due is served at once and fetched behind it, also while Apple is down")
  func restartWithStaleSet() async throws {
    let clock = ManualClock()
    let storage = MemoryStorage()
    let first = AppleKeySetCache(
      http: ScriptedApple(answers: [.success(try Fixtures.keySet(["A"]))]), storage: storage, clock: clock)
    _ = try await first.keySet()
    await storage.saves.reaches(1)
    clock.advance(by: .seconds(2 * 86_400))
    let gate = Gate()
    let apple = ScriptedApple { (_, _) async throws(HTTPClientError) in
      await gate.pass()
      throw HTTPClientError(.timedOut, "late")
    }
    let second = AppleKeySetCache(http: apple, storage: storage, clock: clock)
    #expect(try await second.keySet().keyIDs == ["A"])
    gate.open()
  }

  @Test("a set kept for another address is not used: an emulator's keys never count for Apple (R7)")
  func otherSource() async throws {
    let clock = ManualClock()
    let storage = MemoryStorage()
    let emulator = AppleKeySetCache(
      endpoints: AppleEndpoints(baseURL: "http://127.0.0.1:9100/"),
      http: ScriptedApple(answers: [.success(try Fixtures.keySet(["EMULATOR"]))]), storage: storage,
      clock: clock)
    _ = try await emulator.keySet()
    await storage.saves.reaches(1)
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"]))])
    let real = AppleKeySetCache(http: apple, storage: storage, clock: clock)
    #expect(try await real.keySet().keyIDs == ["A"])
    #expect(apple.requests.count == 1)
  }

  @Test(
    "a storage that is broken or holds nonsense does not stop sign-in",
    arguments: [
      MemoryStorage(isBroken: true), MemoryStorage(Array("{}".utf8)), MemoryStorage([0xff, 0xfe]),
      MemoryStorage(
        Array(
          #"{"source":"https://appleid.apple.com/auth/keys","fetchedAt":1800000000,"refreshAt":1e300,"keySet":"x"}"#
            .utf8)),
    ])
  func brokenStorage(storage: MemoryStorage) async throws {
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"]))])
    let cache = AppleKeySetCache(http: apple, storage: storage, clock: ManualClock())
    #expect(try await cache.keySet().keyIDs == ["A"])
  }

  @Test("a clock that was set back makes the set due instead of keeping it for ever")
  func clockSetBack() async throws {
    let clock = ManualClock()
    let events = Counter()
    let apple = ScriptedApple(answers: [.success(try Fixtures.keySet(["A"]))])
    let cache = AppleKeySetCache(http: apple, clock: clock) { _ in events.add() }
    _ = try await cache.keySet()
    clock.advance(by: .seconds(-1_000_000))
    #expect(try await cache.keySet().keyIDs == ["A"])
    await events.reaches(2)
  }
}
