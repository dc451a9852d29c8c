import AppleIDClient
import AppleIdentity
import BramleyHTTP
import Foundation
import Synchronization
import Testing

@Suite("Migration of people between teams")
struct MigrationTests {
  /// Plays both of Apple's endpoints; subjects named bad… are refused.
  static func apple() -> ScriptedApple {
    ScriptedApple { (request, _) async throws(HTTPClientError) in
      let form = FormFields(parsing: String(decoding: request.body, as: UTF8.self)) ?? [:]
      if request.url.hasSuffix("/auth/token") {
        return .json(#"{"access_token":"a1","token_type":"Bearer","expires_in":3600}"#)
      }
      guard request.headers["authorization"] == "Bearer a1" else { return .refusal("invalid_grant") }
      let subject = form["sub"] ?? form["transfer_sub"] ?? ""
      if subject.hasPrefix("bad") { return .refusal("invalid_request") }
      return form["sub"] != nil
        ? .json(#"{"transfer_sub":"t-\#(subject)"}"#)
        : .json(#"{"sub":"new-\#(subject)","email":"x@privaterelay.appleid.com","is_private_email":"true"}"#)
    }
  }

  @Test("three refused people in a hundred do not stop the others; a rerun does only the rest (FR-54)")
  func batch() async throws {
    let apple = Self.apple()
    let client = try Fixtures.client(apple)
    let ledger = MemoryLedger((0..<100).map { [7, 50, 99].contains($0) ? "bad\($0)" : "person\($0)" })
    let run = AppleMigrationRun(service: client, ledger: ledger, clock: ManualClock())
    let report = try await run(.outgoing(to: "TEAM000002"), clientID: "com.example.app")
    #expect(report.doneCount == 97)
    #expect(report.refusedCount == 3)
    #expect(Set(report.refused.map(\.identifier)) == ["bad7", "bad50", "bad99"])
    #expect(report.interruption == nil)
    #expect(ledger.done["person3"] == "t-person3")
    // One access token for all of them.
    #expect(apple.requests.filter { $0.url.hasSuffix("/auth/token") }.count == 1)
    let before = apple.requests.count
    let second = try await run(.outgoing(to: "TEAM000002"), clientID: "com.example.app")
    #expect(second.doneCount == 0)
    #expect(second.refusedCount == 3)
    #expect(apple.requests.count == before + 3)
  }

  @Test("Apple's trouble is waited out with growing pauses")
  func trouble() async throws {
    let clock = ManualClock(sleepsAtOnce: true)
    let start = clock.now()
    let service = FailingService(
      failures: 4, error: AppleServiceError(.unreachable, fault: .apple, message: "down"))
    let ledger = MemoryLedger(["person"])
    let run = AppleMigrationRun(service: service, ledger: ledger, clock: clock)
    let report = try await run(.incoming, clientID: "com.example.app")
    #expect(report.doneCount == 1)
    #expect(clock.now().timeIntervalSince(start) == 15)
  }

  @Test(
    "lasting trouble and faults of our own end the run; nobody is marked as refused, and a rerun goes on",
    arguments: [AppleServiceError.Fault.apple, .configuration])
  func interruption(fault: AppleServiceError.Fault) async throws {
    let clock = ManualClock(sleepsAtOnce: true)
    let error = AppleServiceError(.invalidClient, fault: fault, message: "no")
    let ledger = MemoryLedger((0..<20).map { "person\($0)" })
    let broken = AppleMigrationRun(
      service: FailingService(failures: .max, error: error), ledger: ledger, clock: clock, width: 4)
    let report = try await broken(.incoming, clientID: "com.example.app")
    #expect(report.interruption == error)
    #expect(report.doneCount == 0 && report.refusedCount == 0)
    let healthy = AppleMigrationRun(
      service: FailingService(failures: 0, error: error), ledger: ledger, clock: clock)
    #expect(try await healthy(.incoming, clientID: "com.example.app").doneCount == 20)
  }

  @Test("outgoing: subject and receiving team go out, the transfer identifier comes back")
  func outgoing() async throws {
    let apple = Self.apple()
    let client = try Fixtures.client(apple)
    let identifier = try await client.transferIdentifier(
      for: "person", to: "TEAM000002", clientID: "com.example.app")
    #expect(identifier == "t-person")
    let token = try #require(apple.form(1))
    #expect(Set(token.fields.map(\.name)) == ["client_id", "client_secret", "grant_type", "scope"])
    #expect(token["grant_type"] == "client_credentials" && token["scope"] == "user.migration")
    #expect(apple.requests.last?.url == "https://appleid.apple.com/auth/usermigrationinfo")
    let form = try #require(apple.form(2))
    #expect(Set(form.fields.map(\.name)) == ["client_id", "client_secret", "sub", "target"])
    #expect(form["target"] == "TEAM000002")
  }

  @Test("incoming: the transfer identifier gives subject and relay address")
  func incoming() async throws {
    let client = try Fixtures.client(Self.apple())
    let person = try await client.person(withTransferIdentifier: "t1", clientID: "com.example.app")
    #expect(person.subject == "new-t1")
    #expect(person.email == "x@privaterelay.appleid.com")
    #expect(person.isPrivateEmail)
  }

  @Test("an access token that Apple does not take any more is fetched anew once")
  func staleToken() async throws {
    let tokens = Mutex(0)
    let apple = ScriptedApple { (request, _) async throws(HTTPClientError) in
      if request.url.hasSuffix("/auth/token") {
        let number = tokens.withLock { count in
          count += 1
          return count
        }
        return .json(#"{"access_token":"a\#(number)","expires_in":3600}"#)
      }
      return request.headers["authorization"] == "Bearer a2"
        ? .json(#"{"sub":"s","is_private_email":false}"#) : .refusal("invalid_grant")
    }
    let client = try Fixtures.client(apple)
    let person = try await client.person(withTransferIdentifier: "t1", clientID: "com.example.app")
    #expect(person == AppleMigratedPerson(subject: "s"))
    #expect(tokens.withLock { $0 } == 2)
  }

  @Test(
    "answers without the member that matters are Apple's trouble",
    arguments: ["{}", #"{"sub":""}"#, "[]", "<html>"])
  func incomplete(body: String) async throws {
    let apple = ScriptedApple { (request, _) async throws(HTTPClientError) in
      request.url.hasSuffix("/auth/token")
        ? .json(#"{"access_token":"a1","expires_in":3600}"#) : .json(body)
    }
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in
      try await client.person(withTransferIdentifier: "t1", clientID: "com.example.app")
    }
    #expect(error?.code == .malformed)
    #expect(error?.fault == .apple)
  }
}

/// Fails a number of times, then gives everybody a new subject.
private final class FailingService: AppleMigrationService {
  private let rest: Mutex<Int>
  private let error: AppleServiceError

  init(failures: Int, error: AppleServiceError) {
    rest = Mutex(failures)
    self.error = error
  }

  func transferIdentifier(for subject: AppleSubject, to team: TeamID, clientID: String)
    async throws(AppleServiceError) -> String
  { throw error }

  func person(withTransferIdentifier identifier: String, clientID: String) async throws(AppleServiceError)
    -> AppleMigratedPerson
  {
    let fails = rest.withLock { rest in
      defer { rest = max(0, rest - 1) }
      return rest > 0
    }
    if fails { throw error }
    return AppleMigratedPerson(subject: AppleSubject("new-" + identifier))
  }
}

/// Keeps a migration in memory.
private final class MemoryLedger: AppleMigrationLedger {
  private let people: [String]
  private let results = Mutex<[String: String]>([:])

  init(_ people: [String]) { self.people = people }

  var done: [String: String] { results.withLock { $0 } }

  func unfinished(after id: String?, limit: Int) async throws -> [AppleMigrationEntry] {
    let start = id.flatMap(Int.init).map { $0 + 1 } ?? 0
    let done = done
    return Array(
      people.enumerated().filter { $0.offset >= start && done[$0.element] == nil }.prefix(limit)
        .map { AppleMigrationEntry(id: String($0.offset), identifier: $0.element) })
  }

  func record(_ outcome: AppleMigrationOutcome, for entry: AppleMigrationEntry) async throws {
    let text: String? =
      switch outcome {
      case .transferIdentifier(let identifier): identifier
      case .person(let person): person.subject.rawValue
      case .refused: nil
      }
    results.withLock { $0[entry.identifier] = text }
  }
}
