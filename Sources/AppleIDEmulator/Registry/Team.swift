/// A developer team as it is registered with Apple.
struct Team: Codable, Sendable {
  /// Ten characters in life; any text of the wire's alphabet here.
  let teamID: String
  /// Addresses and domains that may write to the relay addresses of the team's people, in lower case.
  var senders: [String]
}
