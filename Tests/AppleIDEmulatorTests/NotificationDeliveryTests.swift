import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import Testing
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Late and repeated deliveries of notifications", .timeLimit(.minutes(5)))
struct NotificationDeliveryTests {
  private struct List: Decodable {
    struct Attempt: Decodable { var status: Int? }
    struct Entry: Decodable {
      let id, state: String
      let attempts: [Attempt]
      var next_attempt_at: String?
    }
    let notifications: [Entry]
  }

  private struct Payload: Decodable { let payload: String }
  private struct Known: Decodable { let jti: String }

  private let pause = HeldPause()

  private func harness(_ directory: String? = nil) async throws -> Harness {
    let pause = pause
    return try await Harness {
      $0.pause = { try await pause.wait($0) }
      if let directory { $0.storage = .directory(directory) }
    }
  }

  private func revoke(_ apple: Harness) async -> HTTPResponse {
    await apple.control(
      .post, "/users/maria@example.com/events", #"{"type":"consent-revoked","client_id":"com.example.app"}"#)
  }

  private func entries(_ apple: Harness) async throws -> [List.Entry] {
    try await apple.control(.get, "/notifications").json(List.self).notifications
  }

  private func ids(_ apple: Harness) throws -> [String] {
    try apple.sender.requests.map { request in
      let body = try JSONDecoder().decode(Payload.self, from: Data(request.body))
      let claims = try CompactJWS(body.payload).unverifiedPayload()
      return try JSONDecoder().decode(Known.self, from: Data(claims)).jti
    }
  }

  /// Reads an entry again until its delivery has ended.
  private func ended(_ apple: Harness) async throws -> List.Entry {
    while true {
      let entry = try #require(try await entries(apple).first)
      if entry.state != "pending" { return entry }
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test("a delayed delivery waits as long as the schedule says; the event's answer does not wait for it")
  func delayed() async throws {
    let apple = try await harness()
    _ = await apple.control(.patch, "/settings", #"{"notification_schedule":[30,300]}"#)
    let answer = await revoke(apple)
    #expect(answer.text.contains(#""state":"pending""#))
    #expect(answer.text.contains(#""next_attempt_at":"2027-01-15T08:00:30Z""#))
    #expect(await pause.next() == .seconds(30))
    #expect(apple.sender.requests.isEmpty)
    apple.sender.answer(.success(503))
    pause.release()
    #expect(await pause.next() == .seconds(300))
    #expect(apple.sender.requests.count == 1)
    #expect(try await entries(apple).first?.attempts.map(\.status) == [503])
    pause.release()
    let entry = try await ended(apple)
    #expect(entry.state == "delivered")
    #expect(entry.attempts.map(\.status) == [503, 200])
    #expect(entry.next_attempt_at == nil)
  }

  @Test("after the schedule's last attempt the delivery has failed and nothing follows")
  func failed() async throws {
    let apple = try await harness()
    _ = await apple.control(.patch, "/settings", #"{"notification_schedule":[0,60]}"#)
    apple.sender.answer(.success(500), .failure(HTTPClientError(.timedOut, "late")))
    _ = await revoke(apple)
    #expect(await pause.next() == .seconds(60))
    pause.release()
    let entry = try await ended(apple)
    #expect(entry.state == "failed")
    #expect(entry.attempts.map(\.status) == [500, nil])
    #expect(apple.sender.requests.count == 2)
  }

  @Test("a return to the start calls off what waits for its next attempt")
  func startOver() async throws {
    let apple = try await harness()
    _ = await apple.control(.patch, "/settings", #"{"notification_schedule":[60]}"#)
    _ = await revoke(apple)
    #expect(await pause.next() == .seconds(60))
    _ = await apple.control(.delete, "/state")
    pause.release()
    #expect(try await entries(apple).isEmpty)
    // One that is sent afterwards is the first to arrive.
    _ = await revoke(apple)
    await apple.sender.arrival(of: 1)
    #expect(try ids(apple) == [try await ended(apple).id])
  }

  @Test(
    "what was not delivered when the emulator was killed goes on after the restart, with its jti and time")
  func restart() async throws {
    try await TemporaryDirectory.with { path in
      let before = try await harness(path)
      _ = await before.control(.patch, "/settings", #"{"notification_schedule":[0,60,300]}"#)
      before.sender.answer(.success(500))
      _ = await revoke(before)
      #expect(await pause.next() == .seconds(60))
      let copy = try TemporaryDirectory.copyAsKilled(path)

      let after = try await harness(copy)
      // The clocks of both stand still: all of the minute is left, and the attempt made is known.
      #expect(await pause.next() == .seconds(60))
      #expect(try await entries(after).first?.attempts.map(\.status) == [500])
      pause.release()
      let entry = try await ended(after)
      #expect(entry.state == "delivered")
      #expect(entry.attempts.map(\.status) == [500, 200])
      #expect(try ids(after) == [entry.id])
      #expect(try before.sender.requests.count >= 1 && ids(before).first == entry.id)
      await before.emulator.stop()
      await after.emulator.stop()
      // What was delivered stays so.
      let last = try await harness(copy)
      #expect(try await entries(last).map(\.state) == ["delivered"])
      await last.emulator.stop()
      #expect(last.sender.requests.isEmpty)
    }
  }

  @Test("an attempt that fell due while nothing ran is made a second after the start")
  func overdue() async throws {
    try await TemporaryDirectory.with { path in
      let before = try await harness(path)
      _ = await before.control(.patch, "/settings", #"{"notification_schedule":[60]}"#)
      _ = await revoke(before)
      #expect(await pause.next() == .seconds(60))
      await before.emulator.stop()
      pause.release()
      let pause = pause
      let clock = TestClock()
      clock.advance(86_400)
      let after = try await Harness {
        $0.storage = .directory(path)
        $0.pause = { try await pause.wait($0) }
        $0.now = { clock.now }
      }
      #expect(await pause.next() == .seconds(1))
      pause.release()
      #expect(try await ended(after).state == "delivered")
      #expect(before.sender.requests.isEmpty)
      await after.emulator.stop()
    }
  }

  @Test("a revocation by a relying party and its notification are one change: a kill loses neither or both")
  func oneChange() async throws {
    try await TemporaryDirectory.with { path in
      let before = try await harness(path)
      _ = await before.control(.patch, "/settings", #"{"notification_schedule":[60]}"#)
      let token = try #require(try await before.tokens().refresh_token)
      #expect(try await before.revoke(token).status == 200)
      let copy = try TemporaryDirectory.copyAsKilled(path)
      await before.emulator.stop()
      let after = try await harness(copy)
      #expect(try await after.refresh(token).errorCode == "invalid_grant")
      #expect(try await entries(after).map(\.state) == ["pending"])
      await after.emulator.stop()
    }
  }
}
