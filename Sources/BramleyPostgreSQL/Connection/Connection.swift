import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection to a server, used by one thread at a time.
///
/// It lives in libpq's pipeline mode: statements whose answers are not needed yet are queued and travel with
/// the next one that is waited for, so that a transaction takes few round trips. Every wait has a deadline.
public final class Connection {
  let handle: OpaquePointer
  let settings: ConnectionSettings
  /// Whether the server tells its timeline: what a commit in doubt is judged by.
  private(set) var tellsTimeline = false
  /// When the current work must be done; waits end there.
  var deadline: ContinuousClock.Instant
  /// Whether a server that says nothing for ``ConnectionSettings/silence`` is given up: in transactions, whose
  /// statements are bounded; not in migrations.
  var endsSilence = false
  /// What the pool's connections have heard.
  let hearing: Hearing
  /// When it last heard of the server.
  private(set) var heard: ContinuousClock.Instant
  /// When it last asked.
  var asked: ContinuousClock.Instant
  /// The first error since the transaction began.
  public internal(set) var failure: PostgreSQLError?
  /// What identifies the open transaction on the server.
  var mark: TransactionMark?
  /// Where the answer stands that holds the mark.
  var beginning: Ticket?
  /// Whether the body has ended its transaction itself.
  var isFinished = false

  // The pipeline: see Connection+pipeline.
  var prepared: Set<Int> = []
  var parameters = Parameters()
  var steps: [PipelineStep] = []
  var answers: [OpaquePointer?] = []
  var isBroken = false
  /// How often it waited for the server since somebody asked.
  var roundTrips = 0

  /// Connects; waits at most the settings' time for each host.
  ///
  /// - Throws: ``PostgreSQLError`` that says what is wrong.
  public convenience init(_ settings: ConnectionSettings) throws(PostgreSQLError) {
    try self.init(settings, hearing: Hearing())
  }

  /// Connects as one of a pool.
  init(_ settings: ConnectionSettings, hearing: Hearing) throws(PostgreSQLError) {
    self.settings = settings
    self.hearing = hearing
    (heard, asked, deadline) = (.now, .now, .now + settings.connectTimeout)
    let keywords = try settings.keywords()
    guard let handle = Self.connect(keywords) else {
      throw PostgreSQLError(.unreachable, "There is no memory for a connection.")
    }
    guard PQstatus(handle) == CONNECTION_OK else {
      let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      PQfinish(handle)
      throw Self.refusal(text)
    }
    self.handle = handle
    // A host that hangs has used its time up; what is asked of the one that answers has its own.
    (heard, asked, deadline) = (.now, .now, .now + settings.connectTimeout)
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
      throw PostgreSQLError(.unreachable, "The connection takes no pipeline.")
    }
    // A server that does not tell (some managed ones) leaves a commit in doubt unresolved, nothing else.
    tellsTimeline = (try? readTimeline()) != nil
    failure = nil
  }

  deinit {
    for answer in answers { PQclear(answer) }
    PQfinish(handle)
  }

  private static func connect(_ keywords: [(String, String)]) -> OpaquePointer? {
    var names = keywords.map { strdup($0.0) }
    var values = keywords.map { strdup($0.1) }
    defer {
      for text in names { free(text) }
      for text in values {
        // The password may be among them.
        if let text { memset(text, 0, strlen(text)) }
        free(text)
      }
    }
    names.append(nil)
    values.append(nil)
    let constantNames = names.map { $0.map { UnsafePointer($0) } }
    let constantValues = values.map { $0.map { UnsafePointer($0) } }
    return PQconnectdbParams(constantNames, constantValues, 0)
  }

  /// libpq gives no state for a refused connection, only its sentences, in English as no locale is set.
  static func refusal(_ text: String) -> PostgreSQLError {
    // Of an address that is not well made libpq repeats a part, which may be the password's.
    if text.hasPrefix("invalid ") { return .unreadable }
    let lines = text.split(separator: "\n")
    let line = lines.joined(separator: "; ")
    if text.contains("session is read-only") || text.contains("server is in hot standby mode") {
      return PostgreSQLError(.readOnly, "No host takes writes: \(line)")
    }
    // One host that refuses is no reason to give up while another may come back.
    let attempts = lines.filter { $0.contains(" failed: ") }
    let isRefused = (attempts.isEmpty ? lines : attempts).allSatisfy { line in
      refusals.contains(where: line.contains)
    }
    return PostgreSQLError(isRefused && !lines.isEmpty ? .refused : .unreachable, line)
  }

  private static let refusals = ["does not exist", "authentication failed", "no pg_hba.conf entry"]

  /// Whether the server's session is still there as far as anyone has seen.
  public var isUsable: Bool { !isBroken && PQstatus(handle) == CONNECTION_OK }

  private static let timeline = Statement("SELECT substr(pg_walfile_name(pg_current_wal_lsn()),1,8)")

  /// The timeline that the server writes; it changes when another server is promoted.
  func readTimeline() throws(PostgreSQLError) -> String {
    try first(Self.timeline) { $0.text(0) } ?? ""
  }

  // MARK: Waiting

  /// Waits until the socket can be read (or written, when there is something left to send).
  func wait(_ events: Int32) throws(PostgreSQLError) {
    let now = ContinuousClock.now
    var left = deadline - now
    if endsSilence {
      let start = max(asked, heard)
      if hearing.distrusts(heard) { throw lost("The server has fallen silent.") }
      guard now < start + settings.silence else {
        // Others hear of it: it lives, and this transaction is too much for it.
        let isHung = hearing.waitedInVain(since: start, until: now)
        throw lost("The server has fallen silent.", isHung ? .connectionLost : .timeout)
      }
      // In between it looks whether another connection has given the server up.
      left = min(left, start + settings.silence - now, Self.look)
    }
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    guard deadline > now else { throw lost("The server did not answer in time.", .timeout) }
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(truncatingIfNeeded: events), revents: 0)
    let ready = poll(&descriptor, 1, Int32(clamping: max(1, milliseconds)))
    guard ready >= 0 || errno == EINTR else { throw lost("The connection cannot be waited for.") }
    if ready > 0, descriptor.revents & Int16(POLLIN) != 0 {
      heard = .now
      hearing.heard(at: heard)
    }
  }

  /// The longest that one connection learns late of what another has found out.
  private static let look = Duration.milliseconds(250)

  /// Marks the connection as of no use; nothing is known of what was under way.
  func lost(_ text: String, _ code: PostgreSQLError.Code = .connectionLost) -> PostgreSQLError {
    isBroken = true
    return PostgreSQLError(code, text)
  }
}
