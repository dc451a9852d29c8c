#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The place of one thread's connection: connects when a work needs it and lets go of what broke.
final class ConnectionSlot {
  private let settings: ConnectionSettings
  private let reconnection: Reconnection
  private let hearing: Hearing
  let tally: PoolTally
  private let jitter: @Sendable () -> Double
  private var connection: Connection? {
    didSet {
      guard (connection == nil) != (oldValue == nil) else { return }
      tally.note { [isOpen = connection != nil] in $0.open += isOpen ? 1 : -1 }
    }
  }
  /// Whether a transaction that only read is still open.
  var isReading = false

  init(
    _ settings: ConnectionSettings, _ reconnection: Reconnection, _ hearing: Hearing, _ tally: PoolTally,
    jitter: @escaping @Sendable () -> Double
  ) {
    self.settings = settings
    self.reconnection = reconnection
    self.hearing = hearing
    self.tally = tally
    self.jitter = jitter
  }

  /// The connection, made anew when there is none, or when the server was given up since it was heard.
  ///
  /// - Parameter endsSilence: Whether a server that says nothing is given up before the deadline.
  /// - Throws: The last failure at once while it is too early for another attempt.
  func connected(
    until deadline: ContinuousClock.Instant, endsSilence: Bool = true
  ) throws(PostgreSQLError) -> Connection {
    if let connection, connection.isUsable, !hearing.distrusts(connection.heard) {
      connection.deadline = deadline
      connection.endsSilence = endsSilence
      return connection
    }
    connection = nil
    if let refusal = reconnection.refusal(at: .now) { throw refusal }
    do throws(PostgreSQLError) {
      let made = try Connection(settings, hearing: hearing)
      reconnection.succeeded()
      tally.note { $0.opened += 1 }
      connection = made
      made.deadline = deadline
      made.endsSilence = endsSilence
      return made
    } catch {
      tally.note { $0.failed += 1 }
      reconnection.failed(error, at: .now)
      throw error
    }
  }

  /// The round trips since the last call; those of a connection that was let go are not counted.
  func takeRoundTrips() -> Int {
    guard let connection else { return 0 }
    defer { connection.roundTrips = 0 }
    return connection.roundTrips
  }

  /// Ends the transaction of a reading whose answer has left already.
  func settle() {
    guard isReading else { return }
    isReading = false
    guard let connection, !connection.isFinished else { return }
    do throws(PostgreSQLError) { try connection.finish() } catch { drop() }
    connection.roundTrips = 0
  }

  /// Lets go of the connection; the next work gets another one.
  func drop() { connection = nil }

  /// Sleeps a moment before a transaction is run again, longer each time.
  func pause(after attempt: Int) {
    let bound = Double(1 << min(attempt, 5)) * 1000  // 2 ms … 32 ms
    usleep(UInt32(bound * (0.25 + 0.75 * jitter())))
  }
}
