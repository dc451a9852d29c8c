import AppleSignIn
import BramleyAuth
import Foundation

/// How many steps a process takes before it ends; then nothing it does has an effect any more.
final class Life: @unchecked Sendable {  // state guarded by lock
  private let lock = NSLock()
  private var left: Int

  init(_ steps: Int) { left = steps }

  /// Whether the process ended.
  var isOver: Bool { lock.withLock { left < 0 } }

  /// Takes a step, or ends the process.
  func step() -> Bool {
    lock.withLock {
      left -= left < 0 ? 0 : 1
      return left >= 0
    }
  }
}

/// A storage of a process that may end before any write.
struct MortalStorage: SecureStorage {
  let life: Life
  let real: any SecureStorage

  private func step() throws { if !life.step() { throw StorageError(.unavailable, "The process ended.") } }

  func store(_ item: Data, for key: StorageKey) async throws {
    try step()
    try await real.store(item, for: key)
  }

  func retrieve(_ key: StorageKey) async throws -> Data? {
    if life.isOver { throw StorageError(.unavailable, "The process ended.") }
    return try await real.retrieve(key)
  }

  func remove(_ key: StorageKey) async throws {
    try step()
    try await real.remove(key)
  }

  func change(_ key: StorageKey, _ body: @Sendable (Data?) throws -> Data?) async throws {
    try step()
    try await real.change(key, body)
  }
}

/// A network of a process that may end before a request, or before its answer.
struct MortalTransport: HTTPTransport {
  let life: Life
  let real: any HTTPTransport

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard life.step() else { throw CancellationError() }
    let answer = try await real.send(request)
    guard life.step() else { throw CancellationError() }
    return answer
  }
}
