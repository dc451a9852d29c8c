import Synchronization

/// Connections for reading, each used by one thread at a time; reads never wait for the writer.
final class ReaderPool: Sendable {
  /// Hands connections between threads; only the one that took it touches it.
  private struct Idle: @unchecked Sendable {
    var connections: [Connection] = []
    var open = 0
  }

  private let path: String
  private let bound: Int
  private let state = Mutex(Idle())

  init(path: String, bound: Int) {
    self.path = path
    self.bound = bound
  }

  /// Runs a closure on a connection in one snapshot; keep it short, since it holds up the log's restart.
  func read<Answer, Failure: Error>(
    _ body: (Connection) throws(Failure) -> Answer, orThrow wrap: (SQLiteError) -> Failure
  ) throws(Failure) -> Answer {
    let connection: Connection
    do throws(SQLiteError) { connection = try take() } catch { throw wrap(error) }
    defer { give(connection) }
    do throws(SQLiteError) { try connection.run("BEGIN") } catch { throw wrap(error) }
    defer { connection.endSnapshot() }
    return try body(connection)
  }

  private func take() throws(SQLiteError) -> Connection {
    let taken = state.withLock { state -> Taken in
      if let idle = state.connections.popLast() { return Taken(connection: idle, mayOpen: false) }
      guard state.open < bound else { return Taken(connection: nil, mayOpen: false) }
      state.open += 1
      return Taken(connection: nil, mayOpen: true)
    }
    if let connection = taken.connection { return connection }
    guard taken.mayOpen else {
      throw SQLiteError(.overloaded, "\(bound) reads are under way; try again in a moment.")
    }
    do throws(SQLiteError) {
      return try Connection(path: path, role: .reader)
    } catch {
      state.withLock { $0.open -= 1 }
      throw error
    }
  }

  private struct Taken: @unchecked Sendable {
    let connection: Connection?
    let mayOpen: Bool
  }

  private func give(_ connection: Connection) {
    let box = Taken(connection: connection, mayOpen: false)
    state.withLock { state in
      if let connection = box.connection { state.connections.append(connection) }
    }
  }
}
