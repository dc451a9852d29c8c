/// So many attempts in each window.
package struct Limit: Sendable, Hashable {
  /// The greatest number of attempts in a window.
  package let ceiling: Int
  /// The length of a window in whole seconds; windows begin at its multiples.
  package let seconds: Int64

  /// A limit; nil unless there are 1 to 1 000 000 attempts in a window of 1 s to 1 day.
  package init?(ceiling: Int, window: Duration) {
    let seconds = window.components.seconds
    guard (1...1_000_000).contains(ceiling), (1...86_400).contains(seconds) else { return nil }
    self.ceiling = ceiling
    self.seconds = seconds
  }

  private init(_ ceiling: Int, _ seconds: Int64) {
    self.ceiling = ceiling
    self.seconds = seconds
  }

  static func perMinute(_ ceiling: Int) -> Limit { Limit(ceiling, 60) }
  static func perTenMinutes(_ ceiling: Int) -> Limit { Limit(ceiling, 600) }
  static func perHour(_ ceiling: Int) -> Limit { Limit(ceiling, 3600) }
}

/// The limits of a service; a kind without one is not limited (R43).
package struct RateLimits: Sendable, Hashable {
  private var limits: [LimitKind: Limit] = [:]

  /// No limit at all: development, unless asked.
  package static let none = RateLimits()

  /// What `serve` starts with.
  package static let standard: RateLimits = {
    var limits = RateLimits()
    for kind in LimitKind.allCases { limits[kind] = standard(kind) }
    return limits
  }()

  /// The limit of a kind.
  package subscript(kind: LimitKind) -> Limit? {
    get { limits[kind] }
    set { limits[kind] = newValue }
  }

  // A network may be an office or a carrier's gateway with many people behind it; an account is one person.
  private static func standard(_ kind: LimitKind) -> Limit {
    switch kind {
    case .signIn: .perMinute(300)
    case .signUp: .perHour(60)
    case .password: .perTenMinutes(10)
    case .passwordAccount: .perHour(100)
    case .passwordNetwork: .perTenMinutes(100)
    case .mail: .perHour(60)
    case .mailAddress: .perHour(6)
    case .text: .perHour(20)
    case .textNumber: .perHour(5)
    case .code: .perTenMinutes(60)
    case .secondFactor: .perTenMinutes(15)
    case .refresh: .perTenMinutes(120)
    case .page: .perMinute(600)
    case .pageCode: .perTenMinutes(300)
    case .webFlow: .perTenMinutes(300)
    case .notification: .perMinute(1200)
    }
  }
}
