import AppleIDClient
import AppleIdentity
import BramleyHTTP
import Foundation
import Testing

@Suite("Apple's keys: who waits and for how long")
struct KeySetWaitingTests {
  @Test(
    "a cold cache and a hanging endpoint end in Apple's trouble after 5 s, with one fetch under way (FR-47)")
  func coldAndHanging() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let apple = ScriptedApple { (_, _) async throws(HTTPClientError) in
      await gate.pass()
      return .html503
    }
    let cache = AppleKeySetCache(http: apple, clock: clock)
    let errors = await withTaskGroup(of: AppleServiceError?.self) { group in
      for _ in 0..<20 {
        group.addTask { await failure { () async throws(AppleServiceError) in try await cache.keySet() } }
      }
      await clock.untilSleepers(1)
      clock.advance(by: .seconds(5))
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.count == 20)
    for error in errors {
      #expect(error?.code == .unreachable)
      #expect(error?.fault == .apple)
      #expect(error?.retryAfter == .seconds(5))
    }
    #expect(apple.requests.count == 1)
    // Whoever comes now is sent away without waiting: no clock moves here.
    let late = await failure { () async throws(AppleServiceError) in try await cache.keySet() }
    #expect(late?.code == .unreachable)
    #expect(apple.requests.count == 1)
    gate.open()
  }

  @Test("an answer that comes after everybody was sent away still warms the cache (FR-47)")
  func lateAnswer() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let fetched = Counter()
    let answer = try Fixtures.keySet(["A", "B"])
    let apple = ScriptedApple { (_, _) async throws(HTTPClientError) in
      await gate.pass()
      return answer
    }
    let cache = AppleKeySetCache(http: apple, clock: clock) { _ in fetched.add() }
    let early = Task { await failure { () async throws(AppleServiceError) in try await cache.keySet() } }
    await clock.untilSleepers(1)
    clock.advance(by: .seconds(5))
    #expect(await early.value?.code == .unreachable)
    gate.open()
    await fetched.reaches(1)
    #expect(try await cache.keySet().keyIDs == ["A", "B"])
    #expect(apple.requests.count == 1)
  }

  @Test("a warm cache never waits, however long the endpoint hangs (FR-47)")
  func warmAndHanging() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let hangs = Counter()
    let answer = try Fixtures.keySet(["A"])
    let apple = ScriptedApple { (_, number) async throws(HTTPClientError) in
      if number > 1 {
        hangs.add()
        await gate.pass()
      }
      return answer
    }
    let cache = AppleKeySetCache(http: apple, clock: clock)
    _ = try await cache.keySet()
    clock.advance(by: .seconds(86_400))
    // Nothing moves the clock and nothing opens the gate: whoever waited here would wait for ever.
    for _ in 0..<10 { #expect(try await cache.keySet().keyIDs == ["A"]) }
    await hangs.reaches(1)
    #expect(apple.requests.count == 2)
    gate.open()
  }

  @Test("twenty callers of a cold cache share one fetch")
  func sharedFetch() async throws {
    let gate = Gate()
    let answer = try Fixtures.keySet(["A"])
    let apple = ScriptedApple { (_, _) async throws(HTTPClientError) in
      await gate.pass()
      return answer
    }
    let clock = ManualClock()
    let cache = AppleKeySetCache(http: apple, clock: clock)
    let sets = try await withThrowingTaskGroup(of: AppleKeySet.self) { group in
      for _ in 0..<20 { group.addTask { try await cache.keySet() } }
      await clock.untilSleepers(1)
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sets.count == 20)
    #expect(apple.requests.count == 1)
  }

  @Test("a cold cache asks an Apple that is down once in five seconds, and fails at once in between")
  func coldBackOff() async throws {
    let clock = ManualClock()
    let apple = ScriptedApple(answers: [
      .failure(HTTPClientError(.timedOut, "late")), .success(try Fixtures.keySet(["A"])),
    ])
    let cache = AppleKeySetCache(http: apple, clock: clock)
    for _ in 0..<50 {
      let error = await failure { () async throws(AppleServiceError) in try await cache.keySet() }
      #expect(error?.isRetryable == true)
    }
    #expect(apple.requests.count == 1)
    clock.advance(by: .seconds(5))
    #expect(try await cache.keySet().keyIDs == ["A"])
  }

  @Test("a caller that gives up leaves the fetch to the others")
  func cancellation() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let answer = try Fixtures.keySet(["A"])
    let apple = ScriptedApple { (_, _) async throws(HTTPClientError) in
      await gate.pass()
      return answer
    }
    let cache = AppleKeySetCache(http: apple, clock: clock)
    let first = Task { await failure { () async throws(AppleServiceError) in try await cache.keySet() } }
    await clock.untilSleepers(1)
    let second = Task { try await cache.keySet() }
    first.cancel()
    #expect(await first.value?.code == .unreachable)
    gate.open()
    #expect(try await second.value.keyIDs == ["A"])
    #expect(apple.requests.count == 1)
  }

  @Test("more callers than may wait are sent away at once")
  func boundedQueue() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let answer = try Fixtures.keySet(["A"])
    let apple = ScriptedApple { (_, _) async throws(HTTPClientError) in
      await gate.pass()
      return answer
    }
    var policy = AppleKeySetCache.Policy()
    policy.waiterLimit = 0
    let cache = AppleKeySetCache(http: apple, clock: clock, policy: policy)
    let error = await failure { () async throws(AppleServiceError) in try await cache.keySet() }
    #expect(error?.code == .unreachable)
    #expect(error?.retryAfter == .seconds(5))
    gate.open()
  }
}
