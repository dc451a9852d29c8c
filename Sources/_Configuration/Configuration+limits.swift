extension Configuration {
  /// The limits; in `dev` there are none unless a setting asks for them (R43).
  static func rateLimits(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError) -> RateLimits {
    var kinds: [String: RateLimits.Setting] = [:]
    for kind in KnownSettings.limitedKinds { kinds[kind] = try limit("rateLimits." + kind, reader) }
    let isEnabled = try reader.boolean("rateLimits.enabled") ?? (!isDev || !kinds.isEmpty)
    return RateLimits(isEnabled: isEnabled, kinds: kinds)
  }

  /// `10/5m`: ten in each five minutes; `off`.
  private static func limit(_ key: String, _ reader: SettingsReader) throws(ConfigurationError)
    -> RateLimits.Setting?
  {
    guard let text = try reader.text(key) else { return nil }
    guard text != "off" else { return .off }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[0]), (1...1_000_000).contains(count),
      let window = DurationText.parse(String(parts[1])), window >= .seconds(1), window <= .seconds(86_400)
    else {
      throw reader.invalid(
        key, "It is not a count and a window.",
        "Write \"10/5m\" for ten in each five minutes (1 to 1000000 in 1s to 1d), or \"off\".")
    }
    return .limit(count: count, window: window)
  }

  /// How long records are kept. A year is enough for most questions, ninety days for addresses (R44).
  static func retention(_ reader: SettingsReader) throws(ConfigurationError) -> Retention {
    Retention(
      audit: try reader.duration("retention.audit") ?? .seconds(365 * 86_400),
      sessions: try reader.duration("retention.sessions") ?? .seconds(30 * 86_400),
      addresses: try reader.duration("retention.addresses") ?? .seconds(90 * 86_400),
      grants: try reader.duration("retention.grants") ?? .seconds(30 * 86_400),
      tombstones: try reader.duration("retention.tombstones") ?? .seconds(365 * 86_400))
  }
}
