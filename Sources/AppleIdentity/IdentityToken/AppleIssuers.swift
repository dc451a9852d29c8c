/// The issuers whose tokens are accepted: fixed in the product, never taken from discovery (FR-03).
public struct AppleIssuers: Sendable, Equatable {
  /// The issuer under which identities are kept.
  public let canonical: String
  /// Other spellings of the same issuer.
  public let aliases: Set<String>

  /// Apple's issuer.
  public static let apple = AppleIssuers("https://appleid.apple.com")
  /// Apple's issuer, and the one that its discovery document named for some weeks in 2025.
  public static let appleWithAccountAlias = AppleIssuers(
    "https://appleid.apple.com", aliases: ["https://account.apple.com"])

  /// Takes another issuer, as of an emulator started with `--issuer`.
  public init(_ canonical: String, aliases: Set<String> = []) {
    self.canonical = canonical
    self.aliases = aliases
  }

  /// Whether an `iss` claim names one of them, compared exactly.
  public func contains(_ issuer: String) -> Bool { issuer == canonical || aliases.contains(issuer) }
}
