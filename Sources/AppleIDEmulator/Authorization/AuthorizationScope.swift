/// What an app may ask for.
enum AuthorizationScope: String, Codable, Sendable, CaseIterable {
  /// The address, real or relayed.
  case email
  /// The name.
  case name
}
