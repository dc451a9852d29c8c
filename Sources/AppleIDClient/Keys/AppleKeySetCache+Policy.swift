public import AppleIdentity

extension AppleKeySetCache {
  /// How often Apple is asked for its keys and how long anybody waits for them.
  public struct Policy: Sendable {
    /// How long a caller waits at most while no set is at hand.
    public var greatestWait: Duration = .seconds(5)
    /// How long one fetch may take; it goes on when its callers were sent away.
    public var fetchTimeout: Duration = .seconds(10)
    /// The least time between two fetches that unknown key ids caused in vain, or that failed.
    public var leastInterval: Duration = .seconds(60)
    /// The least time after a failure before Apple is asked again while no set is at hand.
    public var coldRetryInterval: Duration = .seconds(5)
    /// When a set is fetched again without `Cache-Control`; a longer one there counts as this.
    public var refreshInterval: Duration = .seconds(86_400)
    /// The shortest life that `Cache-Control` can give a set.
    public var leastRefreshInterval: Duration = .seconds(300)
    /// The age at which a set is no longer believed, however long Apple has been unreachable.
    public var greatestAge: Duration = .seconds(30 * 86_400)
    /// The longest answer that is read, in bytes; Apple's has about two thousand.
    public var answerLimit = 64 * 1024
    /// How many callers may wait at once; more are sent away.
    public var waiterLimit = 4096

    /// The usual intervals.
    public init() {}
  }

  /// What the cache reports for log and metrics.
  public enum Event: Sendable {
    /// A set was fetched; the ids of its keys.
    case fetched(keyIDs: [KeyID])
    /// A fetch failed; the set at hand goes on being used.
    case fetchFailed(AppleServiceError)
    /// The set could not be read from, or written to, its storage; sign-in goes on.
    case storageFailed(String)
  }
}
