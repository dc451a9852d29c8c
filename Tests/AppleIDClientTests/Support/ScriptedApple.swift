import BramleyHTTP
import Foundation
import Synchronization

/// Answers by a closure and remembers what it was asked.
final class ScriptedApple: HTTPSending {
  typealias Script = @Sendable (OutgoingRequest, Int) async throws(HTTPClientError) -> OutgoingResponse

  private let script: Script
  private let seen = Mutex<[OutgoingRequest]>([])

  /// The closure gets the request and its number, from 1.
  init(_ script: @escaping Script) { self.script = script }

  /// Gives these answers one after the other, and the last one again and again.
  convenience init(answers: [Result<OutgoingResponse, HTTPClientError>]) {
    self.init { (_, number) async throws(HTTPClientError) in
      try answers[min(number, answers.count) - 1].get()
    }
  }

  func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse {
    let number = seen.withLock { seen in
      seen.append(request)
      return seen.count
    }
    return try await script(request, number)
  }

  var requests: [OutgoingRequest] { seen.withLock { $0 } }

  /// The form of a request; nil when it has none.
  func form(_ number: Int) -> FormFields? {
    let requests = requests
    guard requests.indices.contains(number - 1) else { return nil }
    return FormFields(parsing: String(decoding: requests[number - 1].body, as: UTF8.self))
  }
}

extension OutgoingResponse {
  static func json(_ text: String, status: Int = 200, headers: HTTPFields = [:]) -> OutgoingResponse {
    OutgoingResponse(status: status, headers: headers, body: Array(text.utf8))
  }

  static func refusal(_ code: String, description: String? = nil, status: Int = 400) -> OutgoingResponse {
    let more = description.map { #","error_description":"\#($0)""# } ?? ""
    return json(#"{"error":"\#(code)","email_verified":false\#(more)}"#, status: status)
  }

  static let html503 = OutgoingResponse(
    status: 503, headers: ["content-type": "text/html"], body: Array("<html><body>Busy</body></html>".utf8))
}

/// A door that stays shut until it is opened.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      defer { state = (true, []) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// Counts up and lets a test wait for a number.
final class Counter: Sendable {
  private let state = Mutex<(count: Int, waiters: [(Int, CheckedContinuation<Void, Never>)])>((0, []))

  func add() {
    let ready = state.withLock { state in
      state.count += 1
      let count = state.count
      defer { state.waiters.removeAll { $0.0 <= count } }
      return state.waiters.filter { $0.0 <= count }.map(\.1)
    }
    for waiter in ready { waiter.resume() }
  }

  func reaches(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.count < count { state.waiters.append((count, continuation)) }
        return state.count >= count
      }
      if isReady { continuation.resume() }
    }
  }
}
